//! `check` as an output validator of Kattis and as a checker of testlib.
//!
//! The caller reads the verdict from the exit status, so that every fault that is not the
//! contestant's must end in a status of its own: a panic too.

use crate::judge::cases::judge_answer;
use crate::judge::files::FileFault;
use crate::judge::{Comparison, Outcome, compare};
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use crate::cli::{kattis as status, output};

const TESTLIB_OK: u8 = 0;
const TESTLIB_WRONG: u8 = 1;
const TESTLIB_FORMAT: u8 = 2;
const TESTLIB_FAIL: u8 = 3;

/// The one argument of the default validators that changes nothing here: the answers are digits.
///
/// Any other would ask for a comparison that this one is not (`float_tolerance` accepts `042`,
/// `space_change_sensitive` refuses a second blank), and judging by other rules than the package
/// asks for is a fault.
const HARMLESS_FLAG: &str = "case_sensitive";

/// `check --kattis IN ANS FEEDBACK_DIR [FLAG…] < OUT`: returns the exit status.
pub(super) fn kattis(values: &[OsString]) -> u8 {
    let Some([input, answer, feedback, flags @ ..]) = files(values, 3) else {
        output::message("judge error: expected IN ANS FEEDBACK_DIR\n");
        return status::FAULT;
    };
    let feedback = Path::new(feedback);
    match guarded(|| kattis_judge(Path::new(input), Path::new(answer), feedback, flags)) {
        Ok(status) => status,
        Err(message) => {
            output::message(&format!("judge error: {message}\n"));
            // If the folder is at fault this fails too, and stderr has said so. An older verdict
            // must not stand beside the error.
            let _ = fs::remove_file(feedback.join("judgemessage.txt"));
            let _ = fs::write(feedback.join("judgeerror.txt"), format!("{message}\n"));
            status::FAULT
        }
    }
}

fn kattis_judge(
    input: &Path,
    answer: &Path,
    feedback: &Path,
    flags: &[OsString],
) -> Result<u8, String> {
    if let Some(flag) = flags.iter().find(|flag| *flag != HARMLESS_FLAG) {
        return Err(format!(
            "unknown validator flag `{}`: the answer is one integer and is compared byte for byte",
            flag.display()
        ));
    }
    if !feedback.is_dir() {
        return Err(format!("the feedback folder `{}` is not a folder", feedback.display()));
    }
    let expected = judge_answer(input, answer, |path| File::open(path)).map_err(text)?;
    let comparison = compare(io::stdin().lock(), expected)
        .map_err(|error| text(FileFault::new("read", Path::new("stdin"), error)))?;
    let path = feedback.join("judgemessage.txt");
    fs::write(&path, judge_message(&comparison))
        .map_err(|error| text(FileFault::new("write", &path, error)))?;
    Ok(match comparison.outcome {
        Outcome::Accepted => status::ACCEPT,
        Outcome::Empty
        | Outcome::WrongValue(_)
        | Outcome::NotAnInteger(_)
        | Outcome::ExtraWord(_)
        | Outcome::TooLong => status::REJECT,
    })
}

/// What the judges read: the difference with its place in both files, then the two words.
fn judge_message(comparison: &Comparison) -> String {
    let expected = comparison.expected;
    let (what, judge, user) = match &comparison.outcome {
        Outcome::Accepted => ("", String::new(), String::new()),
        Outcome::Empty => ("the output is empty", format!("'{expected}'"), "nothing".to_owned()),
        Outcome::WrongValue(found) => {
            ("the values differ", format!("'{expected}'"), found.excerpt.to_string())
        }
        Outcome::NotAnInteger(found) => {
            ("the word is not an integer", format!("'{expected}'"), found.excerpt.to_string())
        }
        Outcome::ExtraWord(found) => {
            ("there is an extra word", "nothing".to_owned(), found.excerpt.to_string())
        }
        Outcome::TooLong => {
            ("the output is too long to decide", format!("'{expected}'"), "blanks".to_owned())
        }
    };
    let mut message = match comparison.outcome.found() {
        _ if what.is_empty() => format!("Accepted: '{expected}'\n"),
        Some(found) => format!(
            "Wrong answer at line {}, column {} of the output (line 1 of the answer): {what}\n",
            found.place.line, found.place.column
        ),
        None => format!("Wrong answer (line 1 of the answer): {what}\n"),
    };
    if !what.is_empty() {
        let _ = writeln!(message, "Judge: {judge}\nUser: {user}");
    }
    for note in &comparison.notes {
        let _ = writeln!(message, "Note: {note}");
    }
    message
}

