//! Tests through the library and the binary.

mod check;
mod counts;
mod enumerate;
mod expand;
mod extremes;
mod generate;
mod inputs;
mod judges;
mod perft;
mod policy;
mod readme;
mod run;
mod tidy;
mod tool;
mod witness;
