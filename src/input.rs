//! The strict reader of the statement's input format.
//!
//! The first line is the side n, then come n rows of n tiles, then the score. Bytes are read as a
//! contest validator reads them: one space between numbers, one LF after every line, no sign, no
//! leading zero, no CR, nothing after the last LF. The first fault is reported, with its rule.

use crate::game::board::{Board, Size};
use crate::limits::{MAX_SCORE, MAX_SIDE, MAX_TILE_RANK, MIN_SIDE};
use std::fmt;
use std::io::{self, Read};

/// The most bytes that are read of an input. The longest valid input has fewer than 1,200, so
/// what lies beyond can only be a fault that shows before.
pub const MAX_BYTES: u64 = 1 << 16;

/// A state as an input file gives it: within the limits, but perhaps not reachable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State {
    /// The board; no rank is above [`MAX_TILE_RANK`].
    pub board: Board,
    /// The score, at most [`MAX_SCORE`].
    pub score: u64,
}

impl fmt::Display for State {
    /// The input file of the state.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}{}\n", self.board.size(), self.board, self.score)
    }
}

/// A rule of the input format that a file can break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The file has no byte.
    Empty,
    /// The file ends where more is expected.
    End,
    /// A byte that no input contains.
    Character,
    /// A byte order mark before the first line.
    ByteOrderMark,
    /// A carriage return.
    CarriageReturn,
    /// A space where there must be none, or more than one.
    Space,
    /// A blank line, or no LF after the last line.
    Newline,
    /// A sign before a number.
    Sign,
    /// A zero before the first digit that counts.
    LeadingZero,
    /// A row with too few or too many numbers.
    RowLength,
    /// Something after the score.
    Extra,
    /// n outside 2..=7.
    SizeLimit,
    /// A tile that is no power of two.
    PowerOfTwo,
    /// A tile outside 2..=2^50.
    TileLimit,
    /// A score above the limit.
    ScoreLimit,
}

impl Rule {
    /// The id that diagnostics and fixtures name.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Empty => "format-empty",
            Self::End => "format-end",
            Self::Character => "format-character",
            Self::ByteOrderMark => "format-byte-order-mark",
            Self::CarriageReturn => "format-carriage-return",
            Self::Space => "format-space",
            Self::Newline => "format-newline",
            Self::Sign => "format-sign",
            Self::LeadingZero => "format-leading-zero",
            Self::RowLength => "format-row-length",
            Self::Extra => "format-extra",
            Self::SizeLimit => "limit-size",
            Self::PowerOfTwo => "tile-power-of-two",
            Self::TileLimit => "limit-tile",
            Self::ScoreLimit => "limit-score",
        }
    }

    /// What to do about it, where there is one thing to do.
    #[must_use]
    pub const fn help(self) -> Option<&'static str> {
        match self {
            Self::CarriageReturn => Some("save the file with LF line ends"),
            Self::ByteOrderMark => Some("save the file without a byte order mark"),
            Self::Space => Some("numbers are separated by exactly one space"),
            Self::Newline => {
                Some("no line is blank, and every line, the last one too, ends with one LF")
            }
            Self::LeadingZero => Some("write the number without leading zeros"),
            Self::TileLimit | Self::PowerOfTwo => {
                Some("a cell is 0 (empty) or a power of two from 2 to 2^50")
            }
            Self::Empty
            | Self::End
            | Self::Character
            | Self::Sign
            | Self::RowLength
            | Self::Extra
            | Self::SizeLimit
            | Self::ScoreLimit => None,
        }
    }
}

/// The first fault of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The rule that is broken.
    pub rule: Rule,
    /// The line, counted from 1.
    pub line: usize,
    /// The column in bytes, counted from 1.
    pub column: usize,
    /// How many bytes are at fault; at least 1.
    pub width: usize,
    /// What is wrong, in lower case, without a full stop.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

/// Reads at most [`MAX_BYTES`] and one more of an input, so that memory stays bounded.
///
/// # Errors
/// What the reader reports.
pub fn read(source: impl Read) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    source.take(MAX_BYTES + 1).read_to_end(&mut text)?;
    Ok(text)
}

