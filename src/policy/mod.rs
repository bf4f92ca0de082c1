//! Players, births and stop rules: how simulated games are played.
//!
//! A [`Policy`] chooses the moves, [`Births`] the tiles, [`Until`] the end; [`play()`] puts them
//! together. Every choice is made in integers and, where chance has a part, from the given
//! [`Stream`]: the same arguments play the same game on every machine.

pub mod births;
pub mod condition;
mod expectimax;
pub mod play;
mod simple;
pub mod until;

pub use births::Births;
pub use condition::{Condition, Range, StateFacts};
pub use play::{Ended, Game, Limits, PlayStep, play, play_from, play_unrecorded};
pub use simple::Order;
pub use until::Until;

use crate::game::{Direction, Engine};
use crate::seed::Stream;
use expectimax::Expectimax;
use std::fmt;

/// How the player chooses among the legal moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Policy {
    /// Every legal move is equally likely.
    Uniform,
    /// The first legal move in a fixed order of the directions.
    Corner(Order),
    /// The largest gain; equal ones are equally likely.
    Greedy,
    /// The smallest gain; equal ones are equally likely. Scores stay small, often 0.
    NoMerge,
    /// The best expected value after `depth` own moves with the births between them (one or two
    /// more where few cells are empty), by an integer rating of the board: empty cells, tiles in
    /// order along the lines, chances to merge. Equal ones go by [`Direction::ALL`].
    Expectimax {
        /// The own moves looked ahead, 1 to [`Policy::MAX_DEPTH`]; others are taken as the
        /// nearest of these.
        depth: u8,
    },
}

impl Policy {
    /// The strong player as it comes: it reaches 2048 on 4×4 and 2^13 on 5×5 in nearly every game,
    /// at some thousand moves a second.
    pub const EXPECTIMAX: Self = Self::Expectimax { depth: 2 };

    /// The deepest look ahead: the work grows about a hundredfold with each move.
    pub const MAX_DEPTH: u8 = 3;
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uniform => f.write_str("uniform"),
            Self::Corner(order) => write!(f, "corner {order}"),
            Self::Greedy => f.write_str("greedy"),
            Self::NoMerge => f.write_str("no-merge"),
            Self::Expectimax { depth } => write!(f, "expectimax of depth {depth}"),
        }
    }
}

/// A legal move that was chosen: where to, what it leaves before the birth, what it gains.
#[derive(Clone, Copy)]
struct Choice<const N: usize> {
    direction: Direction,
    after: Engine<N>,
    gain: u64,
}

impl<const N: usize> Choice<N> {
    /// The move toward `direction`, `None` if it is not legal.
    fn of(board: &Engine<N>, direction: Direction) -> Option<Self> {
        board.advance(direction).map(|(after, gain)| Self { direction, after, gain })
    }
}

/// A policy at work in one game, with what it remembers.
enum Player<const N: usize> {
    Uniform,
    Corner(Order),
    Greedy,
    NoMerge,
    Expectimax(Expectimax),
}

impl<const N: usize> Player<N> {
    fn new(policy: Policy, births: Births) -> Self {
        match policy {
            Policy::Uniform => Self::Uniform,
            Policy::Corner(order) => Self::Corner(order),
            Policy::Greedy => Self::Greedy,
            Policy::NoMerge => Self::NoMerge,
            Policy::Expectimax { depth } => Self::Expectimax(Expectimax::new(depth, births)),
        }
    }

    /// The chosen move, `None` if none is legal.
    fn choose(&mut self, board: &Engine<N>, stream: &mut Stream) -> Option<Choice<N>> {
        match self {
            Self::Uniform => simple::uniform(board, stream),
            Self::Corner(order) => simple::corner(board, *order),
            Self::Greedy => simple::greedy(board, stream),
            Self::NoMerge => simple::no_merge(board, stream),
            Self::Expectimax(expectimax) => expectimax.choose(board),
        }
    }
}
