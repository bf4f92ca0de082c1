//! Opening files and saying what went wrong with them.

use std::fmt;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// What could not be done with a file or folder.
#[derive(Debug)]
pub struct FileFault {
    /// The verb: read, write, list.
    pub action: &'static str,
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub error: io::Error,
}

impl FileFault {
    /// `action` (a verb) on `path` failed with `error`.
    #[must_use]
    pub fn new(action: &'static str, path: &Path, error: io::Error) -> Self {
        Self { action, path: path.to_owned(), error }
    }
}

impl fmt::Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot {} `{}`: {}", self.action, self.path.display(), self.error)
    }
}

impl std::error::Error for FileFault {}

/// Opens a regular file. Anything else in a folder of files is refused: a pipe that nobody writes
/// to would wait for ever.
///
/// # Errors
/// What the system reports, or that it is no regular file.
pub fn open_regular(path: &Path) -> io::Result<File> {
    if fs::metadata(path)?.is_file() {
        File::open(path)
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file"))
    }
}
