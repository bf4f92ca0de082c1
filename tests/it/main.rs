//! Tests through the library and the binary.

mod check;
mod generate;
mod inputs;
mod judges;
mod policy;
mod readme;
mod tidy;
mod tool;
mod witness;
