//! Looking for the first state that fails.

use super::{Reached, Source};
use crate::input::State;
use rayon::prelude::*;

/// A state that fails.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its number in the source.
    pub index: u64,
    /// The state.
    pub reached: Reached,
}

/// How many states of the source were tried, and the first that failed.
#[derive(Clone, Debug)]
pub struct Hunt {
    /// All states below this number were tried, up to the one found.
    pub tried: u64,
    /// The one found.
    pub found: Option<Found>,
}

/// Tries the states of `source` in their order, `batch` of them side by side, until one fails or
/// `stop` says so between two batches. Of several that fail in a batch it is the first: the same
/// one however many are tried at a time.
#[must_use]
pub fn hunt(
    source: &Source,
    batch: u64,
    fails: &(dyn Fn(&State) -> bool + Sync),
    mut stop: impl FnMut(u64) -> bool,
) -> Hunt {
    let batch = batch.max(1);
    let mut tried = 0;
    while !stop(tried) {
        let end = tried.saturating_add(batch);
        let found = (tried..end).into_par_iter().find_map_first(|index| {
            let reached = source.state(index)?;
            fails(&reached.state()).then_some(Found { index, reached })
        });
        if let Some(found) = found {
            return Hunt { tried: found.index.saturating_add(1), found: Some(found) };
        }
        tried = end;
    }
    Hunt { tried, found: None }
}
