//! The searches for a game to a state, side by side.

use super::beam::{Beam, Control, FEW, LONG, Turn};
use super::cores::{Cores, both};
use super::lay::RowSearch;
use super::limits::Limits;
use super::node::rows;
use super::outlook::Taste;
use super::random::{digest, mix};
use super::report::{Outcome, Phase, Report};
use crate::game::{Board, Ledger};
use crate::witness::Witness;

/// Follows the promising ways back: a few beams of different tastes in turn, so that a slow one
/// keeps none from what another finds soon. Rows are laid beside, which lead to what all of them
/// came to. What is found, but for limits, does not depend on the threads there are.
pub(super) fn search<const N: usize>(
    board: &Board,
    ledger: &Ledger,
    limits: &Limits<'_>,
    report: &mut Report,
) -> Option<Witness> {
    let births = ledger.births();
    let long = births > LONG;
    let lays = births > FEW && N >= LARGE;
    let memory = if lays { limits.memory / 2 } else { limits.memory };
    let count = if long { BEAMS } else { 1 };
    let share = count as u64;
    let mut beams = Beams::<N>::new(board, ledger, count, memory, |taste| taste);
    let scouts = usize::from(long);
    // In parts: scouts, rows, and other rows once those come.
    let part = memory / (2 + scouts);
    let for_laying = || control::<N>(board, ledger, 0, part);
    let mut beside = lays.then(|| Beside {
        scouts: Beams::new(board, ledger, scouts, part, for_rows),
        rows: RowSearch::<N>::new(board, ledger, for_laying()),
    });
    // The same rows in other ways.
    let mut other: Option<RowSearch<N>> = None;
    let _own = limits.cores.map(Cores::own);
    let mut turns = 0;
    let found = loop {
        let mut laying = beside.as_mut().filter(|_| turns >= EARLY);
        let cores = limits.cores.filter(|_| laying.is_some());
        let (found, laid) = both(
            cores,
            || beams.advance(limits).or_else(|| lay(other.as_mut()?, share, limits)),
            || laying.as_mut().and_then(|beside| beside.advance(share, limits)),
        );
        if let Some(witness) = found.or(laid) {
            break Some(witness);
        }
        if let Some(beside) = &mut beside {
            beside.rows.offer_all(&beams.running);
            if other.is_none() && beside.rows.own_rows() > 0 {
                other = Some(RowSearch::other(board, ledger, for_laying()));
            }
        }
        turns += 1;
        if limits.are_reached() {
            break None;
        }
    };
    let scouted = beside.as_ref().map(|beside| beside.scouts.phases());
    let rows = beside.map(|beside| beside.rows).into_iter().chain(other);
    let laid = rows.map(|rows| rows.phase()).filter(|phase| phase.attempts > 0);
    let mut phases: Vec<Phase> =
        scouted.into_iter().flatten().chain(beams.phases()).chain(laid).collect();
    // The end of what found the game is the end of the search.
    phases.sort_by_key(|phase| matches!(phase.outcome, Outcome::Found | Outcome::Built));
    phases.into_iter().for_each(|phase| report.add(phase));
    found
}

/// The least side on which rows are laid: smaller boards are decided without.
const LARGE: usize = 5;

/// How many beams search for a long game.
const BEAMS: usize = 2;

/// The turns of the beams before rows are laid.
const EARLY: u32 = 2;

/// The boards that a beam looks at in its turn.
const TURN: u64 = 100_000;

/// Beams in turn. One that gives up is followed by another one.
struct Beams<'a, const N: usize> {
    running: Vec<Beam<N>>,
    /// What those did that gave up.
    ended: Vec<Phase>,
    next: Box<dyn FnMut() -> Beam<N> + Send + 'a>,
}

