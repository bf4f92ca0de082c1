//! Proved states that several tests look at.

use game_moves::stress::{Reached, ladder::all_of_2x2};
use game_moves::witness::Witness;
use std::fs;
use std::path::{Path, PathBuf};

/// The witnesses in a folder below the problem folder, in order of their names.
fn witnesses(folder: &str) -> Vec<(String, Witness)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("problem").join(folder);
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "witness"));
    files.sort();
    let witness = |path: &PathBuf| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        (name, Witness::parse(&fs::read(path).unwrap()).unwrap())
    };
    files.iter().map(witness).collect()
}

/// The committed tests, by name, with their witnesses checked.
pub(crate) fn committed() -> Vec<(String, Reached)> {
    let tests = ["data/sample", "data/secret"].into_iter().flat_map(witnesses);
    tests.map(|(name, witness)| (name, Reached::new(witness).unwrap())).collect()
}

/// The long games of the problem folder.
pub(crate) fn extremes() -> Vec<Witness> {
    witnesses("witnesses").into_iter().map(|(_, witness)| witness).collect()
}

/// Every state of 2×2, one of each eight that are alike.
pub(crate) fn of_2x2() -> Vec<Reached> {
    all_of_2x2()
}
