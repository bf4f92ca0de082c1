//! A folder that a run can read, for programs and inputs; it goes away with the tool.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The folder.
#[derive(Debug)]
pub(super) struct Place {
    root: TempDir,
}

impl Place {
    /// A new one where everybody may look.
    pub(super) fn new() -> io::Result<Self> {
        let wanted = [std::env::temp_dir(), PathBuf::from("/tmp"), PathBuf::from("/var/tmp")];
        let base = wanted.iter().find(|base| is_open_to_all(base)).unwrap_or(&wanted[0]);
        let root = tempfile::Builder::new().prefix("game-moves-").tempdir_in(base)?;
        fs::set_permissions(root.path(), Permissions::from_mode(0o755))?;
        for part in ["programs", "inputs", "work"] {
            fs::create_dir(root.path().join(part))?;
        }
        Ok(Self { root })
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
