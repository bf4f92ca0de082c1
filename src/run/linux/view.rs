//! What a compiler sees of the file system: the system's folders, its own, and the folder that it
//! builds in.

use super::mounts::{held, hold, keep_apart, memory};
use super::order::Order;
use nix::errno::Errno;
use nix::mount::{MntFlags, MsFlags, mount, umount2};
use nix::sys::statvfs::{FsFlags, statvfs};
use nix::unistd::{chdir, pivot_root};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::os::unix::ffi::OsStringExt as _;
use std::os::unix::fs::symlink;
use std::path::{Component, Path, PathBuf};

/// Where systems have their programs and what those need.
const SYSTEM: [&str; 10] = [
    "/usr",
    "/bin",
    "/lib",
    "/lib64",
    "/lib32",
    "/etc/alternatives",
    "/etc/ld.so.cache",
    "/etc/java",
    "/nix/store",
    "/gnu/store",
];

/// What lies beside the `bin` of a program that is installed in a folder of its own.
const PARTS: [&str; 8] = ["bin", "lib", "lib32", "lib64", "libexec", "include", "conf", "jmods"];

/// How many links may lead to a program.
const LINKS: usize = 16;

/// Devices that any program may expect.
const DEVICES: [&str; 5] = ["null", "zero", "full", "random", "urandom"];

/// The system's folders and files that programs need; not all of them need be there.
pub(super) fn system() -> Vec<PathBuf> {
    let mut all: Vec<PathBuf> = SYSTEM.map(PathBuf::from).to_vec();
    for entry in fs::read_dir("/etc").into_iter().flatten().flatten() {
        // Debian's Java has its settings there.
        if entry.file_name().as_encoded_bytes().starts_with(b"java-") {
            all.push(entry.path());
        }
    }
    all
}

/// What belongs to the program at `path`: itself, or the parts of the folder that it is installed
/// in, for each link that leads to it.
pub(super) fn belongings(path: &Path) -> Vec<PathBuf> {
    let mut all = Vec::new();
    let mut add = |path: &Path| match path.parent() {
        Some(bin) if bin.ends_with("bin") => {
            all.extend(PARTS.iter().map(|part| bin.with_file_name(part)));
        }
        _ => all.push(path.to_owned()),
    };
    let mut next = path.to_owned();
    for _ in 0..LINKS {
        add(&next);
        let Ok(target) = fs::read_link(&next) else { break };
        next = without_dots(&next.with_file_name(target));
    }
    if let Ok(real) = path.canonicalize() {
        add(&real);
    }
    all
}

/// The path without `.` and `..`, as it leads on where no folder is a link.
fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            // Above the top there is the top.
            Component::ParentDir => drop(plain.pop()),
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => plain.push(part),
        }
    }
    plain
}

/// Leaves nothing of the file system but the system's folders, `reads`, the order's folder, and
/// folders for temporary files.
///
/// # Errors
/// Says what cannot be shown.
pub(super) fn enter(order: &Order, reads: &[PathBuf]) -> Result<(), String> {
    let fault = |path: &Path| {
        let path = path.display().to_string();
        move |error: io::Error| format!("cannot show `{path}` to the run: {error}")
    };
    let top = Path::new("/");
    keep_apart().map_err(fault(top))?;
    // Before the new root covers it.
    let folder = hold(&order.folder).map_err(fault(&order.folder))?;
    let root = &order.visible;
    memory(root, "mode=755").map_err(fault(root))?;
    let below = |path: &Path| root.join(path.strip_prefix("/").unwrap_or(path));
    let tmp = below(Path::new("/tmp"));
    fs::create_dir(&tmp).and_then(|()| memory(&tmp, "mode=1777")).map_err(fault(&tmp))?;
    let mut reads = [reads, &system()].concat();
    // Folders before what is in them, which is shown with them.
    reads.sort();
    for read in reads {
        let target = below(&read);
        if read.exists() && !target.exists() {
            bind(&read, &target).and_then(|()| protect_all(&target)).map_err(fault(&read))?;
        }
    }
    devices(&below(Path::new("/dev"))).map_err(fault(Path::new("/dev")))?;
    bind(&held(&folder), &below(&order.folder)).map_err(fault(&order.folder))?;
    let proc = below(Path::new("/proc"));
    processes(&proc).map_err(fault(Path::new("/proc")))?;
    // The old root is put over the new one, and taken off.
    let turn = || -> nix::Result<()> {
        chdir(root)?;
        pivot_root(".", ".")?;
        umount2(".", MntFlags::MNT_DETACH)?;
        chdir(top)
    };
    turn().map_err(|error| fault(root)(error.into()))?;
    protect(top).map_err(fault(top))
}

