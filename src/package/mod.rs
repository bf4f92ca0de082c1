//! The problem folder on disk.

pub mod write;
