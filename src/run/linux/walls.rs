//! What a run is shut in: namespaces, and folders for temporary files of its own.

use super::order::{Order, User};
use crate::run::Walls;
use nix::mount::{MsFlags, mount};
use nix::sched::{CloneFlags, unshare};
use nix::unistd::{getgid, getuid};
use std::fs::{self, OpenOptions};
use std::io;
use std::os::fd::AsRawFd as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

/// Folders that anybody may write to; a run has its own.
const SHARED: [&str; 3] = ["/tmp", "/var/tmp", "/dev/shm"];

/// How much a run may write to each of them, and how many files.
pub(super) const SPACE: &str = "size=64m,nr_inodes=4k";

/// Leaves the namespaces that the run shall not share. Processes started from now on are inside.
///
/// # Errors
/// What the system reports.
pub(super) fn separate(order: &Order) -> io::Result<()> {
    let mut files = CloneFlags::CLONE_NEWPID | CloneFlags::CLONE_NEWIPC | CloneFlags::CLONE_NEWNS;
    if order.view.is_some() {
        files |= CloneFlags::CLONE_NEWNET;
    }
    match order.walls {
        Walls::None => Ok(()),
        Walls::Processes => Ok(unshare(CloneFlags::CLONE_NEWPID)?),
        Walls::Files => Ok(unshare(files)?),
        Walls::FilesByUser => {
            let (user, group) = (getuid(), getgid());
            unshare(CloneFlags::CLONE_NEWUSER | files)?;
            fs::write("/proc/self/setgroups", "deny")?;
            fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
            fs::write("/proc/self/gid_map", format!("{group} {group} 1"))
        }
    }
}

/// Puts the run's own folders over the shared ones, and an empty working folder in its place.
///
/// # Errors
/// Says which cannot be made.
pub(super) fn furnish(order: &Order) -> Result<(), String> {
    let none: Option<&str> = None;
    let fault = |path: &Path, error: io::Error| {
        format!("cannot make the run's own `{}`: {error}", path.display())
    };
    mount(none, "/", none, MsFlags::MS_REC | MsFlags::MS_PRIVATE, none)
        .map_err(|error| fault(Path::new("/"), error.into()))?;
    let visible = &order.visible;
    let handle = OpenOptions::new()
        .read(true)
        .custom_flags(nix::libc::O_PATH)
        .open(visible)
        .map_err(|error| fault(visible, error))?;
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV;
    for shared in SHARED.map(Path::new) {
        // A link would lead to another folder, which is then covered itself.
        if fs::symlink_metadata(shared).is_ok_and(|kind| kind.is_dir()) {
            let options = format!("{SPACE},mode=1777");
            mount(Some("tmpfs"), shared, Some("tmpfs"), flags, Some(options.as_str()))
                .map_err(|error| fault(shared, error.into()))?;
        }
    }
    if !visible.exists() {
        fs::create_dir_all(visible).map_err(|error| fault(visible, error))?;
    }
    let source = format!("/proc/self/fd/{}", handle.as_raw_fd());
    mount(Some(source.as_str()), visible, none, MsFlags::MS_BIND, none)
        .map_err(|error| fault(visible, error.into()))?;
    // Programs of others lie there too, and a run in the own user's name could change them.
    let read_only = MsFlags::MS_REMOUNT | MsFlags::MS_BIND | MsFlags::MS_RDONLY | flags;
    mount(none, visible, none, read_only, none).map_err(|error| fault(visible, error.into()))?;
    let owner = match order.user {
        User::Apart(number) => number,
        User::Own => getuid().as_raw(),
    };
    let options = format!("{SPACE},mode=0700,uid={owner}");
    mount(Some("tmpfs"), &order.folder, Some("tmpfs"), flags, Some(options.as_str()))
        .map_err(|error| fault(&order.folder, error.into()))
}
