//! The results of `check`: a line a test that is not accepted and a summary, or JSON.

use super::{Args, judges};
use crate::cli::output::{self, Failure};
use crate::cli::{FINE, REJECTED, UNUSABLE};
use crate::judge::cases::TestFault;
use crate::judge::escape::on_one_line;
use crate::judge::files::FileFault;
use crate::judge::{Comparison, JudgeAnswer, Outcome, Rulings, Verdict};
use serde::Serialize;
use serde_json::Value;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// A test and what became of its output.
pub(super) struct Judged {
    /// The test's name.
    pub(super) test: String,
    /// What was found.
    pub(super) finding: Finding,
    /// What other judges say of the output, if there is one and they were asked.
    pub(super) rulings: Option<Rulings>,
}

/// What became of an output.
pub(super) enum Finding {
    /// It was compared.
    Compared(Comparison),
    /// There is none.
    Missing {
        /// The file that is not there.
        path: PathBuf,
        /// What it should hold.
        expected: JudgeAnswer,
    },
    /// The output is there but cannot be read.
    Unreadable {
        /// Why.
        fault: FileFault,
        /// What it should hold.
        expected: JudgeAnswer,
    },
    /// The test itself cannot judge.
    Test(TestFault),
}

impl Judged {
    /// The test's name on one line: a file's name may hold anything.
    pub(super) fn name(&self) -> String {
        on_one_line(&self.test)
    }

    pub(super) fn verdict(&self) -> Verdict {
        match &self.finding {
            Finding::Compared(comparison) => comparison.outcome.verdict(),
            Finding::Missing { .. } => Verdict::WrongAnswer,
            Finding::Unreadable { .. } | Finding::Test(_) => Verdict::JudgeError,
        }
    }

    fn status(&self) -> u8 {
        match &self.finding {
            Finding::Unreadable { .. } | Finding::Test(TestFault::File(_)) => UNUSABLE,
            Finding::Compared(_)
            | Finding::Missing { .. }
            | Finding::Test(TestFault::Answer(_)) => {
                if self.verdict() == Verdict::Accepted {
                    FINE
                } else {
                    REJECTED
                }
            }
        }
    }

    /// Why the output is not accepted; `None` if it is.
    fn message(&self) -> Option<String> {
        match &self.finding {
            Finding::Compared(comparison) => comparison.fault(),
            Finding::Missing { path, expected } => {
                Some(format!("no output: `{}` is missing, expected: '{expected}'", path.display()))
            }
            Finding::Unreadable { fault, .. } => Some(fault.to_string()),
            Finding::Test(fault) => Some(fault.to_string()),
        }
    }

    fn notes(&self) -> Vec<String> {
        match &self.finding {
            Finding::Compared(comparison) => {
                comparison.notes.iter().map(ToString::to_string).collect()
            }
            Finding::Missing { .. } | Finding::Unreadable { .. } | Finding::Test(_) => Vec::new(),
        }
    }

    fn expected(&self) -> Option<JudgeAnswer> {
        match &self.finding {
            Finding::Compared(comparison) => Some(comparison.expected),
            Finding::Missing { expected, .. } | Finding::Unreadable { expected, .. } => {
                Some(*expected)
            }
            Finding::Test(_) => None,
        }
    }
}

/// The word that decided: an integer where it is one of 64 bits, else its text, escaped.
pub(super) fn got(comparison: &Comparison) -> Value {
    match &comparison.outcome {
        Outcome::Accepted => comparison.expected.moves().into(),
        Outcome::Empty | Outcome::TooLong => Value::Null,
        Outcome::WrongValue(found) | Outcome::NotAnInteger(found) => found
            .excerpt
            .whole()
            .and_then(number)
            .unwrap_or_else(|| found.excerpt.unquoted().into()),
        Outcome::ExtraWord(found) => {
            format!("{} {}", comparison.expected, found.excerpt.unquoted()).into()
        }
    }
}

