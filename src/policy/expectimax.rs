//! The strong player: expectimax over an integer rating of the board.
//!
//! The rating is a sum over rows and columns of values known from strong players of 2048 on 4×4
//! (R. Xiao's `2048-ai`, 2014): empty cells and equal neighbours are good, ranks that go up and
//! down along a line are bad, and so are many middling tiles where few large ones could be. The
//! powers are rounded to integers, so that every machine makes the same choices.

use super::{Births, Choice, Policy};
use crate::game::{Direction, Engine};

/// For each empty cell of a line.
const EMPTY: i64 = 270;
/// For each tile of a run of equal ones, gaps between them not counted.
const MERGE: i64 = 700;
/// Against the steps up, or the steps down if they are less, along a line: times the sum of their
/// differences in rank⁴.
const MONOTONE: i64 = 47;
/// Against each tile, times rank^3.5.
const TILES: i64 = 11;
/// What a lost game takes from the rating of its last board.
const LOST: i64 = 1_600_000;

/// With so few empty cells or fewer the player looks one move further, where most games are lost.
const CROWDED: u32 = 6;

/// With so few it looks one further still.
const TIGHT: u32 = 1;

/// Chances are reckoned in parts of this.
const PARTS: i64 = 1 << 10;

/// A chance below this is rare.
const RARE: i64 = PARTS / 4;

/// The entries of the memory of line ratings, a power of two.
const MEMORY: usize = 1 << 14;

/// The player with its memory.
pub(super) struct Expectimax {
    depth: u8,
    /// The births looked ahead at in this move.
    ahead: u8,
    /// The chance of a 4 in [`PARTS`].
    fours: i64,
    /// Ratings of lines by their bytes, each at the place its hash gives; the whole line is
    /// compared, so that a collision costs time but never changes a rating.
    memory: Vec<(u64, i64)>,
}

impl Expectimax {
    pub(super) fn new(depth: u8, births: Births) -> Self {
        let parts = births.fours().parts() >> 22;
        Self {
            depth: depth.clamp(1, Policy::MAX_DEPTH),
            ahead: 0,
            fours: i64::try_from(parts).unwrap_or(PARTS),
            // No line is all ones: the entry is free.
            memory: vec![(u64::MAX, 0); MEMORY],
        }
    }

    /// The legal move with the best expected rating, the first of equal ones.
    pub(super) fn choose<const N: usize>(&mut self, board: &Engine<N>) -> Option<Choice<N>> {
        let empty = board.empty_count();
        self.ahead = self.depth - 1 + u8::from(empty <= CROWDED) + u8::from(empty <= TIGHT);
        let mut best: Option<(i64, Choice<N>)> = None;
        for direction in Direction::ALL {
            let Some(choice) = Choice::of(board, direction) else { continue };
            let value = self.after_move(&choice.after, self.ahead);
            if best.is_none_or(|(least, _)| value > least) {
                best = Some((value, choice));
            }
        }
        best.map(|(_, choice)| choice)
    }

    /// The value of a board before the birth, with `depth` own moves still to look at.
    fn after_move<const N: usize>(&mut self, board: &Engine<N>, depth: u8) -> i64 {
        if depth == 0 {
            return self.rating(board);
        }
        let empty = board.empty_count();
        let fours = self.fours_at(depth);
        let mut sum = 0;
        for nth in 0..empty {
            let cell = board.nth_empty(nth);
            for (rank, parts) in [(1, PARTS - fours), (2, fours)] {
                if parts > 0 {
                    let mut born = *board;
                    born.place(cell, rank);
                    sum += parts * self.before_move(&born, depth);
                }
            }
        }
        // A move always leaves an empty cell. The sum of at most 49 · 2^10 values stays far
        // below 2^63.
        sum / (PARTS * i64::from(empty.max(1)))
    }

    /// The chance of a 4 that is reckoned with: beyond the next birth a rare tile is left out,
    /// which takes half the work.
    fn fours_at(&self, depth: u8) -> i64 {
        if depth == self.ahead || (RARE..=PARTS - RARE).contains(&self.fours) {
            self.fours
        } else if self.fours < RARE {
            0
        } else {
            PARTS
        }
    }

    /// The value of a board before the player's move.
    fn before_move<const N: usize>(&mut self, board: &Engine<N>, depth: u8) -> i64 {
        let mut best = None;
        // Values do not change when rows and columns are swapped, so that slides along the
        // columns, which are quicker, are all that is needed.
        for turned in [*board, board.transposed()] {
            for direction in [Direction::Up, Direction::Down] {
                let after = turned.slide(direction);
                if after.differs(&turned) {
                    best = best.max(Some(self.after_move(&after, depth - 1)));
                }
            }
        }
        best.unwrap_or_else(|| self.rating(board) - LOST)
    }

    /// The rating of a board, by its rows and columns.
    fn rating<const N: usize>(&mut self, board: &Engine<N>) -> i64 {
        let columns = board.transposed();
        let lines = board.rows().iter().chain(columns.rows());
        lines.map(|&line| self.line_rating::<N>(line)).sum()
    }

    fn line_rating<const N: usize>(&mut self, line: u64) -> i64 {
        // The top bits of a product mix all bytes of the line.
        let hash = line.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - MEMORY.ilog2());
        let place = usize::try_from(hash).unwrap_or(0);
        if self.memory[place].0 != line {
            self.memory[place] = (line, rate_line(&line.to_le_bytes()[..N]));
        }
        self.memory[place].1
    }
}

/// The rating of one line of ranks.
fn rate_line(ranks: &[u8]) -> i64 {
    let mut rating = 0;
    for &rank in ranks {
        rating += if rank == 0 { EMPTY } else { -TILES * power(rank, 7).isqrt() };
    }
    let (mut up, mut down) = (0, 0);
    for pair in ranks.windows(2) {
        let (left, right) = (power(pair[0], 4), power(pair[1], 4));
        if left > right {
            down += left - right;
        } else {
            up += right - left;
        }
    }
    rating -= MONOTONE * up.min(down);
    // Equal tiles merge over the gaps between them.
    let mut before = 0;
    let mut run = 0;
    for &rank in ranks.iter().filter(|&&rank| rank != 0) {
        if rank == before {
            run += 1;
        } else if run > 0 {
            rating += MERGE * (1 + run);
            run = 0;
        }
        before = rank;
    }
    if run > 0 {
        rating += MERGE * (1 + run);
    }
    rating
}

/// Ranks are at most 61, so that even 61⁷ is below 2^42.
fn power(rank: u8, exponent: u32) -> i64 {
    i64::from(rank).pow(exponent)
}
