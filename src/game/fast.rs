//! The fast engine: all lines of a board slide at once, without a branch.
//!
//! A board is N words; byte `c` of word `r` is the rank at row `r`, column `c`. A slide up works
//! on whole words: a gap closes when the bytes of the words below it each move up by one word, a
//! merge adds one to the bytes that equal those below and leaves a gap there. Left and right transpose first.
//! Ranks stay below 128, so that no byte's sum carries into the next.

use super::board::{Board, Direction, MAX_RANK, Size};

const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// A board of N×N cells for play at speed. Equal to the plain rules of [`super::slide`] on every
/// board (tested on tables and by random boards).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Engine<const N: usize> {
    rows: [u64; N],
}

/// 0xff in every byte of `word` whose high bit `flags` has.
const fn spread(flags: u64) -> u64 {
    flags | (flags - (flags >> 7))
}

/// The high bit of every byte of `word` that is not 0.
const fn occupied(word: u64) -> u64 {
    (word + !HIGH) & HIGH
}

/// 0xff in every byte of `word` that is 0.
const fn vacant(word: u64) -> u64 {
    spread(occupied(word) ^ HIGH)
}

/// In the bytes of `mask`, moves the lanes after `at` up by one, over the lane `at`.
#[inline(always)]
fn pull<const N: usize>(lanes: &mut [u64; N], at: usize, mask: u64) {
    for to in at..N - 1 {
        lanes[to] ^= (lanes[to] ^ lanes[to + 1]) & mask;
    }
    lanes[N - 1] &= !mask;
}

/// The high bit of every byte of `tile` that may merge: not empty, and not the largest rank.
const fn mergeable(tile: u64) -> u64 {
    // The sum reaches 64, whose bit doubles to the high bit, only from MAX_RANK on.
    occupied(tile) & !((tile + LOW * (64 - MAX_RANK as u64)) << 1)
}

/// Slides all lines toward the first lane. Also gives the merged tiles: in each word, 0 or the
/// new rank, in the places where the tiles stood when they merged.
#[inline(always)]
fn slide_lanes<const N: usize>(mut lanes: [u64; N]) -> ([u64; N], [u64; N]) {
    // From the far end, so that behind each gap stands no other.
    for at in (0..N - 1).rev() {
        let gap = vacant(lanes[at]);
        pull(&mut lanes, at, gap);
    }
    let mut merged = [0; N];
    for at in 0..N - 1 {
        let tile = lanes[at];
        let equal = mergeable(tile) & !occupied(tile ^ lanes[at + 1]);
        let mask = spread(equal);
        lanes[at] = tile + (equal >> 7);
        merged[at] = lanes[at] & mask;
        // The next tile takes the place of the one that is gone, and may merge in its turn.
        pull(&mut lanes, at + 1, mask);
    }
    (lanes, merged)
}

/// The sum of the tiles whose ranks are the bytes of `words`.
fn sum_of_tiles<const N: usize>(words: &[u64; N]) -> u64 {
    let mut sum = 0u64;
    for &word in words {
        let mut rest = word;
        while rest != 0 {
            let shift = rest.trailing_zeros() & !7;
            let rank = (rest >> shift) & 0xff;
            sum = sum.saturating_add(1 << rank);
            rest ^= rank << shift;
        }
    }
    sum
}

/// In each byte the sum of the bytes up to it; all of them together must be below 256.
const fn prefix_sums(bytes: u64) -> u64 {
    bytes.wrapping_mul(LOW)
}

/// Swaps rows and columns: an 8×8 transposition of bytes by halves, of which small boards need
/// only a corner.
pub(crate) fn transpose<const N: usize>(rows: [u64; N]) -> [u64; N] {
    let mut all = [0u64; 8];
    all[..N].copy_from_slice(&rows);
    let swap = |all: &mut [u64; 8], distance: usize, mask: u64| {
        for at in 0..N.next_power_of_two() {
            if at & distance == 0 {
                let shift = 8 * distance;
                let delta = ((all[at] >> shift) ^ all[at + distance]) & mask;
                all[at + distance] ^= delta;
                all[at] ^= delta << shift;
            }
        }
    };
    if N > 4 {
        swap(&mut all, 4, 0x0000_0000_ffff_ffff);
    }
    if N > 2 {
        swap(&mut all, 2, 0x0000_ffff_0000_ffff);
    }
    swap(&mut all, 1, 0x00ff_00ff_00ff_00ff);
    let mut columns = [0; N];
    columns.copy_from_slice(&all[..N]);
    columns
}

fn reversed<const N: usize>(mut lanes: [u64; N]) -> [u64; N] {
    lanes.reverse();
    lanes
}

impl<const N: usize> Default for Engine<N> {
    /// A board without tiles.
    fn default() -> Self {
        Self { rows: [0; N] }
    }
}

