//! `check` through the binary: whole outputs and exit statuses.

mod judges;
mod mutants;
mod options;
mod protocol;

use crate::tool;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Four states with their answers: 0 moves, Figure 1 (a) of the statement, a 2×2 game, a 4×4 chain.
const STATES: [(&str, &str, &str, &str); 4] = [
    ("sample", "1", "2\n2 0\n0 2\n0\n", "0\n"),
    ("sample", "2", "4\n0 0 0 2\n0 0 0 2\n0 0 2 4\n0 0 2 8\n16\n", "7\n"),
    ("secret", "game-n2", "2\n32 16\n2 8\n180\n", "24\n"),
    (
        "secret",
        "chain-n4",
        "4\n131072 65536 32768 16384\n1024 2048 4096 8192\n512 256 128 64\n4 8 16 32\n3867072\n",
        "114795\n",
    ),
];

/// A problem folder and a folder of right outputs, in a folder that goes away.
struct Place {
    place: tool::Place,
}

impl Place {
    fn new() -> Self {
        let place = Self { place: tool::Place::new() };
        for (group, name, input, answer) in STATES {
            place.write(&format!("problem/data/{group}/{name}.in"), input);
            place.write(&format!("problem/data/{group}/{name}.ans"), answer);
            place.write(&format!("out/{name}.out"), answer);
        }
        place
    }

    fn path(&self, name: &str) -> PathBuf {
        self.place.path(name)
    }

    fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        self.place.write(name, bytes);
    }

    fn remove(&self, name: &str) {
        fs::remove_file(self.path(name)).unwrap();
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_game-moves"));
        command.current_dir(self.path("")).arg("check").args(args);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs `check` and compares everything it says.
    #[track_caller]
    fn check(&self, args: &[&str], status: i32, stdout: &str, stderr: &str) {
        assert_said(&self.command(args).output().unwrap(), status, stdout, stderr);
    }

    /// The same with something on stdin; it may be left unread.
    #[track_caller]
    fn check_stdin(&self, args: &[&str], stdin: &[u8], status: i32, stdout: &str, stderr: &str) {
        let mut child = self.command(args).stdin(Stdio::piped()).spawn().unwrap();
        let _ = child.stdin.take().unwrap().write_all(stdin);
        assert_said(&child.wait_with_output().unwrap(), status, stdout, stderr);
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[track_caller]
fn assert_said(said: &Output, status: i32, stdout: &str, stderr: &str) {
    assert_eq!(text(&said.stderr), stderr);
    assert_eq!(text(&said.stdout), stdout);
    assert_eq!(said.status.code(), Some(status));
}

#[test]
fn right_outputs() {
    let place = Place::new();
    place.check(&["--outputs", "out"], 0, "4 tests: 4 AC\n", "");
    place.check(&["--outputs", "out", "--jobs", "1"], 0, "4 tests: 4 AC\n", "");
    // The judge answers answer themselves; inputs beside them belong to no test's output.
    place.check(
        &["--outputs", "problem/data/sample"],
        1,
        "chain-n4: WA: no output: `problem/data/sample/chain-n4.out` is missing, expected: '114795'\n\
         game-n2: WA: no output: `problem/data/sample/game-n2.out` is missing, expected: '24'\n\
         4 tests: 2 AC, 2 WA; WA by chain-n4\n",
        "warning: `problem/data/sample/1.in` is no test's output\n\
         warning: `problem/data/sample/2.in` is no test's output\n",
    );
}

#[test]
fn wrong_outputs_each_with_its_kind() {
    let place = Place::new();
    place.write("out/1.out", "");
    place.write("out/2.out", "\n 8\n");
    place.write("out/chain-n4.out", b"114795\0\n");
    place.write("out/game-n2.out", "24\n24\n");
    place.write("out/extra.out", "1\n");
    place.check(
        &["--outputs", "out"],
        1,
        "1: WA: empty output, expected: '0', found: nothing\n\
         2: WA: wrong value at 2:2, expected: '7', found: '8'\n\
         chain-n4: WA: not an integer at 1:1, expected: '114795', found: '114795\\x00'\n\
         game-n2: WA: extra word at 2:1, expected: nothing after '24', found: '24'\n\
         4 tests: 4 WA; WA by 1\n",
        "warning: `out/extra.out` is no test's output\n\
         note: chain-n4: Kattis would accept: reads a word up to its first NUL\n",
    );
}

#[test]
fn json_lines() {
    let place = Place::new();
    place.write("out/1.out", "");
    place.write("out/2.out", "18446744073709551615\n");
    place.write("out/chain-n4.out", "0114795\n");
    place.write("out/game-n2.out", "24 x\"\n");
    place.check(
        &["--outputs", "out", "--json"],
        1,
        concat!(
            r#"{"submission":null,"test":"1","verdict":"WA","time_s":null,"memory_bytes":null,"expected":0,"got":null,"message":"empty output, expected: '0', found: nothing","notes":[]}"#,
            "\n",
            r#"{"submission":null,"test":"2","verdict":"WA","time_s":null,"memory_bytes":null,"expected":7,"got":18446744073709551615,"message":"wrong value at 1:1, expected: '7', found: '18446744073709551615'","notes":[]}"#,
            "\n",
            r#"{"submission":null,"test":"chain-n4","verdict":"WA","time_s":null,"memory_bytes":null,"expected":114795,"got":"0114795","message":"not an integer at 1:1, expected: '114795', found: '0114795'","notes":[]}"#,
            "\n",
            r#"{"submission":null,"test":"game-n2","verdict":"WA","time_s":null,"memory_bytes":null,"expected":24,"got":"24 x\"","message":"extra word at 1:4, expected: nothing after '24', found: 'x\"'","notes":[]}"#,
            "\n",
            r#"{"submission":"out","verdict":"WA","expected_verdicts":[],"ok":null,"killed_by":["1","2","chain-n4","game-n2"]}"#,
            "\n"
        ),
        "",
    );
    place.check_stdin(
        &["--test", "game-n2", "--output", "-", "--json"],
        b"\x0b24",
        0,
        concat!(
            r#"{"submission":null,"test":"game-n2","verdict":"AC","time_s":null,"memory_bytes":null,"expected":24,"got":24,"message":null,"notes":["wcmp, ncmp, icmp/hcmp would reject: to testlib VT and FF are no blanks"]}"#,
            "\n",
            r#"{"submission":null,"verdict":"AC","expected_verdicts":[],"ok":null,"killed_by":[]}"#,
            "\n"
        ),
        "note: game-n2: wcmp, ncmp, icmp/hcmp would reject: to testlib VT and FF are no blanks\n",
    );
}

#[test]
fn one_test() {
    let place = Place::new();
    place.check(&["--test", "2", "--output", "out/2.out"], 0, "1 test: 1 AC\n", "");
    place.check(
        &["--test", "2", "--output", "out/1.out"],
        1,
        "2: WA: wrong value at 1:1, expected: '7', found: '0'\n1 test: 1 WA; WA by 2\n",
        "",
    );
    place.check_stdin(
        &["--test", "2", "--output", "-"],
        b"-7\n",
        1,
        "2: WA: wrong value at 1:1, expected: '7', found: '-7'\n1 test: 1 WA; WA by 2\n",
        "",
    );
    place.check(
        &["--test", "2", "--output", "nowhere"],
        2,
        "2: JE: cannot read `nowhere`: No such file or directory (os error 2)\n\
         1 test: 1 JE; JE by 2\n",
        "",
    );
    place.check(
        &["--test", "3", "--output", "out/2.out"],
        2,
        "",
        "error: there is no test case `3`, there are 1, 2, chain-n4, ...\n",
    );
}

/// A fault of the test is never blamed on the output, be that right, wrong or missing.
#[test]
fn bad_tests_are_judge_errors() {
    let place = Place::new();
    place.write("problem/data/sample/1.ans", "0\r\n");
    place.write("problem/data/sample/2.ans", "8\n");
    place.write("problem/data/secret/chain-n4.in", "4\n1 2\n");
    place.write("problem/data/secret/game-n2.in", "2\n32 16\n2 8\n181\n");
    place.write("out/2.out", "8\n");
    place.remove("out/1.out");
    place.check(
        &["--outputs", "out"],
        1,
        "1: JE: bad judge answer '0\\r\\n': expected one number without leading zeros and one LF\n\
         2: JE: bad judge answer '8': the closed form gives '7' for the input\n\
         chain-n4: JE: bad judge input at 2:1: the tile is 1, expected 0 or 2 to 1125899906842624 \
         [limit-tile]\n\
         game-n2: JE: bad judge input: the score is 181, but it must leave the remainder 0 when \
         divided by 4, as 192 does (each born 4 saves exactly 4 points) \
         [unreachable-score-residue]\n\
         4 tests: 4 JE; JE by 1\n",
        "",
    );
}

#[test]
fn missing_and_unreadable_files() {
    let place = Place::new();
    place.remove("problem/data/sample/1.ans");
    place.remove("problem/data/sample/2.in");
    place.remove("out/chain-n4.out");
    fs::create_dir(place.path("out/chain-n4.out")).unwrap();
    place.write("out/game-n2.ans", "24\n");
    place.check(
        &["--outputs", "out"],
        2,
        "1: JE: cannot read `problem/data/sample/1.ans`: No such file or directory (os error 2)\n\
         2: JE: cannot read `problem/data/sample/2.in`: No such file or directory (os error 2)\n\
         chain-n4: JE: cannot read `out/chain-n4.out`: not a regular file\n\
         4 tests: 1 AC, 3 JE; JE by 1\n",
        "warning: `out/game-n2.ans` is no test's output\n",
    );
    place.check(
        &["--outputs", "nowhere"],
        2,
        "",
        "error: cannot list `nowhere`: No such file or directory (os error 2)\n",
    );
    place.check(
        &["--outputs", "out", "--problem", "out"],
        2,
        "",
        "error: no test cases in `out/data`\n",
    );
    place.write("problem/data/secret/1.in", "");
    place.check(
        &["--outputs", "out"],
        2,
        "",
        "error: two test cases in `problem/data` are named `1`\n",
    );
}

#[test]
fn the_problem_folder_may_be_the_working_folder() {
    let place = Place::new();
    fs::rename(place.path("problem/data"), place.path("data")).unwrap();
    place.write("plan.toml", "");
    place.check(&["--outputs", "out"], 0, "4 tests: 4 AC\n", "");
}

#[test]
fn submissions_must_be_named_somewhere() {
    let place = Place::new();
    place.check(
        &[],
        2,
        "",
        "error: cannot read `problem/plan.toml`: No such file or directory (os error 2)\n",
    );
    place.check(
        &["a.rs"],
        2,
        "",
        "error: cannot read `a.rs`: No such file or directory (os error 2)\n",
    );
    place.write("problem/plan.toml", "version = 1\nseed = \"\"\n");
    place.check(
        &["a.rs"],
        1,
        "",
        "problem/plan.toml:1:1: error: the plan has no tests\n 1 | version = 1\n   | ^\n",
    );
    place.write(
        "problem/plan.toml",
        "version = 1\nseed = \"\"\n[[test]]\nname = \"a\"\nfile = \"a.in\"\n",
    );
    place.check(
        &[],
        2,
        "",
        "error: the plan has no [[submission]]: name files to be run, or compare outputs with \
         --outputs DIR or --test NAME --output FILE\n",
    );
}

#[test]
fn names_that_are_no_text_are_compared_too() {
    use std::os::unix::ffi::OsStrExt as _;
    let place = Place::new();
    let named = |folder: &str, end: &[u8]| {
        place.path(folder).join(std::ffi::OsStr::from_bytes(&[b"n\xff", end].concat()))
    };
    fs::write(named("problem/data/secret", b".in"), STATES[0].2).unwrap();
    fs::write(named("problem/data/secret", b".ans"), STATES[0].3).unwrap();
    fs::write(named("out", b".out"), "1\n").unwrap();
    place.check(
        &["--outputs", "out"],
        1,
        "n\u{fffd}: WA: wrong value at 1:1, expected: '0', found: '1'\n\
         5 tests: 4 AC, 1 WA; WA by n\u{fffd}\n",
        "",
    );
}

#[test]
fn names_stay_on_their_line() {
    let place = Place::new();
    place.write("problem/data/secret/a\n\u{1b}[2J.in", STATES[0].2);
    place.write("problem/data/secret/a\n\u{1b}[2J.ans", STATES[0].3);
    place.write("out/a\n\u{1b}[2J.out", "1\n");
    place.check(
        &["--outputs", "out"],
        1,
        "a\\n\\u{1b}[2J: WA: wrong value at 1:1, expected: '0', found: '1'\n\
         5 tests: 4 AC, 1 WA; WA by a\\n\\u{1b}[2J\n",
        "",
    );
}

#[test]
fn results_that_cannot_be_written_are_a_fault() {
    let place = Place::new();
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let said = place.command(&["--outputs", "out"]).stdout(full).output().unwrap();
    let message = "error: cannot write to `stdout`: No space left on device (os error 28)\n";
    assert_said(&said, 2, "", message);
}

#[test]
fn nobody_reads_the_results() {
    let place = Place::new();
    place.write("out/1.out", "1\n");
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let said = place.command(&["--outputs", "out"]).stdout(writer).output().unwrap();
    assert_said(&said, 1, "", "");
}

/// A pipe among the outputs would never answer; one named on the command line is read.
#[test]
fn endless_and_silent_outputs() {
    let place = Place::new();
    let zero = Path::new("/dev/zero");
    let said = place.command(&["--test", "1", "--output"]).arg(zero).output().unwrap();
    assert_said(
        &said,
        1,
        &format!(
            "1: WA: not an integer at 1:1, expected: '0', found: '{}...' (134217729 bytes)\n\
             1 test: 1 WA; WA by 1\n",
            "\\x00".repeat(40)
        ),
        "",
    );
    place.remove("out/1.out");
    std::os::unix::fs::symlink(zero, place.path("out/1.out")).unwrap();
    place.check(
        &["--outputs", "out"],
        2,
        "1: JE: cannot read `out/1.out`: not a regular file\n4 tests: 3 AC, 1 JE; JE by 1\n",
        "",
    );
}
