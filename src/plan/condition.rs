//! What states are asked.

use super::raw;
use crate::policy::{Condition, Range};

pub(super) fn condition(raw: &raw::Condition) -> Condition {
    let range = |range: Option<raw::Range>| range.map(|raw::Range { min, max }| Range { min, max });
    Condition {
        moves: range(raw.moves),
        score: range(raw.score),
        fours: range(raw.fours),
        empty: range(raw.empty),
        tile: range(raw.tile),
        dead: raw.dead,
        rounded: raw.rounded,
    }
}
