//! Submissions built and run, contained.
//!
//! [`languages`] is the table of compile and run commands; [`compile`](mod@compile) makes a
//! [`Program`] of a source, once for each content; [`sandbox`] finds out what this machine can
//! hold a submission with; [`execute`](mod@execute) runs a program on one input and tells how it
//! ended. The run itself is kept by a process of its own, [`keeper`]: this binary again, which
//! makes the namespaces, sets the limits, watches the clocks, and takes every descendant with it.

pub mod compile;
pub mod execute;
pub mod keeper;
pub mod languages;
mod launch;
pub mod order;
mod os;
mod place;
pub mod sandbox;
mod start;
mod sweep;
mod users;
mod walls;

pub use compile::{BuildFault, Program, Toolchain};
pub use execute::{Ending, Input, Limits, Run, execute};
pub use languages::Languages;
pub use sandbox::{Choice, Protection, Refused, Sandbox, Trust};
