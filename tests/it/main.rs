//! Tests through the library and the binary.

mod policy;
mod judges;
mod witness;
