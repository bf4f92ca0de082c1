//! The plan file as serde reads it: every key there is, and nothing else.

use serde::Deserialize;
use serde::de::{self, Deserializer, MapAccess, SeqAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;
use toml::Spanned;

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Plan {
    /// The version of the format.
    pub version: Spanned<i64>,
    /// The seed of all random choices.
    pub seed: Spanned<String>,
    /// The tests.
    #[serde(default, rename = "test")]
    pub tests: Vec<Test>,
    /// What the suite must cover.
    #[serde(default)]
    pub coverage: Coverage,
    /// The figures of the statement.
    #[serde(default, rename = "figure")]
    pub figures: Vec<Figure>,
    /// The problem itself.
    pub problem: Option<Spanned<Problem>>,
    /// What a run of a submission may use.
    #[serde(default)]
    pub limits: Limits,
    /// The submissions.
    #[serde(default, rename = "submission")]
    pub submissions: Vec<Submission>,
}

/// Only the version, so that a plan of another version is told so before anything else.
#[derive(Debug, Deserialize)]
pub struct VersionOnly {
    /// The version of the format.
    pub version: Option<Spanned<toml::Value>>,
}

/// One `[[test]]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Test {
    /// The name.
    pub name: Spanned<String>,
    /// `sample` or `secret`.
    #[serde(default)]
    pub group: Group,
    /// Why the test exists; for readers of the plan.
    #[serde(default)]
    #[allow(dead_code, reason = "a note for readers of the plan, checked to be a string")]
    pub reason: String,
    /// The size.
    pub size: Option<Spanned<i64>>,
    /// The sizes to expand over.
    pub sizes: Option<Spanned<Vec<Spanned<i64>>>>,
    /// How many of each size.
    pub count: Option<Spanned<i64>>,
    /// A hand-written state.
    pub state: Option<Spanned<String>>,
    /// An input file.
    pub file: Option<Spanned<String>>,
    /// The witness of a hand-written state or of a file.
    pub witness: Option<Spanned<String>>,
    /// A simulated game.
    pub play: Option<Spanned<Play>>,
    /// A constructed extreme.
    pub build: Option<Spanned<Build>>,
    /// What each state must satisfy.
    pub require: Option<Spanned<Condition>>,
}

/// The folder of the data.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// Shown to contestants.
    Sample,
    /// Judged.
    #[default]
    Secret,
}

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

/// `[coverage]`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Coverage {
    /// Every rank of this range must stand on some board.
    pub ranks: Option<Spanned<Range>>,
    /// The needs.
    #[serde(default, rename = "need")]
    pub needs: Vec<Need>,
}

/// One `[[coverage.need]]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Need {
    /// What is needed, in words.
    pub what: Spanned<String>,
    /// The sizes each of which needs it; any one without.
    pub sizes: Option<Spanned<Vec<Spanned<i64>>>>,
    /// Which states count.
    #[serde(rename = "where", default)]
    pub condition: Condition,
    /// How many secret cases are needed (of each size).
    pub at_least: Option<Spanned<i64>>,
}

/// One `[[figure]]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Figure {
    /// The name.
    pub name: Spanned<String>,
    /// The first board, as the rows of an input.
    pub board: Spanned<String>,
    /// The moves to the next boards.
    #[serde(default)]
    pub moves: Vec<Spanned<String>>,
}

/// `[problem]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Problem {
    /// The name by language.
    pub name: Spanned<BTreeMap<String, String>>,
    /// Tells the problem from all others.
    pub uuid: Spanned<String>,
    /// The authors.
    pub authors: Spanned<Vec<String>>,
    /// The license.
    pub license: Spanned<String>,
    /// Who has the rights.
    pub rights_owner: String,
}

/// `[limits]`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Limits {
    /// CPU time, as in `"2s"`.
    pub time: Option<Spanned<String>>,
    /// Wall-clock time.
    pub wall: Option<Spanned<String>>,
    /// Memory in MiB.
    pub memory: Option<Spanned<i64>>,
    /// Output in MiB.
    pub output: Option<Spanned<i64>>,
}

/// One `[[submission]]`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Submission {
    /// The source, relative to the problem folder.
    pub file: Spanned<String>,
    /// The verdict that it must get, or several any of which will do.
    pub expect: Spanned<Expect>,
    /// Tests that must kill it, by name or glob.
    #[serde(default)]
    pub kills: Vec<Spanned<String>>,
    /// What it does or which mistake it makes; for readers of the plan.
    #[serde(default)]
    #[allow(dead_code, reason = "a note for readers of the plan, checked to be a string")]
    pub reason: String,
}

/// One verdict or a list.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "expected a verdict or a list of verdicts")]
pub enum Expect {
    /// One.
    One(String),
    /// Any of these.
    AnyOf(Vec<String>),
}
