//! Promising steps back: few splits, tidy columns, and every tile that can be the newborn.
//!
//! What it offers is a part of what [`super::reverse`] enumerates, in the same frames.

use super::lines::{self, Splits};
use super::node::{Rows, Step, frame, unframe};
use super::random::Stream;
use super::reverse::{Newborns, cell};
use crate::game::Direction;

/// How widely to look.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    /// Samples with random additional splits, for each direction that the board is settled toward.
    pub(crate) samples: u32,
}

/// Hands promising boards before `rows` (settled, without the newborn) to `visit`.
pub(crate) fn promising_steps<const N: usize>(
    rows: &Rows<N>,
    newborns: Newborns,
    effort: Effort,
    stream: &mut Stream,
    visit: &mut impl FnMut(&Rows<N>, Step),
) {
    for slide in Direction::ALL {
        let after = frame(rows, slide);
        if !after.iter().all(|&line| lines::is_packed(line)) {
            continue;
        }
        let choices = after.map(Choices::of::<N>);
        if choices.iter().any(|choice| choice.count == 0) {
            continue;
        }
        let finder = Finder { after, choices, newborns, slide };
        for line in 0..N {
            for nth in 0..finder.choices[line].count {
                finder.with_newborn_in(line, nth, Extra::Nowhere, stream, visit);
            }
        }
        for _ in 0..effort.samples {
            let line = stream.below(N);
            let nth = stream.below(finder.choices[line].count);
            finder.with_newborn_in(line, nth, Extra::Somewhere, stream, visit);
        }
    }
}

/// Whether other lines than the newborn's are split more than they need to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extra {
    Nowhere,
    Somewhere,
}

/// The legal splits of a line, with what they lead to.
#[derive(Clone, Copy)]
struct Choices {
    masks: [u8; 16],
    before: [u64; 16],
    count: usize,
    /// For each length before the slide: the best choice, by the smallest largest split tile.
    best: [Option<u8>; 8],
}

impl Choices {
    fn of<const N: usize>(line: u64) -> Self {
        let splits = Splits::of(line, N);
        let mut choices = Self { masks: [0; 16], before: [0; 16], count: 0, best: [None; 8] };
        let mut tops = [u8::MAX; 8];
        let length = lines::length(line);
        for &mask in splits.masks() {
            let nth = choices.count;
            choices.masks[nth] = mask;
            choices.before[nth] = lines::expanded(line, mask);
            choices.count += 1;
            let top = (0..length)
                .filter(|at| mask >> at & 1 != 0)
                .map(|at| lines::rank(line, at))
                .max()
                .unwrap_or(0);
            let before = length + mask.count_ones() as usize;
            if top < tops[before] {
                tops[before] = top;
                choices.best[before] = u8::try_from(nth).ok();
            }
        }
        choices
    }

    /// The choice with the fewest splits that makes the line at least `least` long.
    fn at_least(&self, least: usize) -> Option<u64> {
        let nth = self.best.get(least..)?.iter().find_map(|&choice| choice)?;
        Some(self.before[usize::from(nth)])
    }
}

/// Where the tiles other than the newborn are settled, seen in the frame of the slide.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Across {
    FirstLine,
    LastLine,
}

struct Finder<const N: usize> {
    after: Rows<N>,
    choices: [Choices; N],
    newborns: Newborns,
    slide: Direction,
}

impl<const N: usize> Finder<N> {
    fn with_newborn_in(
        &self,
        line: usize,
        nth: usize,
        extra: Extra,
        stream: &mut Stream,
        visit: &mut impl FnMut(&Rows<N>, Step),
    ) {
        let before = self.choices[line].before[nth];
        let length = lines::length(before);
        if length == 0 {
            return;
        }
        // Along the axis of the slide: the outermost tile.
        if let Some(mut whole) = self.fill(line, before, extra, stream) {
            if self.newborns.allow(lines::rank(before, length - 1)) {
                self.emit_end(&whole, line, visit);
            }
            if self.newborns.allow(lines::rank(before, 0)) {
                whole[line] = before;
                self.emit_start(&whole, line, visit);
            }
        }
        for at in 0..length {
            let rank = lines::rank(before, at);
            // Equal tiles side by side: either gives the same board.
            if !self.newborns.allow(rank)
                || (at > 0 && lines::rank(before, at - 1) == rank && at + 1 < length)
            {
                continue;
            }
            for across in [Across::FirstLine, Across::LastLine] {
                if let Some(packed) = self.stack(line, before, at, across, extra, stream) {
                    self.emit_across(&packed, line, at, rank, visit);
                }
            }
        }
    }

