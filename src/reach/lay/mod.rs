//! Lays full rows of large tiles, one on the other, by playing forwards from an empty board.
//!
//! A full row without equal neighbours stays where it is whatever slides along it. So a dense
//! board is decided in three parts. A search backwards that leaves most of its rows alone comes
//! in a second or two to boards with hardly anything else. From nothing those rows are laid, row
//! by row and tile by tile, each tile by a small beam; what an attempt stopped at is dearer when
//! the next one is planned. All births are 2s, which are made 4s afterwards where the state has
//! such. And free play from there meets the search.
//!
//! A dense board without such rows, or whose rows are hard to lay, is first followed back in other
//! searches. They come to boards with a full row of other tiles and little else sooner or later,
//! long before a start, and offer them.
//!
//! Nothing here refutes a state, and what is found is checked as any other game is.

mod back;
mod cascade;
mod failures;
mod flow;
mod ground;
mod join;
mod laying;
mod maker;
mod manner;
mod merge;
mod order;
mod piece;
mod price;
mod raise;
mod row;
mod search;
mod stage;
mod start;
mod trials;

#[cfg(test)]
mod tests;

pub(crate) use search::RowSearch;
