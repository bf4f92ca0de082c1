//! Tests through the library and the binary.

mod check;
mod judges;
mod policy;
mod witness;
