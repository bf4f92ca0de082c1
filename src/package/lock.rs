//! The lock file: which files of a folder are ours, and what we wrote last.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Component, Path};

/// What kind of folder a lock file lies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The problem folder, where most files are others'.
    Problem,
    /// A package that was exported, where all is ours.
    Package,
    /// The pairs of files that were exported: not to be taken for a package.
    Pairs,
}

impl Kind {
    /// The name of the lock file.
    #[must_use]
    pub const fn lock_name(self) -> &'static str {
        match self {
            Self::Problem => "plan.lock",
            Self::Package => "export.lock",
            Self::Pairs => "pairs.lock",
        }
    }

    /// Whether a file of this path from the folder can be ours.
    fn owns(self, path: &str) -> bool {
        let plain = |part: &str| {
            !part.starts_with('.')
                && !part.is_empty()
                && part.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.'))
        };
        match self {
            // Nothing that could lead out of the data.
            Self::Problem => match path.split('/').collect::<Vec<_>>()[..] {
                ["problem.yaml"] => true,
                ["data", "sample" | "secret", file] | ["witnesses", file] => plain(file),
                ["problem_statement", file] => plain(file) && file.ends_with(".pdf"),
                _ => false,
            },
            Self::Package | Self::Pairs => {
                let parts = Path::new(path).components();
                !path.is_empty()
                    && parts.clone().all(|part| matches!(part, Component::Normal(_)))
                    && path != self.lock_name()
            }
        }
    }
}

/// The version of the lock format.
const VERSION: u32 = 1;

/// The files that `gen` owns: path from the folder, with `/`, and SHA-256 in hex.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lock {
    /// Path and digest.
    pub files: BTreeMap<String, String>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    version: u32,
    #[serde(default)]
    files: BTreeMap<String, String>,
}

impl Lock {
    /// Reads a lock file.
    ///
    /// # Errors
    /// What is wrong with it. A path that could lead out of the folder's own files is refused:
    /// files named here may be removed.
    pub fn parse(text: &str, kind: Kind) -> Result<Self, String> {
        let raw: Raw = toml::from_str(text).map_err(|error| error.message().to_owned())?;
        if raw.version != VERSION {
            return Err(format!("it is of version {}, expected {VERSION}", raw.version));
        }
        match raw.files.keys().find(|path| !kind.owns(path)) {
            Some(path) => Err(format!("`{}` is no file of ours", path.escape_debug())),
            None => Ok(Self { files: raw.files }),
        }
    }

    /// The text of the lock file.
    #[must_use]
    pub fn render(&self) -> String {
        let mut text = format!(
            "# The files that `game-moves gen` wrote, and their SHA-256. Made by it; not for editing.\n\
             version = {VERSION}\n\n[files]\n"
        );
        for (path, digest) in &self.files {
            let _ = writeln!(text, "\"{path}\" = \"{digest}\"");
        }
        text
    }
}

/// The SHA-256 of a file's bytes, in hex.
#[must_use]
pub fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::with_capacity(64), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let files = [("data/secret/a-n2-001.in", "abc"), ("data/sample/x.ans", "def")];
        let files = files.map(|(path, hex)| (path.to_owned(), hex.to_owned()));
        let lock = Lock { files: files.into_iter().collect() };
        for kind in [Kind::Problem, Kind::Package, Kind::Pairs] {
            assert_eq!(Lock::parse(&lock.render(), kind).as_ref(), Ok(&lock));
        }
    }

    #[test]
    fn paths_out_of_the_data_are_refused() {
        for path in ["../x", "plan.toml", "data/secret/../../x", "data/secret/.x", "/etc/x", ""] {
            let text = format!("version = 1\n[files]\n\"{path}\" = \"0\"\n");
            assert!(Lock::parse(&text, Kind::Problem).is_err(), "{path}");
        }
        for path in ["../x", "a/../../x", "/etc/x", "", "export.lock"] {
            let text = format!("version = 1\n[files]\n\"{path}\" = \"0\"\n");
            assert!(Lock::parse(&text, Kind::Package).is_err(), "{path}");
        }
        for text in ["version = 2\n", "version = 1\nfile = 1\n", "\0"] {
            assert!(Lock::parse(text, Kind::Problem).is_err(), "{text:?}");
        }
    }

    /// The example of the standard, FIPS 180-4.
    #[test]
    fn digests_are_sha_256() {
        assert_eq!(
            digest(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
    }
}
