//! One start at a time: a search back from it that leaves its rows alone, the rows laid, and free
//! play from there to the search.

use super::super::aims::View;
use super::super::beam::{Beam, Control, Turn};
use super::super::bridge::{fours_before, goals, whole};
use super::super::corner::turned;
use super::super::limits::Limits;
use super::super::meet::{Meeting, meet};
use super::super::node::{Rows, half_sum, tiles};
use super::ground::Ground;
use super::laying::Laying;
use super::start::Start;
use crate::build;
use crate::game::board::Size;
use crate::witness::{Rule, Witness};

/// A rest so small that the rows may as well be laid without it, as half a sum.
const LITTLE: u64 = 4;

/// A rest with which they are laid if less is hard to come to.
const FEW: u64 = 12;

/// The boards that a search back looks at: from the state itself, from a board of another search,
/// until little is left, and in one go.
const BACK: u64 = 1_000_000;
const BACK_OFFERED: u64 = 80_000;
const BACK_FEW: u64 = 240_000;
const STEP: u64 = 40_000;

/// How many boards that are looked at cost as much as one of a beam that leaves nothing alone: on
/// the way back, where most of them do not leave the rows alone; while rows are laid; and in free
/// play.
const STAYED: u64 = 2;
const LAID: u64 = 3;
const MET: u64 = 4;

/// Half sums beyond what lies about after the rows: boards of the search to aim at.
const AIMS: [u64; 3] = [20, 40, 8];

/// Births beyond the board aimed at.
const BEYOND: u64 = 60;

/// The rows of one start.
pub(super) struct Stage<const N: usize> {
    pub(super) ground: Ground<N>,
    /// Whether another search offered it.
    pub(super) is_offered: bool,
    /// What it cost, in boards as those of a beam that leaves nothing alone.
    pub(super) cost: u64,
    beam: Beam<N>,
    /// The boards that the beam looked at.
    looks: u64,
    /// Once the beam came back to little else.
    laying: Option<Laying<N>>,
    /// For rows in the making, in bytes.
    memory: usize,
}

impl<const N: usize> Stage<N> {
    /// `control` is for the search back.
    pub(super) fn new(start: Start<N>, control: Control, memory: usize) -> Self {
        let Start { ground, layers, is_offered, .. } = start;
        let beam = Beam::beside(layers, control, ground.stands);
        Self { ground, is_offered, cost: 0, beam, looks: 0, laying: None, memory }
    }

    /// The most rows that were laid.
    pub(super) fn rows(&self) -> usize {
        self.laying.as_ref().map_or(0, Laying::rows)
    }

    /// The boards that were kept while rows were laid.
    pub(super) fn kept(&self) -> usize {
        self.laying.as_ref().map_or(0, Laying::kept)
    }

    /// How many births the search back went back.
    pub(super) fn depth(&self) -> u64 {
        self.beam.layers().all.len() as u64
    }

    /// Goes on a little. It gives up where it came to nothing.
    pub(super) fn step(&mut self, limits: &Limits<'_>) -> Turn {
        let goes_on = if let Some(laying) = &mut self.laying {
            let looks = laying.looks();
            let goes_on = laying.advance(limits);
            self.cost += (laying.looks() - looks) / LAID;
            let (game, looks) = self.join(limits);
            self.cost += looks / MET;
            if let Some(game) = game {
                return Turn::Found(game);
            }
            goes_on
        } else {
            self.cost += STEP / STAYED;
            self.back(limits)
        };
        if goes_on { Turn::Paused } else { Turn::GaveUp }
    }

    /// Goes back some way. Returns whether it is worth going on.
    fn back(&mut self, limits: &Limits<'_>) -> bool {
        let turn = self.beam.advance(STEP, limits);
        self.looks += STEP;
        let most = if self.is_offered { BACK_OFFERED } else { BACK };
        let goes_on = matches!(turn, Turn::Paused) && self.looks < most;
        let sums = self.beam.layers().last().iter().map(|node| half_sum(&node.rows));
        let rest = sums.min().map_or(u64::MAX, |sum| sum - self.ground.laid);
        if rest <= LITTLE || rest <= FEW && (!goes_on || self.looks >= BACK_FEW) {
            self.laying = Some(Laying::new(&self.ground.rows, self.ground.count, self.memory));
            return true;
        }
        goes_on
    }

    /// A game from boards on which all rows are laid, if there are some, and how many boards were
    /// looked at.
    fn join(&self, limits: &Limits<'_>) -> (Option<Witness>, u64) {
        let mut looks = 0;
        let laying = self.laying.as_ref();
        let Some((laying, ends)) = laying.and_then(|laying| Some((laying, laying.ends()?))) else {
            return (None, looks);
        };
        let mut by_sum: Vec<(u64, u32)> =
            ends.iter().map(|&end| (half_sum(&laying.node(end).rows), end)).collect();
        by_sum.sort_unstable();
        for same in by_sum.chunk_by(|one, other| one.0 == other.0) {
            let ends: Vec<u32> = same.iter().map(|&(_, end)| end).collect();
            for more in AIMS {
                let (game, more) = self.meet(laying, &ends, more, limits);
                looks += more;
                if game.is_some() {
                    return (game, looks);
                }
            }
        }
        (None, looks)
    }

    /// The same from boards with equal sums, toward one with half a sum of `more` more.
    fn meet(
        &self,
        laying: &Laying<N>,
        ends: &[u32],
        more: u64,
        limits: &Limits<'_>,
    ) -> (Option<Witness>, u64) {
        let layers = self.beam.layers();
        let starts = ends.iter().map(|&end| laying.node(end));
        let starts: Vec<_> = starts.map(|node| (node.slide, node.rows)).collect();
        let sum = starts.first().map_or(0, |(_, rows)| half_sum(rows));
        let Some(target) = self.target(sum + more) else { return (None, 0) };
        let view = View::new(&target, N * self.ground.count);
        let meeting = Meeting {
            starts,
            goals: goals(layers, layers.all.len(), self.ground.symmetry, &view),
            last: layers.all.len() - 1,
            missing: half_sum(&target).saturating_sub(sum),
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
            whole(layers, self.ground.symmetry, &built, &way)
        });
        (game, looks)
    }

    /// The board of the search with about that half sum and the fewest tiles, turned.
    fn target(&self, sum: u64) -> Option<Rows<N>> {
        let boards = self.beam.layers().all.iter().flatten();
        let stands = &self.ground.stands;
        let near = boards
            .filter(|node| half_sum(&node.rows).abs_diff(sum) <= 3 && stands.are_on(&node.rows));
        let turned = near.map(|node| turned(&node.rows, self.ground.symmetry));
        turned.min_by_key(|rows| (tiles(rows), *rows))
    }
}
