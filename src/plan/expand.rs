//! The single cases of a plan and their names.

use super::{Expansion, Plan, Source, Test};
use crate::game::Size;

/// One case to be made.
#[derive(Clone, Debug)]
pub struct Case<'a> {
    /// The file name without its ending: `NAME`, or `NAME-n5-007`.
    pub name: String,
    /// The test it belongs to.
    pub test: &'a Test,
    /// The size, unless the state itself says it.
    pub size: Option<Size>,
    /// The number within its size, from 1; 0 for a test that does not expand.
    pub index: u32,
}

/// All cases, in the order of the plan, by size and number.
///
/// A test that expands numbers its cases with three digits from 001, whatever the count, and
/// names the size where it varies: a longer list renames nothing.
#[must_use]
pub fn expand(plan: &Plan) -> Vec<Case<'_>> {
    plan.tests.iter().flat_map(cases).collect()
}

fn cases(test: &Test) -> Vec<Case<'_>> {
    let fixed = match &test.source {
        Source::Play(play) => play.size,
        Source::Build(build) => build.size,
        Source::State { .. } | Source::File { .. } => None,
    };
    match &test.expansion {
        Expansion::Single => {
            vec![Case { name: test.name.clone(), test, size: fixed, index: 0 }]
        }
        Expansion::Numbered { sizes, count } if sizes.is_empty() => (1..=*count)
            .map(|index| Case {
                name: format!("{}-{index:03}", test.name),
                test,
                size: fixed,
                index,
            })
            .collect(),
        Expansion::Numbered { sizes, count } => sizes
            .iter()
            .flat_map(|&size| {
                (1..=*count).map(move |index| Case {
                    name: format!("{}-n{size}-{index:03}", test.name),
                    test,
                    size: Some(size),
                    index,
                })
            })
            .collect(),
    }
}
