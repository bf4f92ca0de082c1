//! Comparing contestant outputs with the judge answers.
//!
//! [`answer`] checks a judge answer before anybody is judged by it; [`compare`](mod@compare)
//! compares an output with it, streaming and in bounded memory, on top of [`words`]; [`judges`]
//! knows what other judges would say, so that a difference can be pointed out, and [`rulings`] puts
//! them side by side; [`cases`] finds the tests of a problem folder and their outputs; [`trial`] runs
//! submissions on them, [`matrix`] says what came of it.

pub mod answer;
pub mod cases;
pub mod compare;
pub mod escape;
pub mod files;
pub mod judges;
pub mod matrix;
pub mod rulings;
pub mod trial;
pub mod words;

pub use crate::verdict::Verdict;
pub use answer::JudgeAnswer;
pub use compare::{Comparison, Outcome, compare, compare_replayed};
pub use rulings::Rulings;
