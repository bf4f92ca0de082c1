//! The table's file in the user's cache folder: the only file that deciding reads or writes.

use super::table::{BuildError, Progress, Table};
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// The name of the file.
const NAME: &str = "reach-3x3-v1.table";

/// Where the table may be kept: folders, the preferred one first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CachePlace {
    folders: Vec<PathBuf>,
}

impl CachePlace {
    /// `$XDG_CACHE_HOME/game-moves`, else `~/.cache/game-moves`, else (neither can be written)
    /// a folder of the system's temporary files.
    ///
    /// It does not matter who may write there: only the very bytes of the table are believed.
    #[must_use]
    pub fn of_user() -> Self {
        let variable = |name| std::env::var_os(name).map(PathBuf::from);
        let home = variable("HOME").map(|home| home.join(".cache"));
        let folders = [variable("XDG_CACHE_HOME"), home, Some(std::env::temp_dir())];
        let folders = folders.into_iter().flatten().filter(|folder| folder.is_absolute());
        Self::folders(folders.map(|folder| folder.join("game-moves")))
    }

    /// These folders, the preferred one first; they are made when needed. Without any, the table
    /// lives in memory.
    #[must_use]
    pub fn folders(folders: impl IntoIterator<Item = PathBuf>) -> Self {
        Self { folders: folders.into_iter().collect() }
    }
}

/// Where a table came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It was read from this file.
    Read(PathBuf),
    /// It was built, and saved to this file for the next time.
    Saved(PathBuf),
    /// It was built, and could not be saved anywhere; the last failure.
    Unsaved(Option<String>),
}

impl Table {
    /// Reads the table from its file, or builds it (about 20 seconds, during which `progress` is
    /// called) and saves it. A missing, damaged or truncated file is built anew, a folder that cannot be
    /// written is no error.
    ///
    /// # Errors
    /// If the table that was built is not what it must be.
    pub fn open_or_build(
        place: &CachePlace,
        progress: impl FnMut(Progress),
    ) -> Result<(Self, Origin), BuildError> {
        for folder in &place.folders {
            let path = folder.join(NAME);
            if let Some(table) = read(&path) {
                return Ok((table, Origin::Read(path)));
            }
        }
        let table = Self::build(progress)?;
        let mut failure = None;
        for folder in &place.folders {
            let path = folder.join(NAME);
            match save(folder, &path, table.bytes()) {
                Ok(()) => return Ok((table, Origin::Saved(path))),
                Err(error) => {
                    failure = Some(format!("failed to write {}: {error}", path.display()));
                }
            }
        }
        Ok((table, Origin::Unsaved(failure)))
    }
}

/// The table of a file; `None` if there is none or it is not intact.
fn read(path: &Path) -> Option<Table> {
    let metadata = fs::metadata(path).ok()?;
    // A pipe or a file of another length is not even opened.
    let fits = metadata.is_file() && metadata.len() == Table::FILE_LENGTH;
    if fits { Table::from_bytes(fs::read(path).ok()?) } else { None }
}

/// Writes beside the place and renames, so that the file is whole or not there.
fn save(folder: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(bytes)?;
    file.persist(path)?;
    Ok(())
}
