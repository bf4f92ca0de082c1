//! Tests through the library and the binary.

mod check;
mod counts;
mod enumerate;
mod expand;
mod extremes;
mod generate;
mod inputs;
mod judges;
mod mutants;
mod perft;
mod policy;
mod readme;
mod run;
mod states;
mod stress;
mod submissions;
mod tidy;
mod tool;
mod witness;
