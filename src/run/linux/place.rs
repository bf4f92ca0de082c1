//! A folder that a run can read, for programs and inputs; it goes away with the tool.

use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tempfile::TempDir;

/// The folder.
#[derive(Debug)]
pub(super) struct Place {
    root: TempDir,
    /// Locked as long as the tool lives, which tells the folder from one that was left.
    _lock: Option<File>,
}

/// How long a place may be without its lock: its tool may be about to take it.
const GRACE: Duration = Duration::from_secs(60);

/// What the names of places begin with.
const PREFIX: &str = "game-moves-run-";

/// The places of this process.
static PLACES: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// How often a place is removed that a run still writes to.
const REMOVALS: u32 = 100;

/// Removes the places of this process, which is about to end without being asked. Runs that go on
/// end with it.
pub(in crate::run) fn remove_all() {
    // Whoever comes to make a place waits for the end.
    let places = PLACES.lock().unwrap_or_else(PoisonError::into_inner);
    for place in places.iter() {
        for _ in 0..REMOVALS {
            if remove(place).is_ok() {
                break;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }
    std::mem::forget(places);
}

impl Place {
    /// A new one where everybody may look.
    pub(super) fn new() -> io::Result<Self> {
        let wanted = [std::env::temp_dir(), PathBuf::from("/tmp"), PathBuf::from("/var/tmp")];
        let base = wanted.iter().find(|base| is_open_to_all(base)).unwrap_or(&wanted[0]);
        let mut places = PLACES.lock().unwrap_or_else(PoisonError::into_inner);
        let root = tempfile::Builder::new().prefix(PREFIX).tempdir_in(base)?;
        places.push(root.path().to_owned());
        drop(places);
        let lock = File::open(root.path()).ok().filter(|folder| folder.try_lock().is_ok());
        sweep(base);
        fs::set_permissions(root.path(), Permissions::from_mode(0o755))?;
        for part in ["programs", "inputs", "work"] {
            fs::create_dir(root.path().join(part))?;
        }
        Ok(Self { root, _lock: lock })
    }

    pub(super) fn path(&self) -> &Path {
        self.root.path()
    }

    /// Where programs are put.
    pub(super) fn programs(&self) -> PathBuf {
        self.path().join("programs")
    }

    /// Where inputs are put that are no file yet.
    pub(super) fn inputs(&self) -> PathBuf {
        self.path().join("inputs")
    }

    /// Where runs have their working folders.
    pub(super) fn work(&self) -> PathBuf {
        self.path().join("work")
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // What cannot be removed now is when another place is made.
        let _ = remove(self.path());
    }
}

/// Removes a file or a folder, if it is there, whatever a program did to be in the way of that.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    let removed = match fs::symlink_metadata(path) {
        Ok(kind) if kind.is_dir() => match fs::remove_dir_all(path) {
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                unlock(path)?;
                fs::remove_dir_all(path)
            }
            removed => removed,
        },
        Ok(_) => fs::remove_file(path),
        Err(error) => Err(error),
    };
    match removed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

/// Makes the folder and those below it fit to be emptied.
fn unlock(folder: &Path) -> io::Result<()> {
    let mut next = vec![folder.to_owned()];
    while let Some(folder) = next.pop() {
        fs::set_permissions(&folder, Permissions::from_mode(0o700))?;
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                next.push(entry.path());
            }
        }
    }
    Ok(())
}

/// Removes the places in `base` of tools that were killed.
fn sweep(base: &Path) {
    for entry in fs::read_dir(base).into_iter().flatten().flatten() {
        let age = entry.metadata().and_then(|kind| kind.modified()).map(|time| time.elapsed());
        if entry.file_name().as_encoded_bytes().starts_with(PREFIX.as_bytes())
            && age.is_ok_and(|age| age.is_ok_and(|age| age > GRACE))
            && let Ok(folder) = File::open(entry.path())
            && folder.try_lock().is_ok()
        {
            // Another user's cannot be removed, and is not ours to remove.
            let _ = remove(&entry.path());
        }
    }
}

/// Whether any user may read this file or folder and come to it.
pub(super) fn is_open_to_all(path: &Path) -> bool {
    let Ok(path) = path.canonicalize() else { return false };
    path.ancestors().all(|part| {
        fs::metadata(part).is_ok_and(|kind| {
            let wanted = if kind.is_dir() { 0o001 } else { 0o005 };
            kind.permissions().mode() & wanted == wanted
        })
    })
}

/// Copies a file or a folder so that every user may read and run the copy.
pub(super) fn copy_open(from: &Path, to: &Path) -> io::Result<()> {
    if fs::metadata(from)?.is_dir() {
        fs::create_dir_all(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            copy_open(&entry.path(), &to.join(entry.file_name()))?;
        }
    } else {
        fs::copy(from, to)?;
    }
    fs::set_permissions(to, Permissions::from_mode(0o755))
}
