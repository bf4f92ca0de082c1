//! The `game-moves` binary.

fn main() {}