impl<const N: usize> Engine<N> {
    /// The same board for play; `None` if its side is not N.
    #[must_use]
    pub fn new(board: &Board) -> Option<Self> {
        (board.size().side() == N).then(|| {
            let mut rows = [0; N];
            for (row, ranks) in rows.iter_mut().zip(board.ranks().chunks(N)) {
                for (column, &rank) in ranks.iter().enumerate() {
                    *row |= u64::from(rank) << (8 * column);
                }
            }
            Self { rows }
        })
    }

    /// The board with these words, whose bytes from the N-th on must be 0.
    pub(crate) const fn of_rows(rows: [u64; N]) -> Self {
        Self { rows }
    }

    /// The board in its common form.
    ///
    /// # Panics
    /// Never for the sizes that boards have (2 to 7).
    #[must_use]
    pub fn board(&self) -> Board {
        let size = Size::new(N).expect("engines are built from boards");
        let mut board = Board::empty(size);
        for cell in 0..N * N {
            board.set(cell, self.rank(cell));
        }
        board
    }

    /// The rank in `cell` (row by row), 0 if it is empty.
    #[must_use]
    pub const fn rank(&self, cell: usize) -> u8 {
        self.rows[cell / N].to_le_bytes()[cell % N]
    }

    /// Puts a tile of `rank` into `cell`, which must be empty.
    pub fn place(&mut self, cell: usize, rank: u8) {
        debug_assert_eq!(self.rank(cell), 0);
        self.rows[cell / N] |= u64::from(rank) << (8 * (cell % N));
    }

    /// The words, one a row; byte `c` is the rank in column `c`.
    #[must_use]
    pub const fn rows(&self) -> &[u64; N] {
        &self.rows
    }

    /// The board with rows and columns swapped.
    #[must_use]
    pub fn transposed(&self) -> Self {
        Self { rows: transpose(self.rows) }
    }

    /// The board after a slide, before the birth; equal to `self` if the move is not legal.
    #[must_use]
    pub fn slide(&self, direction: Direction) -> Self {
        self.slide_lines(direction).0
    }

    /// A legal slide with its gain, `None` if it would not change the board.
    ///
    /// The gain is the sum of the tiles made by merges; it saturates only on boards that no game
    /// reaches.
    // Kept apart from its callers: inlined into their loops it ran at two thirds of the speed.
    #[must_use]
    #[inline(never)]
    pub fn advance(&self, direction: Direction) -> Option<(Self, u64)> {
        let (after, merged) = self.slide_lines(direction);
        after.differs(self).then(|| (after, sum_of_tiles(&merged)))
    }

    /// Whether the boards differ; quicker on so few words than the comparison of memory that
    /// `!=` becomes.
    #[must_use]
    #[inline]
    pub fn differs(&self, other: &Self) -> bool {
        self.rows.iter().zip(&other.rows).fold(0, |all, (a, b)| all | (a ^ b)) != 0
    }

    /// The board after a slide, and the ranks of the merged tiles in any places.
    #[inline(always)]
    fn slide_lines(&self, direction: Direction) -> (Self, [u64; N]) {
        let (rows, merged) = match direction {
            Direction::Up => slide_lanes(self.rows),
            Direction::Down => {
                let (rows, merged) = slide_lanes(reversed(self.rows));
                (reversed(rows), merged)
            }
            Direction::Left => {
                let (columns, merged) = slide_lanes(transpose(self.rows));
                (transpose(columns), merged)
            }
            Direction::Right => {
                let (columns, merged) = slide_lanes(reversed(transpose(self.rows)));
                (transpose(reversed(columns)), merged)
            }
        };
        (Self { rows }, merged)
    }

    /// The largest rank, 0 for a board without tiles.
    #[must_use]
    pub fn max_rank(&self) -> u8 {
        self.rows.iter().flat_map(|row| row.to_le_bytes()).max().unwrap_or(0)
    }

    /// 1 in every byte that is an empty cell.
    fn free(&self) -> [u64; N] {
        self.rows.map(|row| (occupied(row) >> 7) ^ (LOW >> (8 * (8 - N))))
    }

    /// How many cells are empty.
    #[must_use]
    pub fn empty_count(&self) -> u32 {
        // A column counts at most 7, all of them at most 49.
        let columns = self.free().into_iter().sum();
        u32::from(prefix_sums(columns).to_le_bytes()[7])
    }

    /// The empty cell number `nth` in row order, counted from 0.
    ///
    /// # Panics
    /// If there are not that many.
    #[must_use]
    pub fn nth_empty(&self, nth: u32) -> usize {
        let sums = self.free().map(prefix_sums);
        let mut left = u64::from(nth);
        let mut at = 0;
        let mut passed = 0;
        for row in sums {
            passed += row >> 56;
            if passed <= u64::from(nth) {
                at += 1;
                left = u64::from(nth) - passed;
            }
        }
        assert!(at < N, "there is no empty cell number {nth}");
        // The first byte whose sum is above `left`, which is below 8 here.
        let above = (sums[at] + LOW * (0x7f - left)) & HIGH;
        at * N + above.trailing_zeros() as usize / 8
    }

