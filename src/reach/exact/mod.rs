//! The exact decision for 3×3, never `undecided`.
//!
//! [`Table`] holds what an enumeration of the whole 3×3 game (48,713,519 boards up to symmetry)
//! found: for the boards of some layers the fewest and the most born 4s of the games that reach
//! them. Every number of 4s between is reached too; no proof is known, but the exhaustive tests
//! see it on every board of the game. A state is decided by a search backwards to the nearest
//! of those layers; a game is then read off from layer to layer and checked as any witness is.
//!
//! Building the table takes about 20 seconds, once: [`Table::open_or_build`] keeps it in a file,
//! [`OnDemand`] does so when the first state asks for it.
//!
//! # The interval law on larger boards
//!
//! Whether the f (born 4s) with which games reach a board are always all integers of one
//! interval is open for 4×4 and up. An enumeration with whole sets of f found no exception
//!
//! - among all 136,013,343 boards of 4×4 (up to symmetry) with a tile sum up to 70, nor among
//!   the 24,817,182 boards that slides leave on the way;
//! - among all 23,483,970 boards of 4×4 without a tile 16 or more, and the 11,386,045 boards
//!   that slides leave on the way, those with a 16 included.
//!
//! The tests repeat the second and, up to a sum of 48, the first. This is no proof, and nothing
//! that decides about boards other than 3×3 relies on it. No better bound on f came out of it.

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
