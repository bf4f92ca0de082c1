//! The matrix: expectations, kills and exit statuses.

use super::court::{Court, FIGURE};
use serde_json::{Value, json};

/// A plan of four tests and the submissions in `submissions`.
fn plan(submissions: &str) -> String {
    let mut plan = "version = 1\nseed = \"\"\n[limits]\ntime = \"2s\"\n".to_owned();
    for name in ["figure-001", "figure-002", "nothing", "two"] {
        plan += &format!("[[test]]\nname = \"{name}\"\nfile = \"{name}.in\"\n");
    }
    plan + "[[coverage.need]]\nwhat = \"no moves\"\nwhere = { moves = 0 }\n" + submissions
}

/// Two tests with 7 moves, one with none, one with 1.
fn court() -> Court {
    let court = Court::new();
    std::fs::remove_dir_all(court.path("problem/data")).unwrap();
    for (name, input, answer) in [
        ("figure-001", FIGURE.to_owned(), "7\n"),
        ("figure-002", FIGURE.replace("0 0 0 2\n0 0 0 2", "2 0 0 0\n0 0 0 2"), "7\n"),
        ("nothing", "2\n2 0\n0 2\n0\n".to_owned(), "0\n"),
        ("two", "2\n4 2\n0 0\n4\n".to_owned(), "1\n"),
    ] {
        court.write(&format!("problem/data/secret/{name}.in"), input);
        court.write(&format!("problem/data/secret/{name}.ans"), answer);
    }
    let program = |body: &str| format!("n = int(input())\n{body}\n");
    for (name, body) in [
        ("accepted/right.py", "print({4: 7}.get(n) or (0 if input() == '2 0' else 1))"),
        ("wrong_answer/one.py", "print(7 if n == 4 else 1)"),
        ("wrong_answer/six.py", "print(6)"),
        ("run_time_error/small.py", "assert n == 4\nprint(7)"),
    ] {
        court.write(&format!("problem/submissions/{name}"), program(body));
    }
    court
}

