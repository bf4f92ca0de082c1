//! Towers that are kept: the programs depend on the size and on how far they reach, not on the
//! tiles of a recipe, and searching for them is most of the work of a build.

use super::assemble::{Built, build_with};
use super::recipe::{BuildError, Recipe};
use super::tower::{Stuck, Tower, tower};
use crate::game::board::Size;
use crate::with_side;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The towers so far, by size and reach.
type Known = BTreeMap<(Size, usize), Result<Arc<Tower>, Stuck>>;

/// A builder that keeps its towers.
#[derive(Debug, Default)]
pub struct Towers {
    known: Mutex<Known>,
}

impl Towers {
    /// A builder without towers.
    #[must_use]
    pub const fn new() -> Self {
        Self { known: Mutex::new(BTreeMap::new()) }
    }

    /// Builds what the recipe asks for, as [`super::build`] does, but it may use a taller tower
    /// than the recipe needs, which leaves other small tiles behind.
    ///
    /// # Errors
    /// As for [`super::build`].
    pub fn build(&self, recipe: &Recipe) -> Result<Built, BuildError> {
        build_with(recipe, &|size, reach| self.raise(size, reach))
    }

    fn raise(&self, size: Size, reach: usize) -> Result<Arc<Tower>, Stuck> {
        let reach = stage(size, reach);
        // Held while a tower is raised: who else needs it waits for it.
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let raised = known.entry((size, reach)).or_insert_with(|| {
            with_side!(size, N => tower::<N>(size, reach, &|_, _| {})).map(Arc::new)
        });
        raised.clone()
    }
}

/// How far the tower reaches that serves for `reach`: few heights, so that few towers do, and
/// heights that are quickly raised.
fn stage(size: Size, reach: usize) -> usize {
    let top = size.cells() + 1;
    let stages = match size.side() {
        ..=4 => [10, 13],
        5 => [18, 21],
        6 => [20, 24],
        _ => [16, 24],
    };
    stages.into_iter().find(|&stage| reach <= stage && stage < top).unwrap_or(reach)
}
