//! The rows that a search leaves alone.

use super::super::arrangement::firm_rows;
use super::super::corner::turned;
use super::super::lines;
use super::super::node::{Rows, half_sum};
use super::super::stands::Stands;
use super::failures::Failures;
use super::maker::Maker;
use super::manner::MANNERS;
use super::order;
use super::price::Lying;
use crate::game::board::Symmetry;

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
}

/// Half the sum of the tiles that are born besides: a search comes back from so many.
const MOST_REST: u64 = 600;

/// Half the sum of the tiles that are laid in the time there is.
const MOST_LAID: u64 = 40_000;

/// The rows that can be left alone on a board, those with the smallest rest first.
pub(super) fn grounds<const N: usize>(board: &Rows<N>) -> Vec<Ground<N>> {
    let mut grounds: Vec<Ground<N>> = Vec::new();
    let total = half_sum(board);
    for symmetry in Symmetry::EDGES {
        let rows = turned(board, symmetry);
        let mut laid = 0;
        for count in 1..=firm_rows(&rows) {
            laid += lines::half_sum(rows[count - 1]);
            let ground = Ground { symmetry, count, rows, laid, rest: total - laid };
            if ground.rest <= MOST_REST && laid <= MOST_LAID {
                grounds.push(ground);
            }
        }
    }
    grounds.sort_by_key(|ground| (ground.rest, ground.count));
    grounds
}

impl<const N: usize> Ground<N> {
    /// The rows on the board as it was.
    pub(super) fn stands(&self) -> Stands<N> {
        let (mut mask, mut tiles) = ([0; N], [0; N]);
        mask[..self.count].fill(u64::MAX >> (8 * (8 - N)));
        tiles[..self.count].copy_from_slice(&self.rows[..self.count]);
        let back = self.symmetry.inverse();
        Stands { mask: turned(&mask, back), tiles: turned(&tiles, back) }
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
