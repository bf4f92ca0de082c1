//! Submissions on Linux.
//!
//! [`compile`](mod@compile) builds a [`Program`], a `job` for each source, and `program` fills in
//! its command; [`sandbox`] finds out what this machine can hold a submission with, and runs it so,
//! with `users` of its own and in a `place` of its own, in `bwrap` if that is asked for. The run
//! itself is kept by a process of its own, [`keeper`]: this binary again, `launch`ed with an
//! `order`, which makes of `mounts` the `walls`, or for a compiler a `view`, `start`s the program in its limits,
//! watches the clocks, and `sweep`s every descendant away; the `ends` of what it says are kept.

mod bwrap;
mod compile;
mod ends;
mod find;
mod job;
pub mod keeper;
mod launch;
mod mounts;
mod order;
mod os;
mod place;
mod program;
mod sandbox;
mod start;
mod sweep;
mod users;
mod view;
mod walls;

pub use compile::Toolchain;
pub(super) use place::remove_all;
pub use program::Program;
pub use sandbox::Sandbox;

/// The name of a signal.
pub(super) fn signal_name(number: i32) -> Option<&'static str> {
    let signal = nix::sys::signal::Signal::try_from(number).ok()?;
    Some(signal.as_str())
}
