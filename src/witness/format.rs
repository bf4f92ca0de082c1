//! The witness file, version 1: ASCII text with LF line ends.
//!
//! ```text
//! game-moves-witness 1
//! n 4
//! *432.{3}2.{5}1.. Ua1 L31       rule 0: the board before, then steps
//!  Lf1 Uf1                       a line that starts with a space continues the rule above
//! 11.{14} Db1 Ra1 0              rule 1 calls rule 0; the last rule is the game
//! end 6 4 0                      moves, score and born 4s of the whole game
//! ```
//!
//! A board is written row by row: `.` empty, `*` a variable, else the rank as one base-62 digit
//! (`1`-`9`, `a`-`z`, `A`-`Z` for 1 to 61); `c{r}` repeats `c` r ≥ 3 times. A step is a direction
//! `L R U D`, the cell of the birth (a base-62 digit, row by row) and the born rank `1` or `2`; or
//! a decimal number, which calls an earlier rule.
//!
//! The reader is strict: one space between words, no CR, tab, blank line, trailing space or
//! leading zero, and the last line is `end`. Lines may have any length.

use super::error::{FormatError, FormatErrorKind};
use crate::game::board::{Board, Direction, MAX_RANK, Size};
use std::fmt::{self, Write as _};

/// The most rules a file may have; a full 7×7 chain needs a few thousand.
pub const MAX_RULES: usize = 100_000;

/// The column at which the writer wraps.
const WRAP: usize = 100;

/// The first line of every witness.
pub(super) const HEADER: &str = "game-moves-witness 1";

/// A program of rules; the last one is the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The side of the board.
    pub size: Size,
    /// The rules, callees before callers.
    pub rules: Vec<Rule>,
    /// The totals that the file claims for the whole game.
    pub end: Totals,
}

/// One rule: from this board, these steps can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The board before, row by row.
    pub before: Vec<Slot>,
    /// What is played, in order.
    pub steps: Vec<Step>,
}

/// A cell of a rule's board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slot {
    /// No tile.
    Empty,
    /// A tile of this rank.
    Rank(u8),
    /// Some tile, larger than every tile the rule moves among and unlike any other.
    Variable,
}

/// A move, or a call of an earlier rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Slide toward `direction`, then a tile of `rank` (1 or 2) is born in `cell`.
    Move {
        /// Where the tiles go.
        direction: Direction,
        /// The cell of the birth, row by row.
        cell: u8,
        /// The rank of the newborn: 1 or 2.
        rank: u8,
    },
    /// Play the rule of this index, which must be an earlier one.
    Call(usize),
}

/// What a game adds up to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Moves made.
    pub moves: u64,
    /// Points scored.
    pub score: u64,
    /// 4s born, start tiles included.
    pub fours: u64,
}

impl Rule {
    /// The rule that starts from a board without variables.
    #[must_use]
    pub fn from_board(before: &Board, steps: Vec<Step>) -> Self {
        let slot = |&rank: &u8| if rank == 0 { Slot::Empty } else { Slot::Rank(rank) };
        Self { before: before.ranks().iter().map(slot).collect(), steps }
    }
}

/// The base-62 digit of `value`: `0`-`9`, `a`-`z`, `A`-`Z`.
#[must_use]
pub fn digit(value: u8) -> char {
    char::from(match value {
        0..=9 => b'0' + value,
        10..=35 => b'a' + (value - 10),
        36..=61 => b'A' + (value - 36),
        _ => b'?',
    })
}

/// The value of a base-62 digit.
#[must_use]
pub const fn digit_value(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'z' => Some(byte - b'a' + 10),
        b'A'..=b'Z' => Some(byte - b'A' + 36),
        _ => None,
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Move { direction, cell, rank } => {
                write!(f, "{}{}{}", direction.letter(), digit(cell), digit(rank))
            }
            Self::Call(rule) => write!(f, "{rule}"),
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = String::new();
        for same in self.before.chunk_by(|a, b| a == b) {
            let symbol = match same[0] {
                Slot::Empty => '.',
                Slot::Rank(rank) => digit(rank),
                Slot::Variable => '*',
            };
            if same.len() < 3 {
                line.extend(same.iter().map(|_| symbol));
            } else {
                write!(line, "{symbol}{{{}}}", same.len())?;
            }
        }
        for step in &self.steps {
            let word = step.to_string();
            if line.len() + 1 + word.len() > WRAP {
                writeln!(f, "{line}")?;
                line.clear();
            }
            line.push(' ');
            line.push_str(&word);
        }
        writeln!(f, "{line}")
    }
}

