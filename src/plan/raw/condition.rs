//! What states are asked.

use serde::Deserialize;
use serde::de::{self, Deserializer, MapAccess, Visitor};
use std::fmt;

/// What a state may be asked.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Condition {
    /// The moves made.
    pub moves: Option<Range>,
    /// The score.
    pub score: Option<Range>,
    /// The 4s born.
    pub fours: Option<Range>,
    /// The empty cells.
    pub empty: Option<Range>,
    /// The largest tile.
    pub tile: Option<Range>,
    /// Whether no move is legal.
    pub dead: Option<bool>,
    /// Whether the score is one that a double cannot hold.
    pub rounded: Option<bool>,
}

/// A number, or `{ min = …, max = … }` with at least one of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The least.
    pub min: u64,
    /// The greatest.
    pub max: u64,
}

impl<'de> Deserialize<'de> for Range {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct RangeVisitor;

        impl<'de> Visitor<'de> for RangeVisitor {
            type Value = Range;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, or a table with `min`, `max` or both")
            }

            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Range, E> {
                let value = u64::try_from(value)
                    .map_err(|_| E::invalid_value(de::Unexpected::Signed(value), &self))?;
                Ok(Range { min: value, max: value })
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Range, A::Error> {
                let (mut min, mut max) = (None, None);
                while let Some(key) = map.next_key::<String>()? {
                    match key.as_str() {
                        "min" => min = Some(map.next_value::<u64>()?),
                        "max" => max = Some(map.next_value::<u64>()?),
                        other => return Err(de::Error::unknown_field(other, &["min", "max"])),
                    }
                }
                if min.is_none() && max.is_none() {
                    return Err(de::Error::custom("a range needs `min`, `max` or both"));
                }
                let (min, max) = (min.unwrap_or(0), max.unwrap_or(u64::MAX));
                if min > max {
                    let message = format!("no number is at least {min} and at most {max}");
                    return Err(de::Error::custom(message));
                }
                Ok(Range { min, max })
            }
        }

        deserializer.deserialize_any(RangeVisitor)
    }
}
