//! The decision: conditions, then all ways back, then the promising ones.

use super::beam::{Control, sweep};
use super::closure::{Closure, close};
use super::conditions::refute;
use super::limits::{Limits, Options};
use super::node::rows;
use super::random::digest;
use super::refutation::Refutation;
use super::report::Report;
use crate::game::{Board, Ledger, Size};
use crate::with_side;
use crate::witness::{self, Rule, Totals, Witness};

/// Whether a game reaches a state, with the proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A game reaches it.
    Reachable {
        /// The game; [`witness::check`] accepted it for exactly this state.
        witness: Witness,
        /// What was tried.
        report: Report,
    },
    /// No game reaches it.
    Unreachable {
        /// Why.
        refutation: Refutation,
        /// What was tried.
        report: Report,
    },
    /// Nothing was found within the limits.
    Undecided {
        /// What was tried.
        report: Report,
    },
}

/// Whether every state on boards of this size is decided, whatever the budget above zero.
#[must_use]
pub fn is_exact(size: Size) -> bool {
    // All ways back from any 2×2 state are fewer than the first look follows (tested).
    size.side() == 2
}

/// The boards of the first look at all ways back.
const FIRST_LOOK: u64 = 3_000;

/// Decides whether a game reaches `board` with `score`.
///
/// Deterministic but for the limits of `options`, which make a verdict `undecided`, never a
/// different one.
#[must_use]
pub fn decide(board: &Board, score: u64, options: &Options<'_>) -> Decision {
    let mut report = Report::default();
    let refuted = match Ledger::of(board, score) {
        Err(error) => Err(Refutation::Ledger(error)),
        Ok(ledger) => refute(board, &ledger).map(|()| ledger),
    };
    let ledger = match refuted {
        Err(refutation) => return Decision::Unreachable { refutation, report },
        Ok(ledger) => ledger,
    };
    let found = if ledger.moves == 0 {
        let end = Totals { moves: 0, score, fours: ledger.fours };
        let rule = Rule::from_board(board, Vec::new());
        Search::Found(Witness { size: board.size(), rules: vec![rule], end })
    } else if options.budget.is_zero() {
        Search::Open
    } else {
        let limits = Limits::start(options);
        with_side!(board.size(), N => search::<N>(board, &ledger, &limits, &mut report))
    };
    match found {
        Search::Found(witness) if proves(&witness, board, score) => {
            Decision::Reachable { witness, report }
        }
        Search::Found(_) | Search::Open => Decision::Undecided { report },
        Search::Refuted(refutation) => Decision::Unreachable { refutation, report },
    }
}

/// Whether the witness is accepted and proves exactly this state.
fn proves(witness: &Witness, board: &Board, score: u64) -> bool {
    let verified = witness::check(witness);
    debug_assert!(verified.is_ok(), "{verified:?}");
    verified.is_ok_and(|v| v.board() == board && v.totals().score == score)
}

enum Search {
    Found(Witness),
    Refuted(Refutation),
    Open,
}

fn search<const N: usize>(
    board: &Board,
    ledger: &Ledger,
    limits: &Limits<'_>,
    report: &mut Report,
) -> Search {
    let (closure, phase) = close::<N>(board, ledger, FIRST_LOOK, limits);
    report.phases.push(phase);
    match closure {
        Closure::Found(witness) => return Search::Found(witness),
        Closure::Exhausted { boards, moves } => {
            return Search::Refuted(Refutation::Closure { boards, moves });
        }
        Closure::Open => {}
    }
    let control = Control {
        width: 8,
        widest: 3000,
        growth: 5,
        seed: digest(&rows::<N>(board), ledger.score),
    };
    let (found, phase) = sweep::<N>(board, ledger, control, limits);
    report.phases.push(phase);
    found.map_or(Search::Open, Search::Found)
}
