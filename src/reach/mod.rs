//! Deciding whether a game reaches a state.
//!
//! [`refute`] tests conditions that every reachable state meets. [`decide()`] goes on to search
//! backwards: all ways back if they are few (an exact decision, either way), else the promising
//! ones, until the start, until the large tiles stand in an order that the builder can make, or
//! until hardly more than full rows are left, which are laid from nothing. A state is called
//! reachable only with a game that [`crate::witness::check()`] accepted, and unreachable only by a
//! proved condition or by all ways back having ended.
//!
//! Words: a board is *settled* if it can be what a slide leaves; a *birth* is a tile that
//! appeared, the two of the start included; a step back goes from a settled board to the settled
//! board before it, one birth fewer.

mod aims;
mod arrangement;
mod beam;
mod bridge;
mod chain;
mod closure;
mod conditions;
mod cores;
mod corner;
mod decide;
pub mod exact;
mod lay;
mod limits;
mod lines;
mod meet;
mod node;
mod outlook;
mod profile;
mod promising;
mod random;
mod refutation;
mod report;
mod reverse;
mod search;
mod stands;
mod trace;
mod words;

#[cfg(test)]
mod tests;

pub use conditions::{Condition, conditions, refute};
pub use cores::Cores;
pub use decide::{Decision, decide, is_exact};
pub use limits::Options;
pub use profile::{Crowd, Fuel};
pub use refutation::Refutation;
pub use report::{Outcome, Phase, PhaseKind, Report};
