//! `check --stress`: submissions with a mistake are caught, and the state is kept as a test.

use super::court::Court;
use serde_json::Value;
use std::fs;
use std::process::Output;

/// A solution by the closed form whose last line may be another.
fn solution(last: &str) -> String {
    format!(
        "n = int(input())\n\
         tiles = [int(word) for _ in range(n) for word in input().split()]\n\
         score = int(input())\n\
         twos = sum(tile * (tile.bit_length() - 2) for tile in tiles if tile)\n\
         moves = sum(tiles) // 2 - (twos - score) // 4 - 2\n\
         {last}\n"
    )
}

/// A plan with a comment that must stay.
const PLAN: &str = "# Kept by hand.\nversion = 1\nseed = \"s\"\n\n\
    [[test]]\nname = \"start\"\nsize = 2\n\
    play = { policy = \"uniform\", until = { moves = 0 } }\n\n\
    [limits]\ntime = \"2s\" # room for Python";

fn court() -> Court {
    let court = Court::new();
    fs::remove_dir_all(court.path("problem/data")).unwrap();
    court.write("problem/plan.toml", PLAN);
    court
}

fn said(output: Output) -> (i32, String, String) {
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_forgotten_four_is_found_and_shown_small() {
    let court = court();
    court.write("fours.py", solution("print(sum(tiles) // 2 - 2)"));
    let expected = "fours.py: WA on state 0 of seed 1, made small in 5 runs\n\
        wrong value at 1:1, expected: '0', found: '1'\n\
        2\n2 0\n0 4\n0\n  n 2, score 0, 0 moves, 1 four, reachable (witness)\n\n\
        as a test of the plan:\n\
        [[test]]\n\
        name = \"counterexample\"\n\
        reason = \"kills fours.py: wrong value at 1:1, expected: '0', found: '1'\"\n\
        state = \"\"\"\n2\n2 0\n0 4\n0\n\"\"\"\n";
    for jobs in ["1", "3"] {
        let output = court.check(&["--stress", "fours.py", "--seed", "1", "--jobs", jobs]);
        assert_eq!(said(output), (1, expected.to_owned(), String::new()));
    }
    let output = court.check(&["--stress", "fours.py", "--seed", "1", "--json"]);
    let line: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(line["verdict"], "WA");
    assert_eq!(line["states"], 1);
    assert_eq!(line["input"], "2\n2 0\n0 4\n0\n");
    assert_eq!(line["expected"], 0);
    court.assert_nothing_is_left();
}

#[test]
fn a_right_submission_survives_until_time_is_up() {
    let court = court();
    court.write("right.py", solution("print(moves)"));
    let output = court.check(&["--stress", "right.py", "--seed", "7", "--time", "300ms"]);
    let (status, stdout, stderr) = said(output);
    assert_eq!((status, stderr.as_str()), (0, ""));
    let states = stdout.strip_prefix("right.py: AC on ").unwrap();
    let states = states.strip_suffix(" states of seed 7\n").unwrap();
    assert!(states.parse::<u64>().unwrap() > 0);
}

/// Fails on 3×3 alone, and there only once something was scored: the state needs a proof.
#[test]
fn a_state_is_saved_with_its_proof_and_kills() {
    let court = court();
    court.write("three.py", solution("assert n != 3 or score == 0\nprint(moves)"));
    let args = ["--stress", "three.py", "--seed", "2", "--save", "merge-n3"];
    let output = court.check(&args);
    let (status, stdout, stderr) = said(output);
    assert_eq!(status, 1);
    assert!(stdout.starts_with("three.py: RTE on state "), "{stdout}");
    assert_eq!(
        stderr,
        "saved as the test `merge-n3`, its proof as `witnesses/merge-n3.witness`; now run `gen`\n"
    );
    // The plan is what it was, and one test more.
    let plan = fs::read_to_string(court.path("problem/plan.toml")).unwrap();
    let entry = plan.strip_prefix(PLAN).unwrap().strip_prefix("\n\n").unwrap();
    assert!(stdout.ends_with(entry), "{stdout}");
    // A single merge is all that it takes.
    assert!(
        stdout.contains("\n  n 3, score 4, 1 move, 0 fours, reachable (witness)\n"),
        "{stdout}"
    );
    let (status, _, stderr) = said(court.tool(&["gen"]));
    assert_eq!(status, 0, "{stderr}");
    let results = court.json(&["three.py"]);
    let killed: Vec<&Value> = results.iter().filter(|line| line["verdict"] == "RTE").collect();
    assert!(killed.iter().any(|line| line["test"] == "merge-n3"), "{results:?}");
    // Its name is taken now.
    court.write("fours.py", solution("print(sum(tiles) // 2 - 2)"));
    let taken = ["--stress", "fours.py", "--seed", "1", "--save", "merge-n3"];
    let (status, _, stderr) = said(court.check(&taken));
    assert_eq!(status, 2);
    assert_eq!(stderr, "error: two tests have the name `merge-n3`\n");
    assert_eq!(fs::read_to_string(court.path("problem/plan.toml")).unwrap(), plan);
}

/// `gen` would refuse a plan with two tests of one input, and nothing would be won.
#[test]
fn a_state_that_a_test_has_is_not_saved() {
    let court = court();
    court.write("fours.py", solution("print(sum(tiles) // 2 - 2)"));
    let args = |name| ["--stress", "fours.py", "--seed", "1", "--save", name];
    let (status, stdout, stderr) = said(court.check(&args("four")));
    assert_eq!((status, stderr.as_str()), (1, "saved as the test `four`; now run `gen`\n"));
    let plan = fs::read_to_string(court.path("problem/plan.toml")).unwrap();
    // Whether the data are made or not, and however the test came to it.
    let input = "2\n2 0\n0 4\n0\n";
    court.write("problem/four.in", input);
    let by_file = plan.replace(&format!("state = \"\"\"\n{input}\"\"\""), "file = \"four.in\"");
    assert_ne!(by_file, plan);
    for text in [&plan, &by_file] {
        court.write("problem/plan.toml", text);
        let (status, again, stderr) = said(court.check(&args("other")));
        assert_eq!(status, 1);
        assert_eq!(again, stdout.replace("name = \"four\"", "name = \"other\""));
        assert_eq!(stderr, "not saved: the test `four` has this state already\n");
        assert_eq!(fs::read_to_string(court.path("problem/plan.toml")).unwrap(), *text);
    }
    court.write("problem/plan.toml", PLAN);
    court.write("problem/data/secret/played.in", input);
    court.write("problem/data/secret/played.ans", "0\n");
    let (_, _, stderr) = said(court.check(&args("other")));
    assert_eq!(stderr, "not saved: the test `played` has this state already\n");
    assert_eq!(fs::read_to_string(court.path("problem/plan.toml")).unwrap(), PLAN);
}

#[test]
fn no_time_is_no_time_to_look() {
    let court = court();
    court.write("right.py", solution("print(moves)"));
    for time in ["0s", "0ms", "0m"] {
        let (status, stdout, stderr) = said(court.check(&["--stress", "right.py", "--time", time]));
        assert_eq!((status, stdout.as_str()), (2, ""));
        let first =
            format!("error: invalid value '{time}' for '--time <TIME>': expected more than 0\n");
        assert!(stderr.starts_with(&first), "{stderr}");
    }
}

#[test]
fn what_cannot_be_built_is_not_stressed() {
    let court = court();
    court.write("broken.py", "print(");
    let (status, stdout, stderr) = said(court.check(&["--stress", "broken.py"]));
    assert_eq!((status, stdout.as_str()), (1, ""));
    assert!(stderr.starts_with("error: broken.py: CE: "), "{stderr}");
    let (status, _, stderr) = said(court.check(&["--save", "x"]));
    assert_eq!(status, 2);
    assert_eq!(stderr, "error: --save keeps what --stress or --mutants found: give one of them\n");
}
