//! Constructing extreme states as compressed witnesses.
//!
//! Random and even strong play stop far below the largest tiles that a board can hold, so extreme
//! states are built: [`build`] makes a game to a [`Recipe`]'s tiles as a witness of a few hundred
//! to a few thousand rules, however many moves the game has, and [`extend()`] plays it on.
//!
//! How it works: the large tiles stand along a snake, largest first. To raise a tile of rank k at
//! a place, raise one of rank k − 1 there, freeze it, raise another one beside it, and merge the
//! two. The programs do not depend on the tiles that are frozen, so a program is needed only for
//! each place and rank, and all but the smallest are two calls and one move.
//!
//! Nothing here is trusted: what is returned was checked by [`crate::witness::check()`].

mod assemble;
mod emit;
mod extend;
mod flood;
mod fours;
mod join;
mod recipe;
mod small;
mod snake;
mod three;
mod tight;
mod tower;
mod towers;

#[cfg(test)]
mod tests;

pub use assemble::{Built, Progress, build, fewest_moves};
pub use extend::{extend, turned};
pub(crate) use fours::with_fours;
pub use recipe::{BuildError, Fours, Recipe};
pub use towers::Towers;
