//! Which way a rank is passed is the cheapest.

use super::super::piece::{Means, Place, Task};
use super::super::price;
use super::{Choice, Maker, falling};

/// To pass a rank on purpose.
const ON_PURPOSE: u32 = 100;
/// To raise the gap tile, for each rank beyond the cells of its column.
const CRAMPED: u32 = 200;
/// The most such ranks, and the largest rank of a gap tile.
const MOST_CRAMPED: u8 = 3;
const LARGEST_GAP: u8 = 8;
/// A gap tile that does not begin as a 2, for each rank.
const GAP: u32 = 20;

impl<const N: usize> Maker<'_, N> {
    /// To make a tile by a pass of the rank before.
    pub(super) fn pass(&mut self, task: Task) -> Option<(u32, Choice)> {
        let (rank, place, beside) = task;
        let passed = rank - 1;
        let failed = self.failures.price(task, Means::Pass);
        let column = u8::try_from(N - self.row).unwrap_or(0);
        let mut best: Option<(u32, Choice)> = None;
        for gap in 2..=(column + MOST_CRAMPED).min(passed).min(LARGEST_GAP) {
            let length = usize::from(passed - gap);
            if place.at + length + 2 > N {
                continue;
            }
            let Some((base, price)) = self.base(gap, length, place, beside) else { continue };
            let cost = failed
                + ON_PURPOSE
                + price::room_above((place.at + length).saturating_sub(1))
                + self.line_cost(falling(passed, gap), place, beside)
                + CRAMPED * u32::from(gap.saturating_sub(column))
                + price
                + self.cost(passed, place.further(length + 1), base);
            if best.is_none_or(|best| cost < best.0) {
                best = Some((cost, Choice::Pass { base, gap }));
            }
        }
        best
    }

    /// The rank with which the gap tile begins behind so many falling ones, and what it costs.
    fn base(&mut self, gap: u8, length: usize, place: Place, beside: u8) -> Option<(u8, u32)> {
        let under = self.below(place.further(length));
        // It must not equal the tile below on the way.
        let past = if under >= gap { 1 } else { under + 1 };
        if length > 0 {
            let base = (under != gap && past < gap).then_some(past)?;
            return Some((base, GAP * u32::from(base - 1)));
        }
        let there = self.lying.at_wall(place.left);
        let may_stay = place.at == 0 && there > 0 && there < gap && (under >= gap || there > under);
        let base = if may_stay { there } else { past };
        if base >= gap || base == beside {
            return None;
        }
        let first =
            if place.at == 0 { self.cost(base, place, beside) } else { GAP * u32::from(base - 1) };
        Some((base, first + price::next_to(gap, beside)))
    }
}
