//! Conditions on a state: what a plan may ask of one.

use crate::game::board::{Board, tile_value};
use crate::game::slide;
use std::fmt;

/// What a condition can ask about a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateFacts {
    /// The moves made.
    pub moves: u64,
    /// The score.
    pub score: u64,
    /// The 4s born, start tiles included.
    pub fours: u64,
    /// The empty cells.
    pub empty: u64,
    /// The largest tile (not its rank), 0 without tiles.
    pub tile: u64,
    /// Whether no move is legal.
    pub dead: bool,
}

impl StateFacts {
    /// The facts of a board whose totals are known.
    #[must_use]
    pub fn new(board: &Board, score: u64, moves: u64, fours: u64) -> Self {
        let empty = board.size().cells() - board.tile_count();
        Self {
            moves,
            score,
            fours,
            // A board has at most 49 cells.
            empty: u64::try_from(empty).unwrap_or(u64::MAX),
            tile: tile_value(board.max_rank()),
            dead: slide::is_dead(board),
        }
    }
}

/// Whole numbers from `min` to `max`, both included; none if `min` is above `max`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Range {
    /// The least.
    pub min: u64,
    /// The greatest.
    pub max: u64,
}

impl Range {
    /// Just this number.
    #[must_use]
    pub const fn exactly(value: u64) -> Self {
        Self { min: value, max: value }
    }

    /// This number or more.
    #[must_use]
    pub const fn at_least(min: u64) -> Self {
        Self { min, max: u64::MAX }
    }

    /// This number or less.
    #[must_use]
    pub const fn at_most(max: u64) -> Self {
        Self { min: 0, max }
    }

    /// Whether `value` is one of the numbers.
    #[must_use]
    pub const fn contains(self, value: u64) -> bool {
        self.min <= value && value <= self.max
    }
}

/// What a state is asked to be; what is `None` is not asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Condition {
    /// The moves made.
    pub moves: Option<Range>,
    /// The score.
    pub score: Option<Range>,
    /// The 4s born, start tiles included.
    pub fours: Option<Range>,
    /// The empty cells.
    pub empty: Option<Range>,
    /// The largest tile (not its rank).
    pub tile: Option<Range>,
    /// Whether the game is over (`true`) or a move is legal (`false`).
    pub dead: Option<bool>,
    /// Whether the score is one that a double cannot hold (`true`), so that it is rounded.
    pub rounded: Option<bool>,
}

impl Condition {
    /// Whether the state is all that is asked.
    #[must_use]
    pub fn holds(&self, facts: &StateFacts) -> bool {
        self.numbers_hold(facts) && self.dead.is_none_or(|dead| dead == facts.dead)
    }

    /// Whether the numbers are as asked; `facts.dead`, which costs most to know, is not read.
    pub(super) fn numbers_hold(&self, facts: &StateFacts) -> bool {
        let within = |range: Option<Range>, value| range.is_none_or(|range| range.contains(value));
        within(self.moves, facts.moves)
            && within(self.score, facts.score)
            && within(self.fours, facts.fours)
            && within(self.empty, facts.empty)
            && within(self.tile, facts.tile)
            && self.rounded.is_none_or(|rounded| rounded == is_rounded(facts.score))
    }

    /// Whether nothing is asked, so that every state will do.
    #[must_use]
    pub fn is_trivial(&self) -> bool {
        *self == Self::default()
    }
}

/// Whether a double, which has 53 significant bits, cannot hold the number.
const fn is_rounded(number: u64) -> bool {
    number != 0 && 64 - number.leading_zeros() - number.trailing_zeros() > 53
}

impl fmt::Display for Condition {
    /// As in `exactly 1 empty cell, score 0 to 100 and a legal move`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        for (range, one, many) in [
            (self.moves, "move", "moves"),
            (self.fours, "born 4", "born 4s"),
            (self.empty, "empty cell", "empty cells"),
        ] {
            parts.extend(range.map(|range| counted(range, one, many)));
        }
        parts.extend(self.score.map(|range| valued("score", range)));
        parts.extend(self.tile.map(|range| valued("largest tile", range)));
        parts.extend(
            self.dead.map(|dead| String::from(if dead { "no legal move" } else { "a legal move" })),
        );
        parts.extend(self.rounded.map(|rounded| {
            String::from(if rounded { "a score no double holds" } else { "a score a double holds" })
        }));
        match parts.split_last() {
            None => f.write_str("any state"),
            Some((last, [])) => f.write_str(last),
            Some((last, rest)) => write!(f, "{} and {last}", rest.join(", ")),
        }
    }
}