/// The line and the column (in bytes), both counted from 1, of the byte `at` of a text.
#[must_use]
pub fn place(text: &[u8], at: usize) -> (usize, usize) {
    let before = &text[..at.min(text.len())];
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    (line, before.len() - line_start + 1)
}

/// Reads a state, strictly.
///
/// # Errors
/// The first fault in reading order.
pub fn parse(text: &[u8]) -> Result<State, Fault> {
    let mut cursor = Cursor { text, at: 0 };
    if text.is_empty() {
        return Err(cursor.fault(Rule::Empty, 0, 1, "the file is empty"));
    }
    if text.starts_with(b"\xef\xbb\xbf") {
        return Err(cursor.fault(
            Rule::ByteOrderMark,
            0,
            3,
            "the file starts with a byte order mark",
        ));
    }
    let side = cursor.number("`n`")?;
    let size = side.value.and_then(|value| Size::new(usize::try_from(value).ok()?));
    let size = size.ok_or_else(|| {
        let message = format!("`n` is {}, expected {MIN_SIDE} to {MAX_SIDE}", side.shown());
        cursor.fault(Rule::SizeLimit, side.start, side.digits.len(), message)
    })?;
    cursor.line_end("the line of `n`", 1)?;
    let mut board = Board::empty(size);
    let n = size.side();
    for row in 0..n {
        let name = format!("row {}", row + 1);
        for column in 0..n {
            if column > 0 {
                cursor.space(&name, column, n)?;
            }
            let number = cursor.number(&format!("tile {} of {name}", column + 1))?;
            board.set(row * n + column, tile_rank(&cursor, &number)?);
        }
        cursor.line_end(&name, n)?;
    }
    let score = cursor.number("the score")?;
    let value = score.value.filter(|&value| value <= MAX_SCORE).ok_or_else(|| {
        let message = format!("the score is {}, expected 0 to {MAX_SCORE}", score.shown());
        cursor.fault(Rule::ScoreLimit, score.start, score.digits.len(), message)
    })?;
    cursor.line_end("the line of the score", 1)?;
    if cursor.at < text.len() {
        let message = "the file goes on after the score";
        return Err(cursor.fault(Rule::Extra, cursor.at, 1, message));
    }
    Ok(State { board, score: value })
}

fn tile_rank(cursor: &Cursor<'_>, number: &Number<'_>) -> Result<u8, Fault> {
    let fault = |rule, expected: &str| {
        let message = format!("the tile is {}, expected {expected}", number.shown());
        Err(cursor.fault(rule, number.start, number.digits.len(), message))
    };
    match number.value {
        Some(0) => Ok(0),
        Some(value) if value > 1 && value <= 1 << MAX_TILE_RANK => {
            if value.is_power_of_two() {
                Ok(u8::try_from(value.ilog2()).unwrap_or(u8::MAX))
            } else {
                fault(Rule::PowerOfTwo, "a power of two")
            }
        }
        Some(_) | None => fault(Rule::TileLimit, "0 or 2 to 1125899906842624"),
    }
}

struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
}

struct Number<'a> {
    start: usize,
    digits: &'a [u8],
    /// `None` if it does not fit 64 bits.
    value: Option<u64>,
}

impl Number<'_> {
    /// The number for a message: in full unless it is very long.
    fn shown(&self) -> String {
        if self.digits.len() <= 40 {
            self.digits.escape_ascii().to_string()
        } else {
            format!("a number of {} or more digits", self.digits.len())
        }
    }
}

impl<'a> Cursor<'a> {
    /// A fault at the byte `start`, whose place is found by reading the text up to it.
    fn fault(&self, rule: Rule, start: usize, width: usize, message: impl Into<String>) -> Fault {
        let (line, column) = place(self.text, start);
        Fault { rule, line, column, width, message: message.into() }
    }

