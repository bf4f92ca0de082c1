//! The decision: conditions, then all ways back, then the promising ones and rows laid from nothing
//! in turn; for 3×3 the table in their place.

use super::chain::chain;
use super::closure::{Closure, close};
use super::conditions::refute;
use super::exact::{Fault, OnDemand, Verdict};
use super::limits::{Limits, Options};
use super::refutation::Refutation;
use super::report::{Outcome, Phase, PhaseKind, Report};
use super::search::search;
use crate::game::{Board, Ledger, Size};
use crate::with_side;
use crate::witness::{self, Rule, Totals, Witness};
use std::time::Instant;

/// Whether a game reaches a state, with the proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A game reaches it.
    Reachable {
        /// The game; [`witness::check()`] accepted it for exactly this state.
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
pub fn is_exact(size: Size, options: &Options<'_>) -> bool {
    // All ways back from any 2×2 state are fewer than the first look follows (tested).
    size.side() == 2 || size.side() == 3 && options.table.is_some()
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
        let found = with_side!(board.size(), N => look::<N>(board, &ledger, &limits, &mut report));
        match (found, options.table) {
            (Search::Open, Some(table)) if board.size().side() == 3 => {
                look_up(board, &ledger, table, &mut report)
            }
            (Search::Open, _) => match build_chain(board, &ledger, options, &mut report) {
                Some(game) => Search::Found(game),
                None => {
                    let size = board.size();
                    with_side!(size, N => search::<N>(board, &ledger, &limits, &mut report))
                        .map_or(Search::Open, Search::Found)
                }
            },
            (found @ (Search::Found(_) | Search::Refuted(_)), _) => found,
        }
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

/// Has the game to a full chain built.
fn build_chain(
    board: &Board,
    ledger: &Ledger,
    options: &Options<'_>,
    report: &mut Report,
) -> Option<Witness> {
    let start = Instant::now();
    let game = chain(board, ledger, options.budget)?;
    report.phases.push(Phase {
        kind: PhaseKind::Chain,
        attempts: 1,
        boards: 0,
        layers: ledger.births(),
        births_left: 0,
        elapsed: start.elapsed(),
        outcome: Outcome::Found,
    });
    Some(game)
}

/// Follows all ways back as long as they are few.
fn look<const N: usize>(
    board: &Board,
    ledger: &Ledger,
    limits: &Limits<'_>,
    report: &mut Report,
) -> Search {
    let (closure, phase) = close::<N>(board, ledger, FIRST_LOOK, limits);
    report.phases.push(phase);
    match closure {
        Closure::Found(witness) => Search::Found(witness),
        Closure::Exhausted { boards, moves } => {
            Search::Refuted(Refutation::Closure { boards, moves })
        }
        Closure::Open => Search::Open,
    }
}

/// Asks the table of the 3×3 game, which is built if it is not there yet.
fn look_up(board: &Board, ledger: &Ledger, table: &OnDemand, report: &mut Report) -> Search {
    let Ok(table) = table.get() else { return Search::Open };
    let start = Instant::now();
    let (found, outcome) = match table.decide(board, ledger) {
        Ok(Verdict::Reachable(witness)) => (Search::Found(witness), Outcome::Found),
        Ok(Verdict::Unreachable(refutation)) => {
            (Search::Refuted(Refutation::Exact(refutation)), Outcome::Exhausted)
        }
        Err(Fault::Size | Fault::Game) => (Search::Open, Outcome::Stopped),
    };
    report.phases.push(Phase {
        kind: PhaseKind::Table,
        boards: 0,
        layers: if outcome == Outcome::Found { ledger.births() } else { 0 },
        attempts: 1,
        births_left: if outcome == Outcome::Found { 0 } else { ledger.births() },
        elapsed: start.elapsed(),
        outcome,
    });
    found
}
