//! The table opened when the first state asks for it, once for all threads.

use super::cache::CachePlace;
use super::table::{BuildError, Progress, Table};
use rayon::ThreadPoolBuilder;
use std::fmt;
use std::sync::OnceLock;
use std::thread;

/// What is told while the table is built.
type Tell = dyn Fn(Progress) + Send + Sync;

/// A table that is read or built when it is first asked for.
pub struct OnDemand {
    place: CachePlace,
    tell: Box<Tell>,
    opened: OnceLock<Result<Table, BuildError>>,
}

impl OnDemand {
    /// A table kept at `place`; `tell` is called again and again while it is built.
    #[must_use]
    pub fn new(place: CachePlace, tell: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Self { place, tell: Box::new(tell), opened: OnceLock::new() }
    }

    /// The table; see [`Table::open_or_build`].
    ///
    /// # Errors
    /// If it had to be built and is not what it must be.
    pub fn get(&self) -> Result<&Table, BuildError> {
        self.opened.get_or_init(|| self.open()).as_ref().map_err(|&error| error)
    }

    /// Opens the table on a thread and a pool of its own: a thread of the caller's pool would
    /// take up other states while it waits, and one of them may wait for this very table.
    fn open(&self) -> Result<Table, BuildError> {
        let open = || Table::open_or_build(&self.place, &self.tell).map(|(table, _)| table);
        thread::scope(|scope| {
            let opening = thread::Builder::new().spawn_scoped(scope, || {
                ThreadPoolBuilder::new().build().map_or_else(|_| open(), |pool| pool.install(open))
            });
            opening.ok().and_then(|thread| thread.join().ok())
        })
        .unwrap_or(Err(BuildError { boards: 0 }))
    }
}

impl fmt::Debug for OnDemand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OnDemand").field("place", &self.place).finish_non_exhaustive()
    }
}
