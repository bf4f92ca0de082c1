//! All ways back, layer by layer: an exact decision if they end within the limits.
//!
//! Every step back removes one birth, so the boards that lead to a state are finitely many.
//! Boards are compared whole, up to the symmetries; nothing is concluded from a hash.

use super::limits::Limits;
use super::node::{Node, Rows, canonical, profile};
use super::profile::Moment;
use super::report::{Outcome, Phase, PhaseKind};
use super::reverse::steps_back;
use super::trace::Layers;
use crate::game::{Board, Ledger};
use crate::witness::Witness;
use rustc_hash::FxHashSet;
use std::ops::ControlFlow;
use std::time::Instant;

/// How a closure ended.
pub(crate) enum Closure {
    /// A game was met.
    Found(Witness),
    /// All ways back were followed and none leads to a start.
    Exhausted { boards: u64, moves: u64 },
    /// There are more boards than the limits allow.
    Open,
}

/// Follows all ways back from the state, through at most `most` boards.
pub(crate) fn close<const N: usize>(
    board: &Board,
    ledger: &Ledger,
    most: u64,
    limits: &Limits<'_>,
) -> (Closure, Phase) {
    let began = Instant::now();
    let mut layers = Layers::<N>::from_state(board, ledger);
    let mut boards = layers.last().len() as u64;
    let mut tries = 0;
    let closure = loop {
        if layers.births() == 2 {
            let game = (0..layers.last().len()).find_map(|at| layers.game(at));
            break match game {
                Some(witness) => Closure::Found(witness),
                None => Closure::Exhausted { boards, moves: layers.all.len() as u64 },
            };
        }
        let mut budget = Budget { boards, most, tries, limits };
        match layer_before(&layers, &mut budget) {
            None => break Closure::Open,
            Some(layer) if layer.is_empty() => {
                break Closure::Exhausted { boards, moves: layers.all.len() as u64 };
            }
            Some(layer) => {
                (boards, tries) = (budget.boards, budget.tries);
                layers.all.push(layer);
            }
        }
    };
    let outcome = match &closure {
        Closure::Found(_) => Outcome::Found,
        Closure::Exhausted { .. } => Outcome::Exhausted,
        Closure::Open => Outcome::Stopped,
    };
    let phase = Phase {
        kind: PhaseKind::Closure,
        attempts: 1,
        boards,
        layers: layers.all.len() as u64,
        births_left: layers.births(),
        elapsed: began.elapsed(),
        outcome,
    };
    (closure, phase)
}

/// What a closure may still spend.
struct Budget<'a> {
    boards: u64,
    most: u64,
    tries: u64,
    limits: &'a Limits<'a>,
}

impl Budget<'_> {
    /// Tries an average board is allowed, those that come again or are refuted at once included.
    const TRIES_A_BOARD: u64 = 200;

    fn is_spent(&mut self) -> bool {
        self.tries += 1;
        self.boards > self.most
            || self.tries > self.most.saturating_mul(Self::TRIES_A_BOARD)
            || (self.tries.is_multiple_of(1 << 12) && self.limits.are_reached())
    }
}

/// All boards one birth before the last layer; `None` if the budget is spent.
fn layer_before<const N: usize>(
    layers: &Layers<N>,
    budget: &mut Budget<'_>,
) -> Option<Vec<Node<N>>> {
    let mut seen = FxHashSet::<Rows<N>>::default();
    let mut layer = Vec::new();
    let births = layers.births() - 1;
    for (parent, node) in (0u32..).zip(layers.last()) {
        let newborns = layers.newborns(&node.rows);
        let flow = steps_back(&node.rows, newborns, &mut |rows, step| {
            if budget.is_spent() {
                return ControlFlow::Break(());
            }
            if seen.insert(canonical(rows)) {
                let fours = newborns.fours - u64::from(step.rank == 2);
                if profile(rows, births, fours).is_possible(Moment::Slid) {
                    budget.boards += 1;
                    layer.push(Node { rows: *rows, parent, step });
                }
            }
            ControlFlow::Continue(())
        });
        if flow.is_break() {
            return None;
        }
    }
    Some(layer)
}