fn counted(range: Range, one: &str, many: &str) -> String {
    let noun = |count| if count == 1 { one } else { many };
    match range {
        Range { min, max } if min == max => format!("exactly {min} {}", noun(min)),
        Range { min: 0, max: u64::MAX } => format!("any number of {many}"),
        Range { min: 0, max } => format!("at most {max} {}", noun(max)),
        Range { min, max: u64::MAX } => format!("at least {min} {}", noun(min)),
        Range { min, max } => format!("{min} to {max} {many}"),
    }
}

fn valued(name: &str, range: Range) -> String {
    match range {
        Range { min, max } if min == max => format!("{name} exactly {min}"),
        Range { min: 0, max: u64::MAX } => format!("any {name}"),
        Range { min: 0, max } => format!("{name} at most {max}"),
        Range { min, max: u64::MAX } => format!("{name} at least {min}"),
        Range { min, max } => format!("{name} {min} to {max}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FACTS: StateFacts =
        StateFacts { moves: 7, score: 16, fours: 1, empty: 10, tile: 8, dead: false };

    #[test]
    fn ranges_include_their_ends() {
        for (range, inside, outside) in [
            (Range { min: 3, max: 5 }, vec![3, 4, 5], vec![0, 2, 6, u64::MAX]),
            (Range::exactly(0), vec![0], vec![1]),
            (Range::exactly(u64::MAX), vec![u64::MAX], vec![u64::MAX - 1]),
            (Range::at_least(2), vec![2, u64::MAX], vec![1]),
            (Range::at_most(2), vec![0, 2], vec![3]),
            (Range { min: 5, max: 3 }, vec![], vec![3, 4, 5]),
        ] {
            assert!(inside.into_iter().all(|value| range.contains(value)), "{range:?}");
            assert!(!outside.into_iter().any(|value| range.contains(value)), "{range:?}");
        }
    }

    /// Each condition alone holds for the facts, and fails once its own fact changes.
    #[test]
    fn every_part_is_asked() {
        assert!(Condition::default().holds(&FACTS) && Condition::default().is_trivial());
        let all = Condition {
            moves: Some(Range::exactly(7)),
            score: Some(Range::exactly(16)),
            fours: Some(Range::exactly(1)),
            empty: Some(Range::exactly(10)),
            tile: Some(Range::exactly(8)),
            dead: Some(false),
            rounded: Some(false),
        };
        assert!(all.holds(&FACTS) && !all.is_trivial());
        for changed in [
            StateFacts { moves: 8, ..FACTS },
            StateFacts { score: 12, ..FACTS },
            StateFacts { fours: 0, ..FACTS },
            StateFacts { empty: 11, ..FACTS },
            StateFacts { tile: 16, ..FACTS },
            StateFacts { dead: true, ..FACTS },
            StateFacts { score: (1 << 53) + 1, ..FACTS },
        ] {
            assert!(!all.holds(&changed), "{changed:?}");
        }
    }

    /// 2^53 + 1 is the first whole number that a double cannot hold (IEEE 754).
    #[test]
    fn doubles_round_above_two_to_the_53() {
        let rounded = [(1 << 53) + 1, (1 << 55) + 4, 108_086_391_056_891_708];
        assert!(rounded.into_iter().all(is_rounded));
        let exact = [0, 1, (1 << 53) - 1, 1 << 53, (1 << 53) + 2, 108_086_391_056_891_712];
        assert!(!exact.into_iter().any(is_rounded));
    }

    #[test]
    fn conditions_say_what_they_ask() {
        let ask = |condition: Condition| condition.to_string();
        let none = Condition::default();
        assert_eq!(ask(none), "any state");
        assert_eq!(
            ask(Condition { empty: Some(Range::exactly(1)), ..none }),
            "exactly 1 empty cell"
        );
        assert_eq!(
            ask(Condition {
                empty: Some(Range::exactly(0)),
                moves: Some(Range::at_least(2)),
                score: Some(Range::exactly(0)),
                fours: Some(Range::at_most(1)),
                tile: Some(Range { min: 2048, max: 4096 }),
                dead: Some(false),
                rounded: Some(true),
            }),
            "at least 2 moves, at most 1 born 4, exactly 0 empty cells, score exactly 0, \
             largest tile 2048 to 4096, a legal move and a score no double holds"
        );
    }
}
