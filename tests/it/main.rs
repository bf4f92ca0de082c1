//! Tests through the library and the binary.

mod counts;
mod enumerate;
mod perft;
mod witness;