impl<'a, const N: usize> Beams<'a, N> {
    /// So many at a time, with so much memory for all; `prefer` changes the taste of an attempt.
    fn new(
        board: &'a Board,
        ledger: &'a Ledger,
        count: usize,
        memory: usize,
        prefer: fn(Taste) -> Taste,
    ) -> Self {
        let mut attempts = 0u32..;
        let mut next = move || {
            let attempt = attempts.next().unwrap_or(u32::MAX);
            let control = control::<N>(board, ledger, attempt, memory / count.max(1));
            let taste = prefer(control.taste);
            Beam::new(board, ledger, Control { taste, ..control })
        };
        let running = (0..count).map(|_| next()).collect();
        Self { running, ended: Vec::new(), next: Box::new(next) }
    }

    /// Each one's turn.
    fn advance(&mut self, limits: &Limits<'_>) -> Option<Witness> {
        for beam in &mut self.running {
            match beam.advance(TURN, limits) {
                Turn::Paused => {}
                Turn::Found(witness) => return Some(witness),
                Turn::GaveUp => {
                    self.ended.push(beam.phase());
                    *beam = (self.next)();
                }
            }
        }
        None
    }

    /// What all of them did so far.
    fn phases(&self) -> Vec<Phase> {
        self.ended.iter().copied().chain(self.running.iter().map(Beam::phase)).collect()
    }
}

/// What is done beside the beams.
struct Beside<'a, const N: usize> {
    /// Beams that look for full rows and little else.
    scouts: Beams<'a, N>,
    rows: RowSearch<N>,
}

impl<const N: usize> Beside<'_, N> {
    /// `share` is how many turns of a beam rows may take.
    fn advance(&mut self, share: u64, limits: &Limits<'_>) -> Option<Witness> {
        let found = self.scouts.advance(limits);
        if found.is_some() {
            return found;
        }
        self.rows.offer_all(&self.scouts.running);
        lay(&mut self.rows, share, limits)
    }
}

/// Lays rows for so many turns of a beam: those that come are worth more time.
fn lay<const N: usize>(
    rows: &mut RowSearch<N>,
    share: u64,
    limits: &Limits<'_>,
) -> Option<Witness> {
    let turns = share * (1 + rows.rows() as u64 / 2);
    match rows.advance(turns * TURN, limits) {
        Turn::Found(witness) => Some(witness),
        Turn::Paused | Turn::GaveUp => None,
    }
}

/// The taste for full rows at an edge and little else.
const fn for_rows(taste: Taste) -> Taste {
    Taste { order: 0, rows: 100, ..taste }
}

/// How the search is steered when it begins again: a small change of taste opens what another
/// closed, and patience grows.
fn control<const N: usize>(board: &Board, ledger: &Ledger, attempt: u32, memory: usize) -> Control {
    let long = ledger.births() > LONG;
    let (width, share, shape, ascent, buried, rank) = match attempt % 6 {
        0 => (32, 24, 300, 0, 0, 20),
        1 => (24, 16, 300, 2, 0, 20),
        2 => (48, 16, 500, 1, 0, 20),
        3 => (24, 16, 300, 5, 0, 20),
        4 => (8, 64, 300, 5, 31, 20),
        _ => (48, 16, 300, 1, 0, 10),
    };
    // A long game need not be followed to its start if its large tiles come in order.
    let (width, share, shape, ascent, buried, rank, order) = match (long, attempt % 10) {
        (true, 0 | 4) => (32, 24, 300, 0, 0, 20, 30),
        (true, 1) => (32, 24, 300, 0, 0, 20, 10),
        (true, 2) => (32, 24, 300, 0, 0, 20, 80),
        _ => (width, share, shape, ascent, buried, rank, 0),
    };
    Control {
        width,
        widest: 3000,
        share,
        taste: Taste {
            shape,
            ascent,
            order,
            rows: 0,
            buried,
            rank,
            reserve: 8,
            fours_per_mille: 250,
        },
        patience: 2_000_000 << (attempt / 6).min(20),
        memory,
        seed: mix(digest(&rows::<N>(board), ledger.score).wrapping_add(u64::from(attempt))),
    }
}
