//! Tests through the library and the binary.

mod witness;
