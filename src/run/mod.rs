//! Submissions built and run, contained.
//!
//! [`languages`] is the table of compile and run commands; a [`Toolchain`] makes a [`Program`] of a
//! source, once for each content; a [`Sandbox`] is what this machine can hold a submission with,
//! its [`protection`]; [`execute`](mod@execute) runs a program on one input and tells how it ended;
//! [`fault`] says why something cannot be run, [`said`] what of its words may be shown. All that
//! asks the system is in one module, `linux`; elsewhere there is no sandbox, and so nothing is run.

pub mod execute;
pub mod fault;
pub mod languages;
pub mod protection;
pub mod said;

#[cfg(not(target_os = "linux"))]
mod elsewhere;
#[cfg(not(target_os = "linux"))]
use elsewhere as system;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
use linux as system;

pub use execute::{Ending, Input, Limits, Run, execute};
pub use fault::{BuildFault, Refused};
pub use languages::Languages;
pub use protection::{Builds, Choice, Protection, Trust, Walls};
pub use system::{Program, Sandbox, Toolchain, keeper};

/// Removes the folders of all sandboxes of this process, which must end right after: on an
/// interrupt nothing else would.
pub fn abandon() {
    system::remove_all();
}