impl fmt::Display for Witness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}\nn {}", self.size)?;
        for rule in &self.rules {
            rule.fmt(f)?;
        }
        writeln!(f, "end {} {} {}", self.end.moves, self.end.score, self.end.fours)
    }
}

impl Witness {
    /// Reads a witness file. Only the text is judged here; whether the proof holds is for
    /// [`super::check()`].
    ///
    /// # Errors
    /// The first place that breaks the format.
    pub fn parse(text: &[u8]) -> Result<Self, FormatError> {
        let start = &text[..text.len().min(HEADER.len())];
        if !HEADER.as_bytes().starts_with(start) {
            return Err(FormatError { line: 1, column: 1, kind: FormatErrorKind::Header });
        }
        let mut lines = Lines { rest: text, number: 0 };
        let header = lines.next()?;
        if header.text != HEADER.as_bytes() {
            return Err(header.error(0, FormatErrorKind::Header));
        }
        let line = lines.next()?;
        let size = match line.text {
            [b'n', b' ', side @ b'2'..=b'7'] => Size::new(usize::from(side - b'0')),
            _ => None,
        };
        let size = size.ok_or_else(|| line.error(0, FormatErrorKind::Size))?;
        let mut rules: Vec<Rule> = Vec::new();
        loop {
            let line = lines.next()?;
            let mut words = line.words()?;
            // No board is written in three symbols, so this word is no board.
            if words[0].1 == b"end" {
                let end = parse_end(&line, &words)?;
                if rules.is_empty() {
                    return Err(line.error(0, FormatErrorKind::NoRules));
                }
                if !lines.rest.is_empty() {
                    let after = Line { text: b"", number: line.number + 1 };
                    return Err(after.error(0, FormatErrorKind::AfterEnd));
                }
                return Ok(Self { size, rules, end });
            }
            if line.text[0] != b' ' {
                if rules.len() == MAX_RULES {
                    return Err(line.error(0, FormatErrorKind::TooManyRules));
                }
                let before = parse_board(&line, words.remove(0).1, size)?;
                rules.push(Rule { before, steps: Vec::with_capacity(words.len()) });
            }
            let Some(rule) = rules.last_mut() else {
                return Err(line.error(0, FormatErrorKind::NothingToContinue));
            };
            for (column, word) in words {
                let step = parse_step(word, size).map_err(|kind| line.error(column, kind))?;
                rule.steps.push(step);
            }
        }
    }
}

/// The line, counted from 1, on which the step `step` of the rule `rule` stands in a text that
/// [`Witness::parse`] accepts; without a step, the rule's first line.
#[must_use]
pub fn line_of(text: &[u8], rule: usize, step: Option<usize>) -> usize {
    let mut rules = 0;
    let mut steps = 0;
    for (index, line) in text.split(|&byte| byte == b'\n').enumerate().skip(2) {
        let words = line.split(|&byte| byte == b' ').count() - 1;
        if !line.starts_with(b" ") {
            rules += 1;
            steps = 0;
        }
        steps += words;
        if rules == rule + 1 && step.is_none_or(|step| step < steps) {
            return index + 1;
        }
    }
    text.split(|&byte| byte == b'\n').count().saturating_sub(1)
}

struct Lines<'a> {
    rest: &'a [u8],
    number: usize,
}

#[derive(Clone, Copy)]
struct Line<'a> {
    text: &'a [u8],
    number: usize,
}

impl<'a> Lines<'a> {
    /// The next line; a text that stops before a line feed is cut off.
    fn next(&mut self) -> Result<Line<'a>, FormatError> {
        self.number += 1;
        let end = self.rest.iter().position(|&byte| byte == b'\n');
        let line = Line { text: &self.rest[..end.unwrap_or(self.rest.len())], number: self.number };
        let Some(end) = end else {
            return Err(line.error(line.text.len(), FormatErrorKind::Truncated));
        };
        self.rest = &self.rest[end + 1..];
        match line.text.iter().position(|byte| !(b' '..=b'~').contains(byte)) {
            Some(at) => Err(line.error(at, FormatErrorKind::Byte(line.text[at]))),
            None => Ok(line),
        }
    }
}

