//! Mounts that the walls around a run and the view of a compiler are made of.

use nix::mount::{MsFlags, mount};
use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

/// How much a run may write to each of its folders in memory, and how many files.
const SPACE: &str = "size=64m,nr_inodes=4k";

/// Keeps what is mounted from now on from the rest of the machine.
pub(super) fn keep_apart() -> io::Result<()> {
    let none: Option<&str> = None;
    Ok(mount(none, "/", none, MsFlags::MS_REC | MsFlags::MS_PRIVATE, none)?)
}

/// A folder in memory, at a folder that is there, with its mode and owner as options.
pub(super) fn memory(at: &Path, options: &str) -> io::Result<()> {
    let options = format!("{SPACE},{options}");
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    Ok(mount(Some("tmpfs"), at, Some("tmpfs"), flags, Some(options.as_str()))?)
}

/// Holds on to a folder that a mount is about to cover.
pub(super) fn hold(path: &Path) -> io::Result<File> {
    OpenOptions::new().read(true).custom_flags(nix::libc::O_PATH).open(path)
}

/// Where a folder that is held can be found.
pub(super) fn held(folder: &File) -> PathBuf {
    PathBuf::from(format!("/proc/self/fd/{}", folder.as_raw_fd()))
}
