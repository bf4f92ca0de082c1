//! A contestant's output against the judge answer.
//!
//! The rule is that of the package format: words separated by any of the six ASCII blanks,
//! compared byte for byte. The answer is one number, so the output must be one word.

use super::answer::JudgeAnswer;
use super::escape::Excerpt;
use super::judges::{Judge, Panel, Ruling};
use super::rulings::Rulings;
use super::words::{Place, Word};
use crate::verdict::Verdict;
use std::fmt;
use std::io::{self, Read};

/// Bytes of an output that are read; what is undecided then is [`Outcome::TooLong`].
///
/// Blanks up to here are skipped as every judge does; it is also where testlib stops.
pub const READ_LIMIT: u64 = 128 << 20;

/// Larger outputs than this fare differently elsewhere, in bytes (Kattis' and DOMjudge's default).
const USUAL_OUTPUT_LIMIT: u64 = 8 << 20;

/// How an output compares with the judge answer, and where other judges would differ.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The judge answer it was compared with.
    pub expected: JudgeAnswer,
    /// What was found.
    pub outcome: Outcome,
    /// Where other judges, or their limits, would decide otherwise.
    pub notes: Vec<Note>,
}

impl Comparison {
    /// Why the output is not accepted; `None` if it is.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        match self.outcome {
            Outcome::Accepted => None,
            Outcome::Empty
            | Outcome::WrongValue(_)
            | Outcome::NotAnInteger(_)
            | Outcome::ExtraWord(_)
            | Outcome::TooLong => Some(self.to_string()),
        }
    }
}

/// What was found in the output.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// The answer, and nothing but blanks around it.
    Accepted,
    /// Nothing but blanks, or not even those.
    Empty,
    /// A decimal integer, but another one.
    WrongValue(Found),
    /// A word that is no decimal integer: a sign `+`, leading zeros, a fraction, junk.
    NotAnInteger(Found),
    /// The answer, and then something else.
    ExtraWord(Found),
    /// Nothing decided it within [`READ_LIMIT`] bytes.
    TooLong,
}

/// The word that decided.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its beginning.
    pub excerpt: Excerpt,
    /// Where it is.
    pub place: Place,
}

impl From<&Word> for Found {
    fn from(word: &Word) -> Self {
        Self { excerpt: word.excerpt.clone(), place: word.place }
    }
}

/// Compares `output` with the judge answer, reading no more than [`READ_LIMIT`] bytes of it.
///
/// # Errors
/// When the output cannot be read.
pub fn compare(output: impl Read, expected: JudgeAnswer) -> io::Result<Comparison> {
    compare_within(output, expected, READ_LIMIT)
}

/// The same, and what every judge says of the output.
///
/// # Errors
/// When the output cannot be read.
pub fn compare_replayed(
    output: impl Read,
    expected: JudgeAnswer,
) -> io::Result<(Comparison, Rulings)> {
    let digits = expected.to_string();
    let panel = read(output, digits.as_bytes(), READ_LIMIT, |_| false)?;
    Ok((comparison(&panel, expected, READ_LIMIT), Rulings::of(&panel)))
}

fn compare_within(output: impl Read, expected: JudgeAnswer, limit: u64) -> io::Result<Comparison> {
    let digits = expected.to_string();
    let panel = read(output, digits.as_bytes(), limit, |panel| panel.is_settled())?;
    Ok(comparison(&panel, expected, limit))
}

