//! The promising ways back, a few boards a layer, with a retreat when they rot.
//!
//! Tiles that multiply are how a beam rots, long before it runs out of boards; so a layer whose
//! smallest board has many more tiles than boards before it had counts as dead. The search then
//! goes back some layers and comes again with a wider beam, narrow again once it is past.

use super::bridge::{Bridges, orders};
use super::limits::Limits;
use super::node::{Node, Rows, Step, canonical, tiles};
use super::outlook::{Taste, outlook};
use super::promising::{Effort, promising_steps};
use super::random::{Stream, digest};
use super::report::{Outcome, Phase, PhaseKind};
use super::stands::Stands;
use super::trace::Layers;
use crate::game::{Board, Ledger};
use crate::witness::Witness;
use rustc_hash::FxHashSet;
use std::time::{Duration, Instant};

/// How the beam is steered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Control {
    /// Boards a layer where nothing is in the way.
    pub(crate) width: usize,
    /// The most boards a layer.
    pub(crate) widest: usize,
    /// Of 64 steps back as many are looked at: missing most lets different boards through.
    pub(crate) share: u64,
    pub(crate) taste: Taste,
    /// Boards looked at since the search last came further back, before it gives up.
    pub(crate) patience: u64,
    /// Memory for its boards, in bytes.
    pub(crate) memory: usize,
    pub(crate) seed: u64,
}

/// The births from which on games are built or laid: fewer are followed back as quickly.
pub(crate) const FEW: u64 = 600;

/// A game of more births takes long to follow back to its start.
pub(crate) const LONG: u64 = 3_000;

/// How many boards a search looks at in about a second.
const ADVANCE: u64 = 600_000;

/// A search that leaves tiles alone and died so often near some place is over.
const DEAD: u32 = 6;

/// Tiles above the least so far that make a layer dead.
const GROWTH: u8 = 5;

struct Candidate<const N: usize> {
    cost: i64,
    /// Any fixed order among equals.
    tie: u64,
    tiles: u8,
    node: Node<N>,
}

/// How a turn of a beam ended.
pub(crate) enum Turn {
    /// With a game.
    Found(Witness),
    /// It may go on.
    Paused,
    /// It is at the end of its patience, or at a limit.
    GaveUp,
}

pub(crate) struct Beam<const N: usize> {
    control: Control,
    layers: Layers<N>,
    /// For each layer the fewest tiles on a board of it or of a layer before.
    least: Vec<u8>,
    stream: Stream,
    /// The layers that it began with.
    base: usize,
    /// How often it died near here.
    level: u32,
    /// The layer up to which the beam is wide.
    wide_until: usize,
    boards: u64,
    /// Boards in memory.
    kept: usize,
    deepest: u64,
    /// The depth from which on the builder is asked again.
    cross_at: usize,
    bridges: Bridges,
    /// What it leaves alone; then the builder is not asked.
    standing: Option<Stands<N>>,
    births: u64,
    elapsed: Duration,
    outcome: Outcome,
    /// Boards looked at.
    looks: u64,
    patience_until: u64,
}

impl<const N: usize> Beam<N> {
    pub(crate) fn new(board: &Board, ledger: &Ledger, control: Control) -> Self {
        Self::from_layers(Layers::<N>::from_state(board, ledger), control)
    }

    fn from_layers(layers: Layers<N>, control: Control) -> Self {
        let fewest = |nodes: &Vec<Node<N>>| nodes.iter().map(|node| tiles(&node.rows)).min();
        let fewest = layers.all.iter().map(fewest);
        let least = fewest.scan(u8::MAX, |least, fewest| {
            *least = fewest
                .and_then(|tiles| u8::try_from(tiles).ok())
                .map_or(*least, |tiles| tiles.min(*least));
            Some(*least)
        });
        Self {
            control,
            base: layers.all.len(),
            kept: layers.all.iter().map(Vec::len).sum(),
            births: layers.births() + layers.all.len() as u64,
            deepest: layers.all.len() as u64,
            least: least.collect(),
            layers,
            stream: Stream::new(control.seed),
            level: 0,
            wide_until: 0,
            boards: 0,
            cross_at: 0,
            bridges: Bridges::default(),
            standing: None,
            elapsed: Duration::ZERO,
            outcome: Outcome::Stopped,
            looks: 0,
            patience_until: control.patience,
        }
    }

    /// A search on from the last of some layers that leaves rows alone.
    pub(crate) fn beside(layers: Layers<N>, control: Control, standing: Stands<N>) -> Self {
        Self { standing: Some(standing), ..Self::from_layers(layers, control) }
    }

    /// Its boards.
    pub(crate) const fn layers(&self) -> &Layers<N> {
        &self.layers
    }

    /// Goes on for about `looks` boards looked at.
    pub(crate) fn advance(&mut self, looks: u64, limits: &Limits<'_>) -> Turn {
        let began = Instant::now();
        let turn = self.run(self.looks.saturating_add(looks), limits);
        self.elapsed += began.elapsed();
        turn
    }

    /// What it did so far.
    pub(crate) fn phase(&self) -> Phase {
        Phase {
            kind: PhaseKind::Beam,
            attempts: 1,
            boards: self.boards,
            layers: self.deepest,
            births_left: self.births.saturating_sub(self.deepest),
            elapsed: self.elapsed,
            outcome: self.outcome,
        }
    }