const SUBMISSIONS: &str = "
[[submission]]
file = \"submissions/accepted/right.py\"
expect = \"AC\"
[[submission]]
file = \"submissions/wrong_answer/one.py\"
expect = \"WA\"
kills = [\"nothing\"]
[[submission]]
file = \"submissions/wrong_answer/six.py\"
expect = [\"WA\", \"TLE\"]
kills = [\"figure-*\", \"two\"]
[[submission]]
file = \"submissions/run_time_error/small.py\"
expect = \"RTE\"
";

/// The text without what differs from run to run: what holds the runs, times and memory.
fn without_figures(text: &str) -> String {
    let mut lines = Vec::new();
    // Lines are broken at other places when a figure is longer.
    let text = text.replace("\n    ", " ");
    for line in text.lines() {
        if !line.starts_with("protection: ") && !line.starts_with("  slowest ") {
            lines.push(line.split_once("; slowest ").map_or(line, |(start, _)| start));
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn what_kills_what() {
    let court = court();
    court.write("problem/plan.toml", plan(SUBMISSIONS));
    let said = court.check(&[]);
    assert_eq!(String::from_utf8(said.stderr).unwrap(), "");
    assert_eq!(
        without_figures(std::str::from_utf8(&said.stdout).unwrap()),
        "4 submissions on 4 tests, each run within 2 s of CPU time, 8 s of wall-clock time, 256 MiB\n\
         \n\
         accepted/right.py        ....\n\
         wrong_answer/one.py      ..W.\n\
         wrong_answer/six.py      WWWW\n\
         run_time_error/small.py  ..RR\n\
         \n\
         submissions/accepted/right.py: AC as expected\n\
         submissions/wrong_answer/one.py: WA as expected\n\
         \x20 first killed by nothing: WA: wrong value at 1:1, expected: '0', found: '1'\n\
         \x20 killed by 1 test: nothing\n\
         submissions/wrong_answer/six.py: WA as expected\n\
         \x20 first killed by figure-001: WA: wrong value at 1:1, expected: '7', found: '6'\n\
         \x20 killed by all of 4 tests\n\
         submissions/run_time_error/small.py: RTE as expected\n\
         \x20 first killed by nothing: RTE: exit code 1: AssertionError\n\
         \x20 killed by 2 tests: nothing, two\n\
         \n\
         nothing alone kills wrong_answer/one.py\n\
         tests that kill something: 4 of 4\n\
         4 of 4 submissions as expected\n"
    );
    assert_eq!(said.status.code(), Some(0));
}

#[test]
fn surprises_fail() {
    let court = court();
    court.write(
        "problem/plan.toml",
        plan(
            "[[submission]]\nfile = \"submissions/wrong_answer/one.py\"\nexpect = \"WA\"\n\
             kills = [\"two\", \"noth*\"]\n\
             [[submission]]\nfile = \"submissions/run_time_error/small.py\"\n\
             expect = [\"RTE\", \"TLE\"]\n\
             [[submission]]\nfile = \"submissions/wrong_answer/six.py\"\nexpect = \"WA\"\n",
        ),
    );
    court.write("problem/submissions/wrong_answer/six.py", "print(7)\n");
    court.write(
        "problem/submissions/run_time_error/small.py",
        "print(7 if int(input()) == 4 else 0 if input() == '2 0' else 1)\n",
    );
    let said = court.check(&["--jobs", "1"]);
    let text = without_figures(std::str::from_utf8(&said.stdout).unwrap());
    let details = text.split("\n\n").nth(2).unwrap();
    assert_eq!(
        details,
        "submissions/wrong_answer/one.py: WA, but not by all tests asked for\n\
         \x20 first killed by nothing: WA: wrong value at 1:1, expected: '0', found: '1'\n\
         \x20 killed by 1 test: nothing\n\
         \x20 NOT killed by two, as `two` asks\n\
         submissions/run_time_error/small.py: AC, EXPECTED RTE or TLE: it SURVIVES all tests\n\
         submissions/wrong_answer/six.py: WA as expected\n\
         \x20 first killed by nothing: WA: wrong value at 1:1, expected: '0', found: '7'\n\
         \x20 killed by 2 tests: nothing, two"
    );
    assert!(text.ends_with(
        "tests that kill something: 2 of 4\n\
         tests that kill nothing and add no coverage: 2 of 4: figure-001, figure-002\n\
         1 of 3 submissions as expected\n"
    ));
    assert_eq!(said.status.code(), Some(1));
}

#[test]
fn by_test() {
    let court = court();
    court.write("problem/plan.toml", plan(SUBMISSIONS));
    let said = court.check(&["--by", "test"]);
    let text = without_figures(std::str::from_utf8(&said.stdout).unwrap());
    let tests: Vec<&str> = text.split("\n\n").nth(1).unwrap().lines().collect();
    assert_eq!(
        tests,
        [
            "figure-001: WA wrong_answer/six.py",
            "figure-002: WA wrong_answer/six.py",
            "nothing: WA wrong_answer/one.py, wrong_answer/six.py; RTE run_time_error/small.py; kills alone \
             wrong_answer/one.py",
            "two: WA wrong_answer/six.py; RTE run_time_error/small.py",
        ]
    );
}

/// The objects without what differs from run to run.
fn stable(lines: Vec<Value>) -> Vec<Value> {
    let mut lines = lines;
    for line in &mut lines {
        let object = line.as_object_mut().unwrap();
        for key in ["time_s", "wall_s", "memory_bytes", "slowest", "protection"] {
            object.remove(key);
        }
    }
    lines
}

#[test]
fn json_whatever_the_jobs() {
    let court = court();
    court.write("problem/plan.toml", plan(SUBMISSIONS));
    let lines = stable(court.json(&[]));
    assert_eq!(lines, stable(court.json(&["--jobs", "1"])));
    assert_eq!(lines, stable(court.json(&["--jobs", "7"])));
    assert_eq!(lines.len(), 1 + 4 * (4 + 1) + 4);
    let one = "submissions/wrong_answer/one.py";
    assert_eq!(
        lines[0],
        json!({"time_limit_s": 2.0, "wall_limit_s": 8.0, "memory_limit_bytes": 268435456,
            "output_limit_bytes": 8388608, "processes_bounded": true})
    );
    assert_eq!(
        lines[8],
        json!({"submission": one, "test": "nothing", "verdict": "WA", "expected": 0, "got": 1,
            "message": "wrong value at 1:1, expected: '0', found: '1'", "notes": []})
    );
    assert_eq!(
        lines[10],
        json!({"submission": one, "verdict": "WA", "expected_verdicts": ["WA"], "ok": true,
            "killed_by": ["nothing"], "missed": [], "message": null})
    );
    assert_eq!(
        lines[23],
        json!({"test": "nothing", "kills": [one, "submissions/wrong_answer/six.py",
            "submissions/run_time_error/small.py"], "kills_alone": [one], "idle": false})
    );
}

#[test]
fn named_files_meet_the_plan_too() {
    let court = court();
    court.write("problem/plan.toml", plan(SUBMISSIONS));
    let known = "problem/submissions/wrong_answer/six.py";
    assert_eq!(court.check(&[known]).status.code(), Some(0));
    court.write("copy.py", "print(6)\n");
    let said = court.check(&["copy.py"]);
    assert_eq!(said.status.code(), Some(1));
    let lines = stable(court.json(&["copy.py"]));
    assert_eq!(
        lines[5],
        json!({"submission": "copy.py", "verdict": "WA", "expected_verdicts": [], "ok": null,
            "killed_by": ["figure-001", "figure-002", "nothing", "two"], "missed": [],
            "message": null})
    );
    let right = "problem/submissions/accepted/right.py";
    assert_eq!(court.check(&[right]).status.code(), Some(0));
}

/// Whoever is judged by a wrong answer is not judged.
#[test]
fn a_faulty_test_is_nobodys_fault() {
    let court = court();
    court.write("problem/plan.toml", plan(SUBMISSIONS));
    court.write("problem/data/secret/two.ans", "2\n");
    let lines = court.json(&["problem/submissions/wrong_answer/six.py"]);
    assert_eq!(lines[5]["verdict"], "JE");
    assert_eq!(lines[5]["ok"], false);
}

#[test]
fn plans_with_faults_in_submissions() {
    let court = court();
    court.write(
        "problem/plan.toml",
        plan(
            "[[submission]]\nfile = \"submissions/accepted/right.py\"\nexpect = \"ac\"\n\
             [[submission]]\nfile = \"submissions/wrong_answer/six.py\"\nexpect = \"TLE\"\n\
             kills = [\"six\"]\n\
             [[submission]]\nfile = \"../six.py\"\nexpect = [\"AC\"]\nkills = [\"two\"]\n",
        )
        .replace("time = \"2s\"", "time = \"2s\"\nwall = \"1s\"\nmemory = 0"),
    );
    let said = court.check(&[]);
    let errors = String::from_utf8(said.stderr).unwrap();
    let messages: Vec<&str> =
        errors.lines().filter_map(|line| Some(line.split_once(": error: ")?.1)).collect();
    assert_eq!(
        messages,
        [
            "the wall-clock limit is below the time limit",
            "`memory` is 0, expected 1 to 65536",
            "`ac` is no verdict, expected AC, WA, TLE, MLE, RTE, OLE, CE",
            "in the folder `wrong_answer` the verdict WA is expected",
            "no test is named `six`",
            "the path `../six.py` must stay inside the problem folder",
            "no test kills a submission that is accepted",
        ]
    );
    assert_eq!(said.status.code(), Some(1));
}

#[test]
fn options_of_running_go_with_running() {
    let court = court();
    court.write("problem/plan.toml", plan(SUBMISSIONS));
    let said = court.check(&["--outputs", "problem/data/secret", "--time-limit", "1s"]);
    let errors = String::from_utf8(said.stderr).unwrap();
    assert!(errors.contains("cannot be used with"), "{errors}");
    assert_eq!(said.status.code(), Some(2));
    let said = court.check(&["--time-limit", "0s"]);
    let errors = String::from_utf8(said.stderr).unwrap();
    assert!(errors.contains("expected a time from 10ms to 10m"), "{errors}");
    assert_eq!(said.status.code(), Some(2));
}
