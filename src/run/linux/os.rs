//! The three system calls that no library wraps safely. Only [`super::keeper`] uses them, in a
//! process that has one thread and was started for nothing else.
#![allow(unsafe_code)]

use nix::errno::Errno;
use nix::libc;
use nix::sys::signal::{SigHandler, Signal, signal};
use nix::unistd::{ForkResult, fork};

/// Splits the process in two.
///
/// # Errors
/// What the system reports.
pub(super) fn split() -> nix::Result<ForkResult> {
    // SAFETY: a keeper has one thread, so that the copy finds no lock held by another.
    unsafe { fork() }
}

/// Closes every descriptor but the first three: whoever started the tool may have left some open.
pub(super) fn close_others() {
    // SAFETY: a keeper calls this first of all, when it has opened nothing that could be lost.
    let closed = unsafe { libc::syscall(libc::SYS_close_range, 3u32, u32::MAX, 0u32) };
    if closed != 0 {
        // Before Linux 5.9 there was no such call.
        for descriptor in 3..1024 {
            // SAFETY: as above.
            let _ = unsafe { libc::close(descriptor) };
        }
    }
}

/// Lets broken pipes and the rest do what they do to any program: the language's runtime had one
/// of them ignored, and what is ignored stays so in the program that is run.
///
/// # Errors
/// What the system reports.
pub(super) fn default_signals() -> Result<(), Errno> {
    // SAFETY: the default action runs no code of ours.
    unsafe { signal(Signal::SIGPIPE, SigHandler::SigDfl) }.map(drop)
}
