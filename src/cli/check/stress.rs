//! `check --stress`: states without end until a submission fails, and a small one of those.

use crate::duration;
use std::path::PathBuf;
use std::time::Duration;

/// Options of `check --stress`.
#[derive(Debug, clap::Args)]
pub(super) struct Options {
    /// Look for a state on which SUBMISSION fails, make it small, and print it
    #[arg(
        long,
        value_name = "SUBMISSION",
        conflicts_with_all = ["submissions", "outputs", "test"]
    )]
    pub(super) stress: Option<PathBuf>,

    /// How long --stress looks, as in 500ms, 30s or 2m
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = duration::parse)]
    time: Duration,

    /// The seed of the states of --stress [default: from the clock; it is printed]
    #[arg(long, value_name = "N", requires = "stress")]
    seed: Option<u64>,

    /// Add the state that --stress or --mutants found to the plan, as the test NAME
    #[arg(long, value_name = "NAME")]
    pub(super) save: Option<String>,
}
