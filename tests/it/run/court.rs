//! A problem of one or more tests, and submissions run on them in a place of their own.

use crate::tool::Place;
use serde_json::Value;
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The test that hostile programs are run on: Figure 1 (a) of the statement, 7 moves.
pub(super) const FIGURE: &str = "4\n0 0 0 2\n0 0 0 2\n0 0 2 4\n0 0 2 8\n16\n";

/// A plan with limits that are soon reached.
pub(super) const PLAN: &str = "version = 1\nseed = \"\"\n\
    [limits]\ntime = \"1s\"\nwall = \"2s\"\nmemory = 64\n\
    [[test]]\nname = \"figure\"\nfile = \"figure.in\"\n";

/// A folder that goes away, with a problem in it.
pub(super) struct Court {
    place: Place,
}

impl Court {
    /// One test and the plan above.
    pub(super) fn new() -> Self {
        let court = Self { place: Place::new() };
        // The user of the runs must come here, as to any folder for temporary files.
        fs::set_permissions(court.path(""), Permissions::from_mode(0o755)).unwrap();
        court.write("problem/data/secret/figure.in", FIGURE);
        court.write("problem/data/secret/figure.ans", "7\n");
        court.write("problem/plan.toml", PLAN);
        for folder in ["tmp", "cache", "config"] {
            fs::create_dir(court.path(folder)).unwrap();
        }
        court
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.place.path(name)
    }

    pub(super) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        self.place.write(name, bytes);
    }

    /// Sets the tool's surroundings for `command`, which is the tool or ends up in it.
    pub(super) fn surround(&self, mut command: Command) -> Command {
        command.current_dir(self.path(""));
        command.env("TMPDIR", self.path("tmp"));
        command.env("XDG_CACHE_HOME", self.path("cache"));
        command.env("XDG_CONFIG_HOME", self.path("config"));
        command.stdin(Stdio::null());
        command
    }

    /// The tool, where the tests run as root in the name of a user who is not.
    pub(super) fn ordinary(&self) -> Command {
        const NOBODY: u32 = 65534;
        let tool = self.path("game-moves");
        fs::copy(env!("CARGO_BIN_EXE_game-moves"), &tool).unwrap();
        fs::set_permissions(&tool, Permissions::from_mode(0o755)).unwrap();
        let mut command = self.surround(Command::new(&tool));
        if chown(self.path("tmp"), Some(NOBODY), Some(NOBODY)).is_ok() {
            command.uid(NOBODY).gid(NOBODY);
        }
        command
    }

    /// `check` with these arguments.
    pub(super) fn check(&self, args: &[&str]) -> Output {
        let tool = Command::new(env!("CARGO_BIN_EXE_game-moves"));
        self.surround(tool).arg("check").args(args).output().unwrap()
    }

    /// The tool with these arguments.
    pub(super) fn tool(&self, args: &[&str]) -> Output {
        let tool = Command::new(env!("CARGO_BIN_EXE_game-moves"));
        self.surround(tool).args(args).output().unwrap()
    }

    /// What `check --json` prints with these arguments.
    pub(super) fn json(&self, args: &[&str]) -> Vec<Value> {
        lines(&self.check(&[&["--json"], args].concat()))
    }

    /// Asserts that no process has a file of this place in its command, and that no file is left.
    #[track_caller]
    pub(super) fn assert_nothing_is_left(&self) {
        assert_eq!(self.survivors(), [0; 0]);
        assert_eq!(fs::read_dir(self.path("tmp")).unwrap().count(), 0);
        for folder in ["/tmp", "/var/tmp", "/dev/shm"] {
            assert!(!Path::new(folder).join("game-moves-left").exists(), "{folder}");
        }
    }

    /// The processes that were started from this place, by the tool or by what it ran.
    pub(super) fn survivors(&self) -> Vec<i32> {
        let sign = self.path("tmp").into_os_string().into_encoded_bytes();
        let processes = fs::read_dir("/proc").unwrap().filter_map(|entry| {
            let path = entry.ok()?.path();
            let number = path.file_name()?.to_str()?.parse().ok()?;
            let command = fs::read(path.join("cmdline")).ok()?;
            command.windows(sign.len()).any(|part| part == sign).then_some(number)
        });
        processes.collect()
    }
}

/// The objects that were printed, one a line.
#[track_caller]
pub(super) fn lines(said: &Output) -> Vec<Value> {
    let text = std::str::from_utf8(&said.stdout).unwrap();
    let errors = String::from_utf8_lossy(&said.stderr);
    assert!(!text.is_empty(), "{errors}");
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A program of tests/data/hostile.
pub(super) fn hostile(name: &str) -> String {
    format!("{}/tests/data/hostile/{name}", env!("CARGO_MANIFEST_DIR"))
}
