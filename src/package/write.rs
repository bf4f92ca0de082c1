//! Writing files so that nobody ever sees half of one.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What the names of temporary files begin with.
const TEMPORARY: &str = ".game-moves-";

/// Held while a temporary file exists.
static REPLACING: Mutex<()> = Mutex::new(());

/// Waits until no file is being replaced and keeps it so while the guard lives.
pub fn pause() -> MutexGuard<'static, ()> {
    // What the mutex guards is on disk: a writer that failed left nothing to repair here.
    REPLACING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes `bytes` to `path`, which is replaced at once or not at all: the text goes to a temporary
/// file in the same folder, which is then renamed. Missing folders are made.
///
/// # Errors
/// What the system reports; the old file is then still whole.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    fs::create_dir_all(folder)?;
    let _replacing = pause();
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY);
    #[cfg(unix)]
    {
        // An ordinary new file's, less what the user's mask takes away.
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.persist(path)?;
    Ok(())
}

/// Whether a file of this name is one of our temporary ones.
#[must_use]
pub fn is_temporary(name: &str) -> bool {
    name.starts_with(TEMPORARY)
}

/// Removes temporary files that a killed process left in `folder`; a missing folder has none.
///
/// # Errors
/// What the system reports.
pub fn sweep(folder: &Path) -> io::Result<()> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        if is_temporary(&entry.file_name().to_string_lossy()) {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}
