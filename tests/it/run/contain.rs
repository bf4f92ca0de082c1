//! Hostile programs are contained and classified, and nothing of theirs stays.

use super::court::{Court, hostile, lines};
use serde_json::Value;
use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Programs, the verdict on each and what is said of it, whatever holds them.
const PROGRAMS: [(&str, &str, Option<&str>); 25] = [
    ("never_reads.c", "AC", None),
    ("orphans.c", "AC", None),
    ("surroundings.py", "AC", None),
    ("right.js", "AC", None),
    ("Right.java", "AC", None),
    ("closes_output.c", "WA", Some("empty output, expected: '7', found: nothing")),
    ("sleeper.c", "TLE", Some("out of wall-clock time")),
    ("stubborn.c", "TLE", Some("out of wall-clock time")),
    ("exponential_fork_bomb.c", "TLE", Some("out of wall-clock time")),
    ("spinner.c", "TLE", None),
    ("threads.c", "TLE", None),
    ("complainer.c", "TLE", None),
    // Its fork is refused, and it says so.
    ("fork_bomb.c", "RTE", Some("exit code 3")),
    ("crashes.c", "RTE", Some("signal 11 (SIGSEGV)")),
    ("aborts.c", "RTE", Some("signal 6 (SIGABRT)")),
    ("exits.py", "RTE", Some("exit code 1: ValueError: odd")),
    ("turns_text.py", "RTE", Some(r"exit code 1: AC\u{202e}\u{1b}[2K\u{2028}\u{200f}\u{2069}done")),
    ("fills_disk.c", "RTE", Some("signal 25 (SIGXFSZ)")),
    ("printer.c", "OLE", Some("too much output")),
    ("eats_memory.c", "MLE", Some("out of memory")),
    ("eats_memory.cpp", "MLE", Some("out of memory")),
    ("eats_memory.py", "MLE", Some("out of memory")),
    ("eats_memory.js", "MLE", Some("out of memory")),
    ("eats_buffers.js", "MLE", Some("out of memory")),
    ("EatsMemory.java", "MLE", Some("out of memory")),
];

/// The objects of single runs.
fn runs(lines: &[Value]) -> impl Iterator<Item = &Value> {
    lines.iter().filter(|line| !line["time_s"].is_null())
}

#[track_caller]
fn assert_classified(lines: &[Value], how: &str) {
    let runs: Vec<&Value> = runs(lines).collect();
    assert_eq!(runs.len(), PROGRAMS.len(), "{lines:?}");
    for (run, (name, verdict, why)) in runs.into_iter().zip(PROGRAMS) {
        assert_eq!(run["verdict"], verdict, "{how}: {name}: {run}");
        if let Some(why) = why {
            assert_eq!(run["message"], why, "{how}: {name}");
        }
    }
}

fn programs() -> Vec<String> {
    PROGRAMS.iter().map(|(name, ..)| hostile(name)).collect()
}

#[test]
fn hostile_programs_are_classified_and_leave_nothing() {
    let court = Court::new();
    let programs = programs();
    for how in ["auto", "plain", "bwrap"] {
        let mut args = vec!["--sandbox", how];
        args.extend(programs.iter().map(String::as_str));
        let lines = court.json(&args);
        assert_classified(&lines, how);
        assert_eq!(lines[0]["processes_bounded"], true, "{how}");
        court.assert_nothing_is_left();
    }
}

