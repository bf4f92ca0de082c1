//! `check --outputs` and `check --test`: outputs against the tests of a problem folder.

use super::Args;
use super::judges::Which;
use super::report::{self, Finding, Judged};
use crate::cli::output::{self, Failure};
use crate::cli::paths;
use crate::judge::cases::{CasesFault, Outputs, TestCase, test_cases};
use crate::judge::files::{FileFault, open_regular};
use crate::judge::{Comparison, JudgeAnswer, Rulings, compare, compare_replayed};
use rayon::prelude::*;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// How many files without a test are named.
const WARNINGS: usize = 10;

/// Compares the folder `outputs` with every test.
pub(super) fn check_outputs(args: &Args, folder: &Path) -> Result<u8, Failure> {
    let cases = cases(args)?;
    let outputs = Outputs::list(folder).map_err(failure)?;
    let judged: Vec<Judged> = paths::with_jobs(args.jobs, || {
        cases.par_iter().map(|case| judge(args, case, &outputs, folder)).collect()
    })?;
    warn_of(&outputs.unmatched(&cases));
    report::print(args, &judged, Some(folder))
}

/// Compares one output with the test `name`.
pub(super) fn check_one(args: &Args, name: &OsStr, output: &Path) -> Result<u8, Failure> {
    let cases = cases(args)?;
    let Some(case) = cases.iter().find(|case| case.name == name) else {
        let message = format!("there is no test case `{}`{}", name.display(), some_names(&cases));
        return Err(Failure::Usage(message));
    };
    let (finding, rulings) = match case.judge_answer() {
        Err(fault) => (Finding::Test(fault), None),
        Ok(expected) if output.as_os_str() == "-" => {
            let result = replay(args, io::stdin().lock(), expected);
            compared(result, Path::new("stdin"), expected)
        }
        Ok(expected) => {
            let result = File::open(output).and_then(|file| replay(args, file, expected));
            compared(result, output, expected)
        }
    };
    let judged = Judged { test: shown(&case.name), finding, rulings };
    report::print(args, &[judged], None)
}

fn judge(args: &Args, case: &TestCase, outputs: &Outputs, folder: &Path) -> Judged {
    let (finding, rulings) = match (case.judge_answer(), outputs.of(case)) {
        (Err(fault), _) => (Finding::Test(fault), None),
        (Ok(expected), None) => {
            let mut name = case.name.clone();
            name.push(".out");
            (Finding::Missing { path: folder.join(name), expected }, None)
        }
        (Ok(expected), Some(path)) => {
            let result = open_regular(&path).and_then(|file| replay(args, file, expected));
            compared(result, &path, expected)
        }
    };
    Judged { test: shown(&case.name), finding, rulings }
}

/// Compares an output, by all judges if that is asked.
fn replay(
    args: &Args,
    output: impl Read,
    expected: JudgeAnswer,
) -> io::Result<(Comparison, Option<Rulings>)> {
    match args.judges {
        None => Ok((compare(output, expected)?, None)),
        Some(Which::All) => {
            let (comparison, rulings) = compare_replayed(output, expected)?;
            Ok((comparison, Some(rulings)))
        }
    }
}

fn compared(
    result: io::Result<(Comparison, Option<Rulings>)>,
    path: &Path,
    expected: JudgeAnswer,
) -> (Finding, Option<Rulings>) {
    match result {
        Ok((comparison, rulings)) => (Finding::Compared(comparison), rulings),
        Err(error) => {
            (Finding::Unreadable { fault: FileFault::new("read", path, error), expected }, None)
        }
    }
}

pub(super) fn cases(args: &Args) -> Result<Vec<TestCase>, Failure> {
    let problem = paths::problem_folder(args.problem.as_deref());
    test_cases(&problem).map_err(|fault| match fault {
        CasesFault::List(fault) => failure(fault),
        CasesFault::None { .. } | CasesFault::SameName { .. } => Failure::Usage(fault.to_string()),
    })
}

fn failure(fault: FileFault) -> Failure {
    Failure::io(fault.action, &fault.path, fault.error)
}

fn warn_of(unmatched: &[PathBuf]) {
    for path in unmatched.iter().take(WARNINGS) {
        output::message(&format!("warning: `{}` is no test's output\n", path.display()));
    }
    if let more @ 1.. = unmatched.len().saturating_sub(WARNINGS) {
        output::message(&format!("warning: and {more} more\n"));
    }
}

/// A few names to choose from, for a message.
fn some_names(cases: &[TestCase]) -> String {
    let names: Vec<String> = cases.iter().take(3).map(|case| shown(&case.name)).collect();
    let more = if cases.len() > names.len() { ", ..." } else { "" };
    format!(", there are {}{more}", names.join(", "))
}

fn shown(name: &OsString) -> String {
    name.display().to_string()
}
