//! The shape of the code: which module may use which, and who may draw random numbers.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules from the ground up: each may use those before it.
const ORDER: [&str; 19] = [
    "game", "limits", "input", "witness", "seed", "policy", "build", "reach", "validate",
    "verdict", "duration", "plan", "package", "run", "judge", "stress", "mutants", "report", "cli",
];

fn sources() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let text = fs::read_to_string(&path).unwrap();
                files.push((path.strip_prefix(&root).unwrap().to_owned(), text));
            }
        }
    }
    files.sort();
    files
}

/// The top module of a file, `game` for `game/board.rs`; `None` for the roots.
fn module(path: &Path) -> Option<String> {
    let first = path.components().next().unwrap().as_os_str().to_str().unwrap();
    let name = first.trim_end_matches(".rs");
    (name != "lib" && name != "main").then(|| name.to_owned())
}

/// The code before the unit tests, comments left out.
fn code(text: &str) -> impl Iterator<Item = &str> {
    let tests = text.find("#[cfg(test)]").unwrap_or(text.len());
    text[..tests].lines().filter(|line| !line.trim_start().starts_with("//"))
}

#[test]
fn modules_use_only_those_below_them() {
    let mut seen = 0;
    for (path, text) in sources() {
        let Some(own) = module(&path) else { continue };
        if path.ends_with("tests.rs") || path.iter().any(|part| part == "tests") {
            continue;
        }
        let level = |name: &str| ORDER.iter().position(|&module| module == name);
        let own_level = level(&own).unwrap_or_else(|| panic!("{own} has no place in the order"));
        for line in code(&text) {
            for used in line.split("crate::").skip(1) {
                let name: String =
                    used.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
                if let Some(used_level) = level(&name) {
                    assert!(used_level <= own_level, "{}: {line}", path.display());
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 50);
}

#[test]
fn the_checker_uses_the_board_and_the_format_alone() {
    let sources = sources();
    let (_, text) = sources.iter().find(|(path, _)| path.ends_with("witness/check.rs")).unwrap();
    let uses: Vec<&str> = code(text).filter(|line| line.starts_with("use ")).collect();
    assert_eq!(
        uses,
        [
            "use super::error::{CheckError, Reason};",
            "use super::format::{Slot, Step, Totals, Witness};",
            "use crate::game::board::{Board, Direction, MAX_RANK, Size};",
        ]
    );
    assert!(text.lines().count() <= 250);
}

#[test]
fn random_numbers_come_from_one_file() {
    for (path, text) in sources() {
        if path != Path::new("seed.rs") {
            assert!(!code(&text).any(|line| line.contains("rand::")), "{}", path.display());
        }
    }
}

#[test]
fn only_one_file_has_unproved_code() {
    for (path, text) in sources() {
        if path != Path::new("run/linux/os.rs") {
            assert!(!code(&text).any(|line| line.contains("unsafe ")), "{}", path.display());
        }
    }
}
