//! A command in bubblewrap, which hides the file system and the network.

use super::view;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// The command in the bubblewrap at `bwrap`: it may read the system's programs and `reads`, as far
/// as they are there, and write to `folder`, where it starts.
pub(super) fn within(
    bwrap: &Path,
    reads: &[PathBuf],
    folder: &Path,
    arguments: Vec<OsString>,
) -> Vec<OsString> {
    let mut all: Vec<OsString> = vec![bwrap.into()];
    let mut add = |words: &[&OsStr]| all.extend(words.iter().map(|&w| w.to_owned()));
    let word = OsStr::new;
    for flag in ["--unshare-all", "--die-with-parent", "--new-session"] {
        add(&[word(flag)]);
    }
    for part in view::system() {
        add(&[word("--ro-bind-try"), part.as_os_str(), part.as_os_str()]);
    }
    add(&[word("--proc"), word("/proc"), word("--dev"), word("/dev")]);
    add(&[word("--tmpfs"), word("/tmp")]);
    for read in reads {
        add(&[word("--ro-bind-try"), read.as_os_str(), read.as_os_str()]);
    }
    add(&[word("--bind"), folder.as_os_str(), folder.as_os_str()]);
    add(&[word("--remount-ro"), word("/")]);
    add(&[word("--chdir"), folder.as_os_str(), word("--")]);
    all.extend(arguments);
    all
}
