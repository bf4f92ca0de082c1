//! Witnesses: proofs that a real game reaches a state.
//!
//! A witness is a straight-line program: rules of moves that call earlier rules, with variables
//! for tiles that a rule only pushes around, so that a game of 10^15 moves is a few thousand
//! lines. An ordinary game is a witness of one rule.
//!
//! [`mod@format`] reads and writes the text; [`mod@check`] is the one thing a reader must believe.

pub mod check;
pub mod error;
pub mod format;

pub use check::{Verified, check};
pub use error::{CheckError, FormatError, FormatErrorKind, Reason};
pub use format::{Rule, Slot, Step, Totals, Witness};