    /// Whether no move is legal.
    #[must_use]
    pub fn is_dead(&self) -> bool {
        let own = HIGH >> (8 * (8 - N));
        if self.rows.iter().any(|&row| occupied(row) != own) {
            // A board with a gap has a legal move, unless it has no tile at all.
            return self.rows.iter().all(|&row| row == 0);
        }
        Direction::ALL.into_iter().all(|direction| self.slide(direction) == *self)
    }
}

/// Runs `$body` with `$n` bound to the side of `$size` as a constant, for [`Engine`].
#[macro_export]
macro_rules! with_side {
    ($size:expr, $n:ident => $body:expr) => {
        match $size.side() {
            2 => {
                const $n: usize = 2;
                $body
            }
            3 => {
                const $n: usize = 3;
                $body
            }
            4 => {
                const $n: usize = 4;
                $body
            }
            5 => {
                const $n: usize = 5;
                $body
            }
            6 => {
                const $n: usize = 6;
                $body
            }
            _ => {
                const $n: usize = 7;
                $body
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::slide;
    use proptest::prelude::*;

    fn agrees<const N: usize>(board: &Board) {
        let engine = Engine::<N>::new(board).unwrap();
        assert_eq!(engine.board(), *board);
        for direction in Direction::ALL {
            let plain = slide::slide(board, direction);
            assert_eq!(engine.slide(direction).board(), plain.board, "{board:?} {direction}");
            let advanced = engine.advance(direction).map(|(after, gain)| (after.board(), gain));
            let legal = (plain.board != *board).then_some((plain.board, plain.gain));
            assert_eq!(advanced, legal, "{board:?} {direction}");
        }
        let transposed = (0..N * N).map(|cell| board.rank(cell % N * N + cell / N));
        assert!(transposed.eq(engine.transposed().board().ranks().iter().copied()));
        let empty: Vec<usize> = board.empty_cells().collect();
        assert_eq!(engine.max_rank(), board.max_rank());
        assert_eq!(engine.empty_count() as usize, empty.len());
        for (nth, &cell) in empty.iter().enumerate() {
            assert_eq!(engine.nth_empty(u32::try_from(nth).unwrap()), cell);
        }
        assert_eq!(engine.is_dead(), slide::is_dead(board), "{board:?}");
    }

    /// Every line of ranks 0..=3 and the largest ones, for every length, in both engines.
    #[test]
    fn all_lines_of_few_ranks() {
        for size in Size::ALL {
            let n = size.side();
            let ranks = [0, 1, 2, MAX_RANK - 1, MAX_RANK];
            for code in 0..5usize.pow(u32::try_from(n.min(5)).unwrap()) {
                let mut board = Board::empty(size);
                let mut rest = code;
                for at in 0..n {
                    board.set(at, ranks[rest % 5]);
                    board.set(at * n + n - 1, ranks[rest % 5]);
                    rest /= 5;
                }
                with_side!(size, N => agrees::<N>(&board));
            }
        }
    }

    fn boards() -> impl Strategy<Value = Board> {
        (2usize..=7, prop::collection::vec((0u8..=7, 1u8..=MAX_RANK), 49), 1u8..=8).prop_map(
            |(n, cells, kinds)| {
                let size = Size::new(n).unwrap();
                let mut board = Board::empty(size);
                for (cell, &(choice, large)) in cells.iter().take(size.cells()).enumerate() {
                    board.set(cell, if choice == 7 { large } else { choice % kinds });
                }
                board
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn engine_is_the_plain_slide(board in boards()) {
            with_side!(board.size(), N => agrees::<N>(&board));
        }

        #[test]
        fn a_slide_keeps_the_tile_sum_and_settles(board in boards()) {
            for direction in Direction::ALL {
                let after = slide::slide(&board, direction);
                prop_assert_eq!(
                    crate::game::ledger::tile_sum(&board),
                    crate::game::ledger::tile_sum(&after.board)
                );
                prop_assert!(after.board.is_settled(direction));
                let potential = crate::game::ledger::potential;
                prop_assert_eq!(
                    potential(&after.board) - potential(&board),
                    u128::from(after.gain)
                );
            }
        }

        #[test]
        fn a_slide_commutes_with_symmetries(board in boards()) {
            for symmetry in crate::game::board::Symmetry::ALL {
                for direction in Direction::ALL {
                    prop_assert_eq!(
                        slide::slide(&board, direction).board.under(symmetry),
                        slide::slide(&board.under(symmetry), direction.under(symmetry)).board
                    );
                }
            }
        }
    }
}
