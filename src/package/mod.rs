//! The problem folder on disk: the cases of the plan made, and the data kept as they say.
//!
//! [`case`] makes one case and proves it; [`suite`] looks at all of them together; [`data`]
//! compares them with the folder and writes what differs; [`lock`] remembers which files are
//! ours; [`stock`] keeps what is costly to build; [`append`] adds a test to the plan;
//! [`mod@write`] replaces a file whole.

pub mod append;
pub mod case;
pub mod data;
pub mod lock;
pub mod stock;
pub mod suite;
pub mod write;
