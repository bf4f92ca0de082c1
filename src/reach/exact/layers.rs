//! Every board of the 3×3 game, layer by layer, with the fewest and the most 4s.
//!
//! All boards of a layer have the same half-sum S/2. A slide stays in the layer; a birth goes
//! one (a 2) or two (a 4) layers up. So a layer comes from the two below it, and three are alive
//! at a time. Boards are kept up to symmetry. The least and the largest f (4s born) of a board
//! follow exactly from those of the boards before it; that every f between is reached too is a
//! fact that the exhaustive tests check on every board.

use super::packed::{CELLS, Packed};
use crate::game::Direction;
use rayon::prelude::*;
use std::ops::RangeInclusive;

/// Half the largest sum of tiles: 4 + 8 + … + 1024 = 2044.
pub(super) const LAST: usize = 1022;

/// A board and its least and largest f: 36, 10 and 10 bits, so that numbers sort by board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry(u64);

impl Entry {
    /// The entry of a board.
    pub(super) fn new(board: Packed, fewest: u64, most: u64) -> Self {
        Self(board.bits() << 20 | fewest << 10 | most)
    }

    /// The board, the least of its symmetric ones.
    pub(super) const fn board(self) -> Packed {
        Packed::from_bits(self.0 >> 20)
    }

    /// The least and the largest f.
    pub(super) fn fours(self) -> RangeInclusive<u64> {
        self.0 >> 10 & 1023..=self.0 & 1023
    }

    /// Another board that has this one's games, with `more` 4s born.
    fn next(self, board: Packed, more: u64) -> Self {
        let fours = self.fours();
        Self::new(board.canonical(), fours.start() + more, fours.end() + more)
    }
}

/// Sorts, and makes one entry of those with the same board.
fn united(mut entries: Vec<Entry>) -> Vec<Entry> {
    entries.par_sort_unstable();
    entries.dedup_by(|later, kept| {
        let same = later.board() == kept.board();
        if same {
            // Sorted: the kept entry has the least f already.
            let most = (*later.fours().end()).max(*kept.fours().end());
            *kept = Entry::new(kept.board(), *kept.fours().start(), most);
        }
        same
    });
    entries
}

/// The start boards with this half-sum.
fn starts(half_sum: usize) -> Vec<Entry> {
    let mut starts = Vec::new();
    for (one, other) in [(1, 1), (1, 2), (2, 1), (2, 2)] {
        for first in 0..CELLS {
            for second in 0..first {
                let board = Packed::from_bits(0).with(first, one).with(second, other);
                let fours = u64::from(one + other - 2);
                if board.half_sum() == half_sum {
                    starts.push(Entry::new(board.canonical(), fours, fours));
                }
            }
        }
    }
    starts
}

/// A layer: its boards after a birth (or at the start), and after a slide.
pub(super) struct Layer {
    /// S/2.
    pub(super) half_sum: usize,
    /// How many boards stand after a birth or at the start.
    pub(super) boards: usize,
    /// The boards that slides leave, sorted.
    pub(super) settled: Vec<Entry>,
}

/// Shows the layers up to half-sum `last`, ascending.
pub(super) fn layers(last_half_sum: usize, mut show: impl FnMut(&Layer)) {
    let none = || Layer { half_sum: 0, boards: 0, settled: Vec::new() };
    let (mut last, mut last_but_one) = (none(), none());
    for half_sum in 2..=last_half_sum {
        let born = |from: &Layer, rank: u8| -> Vec<Entry> {
            let grow = |&entry: &Entry| {
                let board = entry.board();
                (0..CELLS)
                    .filter(move |&cell| board.rank(cell) == 0)
                    .map(move |cell| entry.next(board.with(cell, rank), u64::from(rank - 1)))
            };
            from.settled.par_iter().flat_map_iter(grow).collect()
        };
        let mut boards = starts(half_sum);
        boards.extend(born(&last, 1));
        boards.extend(born(&last_but_one, 2));
        let boards = united(boards);
        let slide = |&entry: &Entry| {
            let board = entry.board();
            Direction::ALL
                .into_iter()
                .map(move |direction| board.slid(direction))
                .filter(move |&after| after != board)
                .map(move |after| entry.next(after, 0))
        };
        let settled = united(boards.par_iter().flat_map_iter(slide).collect());
        last_but_one = last;
        last = Layer { half_sum, boards: boards.len(), settled };
        show(&last);
    }
}
