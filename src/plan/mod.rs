//! The test plan, `plan.toml`: what is to be generated, and what the suite must cover.
//!
//! [`raw`] is the file as serde reads it, with places; [`mod@check`] turns it into a [`Plan`] or
//! into faults with their places, `test`, `play` and `condition` its tests; [`mod@expand`] names the
//! single test cases; [`coverage`] asks what the whole suite must hit; [`submission`] what each
//! submission must come to; [`figure`] has the boards of the statement's pictures, [`problem`] what
//! packages say about the whole.

pub mod check;
mod condition;
pub mod coverage;
pub mod expand;
pub mod figure;
mod play;
pub mod problem;
pub mod raw;
pub mod submission;
mod test;

pub use check::{Fault, parse};
pub use coverage::Need;
pub use expand::{Case, expand};
pub use figure::Figure;
pub use problem::Problem;
pub use submission::{Limits, Submission};

use crate::build::{Fours, Recipe};
use crate::game::Size;
use crate::input::State;
use crate::policy::{Births, Condition, Policy, Until};
use std::ops::Range;

/// The version of the plan format that is read.
pub const VERSION: i64 = 1;

/// The most cases that one test may expand to: its numbers have three digits.
pub const MAX_COUNT: u32 = 999;

/// The longest name of a test.
pub const MAX_NAME: usize = 40;

/// How often a game is played anew to satisfy `require`, unless the plan says otherwise.
pub const DEFAULT_ATTEMPTS: u32 = 1_000;

/// The most attempts that a plan may ask for.
pub const MAX_ATTEMPTS: u32 = 1_000_000;

/// A place in the plan file, in bytes.
pub type Span = Range<usize>;

/// A plan whose every part makes sense.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The seed that every random choice depends on.
    pub seed: String,
    /// The tests, in the order of the file.
    pub tests: Vec<Test>,
    /// What the whole suite must cover.
    pub needs: Vec<Need>,
    /// The figures of the statement.
    pub figures: Vec<Figure>,
    /// The problem itself; without it no package can be made.
    pub problem: Option<Problem>,
    /// What a run of a submission may use.
    pub limits: Limits,
    /// The submissions, in the order of the file.
    pub submissions: Vec<Submission>,
}

/// A test of the plan, which may expand to many cases.
#[derive(Clone, Debug)]
pub struct Test {
    /// The name: 1 to [`MAX_NAME`] of `a`-`z`, `0`-`9` and `-`.
    pub name: String,
    /// Where its name stands.
    pub span: Span,
    /// Sample or secret.
    pub group: Group,
    /// How it expands.
    pub expansion: Expansion,
    /// Where its states come from.
    pub source: Source,
    /// What every state must satisfy.
    pub require: Condition,
}

/// Which folder of the data a test goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Shown to contestants.
    Sample,
    /// Judged.
    Secret,
}

impl Group {
    /// Both, in judging order.
    pub const ALL: [Self; 2] = [Self::Sample, Self::Secret];

    /// The name of the folder.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sample => "sample",
            Self::Secret => "secret",
        }
    }
}

/// How a test expands to cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expansion {
    /// One case with the name of the test.
    Single,
    /// Numbered cases, for each of the sizes if the size varies.
    Numbered {
        /// The sizes of a `sizes` list; empty if the size does not vary.
        sizes: Vec<Size>,
        /// How many of each.
        count: u32,
    },
}

/// Where the states of a test come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// Written in the plan.
    State {
        /// The state.
        state: State,
        /// Where it is written.
        span: Span,
        /// A witness file, relative to the problem folder.
        witness: Option<Located<String>>,
    },
    /// An input file, relative to the problem folder.
    File {
        /// The path.
        path: Located<String>,
        /// A witness file, relative to the problem folder.
        witness: Option<Located<String>>,
    },
    /// A simulated game.
    Play(Play),
    /// A constructed extreme.
    Build(Build),
}

/// A value and where it stands in the plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// Where it stands.
    pub span: Span,
}

/// How a game is simulated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// The size of a test whose size does not vary.
    pub size: Option<Size>,
    /// How the player moves.
    pub policy: Policy,
    /// How tiles are born.
    pub births: Births,
    /// When to stop.
    pub until: Until,
    /// How many games may be played until one ends as asked.
    pub attempts: u32,
    /// Tells apart the streams of tests that would otherwise be equal.
    pub salt: String,
    /// Where the source stands.
    pub span: Span,
}

/// How an extreme is constructed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Build {
    /// The size of a test whose size does not vary.
    pub size: Option<Size>,
    /// The ranks of the large tiles.
    pub ranks: Ranks,
    /// How many 4s are born.
    pub fours: Fours,
    /// How the game goes on from there; the moves of its stop rule are counted from there too.
    pub then: Option<Play>,
    /// Where the source stands.
    pub span: Span,
}

/// The large tiles of an extreme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ranks {
    /// N + 1, N, …, 3, 2: a tile on every cell.
    FullChain,
    /// The single largest rank that a board can hold: N + 1.
    Top,
    /// These, largest first.
    List(Vec<u8>),
}

impl Build {
    /// What is to be built on a board of this size.
    #[must_use]
    pub fn recipe(&self, size: Size) -> Recipe {
        let ranks = match &self.ranks {
            Ranks::FullChain => (2..=size.top_rank()).rev().collect(),
            Ranks::Top => vec![size.top_rank()],
            Ranks::List(ranks) => ranks.clone(),
        };
        Recipe { size, ranks, fours: self.fours, seed: 0 }
    }
}
