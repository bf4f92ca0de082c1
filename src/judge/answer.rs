//! The judge answer, believed only after it was checked.

use crate::game::ledger::{Ledger, LedgerError};
use crate::input::{self, State};
use std::fmt;
use std::io::{self, Read};

use super::escape::Escaped;

/// The bytes of a test's input file.
#[derive(Clone, Copy, Debug)]
pub struct InputFile<'a>(pub &'a [u8]);

/// The bytes of a test's answer file.
#[derive(Clone, Copy, Debug)]
pub struct AnswerFile<'a>(pub &'a [u8]);

/// Bytes of an answer file that are read; a right one has at most 20.
const MAX_BYTES: u64 = 256;

/// Reads an answer file, but not more of it than is needed to see that it is wrong.
///
/// # Errors
/// What the reader reports.
pub fn read_answer_file(source: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(MAX_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A judge answer that was checked: the moves of the state in the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JudgeAnswer(u64);

impl JudgeAnswer {
    /// The answer in `answer`, if it is exactly `0` or digits without a leading zero, then one
    /// LF, and equals what the closed form says of `input`.
    ///
    /// # Errors
    /// Says what is wrong with the input or the answer; the fault is the judges'.
    pub fn check(input: InputFile<'_>, answer: AnswerFile<'_>) -> Result<Self, AnswerFault> {
        let state = input::parse(input.0).map_err(AnswerFault::Input)?;
        let moves = Ledger::of(&state.board, state.score).map_err(AnswerFault::Totals)?.moves;
        if answer.0 == format!("{moves}\n").as_bytes() {
            return Ok(Self(moves));
        }
        match strict_digits(answer.0) {
            Some(found) => Err(AnswerFault::Value { found: found.to_owned(), moves }),
            None => Err(AnswerFault::Format { head: answer.0.iter().copied().take(40).collect() }),
        }
    }

    /// The answer for a state, by the closed form.
    ///
    /// # Errors
    /// If no game has such totals.
    pub fn of(state: &State) -> Result<Self, LedgerError> {
        Ledger::of(&state.board, state.score).map(|ledger| Self(ledger.moves))
    }

    /// The moves.
    #[must_use]
    pub const fn moves(self) -> u64 {
        self.0
    }

    #[cfg(test)]
    pub(super) const fn unchecked(moves: u64) -> Self {
        Self(moves)
    }
}

impl fmt::Display for JudgeAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The number in an answer file, if it is `^(0|[1-9][0-9]*)\n$`.
fn strict_digits(file: &[u8]) -> Option<&str> {
    let digits = std::str::from_utf8(file.strip_suffix(b"\n")?).ok()?;
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    (plain && (digits == "0" || !digits.starts_with('0'))).then_some(digits)
}

/// Why a test's own files cannot judge an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerFault {
    /// The input breaks its format.
    Input(input::Fault),
    /// No game has the input's board with its score.
    Totals(LedgerError),
    /// The answer file is not one number and one LF.
    Format {
        /// Its first bytes.
        head: Vec<u8>,
    },
    /// The answer file holds another number.
    Value {
        /// The number in the file.
        found: String,
        /// The moves by the closed form.
        moves: u64,
    },
}

impl fmt::Display for AnswerFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(fault) => write!(
                f,
                "bad judge input at {}:{}: {fault} [{}]",
                fault.line,
                fault.column,
                fault.rule.id()
            ),
            Self::Totals(error) => write!(f, "bad judge input: {error} [{}]", error.id()),
            Self::Format { head } => write!(
                f,
                "bad judge answer '{}': expected one number without leading zeros and one LF",
                Escaped(head)
            ),
            Self::Value { found, moves } => {
                write!(
                    f,
                    "bad judge answer '{found}': the closed form gives '{moves}' for the input"
                )
            }
        }
    }
}

impl std::error::Error for AnswerFault {}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(input: &str, answer: &str) -> Result<u64, String> {
        JudgeAnswer::check(InputFile(input.as_bytes()), AnswerFile(answer.as_bytes()))
            .map(JudgeAnswer::moves)
            .map_err(|fault| fault.to_string())
    }

    #[test]
    fn only_the_closed_form_written_strictly_is_believed() {
        let good = "2\n32 16\n2 8\n180\n";
        assert_eq!(check(good, "24\n"), Ok(24));
        assert_eq!(check("2\n2 0\n0 2\n0\n", "0\n"), Ok(0));
        for answer in ["", "\n", "24", "24\r\n", "024\n", "+24\n", " 24\n", "24 \n", "24\n\n"] {
            let fault = check(good, answer).unwrap_err();
            assert!(fault.starts_with("bad judge answer '"), "{fault}");
            assert!(fault.ends_with("one number without leading zeros and one LF"), "{fault}");
        }
        assert_eq!(
            check(good, "23\n").unwrap_err(),
            "bad judge answer '23': the closed form gives '24' for the input"
        );
    }

    #[test]
    fn a_bad_input_is_the_judges_fault() {
        let fault = check("2\n32 16\n3 8\n180\n", "24\n").unwrap_err();
        assert!(fault.starts_with("bad judge input at 3:1: "), "{fault}");
        let fault = check("2\n32 16\n2 8\n181\n", "24\n").unwrap_err();
        assert!(fault.starts_with("bad judge input: the score is 181"), "{fault}");
    }
}
