//! A toolkit for the contest problem "Game Moves": given a board of a game like 2048 and its
//! score, how many moves were made?
//!
//! The library behind the binary `game-moves`, which generates test data from a plan, validates
//! inputs, answers them and checks contestant outputs. Every test input is proved to be a state
//! that a real game reaches.
//!
//! # From above
//!
//! ```text
//! plan.toml ──► plan ──► package::case ──► witness::check ──► package::data ──► *.in *.ans *.witness
//!                          │ policy::play      ▲
//!                          │ build             │ every game, however it was found
//!                          └ reach::decide ────┘
//! *.in ──► input ──► Ledger (the closed form) ──► reach, witness ──► the verdict of `validate`
//! outputs ──► judge ──► the verdict of `check`
//! ```
//!
//! # Reading order
//!
//! - [`game`]: boards of ranks, the plain slide, the fast engine, the arithmetic of the score;
//! - [`limits`], [`input`]: the statement's limits and the strict reader of its format;
//! - [`witness`]: the proof that a game reaches a state; [`witness::check()`] is the one thing that
//!   must be believed, and can be read alone;
//! - [`seed`], [`policy`]: streams of random numbers, players, births, stop rules;
//! - [`build`]: extremes that no player reaches, as compressed witnesses;
//! - [`reach`]: whether a game reaches a state, decided without its history;
//! - [`validate`](mod@validate): the verdict on an input, all of the above in order;
//! - [`verdict`], [`duration`]: the verdicts of submissions, and how durations are written;
//! - [`plan`], [`package`]: the test plan, the problem folder that it makes, packages for judges;
//! - [`run`]: submissions built and run, contained;
//! - [`judge`]: contestant outputs against judge answers;
//! - [`stress`]: proved states without end, and a failing one made small;
//! - [`mutants`]: the closed form with mistakes, which tests must notice;
//! - [`report`], [`cli`]: what users read, and the command line.
//!
//! # What holds
//!
//! - Modules depend on those above them in the list, never on those below (tested).
//! - `witness::check` uses the board type and nothing else: no search, no file, no randomness and
//!   no slide but its own.
//! - A `Verified` state is made by `witness::check` alone, and answers are written from nothing
//!   else.
//! - Searches and builders are not trusted: what they find is checked before it is used.
//! - Only `seed` names the crate of random numbers; the same plan gives the same bytes on every
//!   machine with any number of threads.
//! - `game`, `witness`, `policy`, `build`, `stress` and `mutants` read no file and no clock.
//! - Submissions run in a process of their own, `run::keeper`, and never outlive it; only
//!   `run::linux::os` has code that the compiler does not prove safe.
//! - No panic on any content of any file.

pub mod build;
pub mod cli;
pub mod duration;
pub mod game;
pub mod input;
pub mod judge;
pub mod limits;
pub mod mutants;
pub mod package;
pub mod plan;
pub mod policy;
pub mod reach;
pub mod report;
pub mod run;
pub mod seed;
pub mod stress;
pub mod validate;
pub mod verdict;
pub mod witness;