/// Has the judges read the output until `enough`.
fn read(
    output: impl Read,
    answer: &[u8],
    limit: u64,
    enough: impl Fn(&Panel<'_>) -> bool,
) -> io::Result<Panel<'_>> {
    let mut panel = Panel::new(answer);
    let mut output = output.take(limit.saturating_add(1));
    let mut buffer = vec![0; 1 << 16];
    loop {
        match output.read(&mut buffer) {
            Ok(0) => break,
            // The rest is read all the same, so that whoever writes it into a pipe can end.
            Ok(_) if enough(&panel) => {}
            Ok(read) => panel.feed(&buffer[..read]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    panel.finish();
    Ok(panel)
}

fn comparison(panel: &Panel<'_>, expected: JudgeAnswer, limit: u64) -> Comparison {
    let outcome = outcome(panel, expected.to_string().as_bytes(), limit);
    let notes = match outcome {
        Outcome::TooLong => Vec::new(),
        Outcome::Accepted
        | Outcome::Empty
        | Outcome::WrongValue(_)
        | Outcome::NotAnInteger(_)
        | Outcome::ExtraWord(_) => notes(panel, &outcome),
    };
    Comparison { expected, outcome, notes }
}

fn outcome(panel: &Panel<'_>, answer: &[u8], limit: u64) -> Outcome {
    let words = panel.words();
    if panel.bytes() > limit && words.is_cut_within_answer() {
        return Outcome::TooLong;
    }
    match (&words.first, &words.second) {
        (Some(first), _) if !first.is(answer) && first.is_integer() => {
            Outcome::WrongValue(first.into())
        }
        (Some(first), _) if !first.is(answer) => Outcome::NotAnInteger(first.into()),
        (Some(_), Some(second)) => Outcome::ExtraWord(second.into()),
        (None | Some(_), None | Some(_)) if panel.bytes() > limit => Outcome::TooLong,
        (Some(_), None) => Outcome::Accepted,
        (None, _) => Outcome::Empty,
    }
}

impl Outcome {
    /// The verdict.
    #[must_use]
    pub const fn verdict(&self) -> Verdict {
        match self {
            Self::Accepted => Verdict::Accepted,
            Self::Empty | Self::WrongValue(_) | Self::NotAnInteger(_) | Self::ExtraWord(_) => {
                Verdict::WrongAnswer
            }
            Self::TooLong => Verdict::OutputLimit,
        }
    }

    /// The word that decided, if one did.
    #[must_use]
    pub const fn found(&self) -> Option<&Found> {
        match self {
            Self::WrongValue(found) | Self::NotAnInteger(found) | Self::ExtraWord(found) => {
                Some(found)
            }
            Self::Accepted | Self::Empty | Self::TooLong => None,
        }
    }
}

impl fmt::Display for Comparison {
    /// What is wrong, where, what was expected and what was found; `accepted` if nothing is.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expected = self.expected;
        match &self.outcome {
            Outcome::Accepted => f.write_str("accepted"),
            Outcome::Empty => write!(f, "empty output, expected: '{expected}', found: nothing"),
            Outcome::WrongValue(found) => write!(
                f,
                "wrong value at {}, expected: '{expected}', found: {}",
                found.place, found.excerpt
            ),
            Outcome::NotAnInteger(found) => write!(
                f,
                "not an integer at {}, expected: '{expected}', found: {}",
                found.place, found.excerpt
            ),
            Outcome::ExtraWord(found) => write!(
                f,
                "extra word at {}, expected: nothing after '{expected}', found: {}",
                found.place, found.excerpt
            ),
            Outcome::TooLong => {
                write!(f, "undecided after {READ_LIMIT} bytes of output, expected: '{expected}'")
            }
        }
    }
}

/// A way in which other judges, or their limits, would decide otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// These judges decide otherwise, all for the same reason.
    Differ {
        /// The judges, in the order of [`Judge::ALL`].
        judges: Vec<Judge>,
        /// Why.
        reason: Reason,
    },
    /// The output is accepted here but larger than the usual output limit.
    Large {
        /// Bytes in the output.
        bytes: u64,
    },
}

/// Why a judge decides otherwise than the package format's text asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It reads a word up to its first NUL, and accepts.
    CutsAtNul,
    /// It skips a byte order mark, and accepts.
    SkipsBom,
    /// It drops a CR within a line, and accepts.
    DropsCr,
    /// It takes VT and FF for parts of a word, and rejects.
    VerticalBlanks,
    /// It compares line by line, and rejects.
    ByLine,
}

fn notes(panel: &Panel<'_>, outcome: &Outcome) -> Vec<Note> {
    let accepted = outcome.verdict() == Verdict::Accepted;
    let mut notes: Vec<Note> = Vec::new();
    for judge in Judge::ALL {
        let Some(reason) = reason(panel, judge, accepted) else { continue };
        match notes.last_mut() {
            Some(Note::Differ { judges, reason: same }) if *same == reason => judges.push(judge),
            Some(_) | None => notes.push(Note::Differ { judges: vec![judge], reason }),
        }
    }
    if accepted && panel.bytes() > USUAL_OUTPUT_LIMIT {
        notes.push(Note::Large { bytes: panel.bytes() });
    }
    notes
}

