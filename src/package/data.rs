//! A folder compared with the files that it should hold, and brought to hold them.

use super::case::Made;
pub use super::error::DataError;
use super::lock::{self, Kind, Lock};
use super::stock::Stock;
use super::{Files, write};
use crate::plan::Group;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// What is done about a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// It is as it should be.
    Unchanged,
    /// It is missing or differs.
    Written,
    /// Its test is no longer in the plan.
    Removed,
}

impl Change {
    /// The word that is printed.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Unchanged => "unchanged",
            Self::Written => "written",
            Self::Removed => "removed",
        }
    }
}

/// What is to be done to bring a folder up to date.
#[derive(Debug)]
pub struct Update {
    kind: Kind,
    /// The new bytes of every file of ours.
    wanted: Files,
    /// What is done about each file, those to be removed included.
    pub changes: BTreeMap<String, Change>,
    /// Files of the data folder that are not ours, left alone.
    pub strangers: Vec<String>,
    /// Files whose test left the plan but which were edited since: left alone.
    pub edited: Vec<String>,
    /// Whether the lock file itself is as it should be.
    pub lock_current: bool,
    old: Lock,
    new: Lock,
}

impl Update {
    /// Compares the folder with the files that it should hold. Files of ours that are not wanted
    /// any more are removed only if what is wanted is the whole; a part keeps them.
    ///
    /// # Errors
    /// If the folder cannot be read, or a stranger's file is in the way.
    pub fn plan(
        folder: &Path,
        kind: Kind,
        old: Lock,
        wanted: Files,
        scope: Scope,
    ) -> Result<Self, DataError> {
        let mut update = Self {
            kind,
            wanted,
            changes: BTreeMap::new(),
            strangers: Vec::new(),
            edited: Vec::new(),
            lock_current: false,
            old,
            new: Lock::default(),
        };
        match kind {
            // A problem folder may well have its data on another disk.
            Kind::Problem => {}
            Kind::Package | Kind::Pairs => {
                for path in update.wanted.keys().chain(update.old.files.keys()) {
                    no_link_above(folder, path)?;
                }
            }
        }
        for (path, text) in &update.wanted {
            let place = folder.join(path);
            let found = read_if_there(&place)?;
            let change = match found {
                Some(found) if found == *text => Change::Unchanged,
                Some(_) if !update.old.files.contains_key(path) => {
                    return Err(DataError::InTheWay(place));
                }
                Some(_) | None => Change::Written,
            };
            update.changes.insert(path.clone(), change);
            update.new.files.insert(path.clone(), lock::digest(text));
        }
        match scope {
            Scope::Whole => update.remove_stale(folder)?,
            Scope::Part => {
                let old = update.old.files.clone();
                for (path, digest) in old {
                    update.new.files.entry(path).or_insert(digest);
                }
            }
        }
        match kind {
            Kind::Problem => update.find_strangers(folder)?,
            Kind::Package | Kind::Pairs => {}
        }
        update.lock_current = update.old == update.new && folder.join(kind.lock_name()).is_file();
        Ok(update)
    }

    fn remove_stale(&mut self, folder: &Path) -> Result<(), DataError> {
        for (path, digest) in &self.old.files {
            if self.wanted.contains_key(path) {
                continue;
            }
            match read_if_there(&folder.join(path))? {
                None => {}
                Some(found) if lock::digest(&found) == *digest => {
                    self.changes.insert(path.clone(), Change::Removed);
                }
                Some(_) => self.edited.push(path.clone()),
            }
        }
        Ok(())
    }

    /// Whatever stands in the data folder and is not ours: files beside ours, other groups.
    fn find_strangers(&mut self, folder: &Path) -> Result<(), DataError> {
        for name in names_in(&folder.join("data"))? {
            if Group::ALL.iter().all(|group| group.name() != name) {
                self.strangers.push(format!("data/{name}"));
            }
        }
        for group in Group::ALL {
            for name in names_in(&folder.join("data").join(group.name()))? {
                let path = format!("data/{}/{name}", group.name());
                let known = self.new.files.contains_key(&path)
                    || self.changes.contains_key(&path)
                    || self.edited.contains(&path);
                if !known {
                    self.strangers.push(path);
                }
            }
        }
        Ok(())
    }

    /// What is done about the three files of a case: written if any is.
    #[must_use]
    pub fn of_case(&self, case: &Made) -> Change {
        let stem = format!("data/{}/{}.", case.group.name(), case.name);
        self.changes
            .iter()
            .filter(|(path, _)| path.starts_with(&stem))
            .map(|(_, &change)| change)
            .max()
            .unwrap_or(Change::Unchanged)
    }

