//! The search for a game through a board that has hardly more than the rows of a ground.

use super::super::beam::{Beam, Control, Turn};
use super::super::limits::Limits;
use super::super::report::{Outcome, Phase, PhaseKind};
use super::stage::Stage;
use super::start::{Offers, Start, own};
use crate::game::{Board, Ledger};
use std::cmp::Reverse;
use std::time::{Duration, Instant};

/// The most stages from boards of other searches side by side, next to one from the state itself.
const OFFERED: usize = 2;

/// What those at hand cost before another one begins, and the one that came to the least before
/// it is given up for another one.
const ANOTHER: u64 = 700_000;
const GIVEN_UP: u64 = 3 * ANOTHER;

/// The first attempt at a row of the other search.
const OTHER: usize = 5;

/// The layers of another search that are looked through for starts.
const RECENT: usize = 64;

/// Tries a few starts side by side.
pub(crate) struct RowSearch<const N: usize> {
    births: u64,
    control: Control,
    /// For the rows of one stage, in bytes.
    memory: usize,
    /// From the state itself, the next one last.
    own: Vec<Start<N>>,
    salt: usize,
    offers: Offers<N>,
    stages: Vec<Stage<N>>,
    /// What the stages cost.
    cost: u64,
    /// What they may have cost before it pauses.
    pause: u64,
    phase: Phase,
}

impl<const N: usize> RowSearch<N> {
    /// `control` is for the searches back; the memory in it is for all.
    pub(crate) fn new(board: &Board, ledger: &Ledger, control: Control) -> Self {
        Self::with(own(board, ledger), ledger, control, 0)
    }

    /// Another one, which begins at another edge if there is one, and lays rows in other ways first.
    pub(crate) fn other(board: &Board, ledger: &Ledger, control: Control) -> Self {
        let mut own = own(board, ledger);
        let last = own.len().saturating_sub(2);
        own[last..].reverse();
        Self::with(own, ledger, control, OTHER)
    }

    fn with(own: Vec<Start<N>>, ledger: &Ledger, control: Control, salt: usize) -> Self {
        // A search that leaves so much alone stays small.
        let back = control.memory / 3;
        // Twice as much for the rows of the state itself.
        let memory = (control.memory - back) / (2 + OFFERED);
        Self {
            births: ledger.births(),
            control: Control { memory: back / (1 + OFFERED), ..control },
            memory,
            own,
            salt,
            offers: Offers::default(),
            stages: Vec::new(),
            cost: 0,
            pause: 0,
            phase: Phase {
                kind: PhaseKind::Rows,
                attempts: 0,
                boards: 0,
                layers: 0,
                births_left: ledger.births(),
                elapsed: Duration::ZERO,
                outcome: Outcome::Stopped,
            },
        }
    }

    /// The most rows that were laid in a stage at hand.
    pub(crate) fn rows(&self) -> usize {
        self.stages.iter().map(Stage::rows).max().unwrap_or(0)
    }

    /// The same of the state itself.
    pub(crate) fn own_rows(&self) -> usize {
        let own = self.stages.iter().filter(|stage| !stage.is_offered);
        own.map(Stage::rows).max().unwrap_or(0)
    }

    /// What it did so far.
    pub(crate) const fn phase(&self) -> Phase {
        self.phase
    }

    /// Takes note of what other searches came to last.
    pub(crate) fn offer_all(&mut self, beams: &[Beam<N>]) {
        for layers in beams.iter().map(Beam::layers) {
            self.offers.add(layers, layers.all.len().saturating_sub(RECENT));
        }
    }

    /// Goes on for about as long as a beam that looks at so many boards, or as long as there is
    /// something to do.
    pub(crate) fn advance(&mut self, looks: u64, limits: &Limits<'_>) -> Turn {
        let began = Instant::now();
        // What one attempt took too long the next turns lack.
        self.pause = self.pause.saturating_add(looks);
        let turn = self.run(limits);
        self.phase.elapsed += began.elapsed();
        if matches!(turn, Turn::Found(_)) {
            self.phase.outcome = Outcome::Built;
        }
        turn
    }

    fn run(&mut self, limits: &Limits<'_>) -> Turn {
        while self.cost < self.pause {
            if limits.are_reached() {
                return Turn::GaveUp;
            }
            self.begin();
            // Rows that come are worth more time.
            let value = |stage: &Stage<N>| stage.cost / (1 + stage.rows() as u64);
            let Some(at) = (0..self.stages.len()).min_by_key(|&at| value(&self.stages[at])) else {
                self.pause = self.cost;
                return Turn::Paused;
            };
            let stage = &mut self.stages[at];
            let (cost, kept) = (stage.cost, stage.kept());
            let step = stage.step(limits);
            self.cost += stage.cost - cost;
            self.phase.boards += (stage.kept() - kept) as u64;
            self.phase.layers = self.phase.layers.max(stage.depth());
            self.phase.births_left = self.births.saturating_sub(self.phase.layers);
            match step {
                Turn::Found(game) => return Turn::Found(game),
                Turn::Paused => {}
                Turn::GaveUp => {
                    self.stages.remove(at);
                }
            }
        }
        Turn::Paused
    }

    /// Begins with what is worth it.
    fn begin(&mut self) {
        if self.stages.iter().all(|stage| stage.is_offered) {
            let start = self.own.pop();
            self.add(start);
        }
        let offered = self.stages.iter().filter(|stage| stage.is_offered);
        if self.offers.is_empty() || offered.clone().any(|stage| stage.cost < ANOTHER) {
            return;
        }
        if offered.count() == OFFERED {
            let offered = (0..self.stages.len()).filter(|&at| self.stages[at].is_offered);
            let progress = |stage: &Stage<N>| stage.rows() * N / stage.count();
            let least = offered.min_by_key(|&at| {
                let stage = &self.stages[at];
                (progress(stage), Reverse(stage.cost))
            });
            let Some(least) = least.filter(|&least| self.stages[least].cost >= GIVEN_UP) else {
                return;
            };
            self.stages.remove(least);
        }
        let start = self.offers.next();
        self.add(start);
    }

    fn add(&mut self, start: Option<Start<N>>) {
        let stage = start.map(|start| {
            let memory = if start.is_offered { self.memory } else { 2 * self.memory };
            Stage::new(start, self.control, memory, self.salt)
        });
        self.phase.attempts += u64::from(stage.is_some());
        self.stages.extend(stage);
    }
}
