//! Finishing witnesses: their totals, their orientation, more moves at the end.

use super::recipe::BuildError;
use crate::game::board::{Size, Symmetry};
use crate::witness::{CheckError, Reason, Rule, Step, Totals, Verified, Witness, check};

/// The witness of these rules with the totals that they add up to.
///
/// # Errors
/// The checker's words if the rules do not hold.
pub(super) fn finish(size: Size, rules: Vec<Rule>) -> Result<(Witness, Verified), CheckError> {
    let mut witness = Witness { size, rules, end: Totals::default() };
    // The checker adds the totals up anyway: a wrong claim makes it tell them.
    if let Err(CheckError { reason: Reason::Totals { found, .. }, .. }) = check(&witness) {
        witness.end = found;
    }
    let verified = check(&witness)?;
    Ok((witness, verified))
}

/// `witness` played on: `steps` are appended to its game and the totals added up anew.
///
/// The game's board after `witness` is [`Verified::board`]; steps may also call its rules.
///
/// # Errors
/// The first step that is not legal, or the fault of `witness` itself.
pub fn extend(witness: &Witness, steps: &[Step]) -> Result<(Witness, Verified), CheckError> {
    let mut rules = witness.rules.clone();
    if let Some(game) = rules.last_mut() {
        game.steps.extend_from_slice(steps);
    }
    finish(witness.size, rules)
}

/// The witness with every board and every step changed by `symmetry`.
#[must_use]
pub fn turned(witness: &Witness, symmetry: Symmetry) -> Witness {
    let size = witness.size;
    let cell = |index: usize| symmetry.cell(size, index);
    let rules = witness
        .rules
        .iter()
        .map(|rule| {
            let mut before = rule.before.clone();
            for (index, &slot) in rule.before.iter().enumerate() {
                before[cell(index)] = slot;
            }
            let step = |step: &Step| match *step {
                Step::Move { direction, cell: birth, rank } => Step::Move {
                    direction: direction.under(symmetry),
                    cell: u8::try_from(cell(usize::from(birth))).unwrap_or(birth),
                    rank,
                },
                Step::Call(rule) => Step::Call(rule),
            };
            Rule { before, steps: rule.steps.iter().map(step).collect() }
        })
        .collect();
    Witness { size, rules, end: witness.end }
}

/// The symmetry that a seed stands for.
pub(super) fn symmetry(seed: u64) -> Symmetry {
    let index = usize::try_from(seed % 8).unwrap_or(0);
    Symmetry::ALL[index]
}

/// The same game with every tile doubled: a witness without born 4s becomes one in which every
/// birth is a 4. The totals are left for [`finish`].
///
/// # Errors
/// [`BuildError::NoRoom`] never comes from here; rules with a born 4 make `None`.
pub(super) fn doubled(rules: &[Rule]) -> Option<Vec<Rule>> {
    use crate::witness::Slot;
    rules
        .iter()
        .map(|rule| {
            let slot = |slot: &Slot| match *slot {
                Slot::Rank(rank) => Slot::Rank(rank + 1),
                other @ (Slot::Empty | Slot::Variable) => other,
            };
            let step = |step: &Step| match *step {
                Step::Move { direction, cell, rank: 1 } => {
                    Some(Step::Move { direction, cell, rank: 2 })
                }
                Step::Move { .. } => None,
                call @ Step::Call(_) => Some(call),
            };
            Some(Rule {
                before: rule.before.iter().map(slot).collect(),
                steps: rule.steps.iter().map(step).collect::<Option<_>>()?,
            })
        })
        .collect()
}

/// [`BuildError::Unsound`] of a checker's complaint.
pub(super) fn unsound(error: CheckError) -> BuildError {
    BuildError::Unsound(error)
}