    /// What kind of folder it is.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// How many files a change is made to.
    #[must_use]
    pub fn count(&self, change: Change) -> usize {
        self.changes.values().filter(|&&found| found == change).count()
    }

    /// Whether there is nothing to do.
    #[must_use]
    pub fn is_current(&self) -> bool {
        self.lock_current && self.changes.values().all(|&change| change == Change::Unchanged)
    }

    /// Removes what an interrupted run left, then writes and removes. Until the last file is done
    /// the lock file names the old files and the new ones, so that an interrupted run can be taken
    /// up by the next one.
    ///
    /// # Errors
    /// If a file cannot be written or removed; no file is ever left half-written.
    pub fn apply(&self, folder: &Path) -> Result<(), DataError> {
        let parent = |path: &String| Path::new(path).parent().map(Path::to_owned);
        let mut below: BTreeSet<PathBuf> = self.changes.keys().filter_map(parent).collect();
        below.insert(PathBuf::new());
        for below in below {
            let place = folder.join(below);
            write::sweep(&place).map_err(|error| DataError::Io("clean", place, error))?;
        }
        if self.is_current() {
            return Ok(());
        }
        let replace = |path: &str, bytes: &[u8]| {
            let place = folder.join(path);
            write::replace(&place, bytes).map_err(|error| DataError::Io("write", place, error))
        };
        let mut both = self.old.clone();
        both.files.extend(self.new.files.clone());
        replace(self.kind.lock_name(), both.render().as_bytes())?;
        for (path, change) in &self.changes {
            match change {
                Change::Unchanged => {}
                Change::Written => replace(path, self.wanted.get(path).map_or(&[], |text| text))?,
                Change::Removed => {
                    let place = folder.join(path);
                    fs::remove_file(&place)
                        .map_err(|error| DataError::Io("remove", place, error))?;
                }
            }
        }
        replace(self.kind.lock_name(), self.new.render().as_bytes())
    }
}

/// Whether the cases are all of the plan's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All of them: what they do not name is stale.
    Whole,
    /// Some of them: the others stay as they are.
    Part,
}

/// The files of the cases and of the stock, as they lie in the problem folder.
#[must_use]
pub fn files(cases: &[Made], stock: &Stock) -> Files {
    let mut files = files_of_cases(cases);
    files.extend(stock.files().map(|(path, text)| (path, text.to_owned().into_bytes())));
    files
}

/// The files of the cases: inputs, answers and witnesses.
#[must_use]
pub fn files_of_cases(cases: &[Made]) -> Files {
    let mut files = Files::new();
    for case in cases {
        let stem = format!("data/{}/{}", case.group.name(), case.name);
        for (ending, text) in
            [("in", &case.input), ("ans", &case.answer), ("witness", &case.witness)]
        {
            files.insert(format!("{stem}.{ending}"), text.clone().into_bytes());
        }
    }
    files
}

/// The lock file of the folder; an empty one if there is none.
///
/// # Errors
/// If it cannot be read or makes no sense.
pub fn read_lock(folder: &Path, kind: Kind) -> Result<Lock, DataError> {
    let path = folder.join(kind.lock_name());
    match read_if_there(&path)? {
        None => Ok(Lock::default()),
        Some(bytes) => {
            let text = String::from_utf8(bytes).map_err(|_| "it is not UTF-8".to_owned());
            text.and_then(|text| Lock::parse(&text, kind))
                .map_err(|error| DataError::Lock(path, error))
        }
    }
}

/// The names in a folder, in order, without temporary files; none if there is no folder.
fn names_in(folder: &Path) -> Result<BTreeSet<String>, DataError> {
    let fail = |error| DataError::Io("read", folder.to_owned(), error);
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeSet::new()),
        entries => entries.map_err(fail)?,
    };
    let mut names = BTreeSet::new();
    for entry in entries {
        names.insert(entry.map_err(fail)?.file_name().to_string_lossy().into_owned());
    }
    names.retain(|name| !write::is_temporary(name));
    Ok(names)
}

/// No folder between `folder` and the file at `path` is a link.
fn no_link_above(folder: &Path, path: &str) -> Result<(), DataError> {
    let above = Path::new(path).ancestors().skip(1).filter(|above| !above.as_os_str().is_empty());
    for above in above {
        let place = folder.join(above);
        if place.is_symlink() {
            return Err(DataError::Link(place));
        }
    }
    Ok(())
}

fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>, DataError> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(DataError::Io("read", path.to_owned(), error)),
    }
}