/// Makes a file or a folder appear at `target`, which is made.
fn bind(source: &Path, target: &Path) -> io::Result<()> {
    if fs::metadata(source)?.is_dir() {
        fs::create_dir_all(target)?;
    } else {
        fs::create_dir_all(target.parent().unwrap_or(target))?;
        File::create(target)?;
    }
    let none: Option<&str> = None;
    // Whoever made a user namespace cannot leave out what is mounted below.
    Ok(mount(Some(source), target, none, MsFlags::MS_BIND | MsFlags::MS_REC, none)?)
}

/// Makes what is mounted at `target` unchangeable.
fn protect(target: &Path) -> io::Result<()> {
    let none: Option<&str> = None;
    let mut flags = MsFlags::MS_REMOUNT | MsFlags::MS_BIND | MsFlags::MS_RDONLY;
    // In a user namespace the flags that are there must stay.
    let there = statvfs(target)?.flags();
    for (is, flag) in [
        (FsFlags::ST_NOSUID, MsFlags::MS_NOSUID),
        (FsFlags::ST_NODEV, MsFlags::MS_NODEV),
        (FsFlags::ST_NOEXEC, MsFlags::MS_NOEXEC),
        (FsFlags::ST_NOATIME, MsFlags::MS_NOATIME),
        (FsFlags::ST_NODIRATIME, MsFlags::MS_NODIRATIME),
        (FsFlags::ST_RELATIME, MsFlags::MS_RELATIME),
    ] {
        if there.contains(is) {
            flags |= flag;
        }
    }
    Ok(mount(none, target, none, flags, none)?)
}

/// Makes what is mounted at `target`, and below it, unchangeable.
fn protect_all(target: &Path) -> io::Result<()> {
    protect(target)?;
    for line in fs::read_to_string("/proc/self/mountinfo")?.lines() {
        let Some(word) = line.split(' ').nth(4) else { continue };
        let mounted = PathBuf::from(unescaped(word));
        if mounted == target || !mounted.starts_with(target) {
            continue;
        }
        match protect(&mounted) {
            // A file system of one user's, which not even root may look into, nor then the run.
            Err(error) if error.raw_os_error() == Some(Errno::EACCES as i32) => {}
            done => done?,
        }
    }
    Ok(())
}

/// A word of the table of what is mounted, where blanks and backslashes are octal numbers.
fn unescaped(word: &str) -> OsString {
    let mut bytes = Vec::new();
    let mut rest = word.as_bytes();
    while let [first, after @ ..] = rest {
        let code = after.get(..3).filter(|_| *first == b'\\');
        let code = code.and_then(|code| str::from_utf8(code).ok());
        let code = code.and_then(|code| u8::from_str_radix(code, 8).ok());
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { &after[3..] } else { after };
    }
    OsString::from_vec(bytes)
}

fn devices(at: &Path) -> io::Result<()> {
    fs::create_dir(at)?;
    for name in DEVICES {
        bind(&Path::new("/dev").join(name), &at.join(name))?;
    }
    symlink("/proc/self/fd", at.join("fd"))
}

/// The processes of the run; where the system does not grant that, the whole machine's, as ever.
fn processes(at: &Path) -> io::Result<()> {
    let flags = MsFlags::MS_NOSUID | MsFlags::MS_NODEV | MsFlags::MS_NOEXEC;
    let none: Option<&str> = None;
    fs::create_dir(at)?;
    if mount(Some("proc"), at, Some("proc"), flags, none).is_ok() {
        return Ok(());
    }
    Ok(mount(Some("/proc"), at, none, MsFlags::MS_BIND | MsFlags::MS_REC, none)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_followed_one_by_one() {
        let place = tempfile::tempdir().unwrap();
        let path = |name: &str| place.path().canonicalize().unwrap().join(name);
        for name in ["a/bin", "b/bin", "c/bin"] {
            fs::create_dir_all(path(name)).unwrap();
        }
        fs::write(path("c/bin/compiler"), "").unwrap();
        symlink("../../c/bin/compiler", path("b/bin/compiler")).unwrap();
        symlink("../.././b/bin/compiler", path("a/bin/compiler")).unwrap();
        let found = belongings(&path("a/bin/compiler"));
        for name in ["a/bin", "b/bin", "c/bin", "b/lib"] {
            assert!(found.contains(&path(name)), "{name}: {found:?}");
        }
        assert_eq!(unescaped(r"/a\040b\134c"), "/a b\\c");
        assert_eq!(without_dots(Path::new("/a/../../b/./c")), Path::new("/b/c"));
    }
}
