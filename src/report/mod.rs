//! What users read: diagnostics, boards drawn, progress.
//!
//! Everything is made into text here and printed by the command line alone.

pub mod diagnostic;
pub mod drawing;
pub mod explain;
pub mod picture;

/// `count` things, in the singular if it is one.
#[must_use]
pub fn count(count: u64, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

pub use diagnostic::{Diagnostic, Severity};
