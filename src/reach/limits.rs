//! When a search has to stop.

use super::cores::Cores;
use super::exact::OnDemand;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How much a decision may cost.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// Time for searches, over all of them; zero tests the cheap conditions only. Time decides
    /// nothing but whether a verdict is `undecided`.
    pub budget: Duration,
    /// Memory for the boards of a search, in bytes.
    pub memory: usize,
    /// Set by another thread to stop early; the verdict is `undecided` then.
    pub cancelled: Option<&'a AtomicBool>,
    /// The table that decides every 3×3 state. Building it is not part of the budget.
    pub table: Option<&'a OnDemand>,
    /// The threads that decisions share; none but its own without.
    pub cores: Option<&'a Cores>,
}

impl Default for Options<'_> {
    /// 10 seconds, 512 MB, no table and one thread.
    fn default() -> Self {
        Self {
            budget: Duration::from_secs(10),
            memory: 512 << 20,
            cancelled: None,
            table: None,
            cores: None,
        }
    }
}

/// The same, while time runs.
pub(crate) struct Limits<'a> {
    deadline: Option<Instant>,
    pub(crate) memory: usize,
    cancelled: Option<&'a AtomicBool>,
    pub(crate) cores: Option<&'a Cores>,
}

impl<'a> Limits<'a> {
    pub(crate) fn start(options: &Options<'a>) -> Self {
        Self {
            // A budget past the end of the clock is no limit.
            deadline: Instant::now().checked_add(options.budget),
            memory: options.memory,
            cancelled: options.cancelled,
            cores: options.cores,
        }
    }

    /// The time that is left.
    pub(crate) fn left(&self) -> Duration {
        self.deadline.map_or(Duration::MAX, |end| end.saturating_duration_since(Instant::now()))
    }

    /// Whether time is up or somebody asked to stop.
    pub(crate) fn are_reached(&self) -> bool {
        self.cancelled.is_some_and(|cancelled| cancelled.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
