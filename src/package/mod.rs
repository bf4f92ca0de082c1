//! The problem folder on disk.
