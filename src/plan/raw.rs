//! The plan file as serde reads it: every key there is, and nothing else.

mod condition;
mod source;

pub use condition::{Condition, Range};
pub use source::{Births, Build, Fours, Play, Policy, Ranks, Until};

use serde::Deserialize;
use std::collections::BTreeMap;
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