/// `check --testlib IN OUT ANS [REPORT]`: returns the exit status.
pub(super) fn testlib(values: &[OsString]) -> u8 {
    let named = files(values, values.len()).map(without_names);
    let mut report = None;
    let judged = match named.as_deref() {
        Some([input, output, answer, rest @ ..]) if rest.len() <= 1 => {
            let [input, output, answer] = [input, output, answer].map(Path::new);
            report = rest.first().map(Path::new);
            match report {
                Some(path) if [input, output, answer].contains(&path) => {
                    report = None;
                    Err(format!("the report `{}` would replace a file of the test", path.display()))
                }
                Some(_) | None => guarded(|| testlib_judge(input, output, answer)),
            }
        }
        Some(_) | None => Err("expected IN OUT ANS [REPORT]".to_owned()),
    };
    let (mut status, mut message) = judged.unwrap_or_else(|message| (TESTLIB_FAIL, message));
    if let Some(report) = report
        && let Err(error) = fs::write(report, format!("{message}\n"))
    {
        (status, message) = (TESTLIB_FAIL, text(FileFault::new("write", report, error)));
    }
    let word = match status {
        TESTLIB_OK => "ok",
        TESTLIB_WRONG => "wrong answer",
        TESTLIB_FORMAT => "wrong output format",
        _ => "FAIL",
    };
    output::message(&format!("{word} {message}\n"));
    status
}

/// The arguments after a `--` that may stand before them; `None` if an option of another mode is
/// among the first `count`, which would put every file in another's place.
fn files(values: &[OsString], count: usize) -> Option<&[OsString]> {
    let values = match values {
        [first, rest @ ..] if first == "--" => rest,
        all => all,
    };
    let option = |value: &OsString| {
        let value = value.as_encoded_bytes();
        value.starts_with(b"--") && value != b"--testset" && value != b"--group"
    };
    (!values.iter().take(count).any(option)).then_some(values)
}

/// The arguments without `--testset NAME` and `--group NAME`, which tell a testlib checker where
/// the test belongs, anywhere among the files, and change nothing here.
fn without_names(values: &[OsString]) -> Vec<&OsString> {
    let mut files = Vec::with_capacity(values.len());
    let mut values = values.iter();
    while let Some(value) = values.next() {
        if value == "--testset" || value == "--group" {
            let _ = values.next();
        } else {
            files.push(value);
        }
    }
    files
}

/// The status and the message that follows the status word.
fn testlib_judge(input: &Path, output: &Path, answer: &Path) -> Result<(u8, String), String> {
    let expected = judge_answer(input, answer, |path| File::open(path)).map_err(text)?;
    let comparison = File::open(output)
        .and_then(|file| compare(file, expected))
        .map_err(|error| text(FileFault::new("read", output, error)))?;
    let (status, mut message) = match &comparison.outcome {
        Outcome::Accepted => (TESTLIB_OK, "1 number".to_owned()),
        Outcome::Empty => (TESTLIB_FORMAT, format!("expected: '{expected}', found: nothing")),
        Outcome::WrongValue(found) => {
            (TESTLIB_WRONG, format!("expected: '{expected}', found: {}", found.excerpt))
        }
        Outcome::NotAnInteger(found) => {
            (TESTLIB_FORMAT, format!("expected: '{expected}', found: {}", found.excerpt))
        }
        Outcome::ExtraWord(found) => (
            TESTLIB_FORMAT,
            format!("expected: nothing after '{expected}', found: {}", found.excerpt),
        ),
        Outcome::TooLong => (TESTLIB_WRONG, comparison.to_string()),
    };
    for note in &comparison.notes {
        let _ = write!(message, "; note: {note}");
    }
    Ok((status, message))
}

/// Runs `judge`; a panic becomes a fault like any other.
fn guarded<T>(judge: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(judge))
        .unwrap_or_else(|_| Err("internal error, please report it".to_owned()))
}

#[expect(clippy::needless_pass_by_value, reason = "serves as a function for `map_err`")]
fn text(error: impl ToString) -> String {
    error.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_fault_of_the_judges() {
        let judge = || -> Result<u8, String> { panic!("on purpose") };
        assert_eq!(guarded(judge).unwrap_err(), "internal error, please report it");
    }
}
