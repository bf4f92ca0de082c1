//! Free play from laid rows to a search back that left them alone.

use super::super::aims::View;
use super::super::bridge::{fours_before, goals, whole};
use super::super::corner::turned;
use super::super::limits::Limits;
use super::super::meet::{Meeting, meet};
use super::super::node::{Rows, half_sum, tiles};
use super::super::trace::Layers;
use super::ground::Ground;
use super::laying::Laying;
use crate::build;
use crate::game::board::Size;
use crate::witness::{Rule, Witness};

/// Half sums beyond what lies about after the rows: boards of the search to aim at.
const AIMS: [u64; 3] = [20, 40, 8];

/// Births beyond the board aimed at.
const BEYOND: u64 = 60;

/// The rows that a search back left alone, and what it came to.
pub(super) struct Left<'a, const N: usize> {
    pub(super) ground: &'a Ground<N>,
    pub(super) layers: &'a Layers<N>,
}

impl<const N: usize> Left<'_, N> {
    /// A game through boards on which those rows are laid, if there are some now, and how many
    /// boards were looked at.
    pub(super) fn join(&self, laying: &Laying<N>, limits: &Limits<'_>) -> (Option<Witness>, u64) {
        let ends = laying.ends(self.ground.count).unwrap_or_default();
        let mut by_sum: Vec<(u64, u32)> =
            ends.iter().map(|&end| (half_sum(&laying.node(end).rows), end)).collect();
        by_sum.sort_unstable();
        let mut looks = 0;
        for same in by_sum.chunk_by(|one, other| one.0 == other.0) {
            let ends: Vec<u32> = same.iter().map(|&(_, end)| end).collect();
            let mut targets: Vec<Rows<N>> = Vec::new();
            for target in AIMS.iter().filter_map(|more| self.target(same[0].0 + more)) {
                if targets.contains(&target) {
                    continue;
                }
                targets.push(target);
                let (game, more) = self.meet(laying, &ends, &target, limits);
                looks += more;
                if game.is_some() {
                    return (game, looks);
                }
            }
        }
        (None, looks)
    }

    /// The same from boards with equal sums, toward one of the search.
    fn meet(
        &self,
        laying: &Laying<N>,
        ends: &[u32],
        target: &Rows<N>,
        limits: &Limits<'_>,
    ) -> (Option<Witness>, u64) {
        let Left { ground, layers } = *self;
        let starts = ends.iter().map(|&end| laying.node(end));
        let starts: Vec<_> = starts.map(|node| (node.slide, node.rows)).collect();
        let sum = starts.first().map_or(0, |(_, rows)| half_sum(rows));
        let view = View::new(target, N * ground.count);
        let meeting = Meeting {
            starts,
            goals: goals(layers, layers.all.len(), ground.symmetry, &view),
            last: layers.all.len() - 1,
            missing: half_sum(target).saturating_sub(sum),
            beyond: BEYOND,
            view,
        };
        let (way, looks) = meet(meeting, limits);
        let game = way.and_then(|way| {
            let fours = fours_before(layers, &way)?;
            let (start, steps) = laying.game(*ends.get(way.start)?)?;
            let rule = Rule::from_board(&start, steps);
            let size = Size::new(N)?;
            let rules = build::with_fours(size, &[rule], fours)?;
            let built = Witness { size, rules, end: layers.end() };
            whole(layers, ground.symmetry, &built, &way)
        });
        (game, looks)
    }

    /// The board of the search with about that half sum and the fewest tiles, turned; with about
    /// the least one that it came to if that is more.
    fn target(&self, sum: u64) -> Option<Rows<N>> {
        let Left { ground, layers } = self;
        let least = layers.last().iter().map(|node| half_sum(&node.rows)).min()?;
        let sum = sum.max(least);
        let stands = ground.stands();
        let boards = layers.all.iter().flatten();
        let near = boards
            .filter(|node| half_sum(&node.rows).abs_diff(sum) <= 3 && stands.are_on(&node.rows));
        let turned = near.map(|node| turned(&node.rows, ground.symmetry));
        turned.min_by_key(|rows| (tiles(rows), *rows))
    }
}