    /// The fault of the byte that stands where `expected` should.
    fn unexpected(&self, expected: &str) -> Fault {
        let Some(&byte) = self.text.get(self.at) else {
            let message = format!("the file ends, expected {expected}");
            return self.fault(Rule::End, self.at, 1, message);
        };
        let (rule, found) = match byte {
            b' ' => (Rule::Space, "a space".to_owned()),
            b'\n' => (Rule::Newline, "the end of the line".to_owned()),
            b'\r' => (Rule::CarriageReturn, "a carriage return".to_owned()),
            b'+' | b'-' => (Rule::Sign, format!("the sign `{}`", char::from(byte))),
            b'0'..=b'9' => (Rule::Character, "a digit".to_owned()),
            b'!'..=b'~' => (Rule::Character, format!("`{}`", char::from(byte))),
            _ => (Rule::Character, format!("the byte 0x{byte:02x}")),
        };
        self.fault(rule, self.at, 1, format!("found {found}, expected {expected}"))
    }

    fn number(&mut self, name: &str) -> Result<Number<'a>, Fault> {
        let start = self.at;
        let length = self.text[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if length == 0 {
            return Err(self.unexpected(name));
        }
        let digits = &self.text[start..start + length];
        if length > 1 && digits[0] == b'0' {
            return Err(self.fault(
                Rule::LeadingZero,
                start,
                length,
                format!("{name} has a leading zero"),
            ));
        }
        self.at += length;
        let value = digits.iter().try_fold(0u64, |value, digit| {
            value.checked_mul(10)?.checked_add(u64::from(digit - b'0'))
        });
        Ok(Number { start, digits, value })
    }

    /// The space between two numbers of a row of which `read` of `wanted` are read.
    fn space(&mut self, row: &str, read: usize, wanted: usize) -> Result<(), Fault> {
        match self.text.get(self.at) {
            Some(b' ') => {
                self.at += 1;
                Ok(())
            }
            Some(b'\n') => {
                let message = format!("{row} has {read} numbers, expected {wanted}");
                Err(self.fault(Rule::RowLength, self.at, 1, message))
            }
            _ => Err(self.unexpected("a space")),
        }
    }