    fn run(&mut self, pause: u64, limits: &Limits<'_>) -> Turn {
        loop {
            if self.looks >= pause {
                return Turn::Paused;
            }
            let depth = self.layers.all.len();
            if self.layers.births() == 2 {
                let game = (0..self.layers.last().len()).find_map(|at| self.layers.game(at));
                if let Some(game) = game {
                    self.outcome = Outcome::Found;
                    return Turn::Found(game);
                }
            }
            if limits.are_reached()
                || self.looks > self.patience_until
                || depth == 0
                || self.standing.is_some() && self.level > DEAD
                || !self.fits()
            {
                return Turn::GaveUp;
            }
            if let Some(game) = self.cross(limits) {
                self.outcome = Outcome::Built;
                return Turn::Found(game);
            }
            let level = if depth <= self.wide_until { self.level } else { 0 };
            let width = (self.control.width << level.min(20)).min(self.control.widest);
            let layer = self.layer_before(width, level);
            let fewest = layer.iter().map(|candidate| candidate.tiles).min();
            let least = self.least.last().copied().unwrap_or(u8::MAX);
            let allowed = least
                .saturating_add(GROWTH)
                .saturating_add(u8::try_from(2 * self.level.min(20)).unwrap_or(0));
            match fewest {
                Some(fewest) if fewest <= allowed => {
                    self.boards += layer.len() as u64;
                    self.kept += layer.len();
                    self.least.push(least.min(fewest));
                    self.layers.all.push(layer.into_iter().map(|c| c.node).collect());
                    let reached = self.layers.all.len() as u64;
                    if reached > self.deepest {
                        self.deepest = reached;
                        // The further back it came, the more it is worth.
                        self.patience_until =
                            self.looks + self.control.patience.max(2 * self.looks);
                    }
                    if depth > self.wide_until + 20 {
                        self.level = 0;
                    }
                }
                Some(_) | None => self.retreat(depth),
            }
        }
    }

    /// A game by way of the builder, if a board of the last layer stands in order. Costs no more
    /// than the search itself.
    fn cross(&mut self, limits: &Limits<'_>) -> Option<Witness> {
        let depth = self.layers.all.len();
        if self.standing.is_some()
            || depth < self.cross_at
            || self.layers.births() < FEW
            || self.bridges.cost > self.credit()
        {
            return None;
        }
        let orders = orders(&self.layers);
        if !orders.is_empty() {
            self.cross_at = depth + 8;
        }
        orders.iter().take(4).find_map(|order| {
            (self.bridges.cost <= self.credit())
                .then(|| self.bridges.game(&self.layers, order, limits))
                .flatten()
        })
    }

    /// What asking the builder may have cost by now, in boards looked at: half as much as the
    /// search did, with an advance if the game is long, and after a while if it is not.
    fn credit(&self) -> u64 {
        if self.births > LONG {
            (self.looks + ADVANCE) / 2
        } else {
            self.looks.saturating_sub(ADVANCE) / 2
        }
    }

    /// Whether the layers are within the memory allowed.
    fn fits(&mut self) -> bool {
        let most = self.control.memory / size_of::<Node<N>>() / 2;
        if self.kept > most {
            self.layers.forget_dead_ends();
            self.kept = self.layers.all.iter().map(Vec::len).sum();
        }
        self.kept <= most
    }

    fn retreat(&mut self, depth: usize) {
        self.level += 1;
        self.wide_until = self.wide_until.max(depth + 5);
        let kept = depth.saturating_sub(8 << self.level.min(20)).max(self.base);
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
        let standing = self.standing.as_ref();
        let effort = Effort { samples: 4 << level.min(4), share: self.control.share };
        let mut found: Vec<Candidate<N>> = Vec::new();
        let keep = 3 * width + 16;
        let mut bar = i64::MAX;
        let stands = standing.map_or([0; N], |standing| standing.mask);
        for (parent, node) in (0u32..).zip(self.layers.last()) {
            let newborns = self.layers.newborns(&node.rows);
            let salt = self.stream.next();
            let taste = self.control.taste;
            let looks = &mut self.looks;
            let mut visit = |rows: &Rows<N>, step: Step| {
                *looks += 1;
                if standing.is_some_and(|standing| !standing.are_on(rows)) {
                    return;
                }
                let fours = newborns.fours - u64::from(step.rank == 2);
                let Some(view) = outlook(rows, births, fours, taste, &stands, bar) else { return };
                let tie = digest(rows, salt ^ u64::from(step.cell));
                let cost = view.cost + (tie >> 59).cast_signed();
                if cost >= bar {
                    return;
                }
                let node = Node { rows: *rows, parent, step };
                found.push(Candidate { cost, tie, tiles: view.tiles, node });
                if found.len() >= 2 * keep {
                    found.select_nth_unstable_by_key(keep, key);
                    found.truncate(keep);
                    bar = found.iter().map(|candidate| candidate.cost).max().unwrap_or(i64::MAX);
                }
            };
            let stream = &mut self.stream;
            promising_steps(&node.rows, &stands, newborns, effort, stream, &mut visit);
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

/// The order of candidates.
const fn key<const N: usize>(candidate: &Candidate<N>) -> (i64, u64) {
    (candidate.cost, candidate.tie)
}
