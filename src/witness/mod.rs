//! Witnesses: proofs that a game reaches a state.
