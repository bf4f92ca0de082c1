//! Tests through the library and the binary.

mod judges;
mod witness;
