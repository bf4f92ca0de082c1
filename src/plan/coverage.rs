//! What the whole suite must cover.

use super::check::Faults;
use super::condition::condition;
use super::{Span, raw};
use crate::game::{Board, Size};
use crate::limits::MAX_TILE_RANK;
use crate::policy::{Condition, StateFacts};

/// Something that the secret tests must hit.
#[derive(Clone, Debug)]
pub struct Need {
    /// What is needed, in words.
    pub what: String,
    /// Where the plan asks for it.
    pub span: Span,
    /// What counts.
    pub kind: Kind,
}

/// What counts for a need.
#[derive(Clone, Debug)]
pub enum Kind {
    /// Every rank of the range stands on some board.
    Ranks {
        /// The least rank.
        min: u8,
        /// The greatest rank.
        max: u8,
    },
    /// Enough cases satisfy a condition.
    States {
        /// The sizes each of which needs them; empty if any will do.
        sizes: Vec<Size>,
        /// Which states count.
        condition: Condition,
        /// How many (of each size).
        at_least: u32,
    },
}

/// A secret case as coverage sees it.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// The board.
    pub board: &'a Board,
    /// The rest.
    pub facts: StateFacts,
}

impl Need {
    /// What is missing, in words; `None` if the need is met.
    #[must_use]
    pub fn missing(&self, cases: &[Seen<'_>]) -> Option<String> {
        match &self.kind {
            Kind::Ranks { min, max } => {
                let stands = |rank| cases.iter().any(|case| case.board.ranks().contains(&rank));
                let missing: Vec<String> = (*min..=*max)
                    .filter(|&rank| !stands(rank))
                    .map(|rank| format!("2^{rank}"))
                    .collect();
                (!missing.is_empty()).then(|| format!("no secret test has {}", missing.join(", ")))
            }
            Kind::States { sizes, condition, at_least } => {
                let count = |size: Option<Size>| {
                    let hits = cases.iter().filter(|case| {
                        size.is_none_or(|size| case.board.size() == size)
                            && condition.holds(&case.facts)
                    });
                    u32::try_from(hits.count()).unwrap_or(u32::MAX)
                };
                let short = |size, count: u32| {
                    let place = match size {
                        Some(size) => format!("n = {size}: "),
                        None => String::new(),
                    };
                    (count < *at_least)
                        .then(|| format!("{place}{count} of {at_least} with {condition}"))
                };
                if sizes.is_empty() {
                    return short(None, count(None));
                }
                let missing: Vec<String> =
                    sizes.iter().filter_map(|&size| short(Some(size), count(Some(size)))).collect();
                (!missing.is_empty()).then(|| missing.join("; "))
            }
        }
    }
}

impl Faults {
    pub(super) fn needs(&mut self, raw: raw::Coverage) -> Vec<Need> {
        let mut needs = Vec::new();
        if let Some(ranks) = raw.ranks {
            let raw::Range { min, max } = *ranks.get_ref();
            let rank =
                |value| u8::try_from(value).ok().filter(|&r| (1..=MAX_TILE_RANK).contains(&r));
            match (rank(min), rank(max)) {
                (Some(min), Some(max)) => needs.push(Need {
                    what: format!("every tile from 2^{min} to 2^{max}"),
                    span: ranks.span(),
                    kind: Kind::Ranks { min, max },
                }),
                _ => self.add(ranks.span(), format!("ranks go from 1 to {MAX_TILE_RANK}")),
            }
        }
        for need in raw.needs {
            let sizes = need.sizes.map(|sizes| self.sizes(&sizes)).unwrap_or_default();
            let at_least = match need.at_least {
                None => Some(1),
                Some(number) => self.number("`at-least`", &number, u32::MAX),
            };
            let condition = condition(&need.condition);
            needs.push(Need {
                span: need.what.span(),
                what: need.what.into_inner(),
                kind: Kind::States { sizes, condition, at_least: at_least.unwrap_or(1) },
            });
        }
        needs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::Range;

    #[test]
    fn what_is_missing_is_named() {
        let size = Size::new(2).unwrap();
        let board = Board::from_ranks(size, &[1, 3, 0, 0]).unwrap();
        let seen = [Seen { board: &board, facts: StateFacts::new(&board, 4, 2, 0) }];
        let need = |kind| Need { what: String::new(), span: 0..0, kind };
        let ranks = |min, max| need(Kind::Ranks { min, max }).missing(&seen);
        assert_eq!(ranks(1, 1), None);
        assert_eq!(ranks(1, 4).as_deref(), Some("no secret test has 2^2, 2^4"));
        let condition = Condition { empty: Some(Range::exactly(2)), ..Condition::default() };
        let states =
            |sizes, at_least| need(Kind::States { sizes, condition, at_least }).missing(&seen);
        assert_eq!(states(vec![size], 1), None);
        assert_eq!(states(vec![], 1), None);
        assert_eq!(states(vec![], 2).as_deref(), Some("1 of 2 with exactly 2 empty cells"));
        assert_eq!(
            states(Size::ALL[..3].to_vec(), 1).as_deref(),
            Some(
                "n = 3: 0 of 1 with exactly 2 empty cells; n = 4: 0 of 1 with exactly 2 empty cells"
            )
        );
    }
}
