//! Tests through the library and the binary.

mod check;
mod counts;
mod enumerate;
mod expand;
mod extremes;
mod fixtures;
mod generate;
mod inputs;
mod judges;
mod mutants;
mod package;
mod perft;
mod policy;
mod portable;
mod readme;
mod run;
mod statement;
mod states;
mod stress;
mod submissions;
mod tidy;
mod tool;
mod witness;