/// The integer that `word` is, if 64 bits hold it and it is written as JSON writes it.
fn number(word: &[u8]) -> Option<Value> {
    let text = std::str::from_utf8(word).ok()?;
    let number = text.parse::<u64>().map(Value::from);
    let number = number.or_else(|_| text.parse::<i64>().map(Value::from)).ok()?;
    let canonical = number.to_string();
    (canonical == text).then_some(number)
}

/// Prints the results and returns the exit status. `folder` is what was checked as a whole.
pub(super) fn print(args: &Args, judged: &[Judged], folder: Option<&Path>) -> Result<u8, Failure> {
    let status = judged.iter().map(Judged::status).max().unwrap_or(UNUSABLE);
    for one in judged {
        for note in one.notes() {
            output::message(&format!("note: {}: {note}\n", one.name()));
        }
    }
    let text = match (args.json, args.judges) {
        (true, _) => json(judged, folder),
        (false, None) => lines(judged),
        (false, Some(judges::Which::All)) => lines(judged) + &judges::table(judged),
    };
    output::result(&text)?;
    Ok(status)
}

fn lines(judged: &[Judged]) -> String {
    let mut text = String::new();
    for one in judged {
        if let Some(message) = one.message() {
            let _ = writeln!(text, "{}: {}: {message}", one.name(), one.verdict());
        }
    }
    let plural = if judged.len() == 1 { "" } else { "s" };
    let _ = write!(text, "{} test{plural}:", judged.len());
    let mut separator = "";
    for verdict in Verdict::ALL {
        let count = judged.iter().filter(|one| one.verdict() == verdict).count();
        if count > 0 {
            let _ = write!(text, "{separator} {count} {verdict}");
            separator = ",";
        }
    }
    if let Some(first) = killers(judged).next() {
        let _ = write!(text, "; {} by {}", first.verdict(), first.name());
    }
    text.push('\n');
    text
}

fn killers(judged: &[Judged]) -> impl Iterator<Item = &Judged> {
    judged.iter().filter(|one| one.verdict() != Verdict::Accepted)
}

fn json(judged: &[Judged], folder: Option<&Path>) -> String {
    let mut text = String::new();
    for one in judged {
        let line = TestLine {
            submission: None,
            test: &one.test,
            verdict: one.verdict().short(),
            time_s: None,
            memory_bytes: None,
            expected: one.expected().map(JudgeAnswer::moves),
            got: match &one.finding {
                Finding::Compared(comparison) => got(comparison),
                Finding::Missing { .. } | Finding::Unreadable { .. } | Finding::Test(_) => {
                    Value::Null
                }
            },
            message: one.message(),
            notes: one.notes(),
            judges: one.rulings.as_ref().map(judges::words),
            judges_differ: one.rulings.as_ref().map(Rulings::differ),
        };
        push_line(&mut text, &line);
    }
    let verdict = killers(judged).next().map_or(Verdict::Accepted, Judged::verdict);
    let line = SummaryLine {
        submission: folder.map(|folder| folder.display().to_string()),
        verdict: verdict.short(),
        expected_verdicts: [],
        ok: None,
        killed_by: killers(judged).map(|one| one.test.as_str()).collect(),
    };
    push_line(&mut text, &line);
    text
}

pub(super) fn push_line(text: &mut String, line: &impl Serialize) {
    text.push_str(&serde_json::to_string(line).unwrap_or_default());
    text.push('\n');
}

/// One test in `--json`; what does not apply is null.
#[derive(Serialize)]
struct TestLine<'a> {
    submission: Option<&'a str>,
    test: &'a str,
    verdict: &'static str,
    time_s: Option<f64>,
    memory_bytes: Option<u64>,
    expected: Option<u64>,
    got: Value,
    message: Option<String>,
    notes: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    judges: Option<serde_json::Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    judges_differ: Option<bool>,
}

/// The last line of `--json`.
#[derive(Serialize)]
struct SummaryLine<'a> {
    submission: Option<String>,
    verdict: &'static str,
    expected_verdicts: [&'static str; 0],
    ok: Option<bool>,
    killed_by: Vec<&'a str>,
}
