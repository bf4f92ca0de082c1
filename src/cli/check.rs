//! `game-moves check`: run submissions, or compare contestant outputs with the judge answers.

mod finding;
mod folder;
mod judges;
mod matrix;
mod mutants;
mod protocol;
mod report;
mod stress;
mod submissions;

use super::output::Failure;
use super::paths;
use std::ffi::OsString;
use std::path::PathBuf;

/// Options of `check`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exit status: 0 all submissions as the plan expects, all others and all outputs accepted; 1 not \
so; 2 usage or I/O. \
With --kattis: 42 accept, 43 reject, 1 anything else. With --testlib: 0 right, 1 wrong, 2 an empty \
output, an extra word or no integer, 3 anything else."
)]
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
    #[arg(
        long,
        value_name = "FILE",
        requires = "test",
        conflicts_with_all = ["submissions", "outputs", "mutants", "stress"]
    )]
    output: Option<PathBuf>,

    /// Say what other judges would say of the output, or of each one in the folder
    #[arg(
        long,
        value_name = "WHICH",
        value_enum,
        conflicts_with_all = ["submissions", "stress", "mutants"]
    )]
    judges: Option<judges::Which>,

    /// The problem folder [default: ./problem, or . if it holds plan.toml]
    #[arg(long, value_name = "DIR")]
    problem: Option<PathBuf>,

    /// Print one JSON object a test and one for the whole (of each submission)
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    running: submissions::Options,

    /// How many runs or comparisons go on at a time [default: one a core]
    #[arg(long, value_name = "N", value_parser = paths::jobs, conflicts_with = "test")]
    jobs: Option<usize>,

    /// Run the closed form with mistakes on all tests: each must be noticed
    #[arg(long, conflicts_with_all = ["submissions", "outputs", "test", "stress"])]
    mutants: bool,

    #[command(flatten)]
    stress: stress::Options,

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
    if args.mutants {
        return mutants::run(args);
    }
    if let Some(path) = &args.stress.stress {
        return stress::run(args, path);
    }
    match (&args.outputs, &args.test, &args.output) {
        (Some(outputs), None, None) => folder::check_outputs(args, outputs),
        (None, Some(test), Some(output)) => folder::check_one(args, test, output),
        _ if args.judges.is_some() => Err(Failure::Usage(
            "--judges replays outputs: name them with --outputs DIR, or one with --test NAME \
             --output FILE"
                .to_owned(),
        )),
        _ if args.stress.save.is_some() => Err(Failure::Usage(
            "--save keeps what --stress or --mutants found: give one of them".to_owned(),
        )),
        _ => submissions::check(args),
    }
}
