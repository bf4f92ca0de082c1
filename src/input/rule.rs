//! The rules of the input format, and the fault of a file that breaks one.

use std::fmt;

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
