//! A piece of a row: a tile that is made before the next one is.

use super::super::stands::Stands;
use crate::game::board::Direction;

/// The place of a tile that is to be made on the snake that begins at a wall of a row, first runs
/// along the row, and then back and forth in the rows farther from the edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Place {
    /// Whether the snake begins at the left wall.
    pub(super) left: bool,
    pub(super) at: usize,
}

impl Place {
    /// The place so many further.
    pub(super) const fn further(self, by: usize) -> Self {
        Self { left: self.left, at: self.at + by }
    }

    /// Its cell if the snake begins in `row`; `None` behind the end of the board.
    pub(super) fn cell<const N: usize>(self, row: usize) -> Option<usize> {
        let (up, along) = (self.at / N, self.at % N);
        let column = if self.runs_right::<N>() { along } else { N - 1 - along };
        (row + up < N).then_some((row + up) * N + column)
    }

    /// The wall from which the snake runs where the place is.
    pub(super) fn wall<const N: usize>(self) -> Direction {
        if self.runs_right::<N>() { Direction::Left } else { Direction::Right }
    }

    const fn runs_right<const N: usize>(self) -> bool {
        (self.at / N).is_multiple_of(2) == self.left
    }
}

/// The rank of a tile, its place, and the rank of the tile beside it on the side of the wall.
pub(super) type Task = (u8, Place, u8);

/// How a tile is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Means {
    /// At once.
    Direct,
    /// Of parts in line.
    Parts,
    /// By a pass of the rank before.
    Pass,
}

/// How a piece is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// From births.
    Raise,
    /// From births, between two tiles of the row: those in its column are tried first.
    Gap,
    /// By merges of what was made just before.
    Merge,
    /// By slides away from the wall alone.
    Cascade,
}

/// A tile to be made.
#[derive(Clone, Debug)]
pub(super) struct Piece<const N: usize> {
    pub(super) kind: Kind,
    /// The row that is laid.
    pub(super) row: usize,
    pub(super) cell: usize,
    pub(super) rank: u8,
    pub(super) stands: Stands<N>,
    /// The wall at which the tiles of its line stand.
    pub(super) wall: Direction,
    /// The free cells, those in which births are tried first in front; smaller tiles follow the one
    /// that is made best in this order.
    pub(super) path: Vec<u8>,
    /// The largest rank that may lie in each cell.
    pub(super) most: [[u8; 8]; N],
    /// If hardly anything else may lie in the row in the end: the largest rank that may.
    pub(super) clean: Option<u8>,
    /// Whether boards on which a finished tile would merge count as what a slide makes of them.
    pub(super) ahead: bool,
    /// The tile that needs the piece, and how that one is made.
    pub(super) cause: (Task, Means),
}

impl<const N: usize> Piece<N> {
    /// Asks that nothing above a rank lies in the row in the end: births should come to lie above
    /// the piece, or above the tiles that stand.
    pub(super) fn make_clean(&mut self, most: u8) {
        self.clean = Some(most);
        let (row, column) = (self.cell / N, self.cell % N);
        let (cell, from_left) = (self.cell, self.wall == Direction::Left);
        self.path.sort_by_key(|&other| {
            let (up, across) = (usize::from(other) / N, usize::from(other) % N);
            let behind = if from_left { across > column } else { across < column };
            (usize::from(other) != cell, up == row, behind, across.abs_diff(column), up)
        });
    }
}
