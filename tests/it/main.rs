//! Tests through the library and the binary.

mod check;
mod generate;
mod inputs;
mod judges;
mod policy;
mod tool;
mod witness;
