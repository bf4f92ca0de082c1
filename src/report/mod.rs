//! What users read: diagnostics, boards drawn, progress.
//!
//! Everything is made into text here and printed by the command line alone.

pub mod diagnostic;
pub mod duration;
pub mod explain;
pub mod picture;

pub use diagnostic::{Diagnostic, Severity};
