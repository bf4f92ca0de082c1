//! Why no game reaches a state, in words and numbers.

use super::exact;
use super::profile::{Crowd, Fuel};
use super::words::plural;
use crate::game::board::tile_value;
use crate::game::ledger::LedgerError;
use std::fmt;

/// A proof, in short, that no game reaches a state. Each kind is sound: the module of the
/// condition holds its proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refutation {
    /// The closed form gives no whole number of 4s or births.
    Ledger(LedgerError),
    /// A tile is larger than any that a game on this board makes.
    TopTile {
        /// The rank of the tile.
        rank: u8,
        /// The largest rank a game makes.
        top: u8,
    },
    /// More tiles would be born as 4s than are born at all.
    Fours {
        /// The 4s born, by board and score.
        fours: u64,
        /// The tiles born, by board and score.
        births: u64,
    },
    /// No move was made, but the board is not one that a game starts from.
    Start,
    /// More 2s stand on the board than were born.
    Twos {
        /// The 2s on the board.
        standing: u64,
        /// The 2s born, by board and score.
        born: u64,
    },
    /// Too many large tiles for the cells.
    Room(Crowd),
    /// So many large tiles need more born 4s.
    RoomFours {
        /// The 4s born, by board and score.
        fours: u64,
        /// The fewest that the large tiles need.
        needed: u64,
    },
    /// The sum of the tiles needs more born 4s.
    SumFours {
        /// The 4s born, by board and score.
        fours: u64,
        /// The fewest that the sum needs.
        needed: u64,
    },
    /// The small tiles hold fewer births than the last moves made.
    Fuel(Fuel),
    /// No tile on the board can be the last one born.
    Newborn {
        /// The 4s born, by board and score.
        fours: u64,
    },
    /// Without its newborn the board is no result of a legal slide.
    Slide,
    /// By the table of all 3×3 boards.
    Exact(exact::Refutation),
    /// Every way back from the board was followed to its end, and none leads to a start.
    Closure {
        /// The boards (after a slide) that were visited.
        boards: u64,
        /// The most moves that a way leads back.
        moves: u64,
    },
}

impl Refutation {
    /// The id of the rule that the state breaks; it begins with `unreachable-`.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        match self {
            Self::Ledger(error) => error.id(),
            Self::Fours { .. } => "unreachable-fours",
            Self::TopTile { .. } => "unreachable-top-tile",
            Self::Start => "unreachable-start",
            Self::Twos { .. } => "unreachable-twos",
            Self::Room(_) => "unreachable-room",
            Self::RoomFours { .. } => "unreachable-room-fours",
            Self::SumFours { .. } => "unreachable-sum-fours",
            Self::Fuel(_) => "unreachable-fuel",
            Self::Newborn { .. } => "unreachable-newborn",
            Self::Slide => "unreachable-slide",
            Self::Exact(refutation) => refutation.id(),
            Self::Closure { .. } => "unreachable-closure",
        }
    }
}

impl fmt::Display for Refutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ledger(error) => error.fmt(f),
            Self::TopTile { rank, top } => write!(
                f,
                "there is a tile {}, but no game on this board makes a tile above {}",
                tile_value(*rank),
                tile_value(*top)
            ),
            Self::Fours { fours, births } => write!(
                f,
                "the score asks for {}, but only {} born at all",
                plural(*fours, "born 4", "born 4s"),
                plural(*births, "tile was", "tiles were")
            ),
            Self::Start => f.write_str(
                "by its score no move was made, but a game starts with exactly two tiles, each 2 or 4",
            ),
            Self::Twos { standing, born } => write!(
                f,
                "{} on the board, but by the score only {} born",
                plural(*standing, "tile 2 stands", "tiles 2 stand"),
                plural(*born, "2 was", "2s were")
            ),
            Self::Room(Crowd { rank, count, most }) => write!(
                f,
                "there are {} of {} or more, but the cells have room to build only {most}",
                plural(*count, "tile", "tiles"),
                tile_value(*rank)
            ),
            Self::RoomFours { fours, needed } => write!(
                f,
                "building these tiles on so few cells takes at least {}, but the score leaves {fours}",
                plural(*needed, "born 4", "born 4s")
            ),
            Self::SumFours { fours, needed } => write!(
                f,
                "on the way to this sum of tiles 2s alone would have filled the board with different \
                 tiles; it takes at least {}, but the score leaves {fours}",
                plural(*needed, "born 4", "born 4s")
            ),
            Self::Fuel(Fuel { rank, held, needed }) => write!(
                f,
                "the tiles up to {} hold at most {}, but the last {} must be there",
                tile_value(*rank),
                plural(*held, "born tile", "born tiles"),
                plural(*needed, "birth", "births")
            ),
            Self::Newborn { fours: 0 } => f.write_str(
                "no tile can be the last one born: each 2 leaves gaps on every side if it is taken \
                 away (no 4 was born, by the score)",
            ),
            Self::Newborn { .. } => f.write_str(
                "no tile can be the last one born: each 2 or 4 leaves gaps on every side if it is \
                 taken away",
            ),
            Self::Slide => f.write_str(
                "whichever tile was born last, the others are not what a legal move leaves: a line \
                 has equal neighbours that would have merged, and no room for what they were before",
            ),
            Self::Exact(refutation) => refutation.fmt(f),
            Self::Closure { boards, moves } => write!(
                f,
                "all ways back end within {} without meeting a start ({} tried)",
                plural(*moves, "move", "moves"),
                plural(*boards, "board", "boards")
            ),
        }
    }
}
