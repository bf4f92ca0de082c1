//! The table of languages: which files are of a language, how they are built and run.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The table that comes with the tool.
const TABLE: &str = include_str!("languages.toml");

/// How a memory limit is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Memory {
    /// The address space is limited.
    AddressSpace,
    /// The resident memory is watched: the runtime reserves far more than it uses.
    Resident,
}

/// One language.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Language {
    /// The extensions of its sources, without dots.
    pub extensions: Vec<String>,
    /// The command that says the compiler's version; `COMPILER --version` without it.
    pub version: Option<Vec<String>>,
    /// The command that builds or at least reads a source.
    pub compile: Vec<String>,
    /// The command that runs what was built.
    pub run: Vec<String>,
    /// How its memory limit is held.
    #[serde(default = "address_space")]
    pub memory: Memory,
    /// What the runtime itself needs beyond the limit, in MiB.
    #[serde(default)]
    pub overhead: u32,
    /// How many processes and threads a run may have.
    #[serde(default = "usual_processes")]
    pub processes: u32,
    /// Texts on standard error of a program that failed for want of memory.
    #[serde(default)]
    pub out_of_memory: Vec<String>,
    /// Folders beside the system's that the compiler reads: absolute, or after `~/` in the user's
    /// home, or `$NAME` for the folder that the variable names.
    #[serde(default)]
    pub folders: Vec<String>,
    /// Variables of the user's that the compiler is told.
    #[serde(default)]
    pub variables: Vec<String>,
    /// How long building may take, in seconds of CPU time; twice that by the clock.
    #[serde(default = "usual_build_seconds")]
    pub build_seconds: u32,
}

/// How many processes and threads a run may have unless its language says otherwise.
pub(super) const PROCESSES: u32 = 64;

const fn usual_processes() -> u32 {
    PROCESSES
}

const fn usual_build_seconds() -> u32 {
    60
}

const fn address_space() -> Memory {
    Memory::AddressSpace
}

/// The languages by name.
#[derive(Clone, Debug)]
pub struct Languages(BTreeMap<String, Language>);

impl Languages {
    /// The table that comes with the tool.
    ///
    /// # Errors
    /// Never, as the tests see to.
    pub fn builtin() -> Result<Self, String> {
        read(TABLE).map(Self)
    }

    /// The same, with the entries of `text` replaced or added.
    ///
    /// # Errors
    /// Says what is wrong with `text`.
    pub fn with(mut self, text: &str) -> Result<Self, String> {
        self.0.extend(read(text)?);
        Ok(self)
    }

    /// The language of a file by its extension, with its name.
    #[must_use]
    pub fn of(&self, source: &Path) -> Option<(&str, &Language)> {
        let extension = source.extension()?.to_str()?;
        self.0
            .iter()
            .find(|(_, language)| language.extensions.iter().any(|known| known == extension))
            .map(|(name, language)| (name.as_str(), language))
    }

    /// All extensions, for messages.
    #[must_use]
    pub fn extensions(&self) -> Vec<&str> {
        self.0.values().flat_map(|language| &language.extensions).map(String::as_str).collect()
    }

    /// Where the user's own table is looked for: `$XDG_CONFIG_HOME/game-moves/languages.toml`,
    /// else below `~/.config`.
    #[must_use]
    pub fn users_file() -> Option<PathBuf> {
        let variable = |name| std::env::var_os(name).map(PathBuf::from);
        let folder =
            variable("XDG_CONFIG_HOME").or_else(|| variable("HOME").map(|h| h.join(".config")))?;
        Some(folder.join("game-moves").join("languages.toml")).filter(|path| path.is_absolute())
    }
}

fn read(text: &str) -> Result<BTreeMap<String, Language>, String> {
    let table: BTreeMap<String, Language> =
        toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())?;
    for (name, language) in &table {
        for (key, command) in [("compile", &language.compile), ("run", &language.run)] {
            if command.is_empty() {
                return Err(format!("the command `{key}` of `{name}` is empty"));
            }
        }
        if language.processes == 0 {
            return Err(format!("`{name}` needs at least one process"));
        }
        if !(1..=3600).contains(&language.build_seconds) {
            return Err(format!("`build-seconds` of `{name}` must be from 1 to 3600"));
        }
        for folder in &language.folders {
            if !["/", "~/", "$"].iter().any(|start| folder.starts_with(start)) {
                return Err(format!(
                    "the folder `{folder}` of `{name}` must begin with `/`, `~/` or `$`"
                ));
            }
        }
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_name_one_language() {
        let languages = Languages::builtin().unwrap();
        let mut extensions = languages.extensions();
        let count = extensions.len();
        extensions.sort_unstable();
        extensions.dedup();
        assert_eq!(extensions.len(), count);
        for (file, name) in [("a.rs", "rust"), ("b/c.cc", "cpp"), ("Main.java", "java")] {
            assert_eq!(languages.of(Path::new(file)).unwrap().0, name);
        }
        assert!(languages.of(Path::new("rs")).is_none());
    }

    #[test]
    fn entries_are_replaced_and_added() {
        let more = "[c]\nextensions = [\"c\"]\ncompile = [\"tcc\"]\nrun = [\"{out}\"]\n\
                    [sh]\nextensions = [\"sh\"]\ncompile = [\"sh\", \"-n\", \"{source}\"]\n\
                    run = [\"sh\", \"{source}\"]\n";
        let languages = Languages::builtin().unwrap().with(more).unwrap();
        assert_eq!(languages.of(Path::new("a.c")).unwrap().1.compile, ["tcc"]);
        assert_eq!(languages.of(Path::new("a.sh")).unwrap().0, "sh");
        assert_eq!(languages.of(Path::new("a.cpp")).unwrap().1.compile[0], "g++");
        let empty = "[c]\nextensions = [\"c\"]\ncompile = []\nrun = [\"{out}\"]\n";
        let fault = Languages::builtin().unwrap().with(empty).unwrap_err();
        assert_eq!(fault, "the command `compile` of `c` is empty");
        assert!(Languages::builtin().unwrap().with("[c]\nextension = []\n").is_err());
    }
}
