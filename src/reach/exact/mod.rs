//! The exact decision for 3×3, never `undecided`.
//!
//! [`Table`] holds what an enumeration of the whole 3×3 game (48,713,519 boards up to symmetry)
//! found: for the boards of some layers the fewest and the most born 4s of the games that reach
//! them. Every number of 4s between is reached too; no proof is known, but the exhaustive tests
//! see it on every board of the game. A state is decided by a search backwards to the nearest
//! of those layers; a game is then read off from layer to layer and checked as any witness is.
//!
//! Building the table takes about 20 seconds, once: [`Table::open_or_build`] keeps it in a file.

mod cache;
mod decide;
mod layers;
mod on_demand;
mod packed;
mod search;
mod table;

pub use cache::{CachePlace, Origin};
pub use decide::{Fault, Refutation, Verdict};
pub use on_demand::OnDemand;
pub use table::{BOARDS, BuildError, Progress, Table};