/// Why `judge` decides otherwise, `None` if it agrees.
fn reason(panel: &Panel<'_>, judge: Judge, accepted: bool) -> Option<Reason> {
    let accepts = panel.ruling(judge) == Ruling::Accept;
    if accepts == accepted {
        return None;
    }
    match (judge, accepted) {
        // The strict flags are meant for answer files; nobody judges contestants by them.
        (Judge::BtStrict, _) => None,
        // The text's own rule: these two always agree with it.
        (Judge::Domjudge | Judge::Bt, _) => None,
        (Judge::Kattis, _) => Some(Reason::CutsAtNul),
        (Judge::Lcmp, true) => Some(Reason::ByLine),
        (Judge::Lcmp, false) if !panel.begins_with_bom() => Some(Reason::DropsCr),
        (Judge::Wcmp | Judge::Ncmp | Judge::Hcmp, true) => Some(Reason::VerticalBlanks),
        (Judge::Wcmp | Judge::Ncmp | Judge::Hcmp | Judge::Lcmp, false) => Some(Reason::SkipsBom),
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Differ { judges, reason } => {
                for (at, judge) in judges.iter().enumerate() {
                    if at > 0 {
                        f.write_str(", ")?;
                    }
                    f.write_str(judge.name())?;
                }
                f.write_str(match reason {
                    Reason::CutsAtNul => " would accept: reads a word up to its first NUL",
                    Reason::SkipsBom => " would accept: testlib skips a byte order mark",
                    Reason::DropsCr => " would accept: testlib drops a CR within a line",
                    Reason::VerticalBlanks => " would reject: to testlib VT and FF are no blanks",
                    Reason::ByLine => " would reject: compares line by line",
                })
            }
            Self::Large { bytes } => write!(
                f,
                "the output has {bytes} bytes: above 8 MiB Kattis says OLE and DOMjudge cuts it"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compared(output: &[u8]) -> Comparison {
        compare_within(output, JudgeAnswer::unchecked(42), 100).unwrap()
    }

    #[test]
    fn messages_name_place_value_and_kind() {
        let table: [(&[u8], &str); 9] = [
            (b"42", "accepted"),
            (b" \x0b\x0c\r\n\t42\n\n", "accepted"),
            (b"", "empty output, expected: '42', found: nothing"),
            (b" \n\n", "empty output, expected: '42', found: nothing"),
            (b"\n  43 42\n", "wrong value at 2:3, expected: '42', found: '43'"),
            (b"-42\n", "wrong value at 1:1, expected: '42', found: '-42'"),
            (b"+42\n", "not an integer at 1:1, expected: '42', found: '+42'"),
            (b"42\0", r"not an integer at 1:1, expected: '42', found: '42\x00'"),
            (b"42\n\n 42", "extra word at 3:2, expected: nothing after '42', found: '42'"),
        ];
        for (output, message) in table {
            assert_eq!(compared(output).to_string(), message);
        }
    }

    #[test]
    fn reading_stops_at_the_limit() {
        let blanks = |count: usize| [&vec![b' '; count][..], b"42"].concat();
        assert_eq!(compared(&blanks(98)).outcome.verdict(), Verdict::Accepted);
        assert_eq!(compared(&blanks(99)).outcome.verdict(), Verdict::OutputLimit);
        // What was read of the last word is no word yet.
        assert_eq!(compared(&blanks(100)).outcome.verdict(), Verdict::OutputLimit);
        let cut = [&[b' '; 100][..], b"7"].concat();
        assert_eq!(compared(&cut).outcome.verdict(), Verdict::WrongAnswer);
        let cut = [&[b' '; 98][..], b"4 2"].concat();
        assert_eq!(compared(&cut).outcome.verdict(), Verdict::WrongAnswer);
        let endless =
            |byte| compare_within(io::repeat(byte), JudgeAnswer::unchecked(42), 1 << 20).unwrap();
        assert_eq!(endless(b' ').outcome.verdict(), Verdict::OutputLimit);
        assert_eq!(
            endless(b'4').to_string(),
            format!(
                "wrong value at 1:1, expected: '42', found: '{}...' (1048577 bytes)",
                "4".repeat(40)
            )
        );
    }

    #[test]
    fn notes_say_who_differs_and_why() {
        let notes = |output: &[u8]| -> Vec<String> {
            compared(output).notes.iter().map(Note::to_string).collect()
        };
        assert_eq!(notes(b"42\r\n"), [""; 0]);
        assert_eq!(notes(b"43\0"), [""; 0]);
        assert_eq!(notes(b"42\0"), ["Kattis would accept: reads a word up to its first NUL"]);
        assert_eq!(
            notes(b"\xef\xbb\xbf42\n"),
            ["wcmp, ncmp, icmp/hcmp, lcmp would accept: testlib skips a byte order mark"]
        );
        assert_eq!(
            notes(b"\x0c42\n"),
            ["wcmp, ncmp, icmp/hcmp would reject: to testlib VT and FF are no blanks"]
        );
        assert_eq!(notes(b"\n42\n"), ["lcmp would reject: compares line by line"]);
        assert_eq!(notes(b"4\r2\n"), ["lcmp would accept: testlib drops a CR within a line"]);
    }
}
