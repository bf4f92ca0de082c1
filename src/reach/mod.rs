//! Deciding whether a game reaches a state.
pub mod exact;
