//! The beginning of a game that a witness tells: also of a game of 10^15 moves.

use super::Reached;
use crate::build::extend;
use crate::witness::{Rule, Step, Witness};

/// The state after the first `moves` moves of the witness's game, all of it if it has no more.
///
/// Calls that end in time are kept; the one that does not is opened, and so on down. `None` if
/// the witness does not hold.
#[must_use]
pub fn cut(witness: &Witness, moves: u64) -> Option<Reached> {
    let lengths = lengths(witness)?;
    let (game, callees) = witness.rules.split_last()?;
    let mut steps = Vec::new();
    let (mut rule, mut left) = (game, moves);
    'open: loop {
        for step in &rule.steps {
            match *step {
                _ if left == 0 => break 'open,
                Step::Move { .. } => left -= 1,
                Step::Call(callee) if *lengths.get(callee)? <= left => left -= lengths[callee],
                Step::Call(callee) => {
                    rule = callees.get(callee)?;
                    continue 'open;
                }
            }
            steps.push(*step);
        }
        break;
    }
    let mut rules = callees.to_vec();
    rules.push(Rule { before: game.before.clone(), steps });
    let beginning = Witness { size: witness.size, rules: used(rules), end: witness.end };
    let (witness, verified) = extend(&beginning, &[]).ok()?;
    Reached::within_limits(witness, verified)
}

/// The moves of each rule; `None` if there are more than 64 bits hold, or a rule calls a later one.
fn lengths(witness: &Witness) -> Option<Vec<u64>> {
    let mut lengths: Vec<u64> = Vec::new();
    for rule in &witness.rules {
        let mut length = 0u64;
        for step in &rule.steps {
            let more = match *step {
                Step::Move { .. } => 1,
                Step::Call(callee) => *lengths.get(callee)?,
            };
            length = length.checked_add(more)?;
        }
        lengths.push(length);
    }
    Some(lengths)
}

/// The rules that the last one needs, in their order and numbered anew.
fn used(rules: Vec<Rule>) -> Vec<Rule> {
    let mut needed = vec![false; rules.len()];
    if let Some(last) = needed.last_mut() {
        *last = true;
    }
    for (index, rule) in rules.iter().enumerate().rev() {
        for step in &rule.steps {
            if let (true, Step::Call(callee)) = (needed[index], *step) {
                needed[callee] = true;
            }
        }
    }
    let mut number = Vec::with_capacity(rules.len());
    let mut next = 0;
    for &needed in &needed {
        number.push(next);
        next += usize::from(needed);
    }
    let renumbered = |step: Step| match step {
        Step::Call(callee) => Step::Call(number[callee]),
        step @ Step::Move { .. } => step,
    };
    rules
        .into_iter()
        .zip(&needed)
        .filter(|&(_, &needed)| needed)
        .map(|(rule, _)| Rule {
            before: rule.before,
            steps: rule.steps.into_iter().map(renumbered).collect(),
        })
        .collect()
}