impl<'a> Line<'a> {
    const fn error(&self, column: usize, kind: FormatErrorKind) -> FormatError {
        FormatError { line: self.number, column: column + 1, kind }
    }

    /// The words with their columns (from 0), separated by exactly one space; a continuation's
    /// first space is not counted.
    fn words(&self) -> Result<Vec<(usize, &'a [u8])>, FormatError> {
        let mut column = usize::from(self.text.starts_with(b" "));
        let mut words = Vec::new();
        for word in self.text[column..].split(|&byte| byte == b' ') {
            if word.is_empty() {
                return Err(self.error(column, FormatErrorKind::Spacing));
            }
            words.push((column, word));
            column += word.len() + 1;
        }
        Ok(words)
    }
}

fn parse_end(line: &Line<'_>, words: &[(usize, &[u8])]) -> Result<Totals, FormatError> {
    let [(_, b"end"), moves, score, fours] = words else {
        return Err(line.error(0, FormatErrorKind::Truncated));
    };
    let number = |&(column, word): &(usize, &[u8])| {
        parse_number(word).ok_or_else(|| line.error(column, FormatErrorKind::Number))
    };
    Ok(Totals { moves: number(moves)?, score: number(score)?, fours: number(fours)? })
}

/// A number in plain digits, without leading zeros, below 2^64.
fn parse_number(word: &[u8]) -> Option<u64> {
    if word.is_empty() || word.len() > 20 || (word.len() > 1 && word[0] == b'0') {
        return None;
    }
    word.iter().try_fold(0u64, |number, &byte| {
        let digit = byte.is_ascii_digit().then(|| u64::from(byte - b'0'))?;
        number.checked_mul(10)?.checked_add(digit)
    })
}

fn parse_board(line: &Line<'_>, word: &[u8], size: Size) -> Result<Vec<Slot>, FormatError> {
    let expected = size.cells();
    let mut slots = Vec::with_capacity(expected);
    let mut at = 0;
    while at < word.len() {
        let slot = match word[at] {
            b'.' => Slot::Empty,
            b'*' => Slot::Variable,
            byte => match digit_value(byte) {
                Some(rank @ 1..=MAX_RANK) => Slot::Rank(rank),
                _ => return Err(line.error(at, FormatErrorKind::Symbol(byte))),
            },
        };
        at += 1;
        let mut times = 1;
        if word.get(at) == Some(&b'{') {
            let length = word[at..].iter().position(|&byte| byte == b'}');
            let run = length.and_then(|length| parse_number(&word[at + 1..at + length]));
            let run = run.and_then(|run| usize::try_from(run).ok());
            times = match run {
                Some(run) if (3..=expected).contains(&run) => run,
                _ => return Err(line.error(at, FormatErrorKind::Run)),
            };
            at += length.map_or(0, |length| length + 1);
        }
        // A board is never kept longer than one run past its end.
        if slots.len() > expected {
            break;
        }
        slots.extend(std::iter::repeat_n(slot, times));
    }
    if slots.len() == expected {
        Ok(slots)
    } else {
        Err(line.error(0, FormatErrorKind::Cells { found: slots.len(), expected }))
    }
}

fn parse_step(word: &[u8], size: Size) -> Result<Step, FormatErrorKind> {
    if word[0].is_ascii_digit() {
        let number = parse_number(word).ok_or(FormatErrorKind::Number)?;
        return usize::try_from(number).map(Step::Call).map_err(|_| FormatErrorKind::Number);
    }
    let &[letter, cell, rank @ (b'1' | b'2')] = word else { return Err(FormatErrorKind::Step) };
    let direction = Direction::from_letter(char::from(letter)).ok_or(FormatErrorKind::Step)?;
    match digit_value(cell) {
        Some(cell) if usize::from(cell) < size.cells() => {
            Ok(Step::Move { direction, cell, rank: rank - b'0' })
        }
        _ => Err(FormatErrorKind::Step),
    }
}
