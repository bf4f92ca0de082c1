//! A command in bubblewrap, which hides the file system and the network.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;

/// The command in the bubblewrap at `bwrap`: it may read the system's programs and what lies in
/// `programs`, and write to `folder`, where it starts.
pub(super) fn within(
    bwrap: &Path,
    programs: &Path,
    folder: &Path,
    arguments: Vec<OsString>,
) -> Vec<OsString> {
    let mut all: Vec<OsString> = vec![bwrap.into()];
    let mut add = |words: &[&OsStr]| all.extend(words.iter().map(|&w| w.to_owned()));
    let word = OsStr::new;
    for flag in ["--unshare-all", "--die-with-parent", "--new-session"] {
        add(&[word(flag)]);
    }
    for part in [
        "/usr",
        "/bin",
        "/lib",
        "/lib64",
        "/lib32",
        "/etc/alternatives",
        "/etc/ld.so.cache",
        "/etc/java",
    ] {
        add(&[word("--ro-bind-try"), word(part), word(part)]);
    }
    for entry in fs::read_dir("/etc").into_iter().flatten().flatten() {
        // Debian's Java has its settings there.
        if entry.file_name().as_encoded_bytes().starts_with(b"java-") {
            let path = entry.path();
            add(&[word("--ro-bind-try"), path.as_os_str(), path.as_os_str()]);
        }
    }
    add(&[word("--proc"), word("/proc"), word("--dev"), word("/dev")]);
    add(&[word("--tmpfs"), word("/tmp")]);
    add(&[word("--ro-bind"), programs.as_os_str(), programs.as_os_str()]);
    add(&[word("--bind"), folder.as_os_str(), folder.as_os_str()]);
    add(&[word("--remount-ro"), word("/")]);
    add(&[word("--chdir"), folder.as_os_str(), word("--")]);
    all.extend(arguments);
    all
}
