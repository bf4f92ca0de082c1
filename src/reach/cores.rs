//! Threads that decisions side by side share.

use std::sync::atomic::{AtomicUsize, Ordering};

/// How many threads decisions may use together. A decision always has its own; while others are
/// not needed it searches with two at once.
#[derive(Debug)]
pub struct Cores {
    most: usize,
    busy: AtomicUsize,
}

impl Cores {
    /// So many.
    #[must_use]
    pub const fn new(most: usize) -> Self {
        Self { most, busy: AtomicUsize::new(0) }
    }

    /// A thread that works anyway.
    pub(crate) fn own(&self) -> Busy<'_> {
        self.busy.fetch_add(1, Ordering::Relaxed);
        Busy(self)
    }

    /// One more, if it is not needed.
    pub(crate) fn spare(&self) -> Option<Busy<'_>> {
        let more = |busy: usize| (busy < self.most).then_some(busy + 1);
        self.busy.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).ok()?;
        Some(Busy(self))
    }
}

/// A thread at work.
pub(crate) struct Busy<'a>(&'a Cores);

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.busy.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Does two things, at once if a thread is to spare for it.
pub(crate) fn both<A, B: Send>(
    cores: Option<&Cores>,
    one: impl FnOnce() -> A,
    other: impl FnOnce() -> B + Send,
) -> (A, B) {
    let Some(busy) = cores.and_then(Cores::spare) else { return (one(), other()) };
    std::thread::scope(|scope| {
        let other = scope.spawn(|| {
            let _busy = busy;
            other()
        });
        let one = one();
        match other.join() {
            Ok(other) => (one, other),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_threads_than_there_are() {
        let cores = Cores::new(2);
        let own = cores.own();
        let spare = cores.spare();
        assert!(spare.is_some() && cores.spare().is_none());
        drop(spare);
        assert!(cores.spare().is_some());
        // A decision has its own thread even where there are fewer.
        let others = [cores.own(), cores.own()];
        assert!(cores.spare().is_none());
        drop(others);
        drop(own);
        for cores in [Some(&cores), None] {
            assert_eq!(both(cores, || 1, || 2), (1, 2));
        }
    }
}
