//! Why a witness is refused: by its text ([`FormatError`]) or by its proof ([`CheckError`]).

use super::format::{HEADER, MAX_RULES, Totals};
use crate::game::board::{Direction, MAX_RANK};
use std::fmt;

/// Why a text is not a witness file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column in bytes, counted from 1.
    pub column: usize,
    /// What is wrong there.
    pub kind: FormatErrorKind,
}

/// What is wrong with a witness file's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormatErrorKind {
    /// The first line is not the header.
    Header,
    /// The second line is not `n` and a size of 2 to 7.
    Size,
    /// The file stops before its `end` line is complete.
    Truncated,
    /// A byte that the format does not use: CR, tab, anything but printable ASCII.
    Byte(u8),
    /// A blank line, a double space or a space at the end of a line.
    Spacing,
    /// There is no rule above to continue.
    NothingToContinue,
    /// A board with a symbol that means nothing.
    Symbol(u8),
    /// A run that is not `{r}` with 3 ≤ r ≤ N in plain digits.
    Run,
    /// A board with another number of cells than the size asks for.
    Cells {
        /// Cells written.
        found: usize,
        /// Cells of a board.
        expected: usize,
    },
    /// A word that is neither a move nor a rule number.
    Step,
    /// A number with a leading zero, a sign or no digits, or above 64 bits.
    Number,
    /// A file of `end` alone.
    NoRules,
    /// More than [`MAX_RULES`] rules.
    TooManyRules,
    /// Text after the `end` line.
    AfterEnd,
}

impl FormatErrorKind {
    /// The rule id of a diagnostic.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        match self {
            Self::Truncated => "witness-truncated",
            Self::TooManyRules => "witness-limit",
            Self::Header
            | Self::Size
            | Self::Byte(_)
            | Self::Spacing
            | Self::NothingToContinue
            | Self::Symbol(_)
            | Self::Run
            | Self::Cells { .. }
            | Self::Step
            | Self::Number
            | Self::NoRules
            | Self::AfterEnd => "witness-format",
        }
    }
}

impl fmt::Display for FormatErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Header => write!(f, "the first line must be `{HEADER}`"),
            Self::Size => f.write_str("the second line must be `n` and a size from 2 to 7"),
            Self::Truncated => f.write_str("the witness is cut off: its last line must be `end`"),
            Self::Byte(byte) => write!(f, "the byte 0x{byte:02x} has no place in a witness"),
            Self::Spacing => f.write_str("words are separated by exactly one space"),
            Self::NothingToContinue => f.write_str("there is no rule above to continue"),
            Self::Symbol(byte) => {
                write!(f, "`{}` is not a cell: expected `.`, `*` or a rank", byte.escape_ascii())
            }
            Self::Run => f.write_str("a run is `{r}` with r from 3 to the number of cells"),
            Self::Cells { found, expected } => {
                write!(f, "the board has {found} cells, expected {expected}")
            }
            Self::Step => f.write_str("a step is a move such as `Lc1` or the number of a rule"),
            Self::Number => {
                f.write_str("expected a number without sign or leading zeros, below 2^64")
            }
            Self::NoRules => f.write_str("a witness has at least one rule"),
            Self::TooManyRules => write!(f, "a witness has at most {MAX_RULES} rules"),
            Self::AfterEnd => f.write_str("nothing may follow the `end` line"),
        }
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.kind)
    }
}

impl std::error::Error for FormatError {}

/// Why a witness proves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckError {
    /// The rule, counted from 0.
    pub rule: usize,
    /// The step of that rule, counted from 0, if one is to blame.
    pub step: Option<usize>,
    /// What is wrong.
    pub reason: Reason,
}

