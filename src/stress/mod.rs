//! Counterexamples: proved states without end, and a failing one made small.
//!
//! [`source`] gives state number i of a seed: played games of every size, policy and kind of
//! births, and extremes cut out of long witnesses ([`mod@cut`]) and played on. [`hunt`](mod@hunt)
//! looks for the first state that fails, [`shrink`](mod@shrink) makes it small: a smaller board
//! ([`ladder`]), fewer moves, fewer steps ([`thin`]), smaller tiles ([`nearby`]). [`entry`] writes
//! what is found as a test of the plan.
//!
//! What it means to fail is the caller's: all of this works over a closure. Every state on the way
//! is a [`Reached`], with a witness that [`crate::witness::check()`] accepted.

pub mod cut;
pub mod entry;
pub mod hunt;
pub mod ladder;
pub mod nearby;
mod reached;
pub mod shrink;
pub mod source;
pub mod thin;

pub use hunt::{Found, hunt};
pub use reached::Reached;
pub use shrink::{Shrunk, shrink};
pub use source::Source;
