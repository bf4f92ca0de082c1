//! What free play prefers on the way to a given board: its tiles are made one after the other, the
//! larger ones first.

use super::corner::snake;
use super::lines;
use super::node::{Rows, rank_in};
use super::stands::Stands;

/// The least rank of a tile that is made on purpose; the smaller ones come as they come.
const AIMED: u8 = 4;

/// A tile of the target that is to be made, the larger ones first.
struct Aim<const N: usize> {
    row: usize,
    shift: usize,
    rank: u64,
    /// The worth of a tile in each cell while this one is made.
    worth: [[u64; 8]; N],
}

pub(crate) struct View<const N: usize> {
    aims: Vec<Aim<N>>,
    /// The free cells in the order of the snake.
    pub(crate) cells: Vec<u8>,
    /// What stays where it is.
    pub(crate) stands: Stands<N>,
    pub(crate) target: Rows<N>,
}

impl<const N: usize> View<N> {
    /// What to prefer on the way to `target`, whose first `chain` tiles along the snake stay where
    /// they are.
    pub(crate) fn new(target: &Rows<N>, chain: usize) -> Self {
        let stands = Stands::of(target, snake::<N>().take(chain));
        let cells = snake::<N>().skip(chain);
        let cells: Vec<u8> = cells.filter_map(|cell| u8::try_from(cell).ok()).collect();
        let rank = |cell: usize| rank_in(target, cell);
        let mut order: Vec<usize> = cells
            .iter()
            .map(|&cell| usize::from(cell))
            .filter(|&cell| rank(cell) >= AIMED)
            .collect();
        order.sort_by_key(|&cell| (std::cmp::Reverse(rank(cell)), cell / N + cell % N, cell));
        let mut taken = stands.mask;
        let mut aims = Vec::new();
        for cell in order.into_iter().map(Some).chain([None]) {
            let begin = cell.unwrap_or_else(|| cells.first().map_or(0, |&cell| usize::from(cell)));
            let mut worth = [[0; 8]; N];
            let mut value: u64 = 1 << 36;
            for (row, column) in away::<N>(begin / N, begin % N) {
                if taken[row] >> (8 * column) & 0xff == 0 {
                    worth[row][column] = value.max(1);
                    value = value * 9 / 20;
                }
            }
            let rank = cell.map_or(0, |cell| u64::from(rank(cell)));
            aims.push(Aim { row: begin / N, shift: 8 * (begin % N), rank, worth });
            taken[begin / N] |= 0xff << (8 * (begin % N));
        }
        Self { aims, cells, stands, target: *target }
    }

    /// How good a board looks: first the tiles made so far, then those that are to become the next
    /// one. 0 if it cannot come to the target.
    pub(crate) fn score(&self, rows: &Rows<N>) -> u64 {
        let made = self
            .aims
            .iter()
            .take_while(|aim| aim.rank != 0 && rows[aim.row] >> aim.shift & 0xff == aim.rank)
            .count();
        let Some(aim) = self.aims.get(made) else { return 0 };
        let made = (made as u64 + 1) << 54;
        if aim.rank == 0 {
            return made + self.likeness(rows);
        }
        let mut total = 0u64;
        for ((row, mask), worth) in rows.iter().zip(&self.stands.mask).zip(&aim.worth) {
            for (at, rank) in lines::placed(row & !mask) {
                if worth[at] > 0 && rank > aim.rank {
                    return 0;
                }
                total += worth[at] << rank;
            }
        }
        made + total
    }

    /// How much of the target's tiles is there. All boards that are compared have the same sum.
    fn likeness(&self, rows: &Rows<N>) -> u64 {
        let mut total = 0;
        for ((row, mask), goal) in rows.iter().zip(&self.stands.mask).zip(&self.target) {
            for (at, rank) in lines::placed(row & !mask) {
                let goal = u64::from(lines::rank(*goal, at));
                total += if goal == 0 { 0 } else { 2 << rank.min(goal) };
            }
        }
        total
    }
}

/// All cells, along the rows from the given one: it to the right, the next one back, and so on;
/// then what is left of its row, and the rows before it.
fn away<const N: usize>(row: usize, column: usize) -> impl Iterator<Item = (usize, usize)> {
    let own = (column..N).map(move |at| (row, at));
    let after = (row + 1..N).flat_map(move |next| {
        let back = (next - row) % 2 == 1;
        (0..N).map(move |at| (next, if back { N - 1 - at } else { at }))
    });
    let left = (0..column).rev().map(move |at| (row, at));
    let before = (0..row).rev().flat_map(move |next| (0..N).map(move |at| (next, at)));
    own.chain(after).chain(left).chain(before)
}
