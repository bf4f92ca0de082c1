//! Programs of the machine.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

/// A program by its path or its name in PATH, the first that will do.
pub(super) fn find_program(name: &OsStr, will_do: impl Fn(&Path) -> bool) -> Option<PathBuf> {
    let fits = |path: &PathBuf| is_executable(path) && will_do(path);
    if name.as_encoded_bytes().contains(&b'/') {
        return std::path::absolute(name).ok().filter(fits);
    }
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(name))
        .find(fits)
}

/// Whether this is a file that somebody may run.
pub(super) fn is_executable(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|kind| kind.is_file() && kind.mode() & 0o111 != 0)
}
