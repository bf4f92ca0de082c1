//! Tests through the library and the binary.

mod policy;
mod witness;
