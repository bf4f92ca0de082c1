//! `check` as an output validator of Kattis and as a checker of testlib.

use super::{Place, assert_said, text};
use std::fs;
use std::io::Write as _;
use std::process::Stdio;

const GAME: [&str; 2] = ["problem/data/secret/game-n2.in", "problem/data/secret/game-n2.ans"];

impl Place {
    /// Runs the Kattis protocol on the 2×2 game with `output`; the status and the two messages.
    fn kattis(&self, files: &[&str], flags: &[&str], output: &[u8]) -> (i32, String, String) {
        let _ = fs::remove_dir_all(self.path("feedback"));
        fs::create_dir(self.path("feedback")).unwrap();
        let mut args = vec!["--kattis"];
        args.extend_from_slice(files);
        args.push("feedback/");
        args.extend_from_slice(flags);
        let mut child = self.command(&args).stdin(Stdio::piped()).spawn().unwrap();
        let _ = child.stdin.take().unwrap().write_all(output);
        let said = child.wait_with_output().unwrap();
        assert_eq!(text(&said.stdout), "");
        let message = |name| fs::read_to_string(self.path("feedback").join(name));
        (
            said.status.code().unwrap(),
            message("judgemessage.txt").unwrap_or_default(),
            message("judgeerror.txt").unwrap_or_default(),
        )
    }
}

#[test]
fn kattis_verdicts_and_messages() {
    let place = Place::new();
    let table: [(&[u8], i32, &str); 6] = [
        (b"24\n", 42, "Accepted: '24'\n"),
        (
            b"\n 25\n",
            43,
            "Wrong answer at line 2, column 2 of the output (line 1 of the answer): the values \
             differ\nJudge: '24'\nUser: '25'\n",
        ),
        (
            b"",
            43,
            "Wrong answer (line 1 of the answer): the output is empty\nJudge: '24'\nUser: nothing\n",
        ),
        (
            b"24 0",
            43,
            "Wrong answer at line 1, column 4 of the output (line 1 of the answer): there is an \
             extra word\nJudge: nothing\nUser: '0'\n",
        ),
        (
            b"24\0",
            43,
            "Wrong answer at line 1, column 1 of the output (line 1 of the answer): the word is \
             not an integer\nJudge: '24'\nUser: '24\\x00'\n\
             Note: Kattis would accept: reads a word up to its first NUL\n",
        ),
        (b"\n24", 42, "Accepted: '24'\nNote: lcmp would reject: compares line by line\n"),
    ];
    for (output, status, message) in table {
        let expected = (status, message.to_owned(), String::new());
        assert_eq!(place.kattis(&GAME, &[], output), expected, "{}", output.escape_ascii());
    }
    // The flag of the default validators that changes nothing for digits.
    assert_eq!(place.kattis(&GAME, &["case_sensitive"], b"24").0, 42);
}

#[test]
fn kattis_faults_are_judge_errors() {
    let place = Place::new();
    place.write("bad.ans", "25\n");
    place.write("empty", "");
    let table: [(&[&str], &[&str], &str); 6] = [
        (
            &[GAME[0], "bad.ans"],
            &[],
            "bad judge answer '25': the closed form gives '24' for the input\n",
        ),
        (&["empty", GAME[1]], &[], "bad judge input at 1:1: the file is empty [format-empty]\n"),
        (
            &["nowhere", GAME[1]],
            &[],
            "cannot read `nowhere`: No such file or directory (os error 2)\n",
        ),
        (&[GAME[0], "out"], &[], "cannot read `out`: Is a directory (os error 21)\n"),
        (
            &GAME,
            &["float_tolerance", "1e-6"],
            "unknown validator flag `float_tolerance`: the answer is one integer and is compared \
             byte for byte\n",
        ),
        (
            &GAME,
            &["--json"],
            "unknown validator flag `--json`: the answer is one integer and is compared byte for \
             byte\n",
        ),
    ];
    for (files, flags, error) in table {
        // Right and wrong outputs alike.
        for output in [&b"24\n"[..], b"25\n", b""] {
            let expected = (1, String::new(), error.to_owned());
            assert_eq!(place.kattis(files, flags, output), expected, "{files:?} {flags:?}");
        }
    }
    place.check_stdin(
        &["--kattis", GAME[0], GAME[1], "nowhere"],
        b"24\n",
        1,
        "",
        "judge error: the feedback folder `nowhere` is not a folder\n",
    );
    fs::create_dir_all(place.path("feedback")).unwrap();
    let folder = fs::File::open(place.path("out")).unwrap();
    let mut command = place.command(&["--kattis", GAME[0], GAME[1], "feedback"]);
    let said = command.stdin(folder).output().unwrap();
    let message = "cannot read `stdin`: Is a directory (os error 21)\n";
    assert_said(&said, 1, "", &format!("judge error: {message}"));
    assert_eq!(fs::read_to_string(place.path("feedback/judgeerror.txt")).unwrap(), message);
    fs::create_dir_all(place.path("feedback/judgemessage.txt")).unwrap();
    place.check_stdin(
        &["--kattis", GAME[0], GAME[1], "feedback"],
        b"24\n",
        1,
        "",
        "judge error: cannot write `feedback/judgemessage.txt`: Is a directory (os error 21)\n",
    );
}

