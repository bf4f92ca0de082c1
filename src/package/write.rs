//! Writing files so that nobody ever sees half of one.

use std::io::{self, Write as _};
use std::path::Path;

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
    std::fs::create_dir_all(folder)?;
    let mut file = tempfile::Builder::new()
        .prefix(".game-moves-")
        .permissions(permissions())
        .tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.persist(path)?;
    Ok(())
}

/// The permissions of an ordinary new file, less what the user's mask takes away.
#[cfg(unix)]
fn permissions() -> std::fs::Permissions {
    std::os::unix::fs::PermissionsExt::from_mode(0o666)
}
