//! Deciding whether a game reaches a state.