#[test]
fn testlib_verdicts_and_messages() {
    let place = Place::new();
    let table: [(&[u8], i32, &str); 8] = [
        (b"24\n", 0, "ok 1 number\n"),
        (b"25\n", 1, "wrong answer expected: '24', found: '25'\n"),
        (b"-24 x\n", 1, "wrong answer expected: '24', found: '-24'\n"),
        (b"", 2, "wrong output format expected: '24', found: nothing\n"),
        (b"+24\n", 2, "wrong output format expected: '24', found: '+24'\n"),
        (b"024\n", 2, "wrong output format expected: '24', found: '024'\n"),
        (b"24 0\n", 2, "wrong output format expected: nothing after '24', found: '0'\n"),
        (
            b"\x0c24\n",
            0,
            "ok 1 number; note: wcmp, ncmp, icmp/hcmp would reject: to testlib VT and FF are no \
             blanks\n",
        ),
    ];
    for (output, status, message) in table {
        place.write("o", output);
        place.check(&["--testlib", GAME[0], "o", GAME[1]], status, "", message);
    }
    place.write("o", "24\n");
    place.check(
        &["--testlib", "--testset", "tests", GAME[0], "o", GAME[1], "--group", "1"],
        0,
        "",
        "ok 1 number\n",
    );
    place.check(
        &["--testlib", GAME[0], "out/1.out", GAME[1], "report"],
        1,
        "",
        "wrong answer expected: '24', found: '0'\n",
    );
    assert_eq!(fs::read_to_string(place.path("report")).unwrap(), "expected: '24', found: '0'\n");
}

#[test]
fn testlib_faults_fail() {
    let place = Place::new();
    place.write("bad.ans", "25\n");
    let table: [(&[&str], &str); 5] = [
        (
            &[GAME[0], "out/game-n2.out", "bad.ans"],
            "FAIL bad judge answer '25': the closed form gives '24' for the input\n",
        ),
        (
            &[GAME[0], "nowhere", GAME[1]],
            "FAIL cannot read `nowhere`: No such file or directory (os error 2)\n",
        ),
        (&[GAME[0], "out", GAME[1]], "FAIL cannot read `out`: Is a directory (os error 21)\n"),
        (
            &[GAME[0], "out/game-n2.out", GAME[1], "nowhere/report"],
            "FAIL cannot write `nowhere/report`: No such file or directory (os error 2)\n",
        ),
        (&[GAME[0], "o", GAME[1], "report", "-appes"], "FAIL expected IN OUT ANS [REPORT]\n"),
    ];
    for (args, message) in table {
        place.check(&[&["--testlib"], args].concat(), 3, "", message);
    }
}

/// The command line's own exit status 2 would be a presentation error of testlib's.
#[test]
fn usage_faults_do_not_leak_into_the_protocols() {
    let place = Place::new();
    let status = |args: &[&str]| place.command(args).output().unwrap().status.code().unwrap();
    assert_eq!(status(&["--testlib"]), 3);
    assert_eq!(status(&["--testlib", GAME[0], "out/game-n2.out"]), 3);
    assert_eq!(status(&["--json", "--testlib", GAME[0], "out/game-n2.out", GAME[1]]), 3);
    assert_eq!(status(&["--help", "--testlib", GAME[0], "out/game-n2.out", GAME[1]]), 3);
    assert_eq!(status(&["--testlib=a"]), 3);
    assert_eq!(status(&["--kattis"]), 1);
    assert_eq!(status(&["--kattis", GAME[0], GAME[1]]), 1);
    assert_eq!(status(&["--no-such", "--kattis", GAME[0], GAME[1], "out"]), 1);
    assert_eq!(status(&["--no-such"]), 2);
    assert_eq!(status(&["--outputs", "out", "--test", "1", "--output", "-"]), 2);
    assert_eq!(status(&["--test", "1"]), 2);
}

/// An option among the files would put each in another's place; no file of the test is written.
#[test]
fn a_report_never_replaces_a_file_of_the_test() {
    let place = Place::new();
    let before = |name: &str| fs::read(place.path(name)).unwrap();
    let (input, output, answer) = (before(GAME[0]), before("out/game-n2.out"), before(GAME[1]));
    for args in [
        &["--testlib", "--json", GAME[0], "out/game-n2.out", GAME[1]][..],
        &["--testlib", "--kattis", GAME[0], "out/game-n2.out", GAME[1]],
        &["--testlib", GAME[0], "out/game-n2.out", GAME[1], GAME[1]],
        &["--testlib", GAME[0], "out/game-n2.out", GAME[1], "out/game-n2.out"],
    ] {
        let said = place.command(args).output().unwrap();
        assert_eq!(said.status.code(), Some(3), "{args:?}");
        assert!(said.stderr.starts_with(b"FAIL "), "{args:?}");
    }
    assert_eq!(before(GAME[0]), input);
    assert_eq!(before("out/game-n2.out"), output);
    assert_eq!(before(GAME[1]), answer);
    let args = ["--testlib", "--", GAME[0], "out/game-n2.out", GAME[1]];
    place.check(&args, 0, "", "ok 1 number\n");
}
