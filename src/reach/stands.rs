//! Tiles that a search leaves where they are.

use super::lines;
use super::node::{Rows, rank_in};

/// Tiles that stand where they are, and the bytes of their cells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stands<const N: usize> {
    pub(crate) mask: Rows<N>,
    pub(crate) tiles: Rows<N>,
}

impl<const N: usize> Stands<N> {
    /// The tiles of a board in some cells.
    pub(crate) fn of(rows: &Rows<N>, cells: impl Iterator<Item = usize>) -> Self {
        let none = Self { mask: [0; N], tiles: [0; N] };
        cells.fold(none, |stands, cell| stands.with(cell, rank_in(rows, cell)))
    }

    /// With one more tile.
    pub(crate) fn with(mut self, cell: usize, rank: u8) -> Self {
        self.mask[cell / N] |= 0xff << (8 * (cell % N));
        self.tiles[cell / N] |= u64::from(rank) << (8 * (cell % N));
        self
    }

    /// Whether a tile stands in the cell.
    pub(crate) fn has(&self, cell: usize) -> bool {
        self.mask[cell / N] >> (8 * (cell % N)) & 0xff != 0
    }

    /// The cells, one bit each.
    pub(crate) fn cells(&self) -> u64 {
        let rows = self.mask.iter().enumerate();
        rows.fold(0, |cells, (row, &mask)| cells | u64::from(lines::cells(mask)) << (N * row))
    }

    /// Whether all of them are on the board.
    pub(crate) fn are_on(&self, rows: &Rows<N>) -> bool {
        rows.iter()
            .zip(&self.mask)
            .zip(&self.tiles)
            .all(|((row, mask), tiles)| row & mask == *tiles)
    }
}
