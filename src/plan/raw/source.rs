//! Where states come from: games that are played, extremes that are constructed.

use super::Condition;
use serde::Deserialize;
use serde::de::{self, Deserializer, SeqAccess, Visitor};
use std::fmt;
use toml::Spanned;

/// A simulated game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Play {
    /// The player.
    pub policy: Policy,
    /// The order of the directions of the player `corner`.
    pub order: Option<Spanned<String>>,
    /// How deep the player `expectimax` looks.
    pub depth: Option<Spanned<i64>>,
    /// How tiles are born.
    pub births: Option<Spanned<Births>>,
    /// When to stop.
    pub until: Spanned<Until>,
    /// How many games may be played to satisfy `require`.
    pub attempts: Option<Spanned<i64>>,
    /// Any text; another text gives other games.
    #[serde(default)]
    pub salt: String,
}

/// A constructed extreme.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Build {
    /// The ranks of the large tiles.
    pub ranks: Spanned<Ranks>,
    /// How many 4s are born.
    pub fours: Option<Spanned<Fours>>,
    /// How the game goes on.
    pub then: Option<Spanned<Play>>,
}

/// `"full-chain"`, `"top"` or a list of ranks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ranks {
    /// A tile on every cell.
    FullChain,
    /// The largest one alone.
    Top,
    /// These.
    List(Vec<u8>),
}

impl<'de> Deserialize<'de> for Ranks {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct RanksVisitor;

        impl<'de> Visitor<'de> for RanksVisitor {
            type Value = Ranks;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("`full-chain`, `top` or a list of ranks")
            }

            fn visit_str<E: de::Error>(self, value: &str) -> Result<Ranks, E> {
                match value {
                    "full-chain" => Ok(Ranks::FullChain),
                    "top" => Ok(Ranks::Top),
                    other => Err(E::unknown_variant(other, &["full-chain", "top"])),
                }
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Ranks, A::Error> {
                let mut ranks = Vec::new();
                while let Some(rank) = list.next_element()? {
                    ranks.push(rank);
                }
                Ok(Ranks::List(ranks))
            }
        }

        deserializer.deserialize_any(RanksVisitor)
    }
}

/// `"none"`, `"fewest"`, `"all"` or a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fours {
    /// No 4 is born.
    None,
    /// As few as the tiles allow.
    Fewest,
    /// Only 4s are born.
    All,
    /// So many are born.
    Exactly(u64),
}

impl<'de> Deserialize<'de> for Fours {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FoursVisitor;

        impl Visitor<'_> for FoursVisitor {
            type Value = Fours;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("`none`, `fewest`, `all` or a number")
            }

            fn visit_str<E: de::Error>(self, value: &str) -> Result<Fours, E> {
                match value {
                    "none" => Ok(Fours::None),
                    "fewest" => Ok(Fours::Fewest),
                    "all" => Ok(Fours::All),
                    other => Err(E::unknown_variant(other, &["none", "fewest", "all"])),
                }
            }

            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Fours, E> {
                let number = u64::try_from(value)
                    .map_err(|_| E::invalid_value(de::Unexpected::Signed(value), &self))?;
                Ok(Fours::Exactly(number))
            }
        }

        deserializer.deserialize_any(FoursVisitor)
    }
}

/// The players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Policy {
    /// Any legal move.
    Uniform,
    /// The first legal move of an order.
    Corner,
    /// The largest merge.
    Greedy,
    /// The smallest merge.
    NoMerge,
    /// The strong player.
    Expectimax,
}

/// The births.
#[derive(Clone, Copy, Debug, Deserialize)]
pub enum Births {
    /// A 4 in one of ten.
    #[serde(rename = "usual")]
    Usual,
    /// Always 2.
    #[serde(rename = "all-2")]
    AllTwos,
    /// Always 4.
    #[serde(rename = "all-4")]
    AllFours,
    /// Chosen to hurt.
    #[serde(rename = "adversarial")]
    Adversarial,
    /// A 4 with this chance.
    #[serde(rename = "four")]
    Four(f64),
}

/// The stop rules.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Until {
    /// No move is legal.
    GameOver,
    /// So many moves are made.
    Moves(u64),
    /// The largest tile is at least this.
    Tile(u64),
    /// The score is at least this.
    Score(u64),
    /// The first state that satisfies this.
    First(Condition),
}