    /// The LF after a line of `wanted` numbers.
    fn line_end(&mut self, line: &str, wanted: usize) -> Result<(), Fault> {
        match self.text.get(self.at) {
            Some(b'\n') => {
                self.at += 1;
                Ok(())
            }
            Some(b' ') if self.text.get(self.at + 1).is_some_and(u8::is_ascii_digit) => {
                let plural = if wanted == 1 { "" } else { "s" };
                let message = format!("{line} has more than {wanted} number{plural}");
                Err(self.fault(Rule::RowLength, self.at + 1, 1, message))
            }
            None => {
                let message = "the last line does not end with a line feed";
                Err(self.fault(Rule::Newline, self.at, 1, message))
            }
            Some(_) => Err(self.unexpected("the end of the line")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "2\n0 2\n4 1125899906842624\n0\n";

    #[test]
    fn good_inputs_are_kept() {
        let state = parse(GOOD.as_bytes()).unwrap();
        assert_eq!(state.board.ranks(), [0, 1, 2, 50]);
        assert_eq!(state.to_string(), GOOD);
        let most = format!("2\n0 2\n2 0\n{MAX_SCORE}\n");
        assert_eq!(parse(most.as_bytes()).unwrap().to_string(), most);
    }

    /// Each fault: its rule and its place.
    #[test]
    fn faults() {
        let table: &[(&[u8], &str, usize, usize)] = &[
            (b"", "format-empty", 1, 1),
            (b" 2\n0 2\n2 0\n0\n", "format-space", 1, 1),
            (b"\n2\n0 2\n2 0\n0\n", "format-newline", 1, 1),
            (b"\xef\xbb\xbf2\n0 2\n2 0\n0\n", "format-byte-order-mark", 1, 1),
            (b"2\r\n0 2\r\n2 0\r\n0\r\n", "format-carriage-return", 1, 2),
            (b"2\n0 2\n2 0\n0\0\n", "format-character", 4, 2),
            (b"\0", "format-character", 1, 1),
            (b"\xff\xfe2\n", "format-character", 1, 1),
            (b"two\n", "format-character", 1, 1),
            (b"2.0\n", "format-character", 1, 2),
            (b"2", "format-newline", 1, 2),
            (b"2\n", "format-end", 2, 1),
            (b"2 \n0 2\n2 0\n0\n", "format-space", 1, 2),
            (b"2 2\n0 2\n2 0\n0\n", "format-row-length", 1, 3),
            (b"2\n0  2\n2 0\n0\n", "format-space", 2, 3),
            (b"2\n0 2 \n2 0\n0\n", "format-space", 2, 4),
            (b"2\n0\t2\n2 0\n0\n", "format-character", 2, 2),
            (b"2\n0 2 2\n2 0\n0\n", "format-row-length", 2, 5),
            (b"2\n0\n2 0\n0\n", "format-row-length", 2, 2),
            (b"2\n0 2\n0\n", "format-row-length", 3, 2),
            (b"2\n0 2\n2 0\n2 0\n0\n", "format-row-length", 4, 3),
            (b"2\n0 2\n\n2 0\n0\n", "format-newline", 3, 1),
            (b"2\n0 2\n2 0\n0\n\n", "format-extra", 5, 1),
            (b"2\n0 2\n2 0\n0\n0\n", "format-extra", 5, 1),
            (b"2\n0 2\n2 0\n0", "format-newline", 4, 2),
            (b"2\n0 2\n2 0\n", "format-end", 4, 1),
            (b"2\n0 2\n2 0", "format-newline", 3, 4),
            (b"0\n0\n", "limit-size", 1, 1),
            (b"1\n2\n0\n", "limit-size", 1, 1),
            (b"8\n", "limit-size", 1, 1),
            (b"1000000000000000000000000000000\n", "limit-size", 1, 1),
            (b"-2\n", "format-sign", 1, 1),
            (b"02\n", "format-leading-zero", 1, 1),
            (b"2\n0 1\n2 0\n0\n", "limit-tile", 2, 3),
            (b"2\n0 3\n2 0\n0\n", "tile-power-of-two", 2, 3),
            (b"2\n0 -2\n2 0\n0\n", "format-sign", 2, 3),
            (b"2\n0 +2\n2 0\n0\n", "format-sign", 2, 3),
            (b"2\n0 02\n2 0\n0\n", "format-leading-zero", 2, 3),
            (b"2\n0 00\n2 0\n0\n", "format-leading-zero", 2, 3),
            (b"2\n0 2251799813685248\n2 0\n0\n", "limit-tile", 2, 3),
            (b"2\n0 36893488147419103232\n2 0\n0\n", "limit-tile", 2, 3),
            (b"2\n0 2\n2 0\n108086391056891713\n", "limit-score", 4, 1),
            (b"2\n0 2\n2 0\n-4\n", "format-sign", 4, 1),
        ];
        for &(text, rule, line, column) in table {
            let fault = parse(text).unwrap_err();
            let got = (fault.rule.id(), fault.line, fault.column);
            assert_eq!(got, (rule, line, column), "{}: {fault}", text.escape_ascii());
        }
    }

    /// Every proper prefix is a fault, and every single byte changed is a fault or another state.
    #[test]
    fn no_prefix_and_no_changed_byte_is_the_same_state() {
        let good = parse(GOOD.as_bytes()).unwrap();
        for length in 0..GOOD.len() {
            parse(&GOOD.as_bytes()[..length]).unwrap_err();
            for byte in 0..=u8::MAX {
                let mut text = GOOD.as_bytes().to_vec();
                if text[length] != byte {
                    text[length] = byte;
                    assert_ne!(parse(&text).ok(), Some(good));
                }
            }
        }
    }

    #[test]
    fn huge_inputs_are_read_in_part() {
        let digits = read(io::repeat(b'7').take(50_000_000)).unwrap();
        assert_eq!(digits.len() as u64, MAX_BYTES + 1);
        assert_eq!(parse(&digits).unwrap_err().rule, Rule::SizeLimit);
        let blanks = read(io::repeat(b' ').take(100_000_000)).unwrap();
        assert_eq!(parse(&blanks).unwrap_err().rule, Rule::Space);
    }
}
