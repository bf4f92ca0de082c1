//! One step of the game backwards, exactly: every settled board and birth from which one slide
//! makes a given settled board.
//!
//! In the frame of a slide toward the first cell of each line: before the slide some tiles were
//! in halves ([`Splits`]) and the tiles of a line stood anywhere, in order. One of them, a 2 or
//! a 4, was the newborn; the others were settled toward one of four directions. Settled along
//! the same axis, the newborn is the outermost tile of its line. Settled across, the lines
//! occupy nested sets of cells.

use super::lines::{self, Splits};
use super::node::{Rows, Step, frame, unframe};
use crate::game::board::{Direction, Size};
use std::ops::ControlFlow;

/// The 2s and 4s that a position may still have had as its newest birth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Newborns {
    pub(crate) twos: u64,
    pub(crate) fours: u64,
}

impl Newborns {
    pub(crate) const fn allow(self, rank: u8) -> bool {
        match rank {
            1 => self.twos > 0,
            2 => self.fours > 0,
            _ => false,
        }
    }
}

/// Hands every board before (settled, without the newborn) to `visit`, with its birth and slide.
/// A board may come more than once.
///
/// # Errors
/// What `visit` breaks with.
pub(crate) fn steps_back<const N: usize, B>(
    rows: &Rows<N>,
    newborns: Newborns,
    visit: &mut impl FnMut(&Rows<N>, Step) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for slide in Direction::ALL {
        let after = frame(rows, slide);
        if !after.iter().all(|&line| lines::is_packed(line)) {
            continue;
        }
        let splits = after.map(|line| Splits::of(line, N));
        let mut walk = Walk { after, before: after, splits, newborns, slide, visit };
        walk.split_from(0)?;
    }
    ControlFlow::Continue(())
}

struct Walk<'a, const N: usize, F> {
    /// The lines after the slide.
    after: Rows<N>,
    /// The lines before it, packed, the newborn among them.
    before: Rows<N>,
    splits: [Splits; N],
    newborns: Newborns,
    slide: Direction,
    visit: &'a mut F,
}

impl<const N: usize, B, F: FnMut(&Rows<N>, Step) -> ControlFlow<B>> Walk<'_, N, F> {
    fn split_from(&mut self, line: usize) -> ControlFlow<B> {
        if line == N {
            self.along()?;
            return self.across();
        }
        let splits = self.splits[line];
        for &mask in splits.masks() {
            self.before[line] = lines::expanded(self.after[line], mask);
            self.split_from(line + 1)?;
        }
        ControlFlow::Continue(())
    }

    /// The others are settled toward the slide, or toward the opposite edge.
    fn along(&mut self) -> ControlFlow<B> {
        for line in 0..N {
            let length = lines::length(self.before[line]);
            if length == 0 {
                continue;
            }
            let last = lines::rank(self.before[line], length - 1);
            if self.newborns.allow(last) {
                let mut others = self.before;
                others[line] = lines::without(others[line], length - 1);
                let mut whole = others;
                whole[line] |= u64::from(last) << (8 * (N - 1));
                self.emit(&others, &whole, line, N - 1, last)?;
            }
            let first = lines::rank(self.before[line], 0);
            if self.newborns.allow(first) {
                let mut others = self.before;
                others[line] >>= 8;
                let others = others.map(|word| word << (8 * (N - lines::length(word))));
                // Alone in its line, it must not already stand where the slide takes it.
                let at = if length == 1 { N - 1 } else { 0 };
                let mut whole = others;
                whole[line] |= u64::from(first) << (8 * at);
                self.emit(&others, &whole, line, at, first)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The others are settled across the slide: toward the first line, then toward the last.
    fn across(&mut self) -> ControlFlow<B> {
        for line in 0..N {
            let length = lines::length(self.before[line]);
            for at in 0..length {
                let rank = lines::rank(self.before[line], at);
                if !self.newborns.allow(rank) {
                    continue;
                }
                let mut packed = self.before;
                packed[line] = lines::without(packed[line], at);
                let lengths = packed.map(lines::length);
                let newborn = Newborn { line, at, rank };
                if lengths.is_sorted_by(|a, b| a >= b) {
                    let order: [usize; N] = std::array::from_fn(|nth| nth);
                    self.nest(&packed, &order, newborn, 0, (1 << N) - 1, &mut [0; N])?;
                }
                if lengths.is_sorted() {
                    let order: [usize; N] = std::array::from_fn(|nth| N - 1 - nth);
                    self.nest(&packed, &order, newborn, 0, (1 << N) - 1, &mut [0; N])?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Chooses the cells of the lines from the `nth` of `order` on, within `within`.
    fn nest(
        &mut self,
        packed: &Rows<N>,
        order: &[usize; N],
        newborn: Newborn,
        nth: usize,
        within: u8,
        others: &mut Rows<N>,
    ) -> ControlFlow<B> {
        let Some(&line) = order.get(nth) else {
            let at = newborn.cell::<N>(others[newborn.line]);
            let mut whole = *others;
            whole[newborn.line] |= u64::from(newborn.rank) << (8 * at);
            return self.emit(others, &whole, newborn.line, at, newborn.rank);
        };
        let count = lines::length(packed[line]);
        let mut cells = 0u8;
        // All subsets of `within`, the empty one first.
        loop {
            if cells.count_ones() as usize == count {
                others[line] = lines::spread(packed[line], cells);
                if line != newborn.line || newborn.fits::<N>(cells) {
                    self.nest(packed, order, newborn, nth + 1, cells, others)?;
                }
            }
            cells = cells.wrapping_sub(within) & within;
            if cells == 0 {
                return ControlFlow::Continue(());
            }
        }
    }

    fn emit(
        &mut self,
        others: &Rows<N>,
        whole: &Rows<N>,
        line: usize,
        at: usize,
        rank: u8,
    ) -> ControlFlow<B> {
        // A slide that changes nothing is no move.
        if *whole == self.after {
            return ControlFlow::Continue(());
        }
        let step = Step { cell: cell::<N>(self.slide, line, at), rank, slide: self.slide };
        (self.visit)(&unframe(others, self.slide), step)
    }
}

/// The cell at the place `at` of a line of the frame.
pub(crate) fn cell<const N: usize>(slide: Direction, line: usize, at: usize) -> u8 {
    let cell = Size::new(N).map_or(0, |size| size.line_cell(slide, line, at));
    u8::try_from(cell).unwrap_or(u8::MAX)
}

/// The newborn as a place in the order of its line: `at` tiles stand before it.
#[derive(Clone, Copy)]
struct Newborn {
    line: usize,
    at: usize,
    rank: u8,
}

impl Newborn {
    /// Whether a cell is free between its neighbours, if they stand on `cells`.
    fn fits<const N: usize>(self, cells: u8) -> bool {
        let (low, high) = self.range::<N>(cells);
        low < high
    }

    /// The free cells between its neighbours, from the first to one past the last.
    fn range<const N: usize>(self, cells: u8) -> (usize, usize) {
        let mut low = 0;
        let mut seen = 0;
        for at in 0..N {
            if cells >> at & 1 != 0 {
                if seen == self.at {
                    return (low, at);
                }
                seen += 1;
                low = at + 1;
            }
        }
        (low, N)
    }

    /// The cell for it, as far from the edge as its neighbours allow: if that is where the slide
    /// takes it, there is no other.
    fn cell<const N: usize>(self, others: u64) -> usize {
        let cells =
            (0..N).fold(0, |cells, at| cells | u8::from(lines::rank(others, at) != 0) << at);
        self.range::<N>(cells).1 - 1
    }
}
