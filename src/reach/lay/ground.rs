//! The rows that a search leaves alone.

use super::super::arrangement::{firm_rows, has_firm_edge};
use super::super::corner::turned;
use super::super::node::{Rows, half_sum};
use super::super::stands::Stands;
use super::failures::Failures;
use super::maker::Maker;
use super::manner::MANNERS;
use super::order;
use super::price::Lying;
use crate::game::board::{Size, Symmetry};

/// Full rows at an edge of a board, without equal neighbours.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ground<const N: usize> {
    /// How the board is turned so that they are the first ones.
    pub(super) symmetry: Symmetry,
    pub(super) count: usize,
    /// The board, turned.
    pub(super) rows: Rows<N>,
    /// Half the sum of their tiles, and of the others.
    pub(super) laid: u64,
    pub(super) rest: u64,
    /// The rows on the board as it was.
    pub(super) stands: Stands<N>,
}

/// Half the sum of the tiles that are born besides: a search comes back from so many.
const MOST_REST: u64 = 600;

/// Half the sum of the tiles that are laid in the time there is.
const MOST_LAID: u64 = 40_000;

/// The rows that can be left alone on a board, those with the smallest rest first.
pub(super) fn grounds<const N: usize>(board: &Rows<N>) -> Vec<Ground<N>> {
    let mut grounds: Vec<Ground<N>> = Vec::new();
    // Most boards have none, and turning them takes long.
    if !has_firm_edge(board) {
        return grounds;
    }
    for symmetry in Symmetry::ALL {
        let rows = turned(board, symmetry);
        for ground in
            (1..=firm_rows(&rows)).filter_map(|count| Ground::new(board, symmetry, rows, count))
        {
            let is_new = grounds.iter().all(|other| other.stands.mask != ground.stands.mask);
            if is_new && ground.rest <= MOST_REST && ground.laid <= MOST_LAID {
                grounds.push(ground);
            }
        }
    }
    grounds.sort_by_key(|ground| (ground.rest, ground.count));
    grounds
}

impl<const N: usize> Ground<N> {
    fn new(board: &Rows<N>, symmetry: Symmetry, rows: Rows<N>, count: usize) -> Option<Self> {
        let size = Size::new(N)?;
        let back = symmetry.inverse();
        let stands = Stands::of(board, (0..N * count).map(|cell| back.cell(size, cell)));
        let laid = half_sum(&stands.tiles);
        let rest = half_sum(&rows) - laid;
        Some(Self { symmetry, count, rows, laid, rest, stands })
    }

    /// What the cheapest plans of its rows cost.
    pub(super) fn price(&self) -> u32 {
        let failures = Failures::default();
        let price = |row| {
            let lying = Lying::default();
            let mut maker = Maker::new(&self.rows, row, MANNERS[0], lying, &failures);
            order::price(&self.rows, row, &mut maker)
        };
        (0..self.count).map(price).sum()
    }

    /// How many rows its rest lies in.
    pub(super) fn rows_of_rest(&self) -> usize {
        self.rows[self.count..].iter().filter(|&&row| row != 0).count()
    }
}
