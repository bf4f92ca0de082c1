//! Mutation testing of the closed form: would the tests notice if it were a little wrong?
//!
//! [`formula`] is the closed form with exchangeable [`parts`] and number types ([`width`]);
//! [`table`] lists the mistakes, and the changes that are none; [`evaluate`](mod@evaluate) runs
//! them on states.

pub mod evaluate;
pub mod formula;
pub mod parts;
pub mod table;
pub mod width;

pub use evaluate::{Question, killers};
pub use formula::Formula;
pub use table::{EQUIVALENT, Equivalent, MUTANTS, Mutant};
