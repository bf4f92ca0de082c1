//! The strict reader of the statement's input format.
//!
//! The first line is the side n, then come n rows of n tiles, then the score. Bytes are read as a
//! contest validator reads them: one space between numbers, one LF after every line, no sign, no
//! leading zero, no CR, nothing after the last LF. The first fault is reported, with its rule.

mod cursor;
mod rule;

pub use rule::{Fault, Rule};

use crate::game::board::{Board, Size};
use crate::limits::{MAX_SCORE, MAX_SIDE, MAX_TILE_RANK, MIN_SIDE};
use cursor::{Cursor, Number};
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
    let mut cursor = Cursor::new(text);
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
        cursor.fault_of(Rule::SizeLimit, &side, message)
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
        cursor.fault_of(Rule::ScoreLimit, &score, message)
    })?;
    cursor.line_end("the line of the score", 1)?;
    cursor.end("the file goes on after the score")?;
    Ok(State { board, score: value })
}

fn tile_rank(cursor: &Cursor<'_>, number: &Number<'_>) -> Result<u8, Fault> {
    let fault = |rule, expected: &str| {
        let message = format!("the tile is {}, expected {expected}", number.shown());
        Err(cursor.fault_of(rule, number, message))
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
