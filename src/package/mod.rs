//! The problem folder on disk: the cases of the plan made, and the data kept as they say.
//!
//! [`case`] makes one case and proves it; [`suite`] looks at all of them together; [`data`]
//! compares them with the folder and writes what differs; [`lock`] remembers which files are
//! ours; [`stock`] keeps what is costly to build; [`append`] adds a test to the plan;
//! [`mod@write`] replaces a file whole; [`export`] lays the problem out for judges, with what
//! [`gather`] finds in the folder, its settings from [`yaml`] and what is expected of submissions from
//! [`expect`], and [`archive`] packs it.

pub mod append;
pub mod archive;
pub mod case;
pub mod data;
mod error;
pub mod expect;
pub mod export;
pub mod gather;
pub mod lock;
pub mod stock;
pub mod suite;
pub mod write;
pub mod yaml;

use std::collections::BTreeMap;

/// Files by their path from a folder, with `/`, and their bytes.
pub type Files = BTreeMap<String, Vec<u8>>;
