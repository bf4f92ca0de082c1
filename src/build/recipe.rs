//! What to build, and why it may be impossible.

use crate::game::board::{MAX_RANK, Size};
use crate::witness::CheckError;
use std::fmt;

/// What to build: the large tiles of a board, and how many 4s are born on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The side of the board.
    pub size: Size,
    /// The ranks of the large tiles along the snake (row by row, the first row from left to
    /// right, the next one back, and so on), largest first. Only the last two may be equal.
    /// The rest of the board holds what the game leaves there.
    pub ranks: Vec<u8>,
    /// How many 4s are born.
    pub fours: Fours,
    /// Turns the board: the same recipe with another seed may be mirrored or rotated.
    pub seed: u64,
}

/// How many of the births are 4s.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fours {
    /// Not one.
    None,
    /// As few as the tiles allow: one for each tile that takes all the room there is.
    Fewest,
    /// Every birth, the two start tiles included.
    All,
    /// Exactly this many; the possible range is in [`super::Built::fours_range`].
    Exactly(u64),
}

impl Recipe {
    /// The full chain N+1, N, …, 3, 2 with the fewest 4s: the largest score that the statement
    /// allows for its size.
    #[must_use]
    pub fn full_chain(size: Size) -> Self {
        let ranks = (2..=size.top_rank()).rev().collect();
        Self { size, ranks, fours: Fours::Fewest, seed: 0 }
    }

    /// The largest rank that fits at the place `at` of the list, counted from 0.
    fn room(&self, at: usize) -> usize {
        let all = (self.size.cells() + 1).saturating_sub(at);
        match self.fours {
            Fours::None => all.saturating_sub(1),
            Fours::Fewest | Fours::All | Fours::Exactly(_) => all,
        }
    }

    /// Whether the tiles can stand on a board at all.
    pub(super) fn check(&self) -> Result<(), BuildError> {
        if self.ranks.is_empty() {
            return Err(BuildError::NoTiles);
        }
        if self.ranks.len() > self.size.cells() {
            return Err(BuildError::TooManyTiles { size: self.size, tiles: self.ranks.len() });
        }
        let least = match self.fours {
            Fours::All => 3,
            Fours::None | Fours::Fewest | Fours::Exactly(_) => 2,
        };
        for (at, &rank) in self.ranks.iter().enumerate() {
            if rank < least {
                return Err(BuildError::TooSmall { at, rank, least });
            }
            let room = self.room(at);
            if usize::from(rank) > room || rank > MAX_RANK {
                return Err(BuildError::NoRoom { at, rank, room, fours: self.fours });
            }
            if let Some(&next) = self.ranks.get(at + 1) {
                let last_pair = next == rank && at + 2 == self.ranks.len();
                if next > rank || (next == rank && !last_pair) {
                    return Err(BuildError::NotDecreasing { at: at + 1, rank: next, before: rank });
                }
            }
        }
        Ok(())
    }
}

/// Why a recipe was not built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// The list is empty.
    NoTiles,
    /// More tiles than cells.
    TooManyTiles {
        /// The side of the board.
        size: Size,
        /// Tiles asked for.
        tiles: usize,
    },
    /// A tile below the least one that makes sense.
    TooSmall {
        /// The place in the list, counted from 0.
        at: usize,
        /// The rank asked for.
        rank: u8,
        /// The least rank.
        least: u8,
    },
    /// The p-th largest tile has at most rank N + 2 − p, one less without a born 4.
    NoRoom {
        /// The place in the list, counted from 0.
        at: usize,
        /// The rank asked for.
        rank: u8,
        /// The largest rank that fits there.
        room: usize,
        /// The births asked for.
        fours: Fours,
    },
    /// A tile larger than the one before, or an equal pair that is not at the end.
    NotDecreasing {
        /// The place in the list, counted from 0.
        at: usize,
        /// The rank there.
        rank: u8,
        /// The rank before it.
        before: u8,
    },
    /// The number of 4s cannot be had with this construction.
    FoursOutOfRange {
        /// The number asked for.
        asked: u64,
        /// The fewest it can make.
        least: u64,
        /// The most it can make.
        most: u64,
    },
    /// The tiles may be possible, but no game to them was found.
    NotFound {
        /// The place of the list at which the search ended, counted from 0.
        at: usize,
    },
    /// The construction is at fault: its witness does not hold.
    Unsound(CheckError),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTiles => f.write_str("the list of ranks is empty"),
            Self::TooManyTiles { size, tiles } => {
                write!(f, "{tiles} tiles do not fit on {} cells", size.cells())
            }
            Self::TooSmall { at, rank, least } => write!(
                f,
                "number {} of the list is rank {rank}, but the least rank here is {least}",
                at + 1
            ),
            Self::NoRoom { at, rank, room, fours } => {
                write!(
                    f,
                    "number {} of the list is rank {rank}, but no board has room for more than rank \
                     {room} there",
                    at + 1
                )?;
                if *fours == Fours::None {
                    f.write_str(" when no 4 is born")?;
                }
                Ok(())
            }
            Self::NotDecreasing { at, rank, before } => write!(
                f,
                "number {} of the list is rank {rank} after rank {before}, but the ranks must \
                 decrease; only the last two may be equal",
                at + 1
            ),
            Self::FoursOutOfRange { asked, least, most } => write!(
                f,
                "{asked} born 4s are asked for, but this construction makes from {least} to {most}"
            ),
            Self::NotFound { at } => {
                write!(f, "no game was found to number {} of the list", at + 1)
            }
            Self::Unsound(error) => {
                write!(f, "the construction made a witness that does not hold: {error}")
            }
        }
    }
}

impl std::error::Error for BuildError {}