/// What is wrong with a rule or with the whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// There is no rule, so no game.
    NoRules,
    /// A board or a cell that does not fit the size, or a rank out of range.
    Shape,
    /// A move that does not change the board.
    IllegalMove {
        /// The move's direction.
        direction: Direction,
    },
    /// A birth where a tile stands after the slide.
    Occupied {
        /// The cell, row by row.
        cell: u8,
    },
    /// A newborn that is neither a 2 nor a 4.
    Birth {
        /// Its rank.
        rank: u8,
    },
    /// A call of the rule itself or of a later one.
    CallOrder {
        /// The rule called.
        callee: usize,
    },
    /// The board is not the callee's board in a known cell.
    CallMismatch {
        /// The rule called.
        callee: usize,
        /// The cell, row by row.
        cell: usize,
    },
    /// A variable would stand for no tile, or for one that the callee might merge with.
    SmallVariable {
        /// The rule called.
        callee: usize,
        /// The cell, row by row.
        cell: usize,
        /// The callee's largest known rank.
        ceiling: u8,
    },
    /// Two variables would stand for equal tiles.
    EqualVariables {
        /// The rule called.
        callee: usize,
        /// The cell of the second one, row by row.
        cell: usize,
    },
    /// A merge beyond 2^61.
    MergeAboveMaxRank,
    /// A total of more than 64 bits.
    Overflow,
    /// The last rule has variables.
    GameWithVariables,
    /// The last rule does not start from two tiles, each 2 or 4.
    NotAStart,
    /// The totals are not those of the `end` line.
    Totals {
        /// The totals of the game.
        found: Totals,
        /// The totals claimed.
        claimed: Totals,
    },
    /// The tiles do not account for the score and the births.
    Ledger,
}

impl Reason {
    /// The rule id of a diagnostic.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        match self {
            Self::NoRules | Self::Shape => "witness-format",
            Self::IllegalMove { .. } => "witness-illegal-move",
            Self::Occupied { .. } => "witness-occupied-cell",
            Self::Birth { .. } => "witness-birth",
            Self::CallOrder { .. } => "witness-call-order",
            Self::CallMismatch { .. } => "witness-call-mismatch",
            Self::SmallVariable { .. } => "witness-small-variable",
            Self::EqualVariables { .. } => "witness-equal-variables",
            Self::MergeAboveMaxRank => "witness-merge-rank",
            Self::Overflow => "witness-overflow",
            Self::GameWithVariables => "witness-free-variables",
            Self::NotAStart => "witness-start",
            Self::Totals { .. } => "witness-totals",
            Self::Ledger => "witness-ledger",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NoRules => f.write_str("there is no rule"),
            Self::Shape => f.write_str("a cell or a rank is out of range"),
            Self::IllegalMove { direction } => write!(f, "the move {direction} changes nothing"),
            Self::Occupied { cell } => write!(f, "the birth in cell {cell} meets a tile"),
            Self::Birth { rank } => write!(f, "a tile of rank {rank} cannot be born"),
            Self::CallOrder { callee } => write!(f, "rule {callee} is not an earlier rule"),
            Self::CallMismatch { callee, cell } => {
                write!(f, "the board differs from that of rule {callee} in cell {cell}")
            }
            Self::SmallVariable { callee, cell, ceiling } => write!(
                f,
                "the variable of rule {callee} in cell {cell} must stand for a tile above rank {ceiling}"
            ),
            Self::EqualVariables { callee, cell } => {
                write!(
                    f,
                    "two variables of rule {callee} stand for equal tiles, one in cell {cell}"
                )
            }
            Self::MergeAboveMaxRank => write!(f, "a merge makes a tile above rank {MAX_RANK}"),
            Self::Overflow => f.write_str("a total needs more than 64 bits"),
            Self::GameWithVariables => f.write_str("the last rule, the game, has variables"),
            Self::NotAStart => {
                f.write_str("the last rule, the game, must start from two tiles, each 2 or 4")
            }
            Self::Totals { found, claimed } => write!(
                f,
                "the game has {} moves, score {}, {} fours, but `end` claims {}, {}, {}",
                found.moves, found.score, found.fours, claimed.moves, claimed.score, claimed.fours
            ),
            Self::Ledger => f.write_str("the tiles do not account for the score and the births"),
        }
    }
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rule {}", self.rule)?;
        if let Some(step) = self.step {
            write!(f, ", step {}", step + 1)?;
        }
        write!(f, ": {}", self.reason)
    }
}

impl std::error::Error for CheckError {}
