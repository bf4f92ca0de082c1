//! The attempts at one row, and what they came to on the way.

use super::failures::Failures;
use super::order::Block;
use std::cmp::Reverse;

/// The most beginnings that are kept.
const MOST: usize = 24;

/// Boards with which to begin an attempt.
#[derive(Clone, Debug)]
pub(super) struct Beginning {
    /// The tiles of the row that stand, and boards with them; none at first.
    pub(super) begun: Option<(Block, Vec<u32>)>,
    /// The boards looked at in attempts from there.
    cost: u64,
}

impl Beginning {
    /// What it cost counts the less the more stands.
    fn weight(&self) -> u64 {
        let stands = 1 + self.begun.as_ref().map_or(0, |(block, _)| block.len() as u64);
        self.cost / (stands * stands)
    }
}

/// The attempts at one row.
#[derive(Clone, Debug)]
pub(super) struct Trials {
    pub(super) attempts: usize,
    /// The boards looked at before the first one on what is below it now.
    pub(super) began: u64,
    /// The most boards looked at until it was laid.
    pub(super) cost: u64,
    pub(super) failures: Failures,
    /// The first one has nothing of the row.
    beginnings: Vec<Beginning>,
}

impl Trials {
    /// The next attempt is one of this number.
    pub(super) fn new(attempts: usize) -> Self {
        let beginnings = vec![Beginning { begun: None, cost: 0 }];
        Self { attempts, began: 0, cost: 0, failures: Failures::default(), beginnings }
    }

    /// Goes on with other boards on which the rows before stand, once so many were looked at.
    pub(super) fn begin(&mut self, looks: u64) {
        self.began = looks;
        self.beginnings.truncate(1);
        self.beginnings[0].cost = 0;
    }

    /// The beginning for the next attempt: of those on which least was spent the newest one.
    pub(super) fn next(&self) -> usize {
        let weight = |&at: &usize| (self.beginnings[at].weight(), Reverse(at));
        (0..self.beginnings.len()).min_by_key(weight).unwrap_or(0)
    }

    pub(super) fn beginning(&self, at: usize) -> &Beginning {
        &self.beginnings[at]
    }

    /// Adds what was looked at from a beginning to its cost.
    pub(super) fn spend(&mut self, at: usize, looks: u64) {
        self.beginnings[at].cost += looks;
    }

    /// With some tiles of the row. What cost most is forgotten once there are too many.
    pub(super) fn add(&mut self, block: Block, boards: Vec<u32>) {
        self.beginnings.push(Beginning { begun: Some((block, boards)), cost: 0 });
        if self.beginnings.len() > MOST {
            let worst = (1..MOST).max_by_key(|&at| self.beginnings[at].weight());
            self.beginnings.remove(worst.unwrap_or(1));
        }
    }

    /// Forgets one that leads nowhere, but for the first one.
    pub(super) fn remove(&mut self, at: usize) {
        if at > 0 {
            self.beginnings.remove(at);
        }
    }

    /// The boards of all beginnings.
    pub(super) fn boards_mut(&mut self) -> impl Iterator<Item = &mut Vec<u32>> {
        let begun = self.beginnings.iter_mut().filter_map(|beginning| beginning.begun.as_mut());
        begun.map(|(_, boards)| boards)
    }
}
