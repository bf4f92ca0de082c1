//! The rest of the way at once: a board whose large tiles stand in order need not be followed
//! back step by step. The builder makes those tiles, and free play goes on from what it leaves.

use super::aims::View;
use super::corner::{self, Ordered, turned};
use super::limits::Limits;
use super::meet::{Goal, Goals, Meeting, Way, meet};
use super::node::{Rows, Step, half_sum, rows};
use super::trace::Layers;
use crate::build::{self, Built, Fours, Recipe, Towers};
use crate::game::board::{Direction, Size, Symmetry};
use crate::game::fast::Engine;
use crate::witness::Witness;
use rustc_hash::FxHashMap;
use std::time::Duration;

/// The same for all states.
pub(crate) static TOWERS: Towers = Towers::new();

/// What building a chain costs, in boards that a beam looks at in the same time.
const BUILD: u64 = 20_000;

/// How many boards of free play a beam's one is worth.
const CHEAPER: u64 = 30;

/// The layers of the search whose boards are goals.
const LAYERS: usize = 40;

/// Births beyond the board aimed at: boards of the search with more tiles may be met.
const BEYOND: u64 = 30;

/// Ways by the builder, with what was built before.
#[derive(Default)]
pub(crate) struct Bridges {
    /// By chain; `None` if it could not be built.
    built: FxHashMap<Vec<u8>, Option<Built>>,
    /// What they cost so far, in boards that a beam looks at in the same time.
    pub(crate) cost: u64,
}

impl Bridges {
    /// A game through a node of the last layers, found from the board `ordered`.
    pub(crate) fn game<const N: usize>(
        &mut self,
        layers: &Layers<N>,
        ordered: &Ordered<N>,
        limits: &Limits<'_>,
    ) -> Option<Witness> {
        let size = Size::new(N)?;
        let recipe = Recipe { size, ranks: ordered.chain.clone(), fours: Fours::Fewest, seed: 0 };
        if !self.built.contains_key(&ordered.chain) {
            self.cost += BUILD;
            if building_time(size.side(), &ordered.chain) > limits.left() {
                return None;
            }
        }
        let built = self
            .built
            .entry(ordered.chain.clone())
            .or_insert_with(|| TOWERS.build(&recipe).ok())
            .as_ref()?;
        let built_rows: Rows<N> = rows(built.verified.board());
        let missing = half_sum(&ordered.rows).checked_sub(half_sum(&built_rows))?;
        let view = View::new(&ordered.rows, ordered.chain.len());
        let meeting = Meeting {
            starts: slides(&built_rows, &view),
            goals: goals(layers, LAYERS, ordered.symmetry, &view),
            last: layers.all.len() - 1,
            missing,
            beyond: BEYOND,
            view,
        };
        let (met, looks) = meet(meeting, limits);
        self.cost += looks / CHEAPER;
        let way = met?;
        let fours = fours_before(layers, &way)?;
        let built = TOWERS.build(&Recipe { fours: Fours::Exactly(fours), ..recipe }).ok()?;
        whole(layers, ordered.symmetry, &built.witness, &way)
    }
}

/// The boards that a slide makes of `rows`, without moving what `view` wants to stay.
fn slides<const N: usize>(rows: &Rows<N>, view: &View<N>) -> Vec<(Direction, Rows<N>)> {
    let before = Engine::of_rows(*rows);
    Direction::ALL
        .into_iter()
        .map(|slide| (slide, before.slide(slide)))
        .filter(|(_, after)| after.differs(&before) && view.stands.are_on(after.rows()))
        .map(|(slide, after)| (slide, *after.rows()))
        .collect()
}

/// How long a tower for these ranks may take on a slow machine: it cannot be stopped half-way.
fn building_time(side: usize, ranks: &[u8]) -> Duration {
    let reach = ranks.iter().enumerate().map(|(at, &rank)| at + usize::from(rank)).max();
    Duration::from_secs(match (side, reach.unwrap_or(0)) {
        (0..=4, _) => 1,
        (_, 0..=24) => 3,
        (5, _) => 5,
        (6, _) => 10,
        (_, ..=32) => 9,
        _ => 60,
    })
}

/// The ways to see boards of the last layer in order, the best first.
pub(crate) fn orders<const N: usize>(layers: &Layers<N>) -> Vec<Ordered<N>> {
    let mut all: Vec<Ordered<N>> = Vec::new();
    for node in layers.last() {
        for order in corner::orders(&node.rows) {
            // All boards of the layer are goals: one of them is enough to aim at.
            let known =
                |other: &Ordered<N>| other.symmetry == order.symmetry && other.chain == order.chain;
            if !all.iter().any(known) {
                all.push(order);
            }
        }
    }
    all.sort_by_key(|order| order.rest);
    all
}

/// The boards of the last layers, turned, that have what `view` wants to stay.
pub(crate) fn goals<const N: usize>(
    layers: &Layers<N>,
    count: usize,
    symmetry: Symmetry,
    view: &View<N>,
) -> Goals<N> {
    let first = layers.all.len().saturating_sub(count);
    let mut goals = Goals::default();
    for (layer, nodes) in layers.all.iter().enumerate().skip(first) {
        for (at, node) in nodes.iter().enumerate() {
            let rows = turned(&node.rows, symmetry);
            if view.stands.are_on(&rows) {
                goals.insert(rows, Goal::Node { layer, at });
            }
        }
    }
    goals
}

/// How many 4s are born before the way begins: as many as are left there for what is built.
pub(crate) fn fours_before<const N: usize>(layers: &Layers<N>, way: &Way) -> Option<u64> {
    let node = layers.all.get(way.layer)?.get(way.at)?;
    let born = way.steps.iter().filter(|step| step.rank == 2).count() as u64;
    layers.fours(way.layer, &node.rows).checked_sub(born)
}

/// The game of `built`, then the way to a node of the search, and on from there.
pub(crate) fn whole<const N: usize>(
    layers: &Layers<N>,
    symmetry: Symmetry,
    built: &Witness,
    way: &Way,
) -> Option<Witness> {
    let back = symmetry.inverse();
    let size = Size::new(N)?;
    let turn = |step: &Step| {
        let cell = back.cell(size, usize::from(step.cell));
        Step {
            cell: u8::try_from(cell).unwrap_or(step.cell),
            slide: step.slide.under(back),
            ..*step
        }
    };
    let before: Vec<Step> = way.steps.iter().map(turn).collect();
    let moves = layers.moves(way.first.under(back), &before, way.layer, way.at)?;
    let mut witness = build::turned(built, back);
    witness.rules.last_mut()?.steps.extend(moves);
    witness.end = layers.end();
    Some(witness)
}
