//! Stop rules: when a simulated game has gone far enough.

use super::condition::Condition;
use std::fmt;

/// When to stop. The state before the first move counts too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Until {
    /// So many moves are made.
    Moves(u64),
    /// The largest tile (not its rank) is at least this.
    Tile(u64),
    /// The score is at least this.
    Score(u64),
    /// No move is legal.
    GameOver,
    /// The first state that satisfies this.
    First(Condition),
}

impl fmt::Display for Until {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moves(1) => f.write_str("1 move"),
            Self::Moves(moves) => write!(f, "{moves} moves"),
            Self::Tile(tile) => write!(f, "a tile of {tile}"),
            Self::Score(score) => write!(f, "a score of {score}"),
            Self::GameOver => f.write_str("the end of the game"),
            Self::First(condition) => write!(f, "the first state with {condition}"),
        }
    }
}