    /// The other lines, split as little as possible, or a little more.
    fn fill(&self, line: usize, before: u64, extra: Extra, stream: &mut Stream) -> Option<Rows<N>> {
        let mut whole = self.after;
        for (other, word) in whole.iter_mut().enumerate() {
            *word = if other == line {
                before
            } else {
                let length = lines::length(self.after[other]);
                self.pick(other, length, extra, stream)?
            };
        }
        Some(whole)
    }

    fn pick(&self, line: usize, least: usize, extra: Extra, stream: &mut Stream) -> Option<u64> {
        let choice = &self.choices[line];
        if extra == Extra::Somewhere && stream.once_in(3) {
            let more = choice.at_least(least.max(lines::length(self.after[line])) + 1);
            if more.is_some() {
                return more;
            }
        }
        choice.at_least(least)
    }

    /// The lines before the slide, the newborn still in its own, so that without it their lengths
    /// fall away from the edge that they are settled toward.
    fn stack(
        &self,
        line: usize,
        before: u64,
        at: usize,
        across: Across,
        extra: Extra,
        stream: &mut Stream,
    ) -> Option<Rows<N>> {
        let mut packed = [0; N];
        let mut least = 0;
        for nth in 0..N {
            let other = match across {
                Across::FirstLine => N - 1 - nth,
                Across::LastLine => nth,
            };
            packed[other] = if other == line {
                let without = lines::without(before, at);
                if lines::length(without) < least {
                    return None;
                }
                without
            } else {
                self.pick(other, least, extra, stream)?
            };
            least = lines::length(packed[other]);
        }
        Some(packed)
    }

    fn emit_end(&self, whole: &Rows<N>, line: usize, visit: &mut impl FnMut(&Rows<N>, Step)) {
        let length = lines::length(whole[line]);
        let rank = lines::rank(whole[line], length - 1);
        if length == N && *whole == self.after {
            return;
        }
        let mut others = *whole;
        others[line] = lines::without(others[line], length - 1);
        self.emit(&others, line, N - 1, rank, visit);
    }

    fn emit_start(&self, whole: &Rows<N>, line: usize, visit: &mut impl FnMut(&Rows<N>, Step)) {
        let rank = lines::rank(whole[line], 0);
        let single = lines::length(whole[line]) == 1;
        let mut others = *whole;
        others[line] >>= 8;
        let others = others.map(|word| word << (8 * (N - lines::length(word))));
        let at = if single { N - 1 } else { 0 };
        let mut moved = others;
        moved[line] |= u64::from(rank) << (8 * at);
        if moved != self.after {
            self.emit(&others, line, at, rank, visit);
        }
    }

    fn emit_across(
        &self,
        packed: &Rows<N>,
        line: usize,
        at: usize,
        rank: u8,
        visit: &mut impl FnMut(&Rows<N>, Step),
    ) {
        let lengths = packed.map(lines::length);
        let own = lengths[line];
        // With the hole for the newborn: the cells of its line, from either end.
        let near = holed(own, at);
        let far = holed(own, own - at);
        let sets = |set: u8, mirror: bool| {
            let mut others = [0; N];
            for other in 0..N {
                let cells = subset_chain(set, own, lengths[other]);
                let cells = if mirror { mirrored_cells::<N>(cells) } else { cells };
                others[other] = lines::spread(packed[other], cells);
            }
            others
        };
        for (set, mirror) in [(near, false), (far, true)] {
            let others = sets(set, mirror);
            let place = if mirror {
                // From the far end: behind `own - at` tiles.
                if at == 0 { 0 } else { N - 1 - (own - at) }
            } else if at == own {
                N - 1
            } else {
                at
            };
            let mut whole = others;
            whole[line] |= u64::from(rank) << (8 * place);
            if whole != self.after {
                self.emit(&others, line, place, rank, visit);
            }
        }
    }

    fn emit(
        &self,
        others: &Rows<N>,
        line: usize,
        at: usize,
        rank: u8,
        visit: &mut impl FnMut(&Rows<N>, Step),
    ) {
        let step = Step { cell: cell::<N>(self.slide, line, at), rank, slide: self.slide };
        visit(&unframe(others, self.slide), step);
    }
}

/// The first `count` cells but for a hole behind `at` of them; no hole at the end.
const fn holed(count: usize, at: usize) -> u8 {
    if at >= count { first(count) } else { first(count + 1) & !(1 << at) }
}

const fn first(count: usize) -> u8 {
    0x7f >> (7 - count)
}

/// `length` cells that hold, or are held by, the `own` cells of `set`.
fn subset_chain(set: u8, own: usize, length: usize) -> u8 {
    if length > own {
        return first(length);
    }
    let mut cells = set;
    for _ in length..own {
        // Without the last one.
        cells &= !(0x80u8 >> cells.leading_zeros());
    }
    cells
}

fn mirrored_cells<const N: usize>(cells: u8) -> u8 {
    cells.reverse_bits() >> (8 - N)
}
