//! `game-moves check`: run submissions, or compare contestant outputs with the judge answers.

mod folder;
mod matrix;
mod protocol;
mod report;
mod submissions;

use super::output::Failure;
use super::paths;
use std::ffi::OsString;
use std::path::PathBuf;

/// Options of `check`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Exit status: 0 all accepted, 1 a test is not accepted, 2 usage or I/O. \
With --kattis: 42 accept, 43 reject, 1 anything else. With --testlib: 0 right, 1 wrong, 2 an empty \
output, an extra word or no integer, 3 anything else.")]
pub struct Args {
    /// Submissions to build and run on every test [default: those of the plan]
    #[arg(value_name = "SUBMISSION")]
    submissions: Vec<PathBuf>,

    /// Compare DIR/NAME.out (or NAME.ans) with the answer of every test
    #[arg(long, value_name = "DIR", conflicts_with_all = ["submissions", "test"])]
    outputs: Option<PathBuf>,

    /// Compare one output with the answer of the test NAME
    #[arg(long, value_name = "NAME", requires = "output", conflicts_with = "submissions")]
    test: Option<OsString>,

    /// The output for --test; `-` is stdin
    #[arg(long, value_name = "FILE", requires = "test")]
    output: Option<PathBuf>,

    /// The problem folder [default: ./problem, or . if it holds plan.toml]
    #[arg(long, value_name = "DIR")]
    problem: Option<PathBuf>,

    /// Print one JSON object a test and one for the whole (of each submission)
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    running: submissions::Options,

    /// How many runs or comparisons go on at a time [default: one a core]
    #[arg(long, value_name = "N", value_parser = paths::jobs)]
    jobs: Option<usize>,

    /// Be a Kattis output validator: the output on stdin, messages to FEEDBACK_DIR
    #[arg(
        long,
        num_args = 3..,
        value_names = ["IN", "ANS", "FEEDBACK_DIR"],
        allow_hyphen_values = true,
        exclusive = true
    )]
    kattis: Option<Vec<OsString>>,

    /// Be a testlib checker, with an optional report file as fourth argument
    #[arg(
        long,
        num_args = 3..,
        value_names = ["IN", "OUT", "ANS"],
        allow_hyphen_values = true,
        exclusive = true
    )]
    testlib: Option<Vec<OsString>>,
}

/// Runs or compares what the arguments ask for and returns the exit status.
///
/// # Errors
/// If the request makes no sense, or a folder cannot be listed, or stdout not written.
/// Never in the protocol modes.
pub fn run(args: &Args) -> Result<u8, Failure> {
    if let Some(values) = &args.kattis {
        return Ok(protocol::kattis(values));
    }
    if let Some(values) = &args.testlib {
        return Ok(protocol::testlib(values));
    }
    match (&args.outputs, &args.test, &args.output) {
        (Some(outputs), None, None) => folder::check_outputs(args, outputs),
        (None, Some(test), Some(output)) => folder::check_one(args, test, output),
        _ => submissions::check(args),
    }
}
