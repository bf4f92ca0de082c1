//! Reading an output of any length, word by word, in bounded memory.

use super::escape::Excerpt;
use std::fmt;

/// Which bytes separate words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blanks {
    /// Space, TAB, LF, VT, FF and CR: the package format's text, and C's `isspace`.
    Six,
    /// Space, TAB, LF and CR: testlib.
    Four,
}

impl Blanks {
    /// Whether `byte` separates words.
    #[must_use]
    pub const fn contains(self, byte: u8) -> bool {
        match (self, byte) {
            (_, b' ' | b'\t' | b'\n' | b'\r') => true,
            (Self::Six, 0x0b | 0x0c) => true,
            (Self::Six | Self::Four, _) => false,
        }
    }
}

/// A place in an output, both counted from 1; columns are bytes, and only LF ends a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: u64,
    /// The byte within the line.
    pub column: u64,
}

impl Place {
    const START: Self = Self { line: 1, column: 1 };

    fn advance(&mut self, blanks: &[u8]) {
        for &byte in blanks {
            if byte == b'\n' {
                *self = Self { line: self.line + 1, column: 1 };
            } else {
                self.column += 1;
            }
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// How far a word reads as a decimal integer: `0`, or digits without leading zeros after an
/// optional minus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reading {
    Start,
    Minus,
    Zero,
    Digits,
    Other,
}

impl Reading {
    fn next(self, byte: u8) -> Self {
        match (self, byte) {
            (Self::Start, b'-') => Self::Minus,
            (Self::Start, b'0') => Self::Zero,
            (Self::Start | Self::Minus, b'1'..=b'9') | (Self::Digits, b'0'..=b'9') => Self::Digits,
            (Self::Start | Self::Minus | Self::Zero | Self::Digits | Self::Other, _) => Self::Other,
        }
    }
}

/// A word of the output and how it compares with the judge answer.
#[derive(Clone, Debug)]
pub struct Word {
    /// Where it begins.
    pub place: Place,
    /// Its first bytes.
    pub excerpt: Excerpt,
    reading: Reading,
    /// Bytes that agree with the answer so far; `None` once one did not.
    agreed: Option<usize>,
    /// Whether the bytes before the first NUL are the answer; `None` before a NUL.
    cut_by_nul: Option<bool>,
}

impl Word {
    fn new(place: Place) -> Self {
        Self {
            place,
            excerpt: Excerpt::new(),
            reading: Reading::Start,
            agreed: Some(0),
            cut_by_nul: None,
        }
    }

    fn push(&mut self, bytes: &[u8], answer: &[u8]) {
        self.excerpt.push(bytes);
        for &byte in bytes {
            if byte == 0 && self.cut_by_nul.is_none() {
                self.cut_by_nul = Some(self.agreed == Some(answer.len()));
            }
            self.agreed =
                self.agreed.and_then(|at| (answer.get(at) == Some(&byte)).then_some(at + 1));
            self.reading = self.reading.next(byte);
            // Nothing that follows can change what is known: a NUL after a difference cuts no answer.
            if self.reading == Reading::Other && self.agreed.is_none() {
                break;
            }
        }
    }

    /// Whether the word can no more become the answer, even to a reader that stops at a NUL.
    fn is_wrong(&self) -> bool {
        self.agreed.is_none() && self.cut_by_nul != Some(true)
    }

    /// Whether the word is the answer, byte for byte.
    #[must_use]
    pub fn is(&self, answer: &[u8]) -> bool {
        self.agreed == Some(answer.len())
    }

    /// Whether the word is the answer to a reader that stops at a NUL.
    #[must_use]
    pub fn is_up_to_nul(&self, answer: &[u8]) -> bool {
        self.cut_by_nul.unwrap_or_else(|| self.is(answer))
    }

    /// Whether the word is `0`, or digits without leading zeros after an optional minus.
    #[must_use]
    pub fn is_integer(&self) -> bool {
        matches!(self.reading, Reading::Zero | Reading::Digits)
    }

    /// The word as a signed 64-bit integer, if it is one.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        let whole = self.excerpt.whole().filter(|_| self.is_integer())?;
        std::str::from_utf8(whole).ok()?.parse().ok()
    }
}

/// What was read: the first two words, and of the rest what a judge's rule depends on.
#[derive(Debug)]
pub struct Words<'a> {
    answer: &'a [u8],
    blanks: Blanks,
    place: Place,
    /// The first word.
    pub first: Option<Word>,
    /// The second word.
    pub second: Option<Word>,
    /// Whether a word after the second was no signed 64-bit integer.
    pub later_is_no_i64: bool,
    later: Option<Word>,
    within: Within,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Within {
    Nothing,
    First,
    Second,
    Later,
}

impl<'a> Words<'a> {
    /// Nothing read yet; words will be compared with `answer`.
    #[must_use]
    pub const fn new(answer: &'a [u8], blanks: Blanks) -> Self {
        Self {
            answer,
            blanks,
            place: Place::START,
            first: None,
            second: None,
            later_is_no_i64: false,
            later: None,
            within: Within::Nothing,
        }
    }

    /// Reads on.
    pub fn feed(&mut self, mut bytes: &[u8]) {
        while let Some(&byte) = bytes.first() {
            let blank = self.blanks.contains(byte);
            let end = bytes.iter().position(|&b| self.blanks.contains(b) != blank);
            let (run, rest) = bytes.split_at(end.unwrap_or(bytes.len()));
            if blank {
                self.end_word();
                self.place.advance(run);
            } else {
                self.word(run);
                self.place.column += run.len() as u64;
            }
            bytes = rest;
        }
    }

    /// The output has ended.
    pub fn finish(&mut self) {
        self.end_later();
    }

    /// Whether the output, cut where it was finished, might go on with the rest of the answer.
    #[must_use]
    pub fn is_cut_within_answer(&self) -> bool {
        self.within == Within::First
            && self.first.as_ref().is_some_and(|word| word.agreed.is_some())
    }

    /// Whether nothing that follows can make the output right to any reader, nor add to what is
    /// known of its first two words.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        let ended = matches!(self.within, Within::Nothing | Within::Later);
        ended && (self.second.is_some() || self.first.as_ref().is_some_and(Word::is_wrong))
    }

    /// Whether the output is the answer and nothing else.
    #[must_use]
    pub fn only(&self, is_answer: impl Fn(&Word, &[u8]) -> bool) -> bool {
        self.second.is_none()
            && self.first.as_ref().is_some_and(|word| is_answer(word, self.answer))
    }

    fn word(&mut self, run: &[u8]) {
        if self.within == Within::Nothing {
            self.within = match (&self.first, &self.second) {
                (None, _) => Within::First,
                (Some(_), None) => Within::Second,
                (Some(_), Some(_)) => Within::Later,
            };
        }
        let slot = match self.within {
            Within::Nothing | Within::First => &mut self.first,
            Within::Second => &mut self.second,
            Within::Later => &mut self.later,
        };
        slot.get_or_insert_with(|| Word::new(self.place)).push(run, self.answer);
    }

    fn end_word(&mut self) {
        self.within = Within::Nothing;
        self.end_later();
    }

    fn end_later(&mut self) {
        if let Some(word) = self.later.take() {
            self.later_is_no_i64 |= word.as_i64().is_none();
        }
    }
}
