//! The command line: one module a subcommand, each with its options and one `run`.
//!
//! Results go to stdout, messages to stderr. Exit status: 0 fine, 1 the data or the submission is
//! rejected, 2 usage or I/O; the protocol modes of `validate` and `check` have their own.

pub mod check;
mod faults;
pub mod generate;
mod interrupt;
pub mod output;
pub mod paths;
pub mod solve;
mod table;
pub mod validate;

use crate::run;
use clap::{Parser, Subcommand};
use std::ffi::OsString;
use std::process::ExitCode;

/// Everything is fine.
pub const FINE: u8 = 0;
/// The data or the submission is rejected.
pub const REJECTED: u8 = 1;
/// The command cannot be run: usage or I/O.
pub const UNUSABLE: u8 = 2;

/// The exit statuses of the Kattis problem tools' validators; anything else is a judge error.
mod kattis {
    /// The input is valid, or the output right.
    pub(super) const ACCEPT: u8 = 42;
    /// It is not.
    pub(super) const REJECT: u8 = 43;
    /// A fault of the judges' own.
    pub(super) const FAULT: u8 = 1;
}

/// Test data for the contest problem "Game Moves": generated, validated, solved and checked,
/// every input proved to be a state that a real game reaches.
#[derive(Debug, Parser)]
#[command(name = "game-moves", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Write the test data of the plan: inputs, answers and witnesses
    Gen(generate::Args),
    /// Hold inputs against the statement's limits, reachability included
    Validate(validate::Args),
    /// Answer inputs
    Solve(solve::Args),
    /// Run submissions on every test, or compare contestant outputs with the judge answers
    Check(Box<check::Args>),
}

/// Runs the command line and returns the exit status.
pub fn main(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args: Vec<OsString> = args.into_iter().collect();
    if let Some(status) = run::keeper::main(&args) {
        return status;
    }
    let usage = usage_status(&args);
    let cli = match Cli::try_parse_from(&args) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are no errors, but to a protocol 0 could mean that an output is
            // accepted. What cannot be printed has no reader.
            let _ = error.print();
            let fine = !error.use_stderr() && usage == UNUSABLE;
            return ExitCode::from(if fine { FINE } else { usage });
        }
    };
    let result = match &cli.command {
        Command::Gen(args) => generate::run(args),
        Command::Validate(args) => validate::run(args),
        Command::Solve(args) => solve::run(args),
        Command::Check(args) => check::run(args),
    };
    match result {
        Ok(status) => ExitCode::from(status),
        Err(failure) => {
            output::message(&format!("error: {failure}\n"));
            ExitCode::from(usage)
        }
    }
}

/// The exit status of a fault of usage or I/O. In a protocol mode such a fault must never look
/// like an accepted or rejected submission.
fn usage_status(args: &[OsString]) -> u8 {
    let is = |arg: &OsString, flag: &str| {
        let rest = arg.as_encoded_bytes().strip_prefix(flag.as_bytes());
        rest.is_some_and(|rest| rest.is_empty() || rest[0] == b'=')
    };
    let before_files = args.iter().take_while(|arg| *arg != "--");
    let has = |flag: &str| before_files.clone().any(|arg| is(arg, flag));
    if has("--testlib") {
        3
    } else if has("--kattis") {
        1
    } else {
        UNUSABLE
    }
}
