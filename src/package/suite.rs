//! All cases of the plan together: no two alike, and everything covered.

use super::case::{Fault, Made};
use crate::game::Size;
use crate::plan::coverage::Seen;
use crate::plan::{Group, Need};
use std::collections::HashMap;

/// Cases whose inputs are equal to the byte, later ones first named.
#[must_use]
pub fn duplicates(cases: &[Made], line_of: impl Fn(usize) -> usize) -> Vec<Fault> {
    let mut seen: HashMap<&str, &Made> = HashMap::new();
    let mut faults = Vec::new();
    for case in cases {
        if let Some(earlier) = seen.insert(&case.input, case) {
            let message = format!(
                "`{}` (line {}) and `{}` (line {}) are the same input: drop or change one",
                earlier.name,
                line_of(earlier.span.start),
                case.name,
                line_of(case.span.start)
            );
            faults.push(Fault { span: case.span.clone(), message });
        }
    }
    faults
}

/// The needs that the secret cases do not meet.
#[must_use]
pub fn uncovered(cases: &[Made], needs: &[Need]) -> Vec<Fault> {
    let seen: Vec<Seen<'_>> = cases
        .iter()
        .filter(|case| case.group == Group::Secret)
        .map(|case| Seen { board: case.verified.board(), facts: case.facts() })
        .collect();
    needs
        .iter()
        .filter_map(|need| {
            let missing = need.missing(&seen)?;
            let message = format!("not covered: {} ({missing})", need.what);
            Some(Fault { span: need.span.clone(), message })
        })
        .collect()
}

/// How many cases there are of a group.
#[must_use]
pub fn count_group(cases: &[Made], group: Group) -> usize {
    cases.iter().filter(|case| case.group == group).count()
}

/// How many cases there are of a size.
#[must_use]
pub fn count_size(cases: &[Made], size: Size) -> usize {
    cases.iter().filter(|case| case.verified.board().size() == size).count()
}
