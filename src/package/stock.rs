//! The stock of constructed witnesses, `witnesses/` in the problem folder: built once, then
//! verified and used again.

use super::lock::{Lock, digest};
use crate::build::{self, BuildError, Fours, Progress, Recipe};
use crate::witness::{self, Verified, Witness};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// The longest file name that spells out its ranks.
const SPELLED: usize = 48;

/// Witnesses by the name of their recipe.
#[derive(Clone, Debug, Default)]
pub struct Stock {
    entries: BTreeMap<String, Entry>,
}

/// A constructed witness.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The witness.
    pub witness: Witness,
    /// What it proves.
    pub verified: Verified,
    /// The fewest moves that the recipe can be had in, if they are known.
    fewest_moves: Option<u64>,
    /// Its file's text.
    text: String,
}

/// What becomes of witnesses that are there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reuse {
    /// They are verified and used.
    Verified,
    /// All are built anew.
    Nothing,
}

impl Stock {
    /// The witness of a recipe.
    #[must_use]
    pub fn get(&self, recipe: &Recipe) -> Option<&Entry> {
        self.entries.get(&name(recipe))
    }

    /// Adds the witness of a recipe.
    pub fn add(&mut self, recipe: &Recipe, entry: Entry) {
        self.entries.insert(name(recipe), entry);
    }

    /// How many witnesses there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The single tiles whose fewest possible moves are known: the name of the recipe, and how
    /// many moves more the witness makes.
    pub fn surplus_moves(&self) -> impl Iterator<Item = (&str, u64)> {
        self.entries.iter().filter_map(|(name, entry)| {
            let moves = entry.verified.totals().moves;
            Some((name.as_str(), moves.checked_sub(entry.fewest_moves?)?))
        })
    }

    /// The files, by path from the problem folder.
    pub fn files(&self) -> impl Iterator<Item = (String, &str)> {
        self.entries.iter().map(|(name, entry)| (path(name), entry.text.as_str()))
    }
}

/// The witness of a recipe: the one in the folder, if it is the one that `gen` wrote or proves
/// what the recipe asks for, else one that is built.
///
/// # Errors
/// Why the recipe cannot be built.
pub fn obtain(
    recipe: &Recipe,
    folder: &Path,
    lock: &Lock,
    reuse: Reuse,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Entry, BuildError> {
    let path = path(&name(recipe));
    let fewest_moves = match recipe.ranks[..] {
        [rank] => build::fewest_moves(recipe.size, rank, recipe.fours),
        _ => None,
    };
    let kept = match reuse {
        Reuse::Verified => fs::read(folder.join(&path)).ok(),
        Reuse::Nothing => None,
    };
    if let Some(text) = kept {
        let ours = lock.files.get(&path).is_none_or(|written| *written == digest(&text));
        if ours
            && let Ok(witness) = Witness::parse(&text)
            && let Ok(verified) = witness::check(&witness)
            && satisfies(recipe, &verified)
            && let Ok(text) = String::from_utf8(text)
        {
            return Ok(Entry { witness, verified, fewest_moves, text });
        }
    }
    let built = build::build(recipe, progress)?;
    let text = built.witness.to_string();
    Ok(Entry { witness: built.witness, verified: built.verified, fewest_moves, text })
}

/// Whether a proved state is one that the recipe asks for.
fn satisfies(recipe: &Recipe, verified: &Verified) -> bool {
    let mut ranks = verified.board().ranks().to_vec();
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    let totals = verified.totals();
    verified.board().size() == recipe.size
        && ranks.starts_with(&recipe.ranks)
        && match recipe.fours {
            Fours::None => totals.fours == 0,
            Fours::Fewest => true,
            Fours::All => totals.fours == totals.moves + 2,
            Fours::Exactly(fours) => totals.fours == fours,
        }
}

fn path(name: &str) -> String {
    format!("witnesses/{name}.witness")
}

/// The file name of a recipe: its size, its ranks and its 4s.
fn name(recipe: &Recipe) -> String {
    let top = recipe.size.top_rank();
    let mut name = format!("n{}", recipe.size);
    if recipe.ranks.iter().copied().eq((2..=top).rev()) {
        name.push_str("-chain");
    } else {
        for rank in &recipe.ranks {
            let _ = write!(name, "-{rank}");
        }
    }
    if name.len() > SPELLED {
        name = format!("n{}-{}", recipe.size, &digest(name.as_bytes())[..16]);
    }
    match recipe.fours {
        Fours::Fewest => {}
        Fours::None => name.push_str("-no-fours"),
        Fours::All => name.push_str("-all-fours"),
        Fours::Exactly(fours) => {
            let _ = write!(name, "-fours-{fours}");
        }
    }
    name
}
