//! The limits of the statement, in one place; the statement's text is tested against them.

/// The smallest board side.
pub const MIN_SIDE: usize = 2;

/// The largest board side.
pub const MAX_SIDE: usize = 7;

/// The largest rank of a tile in an input: tiles go from 2 to 2^50.
pub const MAX_TILE_RANK: u8 = 50;

/// The largest score of an input: 96·2^50 − 192, the most that a 7×7 game can score.
pub const MAX_SCORE: u64 = 108_086_391_056_891_712;
