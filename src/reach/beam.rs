//! The promising ways back, a few boards a layer, with a retreat when they rot.
//!
//! Tiles that multiply are how a beam rots, long before it runs out of boards; so a layer whose
//! smallest board has many more tiles than boards before it had counts as dead. The search then
//! goes back some layers and comes again with a wider beam, narrow again once it is past.

use super::limits::Limits;
use super::node::{Node, Rows, canonical};
use super::outlook::{Aim, outlook};
use super::promising::{Effort, promising_steps};
use super::random::{Stream, digest};
use super::report::{Outcome, Phase, PhaseKind};
use super::trace::Layers;
use crate::game::{Board, Ledger};
use crate::witness::Witness;
use rustc_hash::FxHashSet;
use std::time::Instant;

/// How the beam is steered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Control {
    /// Boards a layer where nothing is in the way.
    pub(crate) width: usize,
    /// The most boards a layer.
    pub(crate) widest: usize,
    /// Tiles above the least so far that make a layer dead.
    pub(crate) growth: u8,
    pub(crate) seed: u64,
}

struct Candidate<const N: usize> {
    cost: i64,
    tiles: u8,
    node: Node<N>,
}

/// Searches until a game is found or the limits are reached.
pub(crate) fn sweep<const N: usize>(
    board: &Board,
    ledger: &Ledger,
    control: Control,
    limits: &Limits<'_>,
) -> (Option<Witness>, Phase) {
    let began = Instant::now();
    let mut beam = Beam::<N>::new(board, ledger, control);
    let witness = beam.run(limits);
    let phase = Phase {
        kind: PhaseKind::Beam,
        boards: beam.boards,
        layers: beam.deepest,
        births_left: ledger.births().saturating_sub(beam.deepest),
        elapsed: began.elapsed(),
        outcome: if witness.is_some() { Outcome::Found } else { Outcome::Stopped },
    };
    (witness, phase)
}

struct Beam<const N: usize> {
    control: Control,
    layers: Layers<N>,
    /// For each layer the fewest tiles on a board of it or of a layer before.
    least: Vec<u8>,
    aim: Aim,
    stream: Stream,
    /// How often it died near here.
    level: u32,
    /// The layer up to which the beam is wide.
    wide_until: usize,
    boards: u64,
    /// Boards in memory.
    kept: usize,
    deepest: u64,
}

impl<const N: usize> Beam<N> {
    fn new(board: &Board, ledger: &Ledger, control: Control) -> Self {
        let layers = Layers::<N>::from_state(board, ledger);
        let tiles = u8::try_from(board.tile_count()).unwrap_or(u8::MAX);
        Self {
            control,
            kept: layers.last().len(),
            layers,
            least: vec![tiles],
            aim: Aim::of(ledger.fours, ledger.births()),
            stream: Stream::new(control.seed),
            level: 0,
            wide_until: 0,
            boards: 0,
            deepest: 1,
        }
    }

    fn run(&mut self, limits: &Limits<'_>) -> Option<Witness> {
        loop {
            let depth = self.layers.all.len();
            if self.layers.births() == 2 {
                let game = (0..self.layers.last().len()).find_map(|at| self.layers.game(at));
                if game.is_some() {
                    return game;
                }
            }
            if limits.are_reached() || depth == 0 || !self.fits(limits) {
                return None;
            }
            let level = if depth <= self.wide_until { self.level } else { 0 };
            let width = (self.control.width << level.min(20)).min(self.control.widest);
            let layer = self.layer_before(width, level);
            let fewest = layer.iter().map(|candidate| candidate.tiles).min();
            let least = self.least.last().copied().unwrap_or(u8::MAX);
            let allowed = least
                .saturating_add(self.control.growth)
                .saturating_add(u8::try_from(2 * self.level.min(20)).unwrap_or(0));
            match fewest {
                Some(fewest) if fewest <= allowed => {
                    self.boards += layer.len() as u64;
                    self.kept += layer.len();
                    self.least.push(least.min(fewest));
                    self.layers.all.push(layer.into_iter().map(|c| c.node).collect());
                    self.deepest = self.deepest.max(self.layers.all.len() as u64);
                    if depth > self.wide_until + 20 {
                        self.level = 0;
                    }
                }
                Some(_) | None => self.retreat(depth),
            }
        }
    }

    /// Whether the layers are within the memory allowed.
    fn fits(&mut self, limits: &Limits<'_>) -> bool {
        let most = limits.memory / size_of::<Node<N>>() / 2;
        if self.kept > most {
            self.layers.forget_dead_ends();
            self.kept = self.layers.all.iter().map(Vec::len).sum();
        }
        self.kept <= most
    }

    fn retreat(&mut self, depth: usize) {
        self.level += 1;
        self.wide_until = self.wide_until.max(depth + 5);
        let kept = depth.saturating_sub(8 << self.level.min(20)).max(1);
        for layer in self.layers.all.drain(kept..) {
            self.kept -= layer.len();
        }
        self.least.truncate(kept);
    }

    /// The best boards one birth before the last layer.
    fn layer_before(&mut self, width: usize, level: u32) -> Vec<Candidate<N>> {
        let births = self.layers.births();
        if births <= 2 {
            return Vec::new();
        }
        let births = births - 1;
        let effort = Effort { rounds: 1 + level };
        let mut found: Vec<Candidate<N>> = Vec::new();
        let keep = 4 * width + 64;
        let mut bar = i64::MAX;
        for (parent, node) in (0u32..).zip(self.layers.last()) {
            let newborns = self.layers.newborns(&node.rows);
            let salt = self.stream.next();
            let aim = self.aim;
            promising_steps(&node.rows, newborns, effort, &mut self.stream, &mut |rows, step| {
                let fours = newborns.fours - u64::from(step.rank == 2);
                let Some(view) = outlook(rows, births, fours, aim) else { return };
                let noise = (digest(rows, salt) >> 59).cast_signed();
                let cost = view.cost + noise;
                if cost > bar {
                    return;
                }
                found.push(Candidate {
                    cost,
                    tiles: view.tiles,
                    node: Node { rows: *rows, parent, step },
                });
                if found.len() >= 2 * keep {
                    found.select_nth_unstable_by_key(keep, key);
                    found.truncate(keep);
                    bar = found.iter().map(|c| c.cost).max().unwrap_or(i64::MAX);
                }
            });
        }
        found.sort_unstable_by_key(key);
        let mut seen = FxHashSet::<Rows<N>>::default();
        let mut layer = Vec::with_capacity(width);
        for candidate in found {
            if seen.insert(canonical(&candidate.node.rows)) {
                layer.push(candidate);
                if layer.len() == width {
                    break;
                }
            }
        }
        layer
    }
}

/// The order of candidates: by cost, and any fixed order among equals.
fn key<const N: usize>(candidate: &Candidate<N>) -> (i64, Rows<N>, u32, u8, u8) {
    let Node { rows, parent, step } = candidate.node;
    (candidate.cost, rows, parent, step.cell, step.rank)
}
