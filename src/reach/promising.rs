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
    /// Of 64 steps as many are offered: missing most lets different boards through.
    pub(crate) share: u64,
}

/// Hands promising boards before `rows` (settled, without the newborn) to `visit`. No tile in the
/// bytes `stands` is split, and none moves or is the newborn if they are the first ones of lines.
pub(crate) fn promising_steps<const N: usize>(
    rows: &Rows<N>,
    stands: &Rows<N>,
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
        let stands = frame(stands, slide).map(lines::cells);
        let choices = std::array::from_fn(|line| Choices::of::<N>(after[line], stands[line]));
        if choices.iter().any(|choice| choice.count == 0) {
            continue;
        }
        let standing = stands.map(|cells| cells.trailing_ones() as usize);
        let from_far = standing.iter().all(|&count| count % N == 0);
        let share = effort.share;
        let finder = Finder { after, choices, standing, from_far, newborns, slide, share };
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
    /// For each length before the slide the best choice that makes the line at least so long: the
    /// one with the fewest splits, by the smallest largest split tile.
    at_least: [u64; 8],
    /// The longest that a choice makes the line.
    longest: usize,
}

impl Choices {
    /// Those that split none of the cells `stands`.
    fn of<const N: usize>(line: u64, stands: u8) -> Self {
        let splits = Splits::of(line, N);
        let mut choices =
            Self { masks: [0; 16], before: [0; 16], count: 0, at_least: [0; 8], longest: 0 };
        let mut tops = [u8::MAX; 8];
        let length = lines::length(line);
        for &mask in splits.masks().iter().filter(|&mask| mask & stands == 0) {
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
                choices.at_least[before] = choices.before[nth];
                choices.longest = choices.longest.max(before);
            }
        }
        for length in (0..choices.longest).rev() {
            if tops[length] == u8::MAX {
                choices.at_least[length] = choices.at_least[length + 1];
            }
        }
        choices
    }

    /// The choice with the fewest splits that makes the line at least `least` long.
    fn at_least(&self, least: usize) -> Option<u64> {
        (least <= self.longest).then(|| self.at_least[least])
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
    /// How many of the first tiles of each line stand.
    standing: [usize; N],
    /// Whether lines may be filled from the far side: what stands in a part of one would move.
    from_far: bool,
    newborns: Newborns,
    slide: Direction,
    share: u64,
}

/// The end of its line from which a line fills its cells.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Near,
    Far,
}

impl<const N: usize> Finder<N> {
    /// Whether to offer this one.
    const fn offers(&self, stream: &mut Stream) -> bool {
        stream.next() & 63 < self.share
    }

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
        let standing = self.standing[line];
        if length <= standing {
            return;
        }
        // Along the axis of the slide: the outermost tile.
        let end = self.newborns.allow(lines::rank(before, length - 1)) && self.offers(stream);
        let start =
            standing == 0 && self.newborns.allow(lines::rank(before, 0)) && self.offers(stream);
        if (end || start)
            && let Some(whole) = self.fill(line, before, extra, stream)
        {
            if end {
                self.emit_end(&whole, line, visit);
            }
            if start {
                self.emit_start(&whole, line, visit);
            }
        }
        for at in standing..length {
            let rank = lines::rank(before, at);
            // Equal tiles side by side: either gives the same board.
            if !self.newborns.allow(rank)
                || (at > 0 && lines::rank(before, at - 1) == rank && at + 1 < length)
            {
                continue;
            }
            for across in [Across::FirstLine, Across::LastLine] {
                let near = self.offers(stream).then_some(Side::Near);
                let far = (self.offers(stream) && self.from_far).then_some(Side::Far);
                if near.or(far).is_none() {
                    continue;
                }
                if let Some(packed) = self.stack(line, before, at, across, extra, stream) {
                    for side in [near, far].into_iter().flatten() {
                        self.emit_across(&packed, line, at, rank, side, visit);
                    }
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
        side: Side,
        visit: &mut impl FnMut(&Rows<N>, Step),
    ) {
        let own = lines::length(packed[line]);
        // With a hole for the newborn, which stands behind so many tiles from that side.
        let behind = match side {
            Side::Near => at,
            Side::Far => own - at,
        };
        let mut others = [0; N];
        for (other, &tiles) in others.iter_mut().zip(packed) {
            let length = lines::length(tiles);
            let hole = behind < length && length <= own;
            *other = match side {
                Side::Near if hole => lines::with_gap(tiles, behind),
                Side::Near => tiles,
                Side::Far if hole => {
                    lines::with_gap(tiles, length - behind) << (8 * (N - 1 - length))
                }
                Side::Far => tiles << (8 * (N - length)),
            };
        }
        // Behind all of them it stands as far away as it can.
        let from_side = if behind == own { N - 1 } else { behind };
        let place = match side {
            Side::Near => from_side,
            Side::Far => N - 1 - from_side,
        };
        let mut whole = others;
        whole[line] |= u64::from(rank) << (8 * place);
        if whole != self.after {
            self.emit(&others, line, place, rank, visit);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reach::lines::word;
    use crate::reach::node::rank_in;
    use crate::reach::stands::Stands;
    use std::collections::HashSet;

    /// No tile that stands is split or born, and what leaves them alone anyway is still offered.
    #[test]
    fn tiles_that_stand_are_left_alone() {
        let rows: Rows<5> = [
            word(&[5, 2, 6, 1, 4]),
            word(&[3, 1, 4, 2, 1]),
            word(&[2, 3, 1, 0, 0]),
            word(&[1, 0, 0, 0, 0]),
            word(&[0; 5]),
        ];
        let stands = Stands::of(&rows, 0..5);
        let offered = |stands: &Rows<5>| {
            let newborns = Newborns { twos: 9, fours: 9 };
            let effort = Effort { samples: 0, share: 64 };
            let mut stream = Stream::new(1);
            let mut boards = HashSet::new();
            promising_steps(&rows, stands, newborns, effort, &mut stream, &mut |before, step| {
                boards.insert((*before, step.cell, step.rank));
            });
            boards
        };
        let (all, left_alone) = (offered(&[0; 5]), offered(&stands.mask));
        assert!(left_alone.iter().all(|(before, ..)| stands.are_on(before)));
        assert!(left_alone.iter().all(|&(before, cell, _)| rank_in(&before, cell.into()) == 0));
        let some = all.iter().filter(|(before, ..)| stands.are_on(before)).count();
        assert!((1..all.len()).contains(&some));
        assert!(
            all.iter().filter(|step| stands.are_on(&step.0)).all(|step| left_alone.contains(step))
        );
    }
}
