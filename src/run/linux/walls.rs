//! What a run is shut in: namespaces, and folders for temporary files of its own.

use super::mounts::{held, hold, keep_apart, memory};
use super::order::{Order, User};
use crate::run::Walls;
use nix::mount::{MsFlags, mount};
use nix::sched::{CloneFlags, unshare};
use nix::unistd::{getgid, getuid};
use std::fs;
use std::io;
use std::path::Path;

/// Folders that anybody may write to; a run has its own.
pub(super) const SHARED: [&str; 3] = ["/tmp", "/var/tmp", "/dev/shm"];

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
    keep_apart().map_err(|error| fault(Path::new("/"), error))?;
    let visible = &order.visible;
    let handle = hold(visible).map_err(|error| fault(visible, error))?;
    for shared in SHARED.map(Path::new) {
        // A link would lead to another folder, which is then covered itself.
        if fs::symlink_metadata(shared).is_ok_and(|kind| kind.is_dir()) {
            memory(shared, "mode=1777").map_err(|error| fault(shared, error))?;
        }
    }
    if !visible.exists() {
        fs::create_dir_all(visible).map_err(|error| fault(visible, error))?;
    }
    mount(Some(&held(&handle)), visible, none, MsFlags::MS_BIND, none)
        .map_err(|error| fault(visible, error.into()))?;
    // Programs of others lie there too, and a run in the own user's name could change them.
    let read_only = MsFlags::MS_REMOUNT
        | MsFlags::MS_BIND
        | MsFlags::MS_RDONLY
        | MsFlags::MS_NOSUID
        | MsFlags::MS_NODEV;
    mount(none, visible, none, read_only, none).map_err(|error| fault(visible, error.into()))?;
    let owner = match order.user {
        User::Apart(number) => number,
        User::Own => getuid().as_raw(),
    };
    memory(&order.folder, &format!("mode=0700,uid={owner}"))
        .map_err(|error| fault(&order.folder, error))
}
