//! What failed in a row, so that it is done in another way the next time.

use super::piece::{Means, Task};
use rustc_hash::FxHashMap;

/// The price of the first failure; the next ones cost twice as much and this once more.
const FIRST: u32 = 400;

/// The most that failures cost.
const MOST: u32 = 10_000;

/// The tiles at which attempts at a row stopped, and how they were to be made.
#[derive(Clone, Debug, Default)]
pub(super) struct Failures(FxHashMap<(Task, Means), u32>);

impl Failures {
    pub(super) fn add(&mut self, task: Task, means: Means) {
        let price = self.0.entry((task, means)).or_default();
        *price = (2 * *price + FIRST).min(MOST);
    }

    /// What it costs to try that once more.
    pub(super) fn price(&self, task: Task, means: Means) -> u32 {
        self.0.get(&(task, means)).copied().unwrap_or(0)
    }
}
