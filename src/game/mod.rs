//! The rules of the game: boards, slides, births and the arithmetic of the score.
//!
//! Nothing here reads a file, draws a random number or knows a text format.
//! [`slide`] is the plain reference that every faster engine is tested against.

pub mod board;
pub mod fast;
pub mod ledger;
pub mod slide;

pub use board::{Board, Direction, Size};
pub use fast::Engine;
pub use ledger::Ledger;