/// Where the tests run as root, the tool is tried as another user too.
#[test]
fn hostile_programs_of_an_ordinary_user() {
    use std::os::unix::fs::{PermissionsExt as _, chown};
    use std::os::unix::process::CommandExt as _;
    const NOBODY: u32 = 65534;
    let court = Court::new();
    let mut args = vec!["check".to_owned(), "--json".to_owned()];
    args.extend(programs());
    let tool = court.path("game-moves");
    fs::copy(env!("CARGO_BIN_EXE_game-moves"), &tool).unwrap();
    fs::set_permissions(&tool, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = court.surround(Command::new(&tool));
    if chown(court.path("tmp"), Some(NOBODY), Some(NOBODY)).is_ok() {
        // The sources may lie where nobody else may go.
        for (argument, (name, ..)) in args[2..].iter_mut().zip(PROGRAMS) {
            let copy = court.path(name);
            fs::copy(&*argument, &copy).unwrap();
            *argument = copy.to_str().unwrap().to_owned();
        }
        command.uid(NOBODY).gid(NOBODY);
    }
    let said = command.args(&args).output().unwrap();
    assert_classified(&lines(&said), "as an ordinary user");
    court.assert_nothing_is_left();
}

#[test]
fn files_stay_in_the_run() {
    let court = Court::new();
    for how in ["auto", "plain"] {
        let lines = court.json(&["--sandbox", how, &hostile("writes_files.c")]);
        assert_eq!(runs(&lines).next().unwrap()["verdict"], "AC", "{how}: {lines:?}");
        court.assert_nothing_is_left();
    }
}

/// Where there can be one, the user of a run is nobody, and bubblewrap leaves nothing to write to.
#[test]
fn runs_have_no_rights() {
    let court = Court::new();
    let is_root = fs::write("/proc/self/oom_score_adj", "-1").is_ok();
    let ways: &[&str] = if is_root { &["auto", "plain", "bwrap"] } else { &["bwrap"] };
    for how in ways {
        let lines = court.json(&["--sandbox", how, &hostile("is_somebody.py")]);
        assert_eq!(runs(&lines).next().unwrap()["verdict"], "AC", "{how}: {lines:?}");
    }
}

/// What the tool's caller has open is not for submissions.
#[test]
fn open_files_are_not_handed_down() {
    let court = Court::new();
    let shell = format!(
        "exec 7<problem/plan.toml 9>left; exec {} check {}",
        env!("CARGO_BIN_EXE_game-moves"),
        hostile("surroundings.py")
    );
    let mut command = court.surround(Command::new("sh"));
    let said = command.args(["-c", &shell]).output().unwrap();
    assert_eq!(said.status.code(), Some(0), "{}", String::from_utf8_lossy(&said.stdout));
}

/// A judge whose submission sleeps.
fn judge_of_a_sleeper(court: &Court, how: &str) -> Child {
    let tool = Command::new(env!("CARGO_BIN_EXE_game-moves"));
    let mut command = court.surround(tool);
    command.args(["check", "--sandbox", how, "--time-limit", "10m"]);
    command.args([hostile("orphans.c"), hostile("sleeper.c")]).stdout(Stdio::null());
    let judge = command.spawn().unwrap();
    let deadline = Instant::now() + Duration::from_secs(60);
    let asleep = |number: &i32| {
        fs::read_to_string(format!("/proc/{number}/comm")).is_ok_and(|name| name == "a.out\n")
    };
    while !court.survivors().iter().any(asleep) {
        assert!(Instant::now() < deadline, "the submission does not start");
        std::thread::yield_now();
    }
    judge
}

/// Nothing that was run lives on for long.
#[track_caller]
fn assert_all_end(court: &Court) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !court.survivors().is_empty() {
        assert!(Instant::now() < deadline, "{:?} are left", court.survivors());
        std::thread::yield_now();
    }
}

#[test]
fn runs_end_with_the_judge() {
    let court = Court::new();
    let mut judge = judge_of_a_sleeper(&court, "auto");
    judge.kill().unwrap();
    judge.wait().unwrap();
    assert_all_end(&court);
}

/// Ctrl-C and its like leave neither runs nor the folder that they were in.
#[test]
fn an_interrupt_leaves_nothing() {
    for (how, signal) in [("auto", "INT"), ("plain", "TERM"), ("bwrap", "INT")] {
        let court = Court::new();
        let mut judge = judge_of_a_sleeper(&court, how);
        let kill = format!("kill -s {signal} {}", judge.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
        assert_eq!(judge.wait().unwrap().code(), Some(130), "{how}");
        assert_all_end(&court);
        court.assert_nothing_is_left();
    }
}

/// Who is not root cannot even look into a folder that is closed, though it is the own one.
#[test]
fn closed_folders_are_removed() {
    let court = Court::new();
    let closes = "import os\nos.makedirs('a/b')\nopen('a/b/c', 'w').close()\n\
                  os.chmod('a/b', 0)\nos.chmod('a', 0)\nprint(7)\n";
    court.write("closes.py", closes);
    let said = court.ordinary().args(["check", "--sandbox", "plain", "closes.py"]).output();
    let text = String::from_utf8(said.unwrap().stdout).unwrap();
    assert!(text.contains("closes.py: AC"), "{text}");
    court.assert_nothing_is_left();
}

/// Root without any right cannot be bound, and cannot become anybody else.
#[test]
fn code_that_nothing_can_hold_is_refused() {
    let court = Court::new();
    let run = |more: &[&str]| {
        let mut command = court.surround(Command::new("setpriv"));
        command.args(["--bounding-set=-all", "--inh-caps=-all"]);
        command.arg(env!("CARGO_BIN_EXE_game-moves")).arg("check").args(more);
        command.arg(hostile("never_reads.c")).output().unwrap()
    };
    let is_root = fs::write("/proc/self/oom_score_adj", "-1").is_ok();
    if is_root {
        let said = run(&[]);
        assert_eq!(
            String::from_utf8(said.stderr).unwrap(),
            "error: nothing on this machine bounds the processes of a submission: run as another \
             user than root, let root change users, or trust the submissions with --unsafe\n"
        );
        assert_eq!((said.status.code(), said.stdout.len()), (Some(2), 0));
        let said = run(&["--unsafe"]);
        let text = String::from_utf8(said.stdout).unwrap();
        assert!(text.contains("NO bound on processes"), "{text}");
        assert_eq!(said.status.code(), Some(0), "{text}");
    }
}
