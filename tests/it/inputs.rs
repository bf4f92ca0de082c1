//! `validate` and `solve` through the binary: whole outputs and exit statuses.

use crate::tool::{Place, Said};

/// Figure 1 (a) of the statement.
const FIGURE: &str = "4\n0 0 0 2\n0 0 0 2\n0 0 2 4\n0 0 2 8\n16\n";

const CHAIN: &str = "2\n32 16\n4 8\n180\n";
/// A state that no cheap condition refutes, far from any start.
const LONG: &str =
    "5\n4096 2048 1024 512 256\n128 64 32 16 8\n0 0 0 4 2\n0 0 0 0 0\n0 0 0 0 0\n80000\n";

const CHAIN_WITNESS: &str = include_str!("../data/witness/valid/chain-2x2.witness");

#[test]
fn solve_prints_the_answer_and_nothing_else() {
    let place = Place::new();
    place.write("a.in", FIGURE);
    place.write("b/c.in", CHAIN);
    let answer = |text: &str| Said { status: 0, stdout: text.to_owned(), stderr: String::new() };
    assert_eq!(place.run(&["solve", "a.in"]), answer("7\n"));
    assert_eq!(place.run_with(&["solve"], FIGURE.as_bytes()), answer("7\n"));
    assert_eq!(place.run_with(&["solve", "-"], CHAIN.as_bytes()), answer("24\n"));
    assert_eq!(place.run(&["solve", "a.in", "b"]), answer("a.in: 7\nb/c.in: 24\n"));
    assert_eq!(
        place.run(&["solve", "--json", "b/c.in"]),
        answer("{\"path\":\"b/c.in\",\"moves\":24,\"tile_sum\":60,\"fours\":4,\"score\":180}\n")
    );
}

#[test]
fn solve_never_answers_what_is_no_input() {
    let place = Place::new();
    for (text, rule) in [
        ("", "format-empty"),
        ("4\n", "format-end"),
        ("2\n2 0\n2 0\n0", "format-newline"),
        ("2\n2 0\n3 0\n0\n", "tile-power-of-two"),
        ("2\n2 0\n2 0\n4\n", "unreachable-score-too-high"),
        ("2\n2 0\n8 0\n5\n", "unreachable-score-residue"),
        ("2\n2 0\n0 0\n0\n", "unreachable-too-few-births"),
    ] {
        let said = place.run_with(&["solve"], text.as_bytes());
        assert_eq!((said.status, said.stdout.as_str()), (1, ""), "{text:?}");
        assert!(said.stderr.contains(&format!("[{rule}]")), "{text:?}: {}", said.stderr);
    }
    assert_eq!(place.run(&["solve", "missing.in"]).status, 2);
}

#[test]
fn solve_explains() {
    let place = Place::new();
    place.write("a.in", FIGURE);
    place.write("chain.in", CHAIN);
    place.write("chain.witness", CHAIN_WITNESS);
    let said = place.run(&["solve", "--explain", "a.in"]);
    assert_eq!(
        said.stdout,
        "  . . . 2\n  . . . 2\n  . . 2 4\n  . . 2 8\n  \
         S = 8 + 4 + 4·2 = 20, the sum of the tiles\n  \
         Φ = 8·2 + 4·1 = 20, the score if every tile were built from 2s (v·(log2 v − 1) a tile)\n  \
         f = (Φ − score) / 4 = (20 − 16) / 4 = 1, the 4s born: each saves 4 points\n  \
         moves = S/2 − f − 2 = 10 − 1 − 2 = 7: one birth a move after the first two\n"
    );
    let said = place.run(&["solve", "--explain", "chain.in"]);
    assert!(
        said.stdout.ends_with(
            "  witness: a game of 24 moves to score 180, 4 fours born, checked\n  \
             4 rules of 24 moves and 3 calls, nested 2 deep\n"
        ),
        "{}",
        said.stdout
    );
    place.write("chain.witness", CHAIN_WITNESS.replace("end 24", "end 25"));
    let said = place.run(&["solve", "--explain", "chain.in"]);
    assert_eq!(said.status, 1);
    assert!(said.stderr.contains("[witness-totals]"), "{}", said.stderr);
}

#[test]
fn a_witness_beside_the_input_proves_it() {
    let place = Place::new();
    place.write("chain.in", CHAIN);
    place.write("chain.witness", CHAIN_WITNESS);
    let said = place.run(&["validate", "chain.in"]);
    assert_eq!(
        said,
        Said {
            status: 0,
            stdout: "chain.in: valid, n 2, score 180, 24 moves, 4 fours, reachable (witness)\n"
                .to_owned(),
            stderr: String::new(),
        }
    );
    let said = place.run(&["validate", "--json", "chain.in"]);
    assert_eq!(
        said.stdout,
        "{\"path\":\"chain.in\",\"verdict\":\"valid\",\"rule\":null,\"message\":null,\"line\":null,\
         \"column\":null,\"n\":2,\"score\":180,\"moves\":24,\"fours\":4,\
         \"reachability\":\"witness\"}\n"
    );
    place.write("other.in", CHAIN);
    let said = place.run(&["validate", "other.in", "--witness", "chain.witness"]);
    assert!(said.stdout.contains("reachable (witness)"), "{said:?}");
}

/// A witness that fails makes its input invalid, though the state is reachable.
#[test]
fn a_bad_witness_is_never_replaced_by_a_search() {
    let place = Place::new();
    place.write("a.in", CHAIN);
    place.write("a.witness", CHAIN_WITNESS.replace("L32 R22", "L32 L22"));
    let said = place.run(&["validate", "a.in"]);
    assert_eq!(said.status, 1);
    assert_eq!(said.stdout, "a.in: invalid (witness-occupied-cell)\n");
    assert_eq!(
        said.stderr,
        "a.witness:5:1: error: the witness proves nothing: rule 2, step 2: \
         the birth in cell 2 meets a tile [witness-occupied-cell]\n 5 | **11 L32 L22\n   | ^\n"
    );
    place.write("a.witness", CHAIN_WITNESS);
    place.write("a.in", "2\n32 16\n4 8\n176\n");
    assert!(place.run(&["validate", "a.in"]).stdout.contains("(witness-other-state)"));
    place.write("a.in", "2\n16 32\n8 4\n180\n");
    assert!(place.run(&["validate", "a.in"]).stdout.contains("(witness-other-state)"));
    place.write("a.witness", "");
    let said = place.run(&["validate", "a.in", "--json"]);
    assert!(said.stdout.contains("\"rule\":\"witness-truncated\""), "{said:?}");
    assert!(said.stdout.contains("\"reachability\":\"unchecked\""), "{said:?}");
}

#[test]
fn faults_have_place_line_caret_and_rule() {
    let place = Place::new();
    place.write("a.in", "4\n0 0 0 2\n0 0 0 3\n0 0 2 4\n0 0 2 8\n16\n");
    let said = place.run(&["validate", "a.in"]);
    assert_eq!(
        said,
        Said {
            status: 1,
            stdout: "a.in: invalid (tile-power-of-two)\n".to_owned(),
            stderr:
                "a.in:3:7: error: the tile is 3, expected a power of two [tile-power-of-two]\n \
                     3 | 0 0 0 3\n   |       ^\n \
                     help: a cell is 0 (empty) or a power of two from 2 to 2^50\n"
                    .to_owned(),
        }
    );
    let said = place.run(&["validate", "--json", "a.in"]);
    assert_eq!(
        said.stdout,
        "{\"path\":\"a.in\",\"verdict\":\"invalid\",\"rule\":\"tile-power-of-two\",\
         \"message\":\"the tile is 3, expected a power of two\",\"line\":3,\"column\":7,\"n\":null,\
         \"score\":null,\"moves\":null,\"fours\":null,\"reachability\":\"unchecked\"}\n"
    );
}

#[test]
fn kattis_accepts_with_42_and_rejects_with_43() {
    let place = Place::new();
    let status = |text: &str| place.run_with(&["validate", "--kattis"], text.as_bytes()).status;
    assert_eq!(status("2\n2 0\n2 0\n0\n"), 42);
    assert_eq!(status(CHAIN), 42);
    assert_eq!(status("2\n2 0\n2 0\n0"), 43);
    assert_eq!(status("2\n2 0\n8 0\n5\n"), 43);
    assert_eq!(status(""), 43);
    // Too long a game to find without time: neither accepted nor rejected.
    let run = |more: &[&str]| {
        let args = [&["validate", "--kattis", "--budget", "0s"], more].concat();
        place.run_with(&args, LONG.as_bytes()).status
    };
    assert_eq!(run(&[]), 1);
    assert_eq!(run(&["--allow-undecided"]), 42);
    assert_eq!(place.run(&["validate", "--kattis", "--nonsense"]).status, 1);
    assert_eq!(place.run(&["validate", "--kattis", "missing.in"]).status, 1);
}

#[test]
fn undecided_fails_unless_allowed() {
    let place = Place::new();
    place.write("long.in", LONG);
    let said = place.run(&["validate", "--budget", "0s", "long.in"]);
    assert_eq!((said.status, said.stdout.as_str()), (1, "long.in: undecided\n"));
    let said = place.run(&["validate", "--budget", "0s", "--allow-undecided", "long.in"]);
    assert_eq!((said.status, said.stdout.as_str()), (0, "long.in: undecided\n"));
}

#[test]
fn folders_are_walked_in_order() {
    let place = Place::new();
    place.write("d/b.in", "2\n2 0\n2 0\n0\n");
    place.write("d/a/z.in", "2\n2 0\n4 0\n0\n");
    place.write("d/c.in", "2\n2 0\n2 0\n1\n");
    place.write("d/c.ans", "0\n");
    let said = place.run(&["validate", "d"]);
    assert_eq!(said.status, 1);
    assert_eq!(
        said.stdout,
        "d/c.in: invalid (unreachable-score-too-high)\n3 inputs: 2 valid, 1 invalid, 0 undecided\n"
    );
    let said = place.run(&["validate", "d", "--verbose"]);
    let order: Vec<&str> =
        said.stdout.lines().take(3).map(|line| line.split(':').next().unwrap()).collect();
    assert_eq!(order, ["d/a/z.in", "d/b.in", "d/c.in"]);
    let said = place.run(&["validate"]);
    assert_eq!(said.status, 2, "{said:?}");
    place.write("problem/data/sample/x.in", "2\n2 0\n2 0\n0\n");
    assert_eq!(place.run(&["validate"]).status, 0);
    let said = place.run(&["validate", "d/b.in", "d/c.in", "--witness", "w"]);
    assert_eq!(
        (said.status, said.stderr.as_str()),
        (2, "error: --witness goes with one input, not 2\n")
    );
}

#[test]
fn a_found_witness_can_be_kept() {
    let place = Place::new();
    place.write("a.in", CHAIN);
    let said = place.run(&["validate", "--write-witness", "a.in"]);
    assert_eq!(said.status, 0, "{said:?}");
    assert!(place.path("a.witness").is_file());
    let said = place.run(&["validate", "a.in"]);
    assert!(said.stdout.contains("reachable (witness)"), "{said:?}");
}

/// Hostile inputs on stdin: one diagnostic, no panic.
#[test]
fn hostile_inputs_are_one_diagnostic_each() {
    let place = Place::new();
    let blanks = vec![b' '; 10_000_000];
    let digits = vec![b'9'; 10_000_000];
    let binary: Vec<u8> = (0..=255).collect();
    for (text, rule) in [
        (&blanks[..], "format-space"),
        (&digits[..], "limit-size"),
        (&binary[..], "format-character"),
        (b"\xef\xbb\xbf2\n2 0\n2 0\n0\n", "format-byte-order-mark"),
        (b"2\r\n2 0\r\n2 0\r\n0\r\n", "format-carriage-return"),
        (b"2\n2 0\n2 0\n0\n\0", "format-extra"),
    ] {
        for command in ["validate", "solve"] {
            let said = place.run_with(&[command, "-"], text);
            assert_eq!(said.status, 1, "{rule}");
            assert!(said.stderr.contains(&format!("[{rule}]")), "{}", said.stderr);
            assert_eq!(said.stderr.matches(": error: ").count(), 1, "{}", said.stderr);
        }
    }
}

#[test]
fn a_folder_without_inputs_is_no_success() {
    let place = Place::new();
    place.write("d/readme.txt", "");
    place.write("d/.hidden.in", "2\n2 0\n2 0\n0\n");
    for command in ["validate", "solve"] {
        let said = place.run(&[command, "d"]);
        assert_eq!((said.status, said.stdout.as_str()), (2, ""), "{command}");
        assert_eq!(said.stderr, "error: there are no inputs below `d`\n");
    }
}

#[test]
fn an_unreadable_input_does_not_stop_the_others() {
    let place = Place::new();
    place.write("d/a.in", "2\n2 0\n2 0\n0\n");
    std::os::unix::fs::symlink("nowhere", place.path("d/b.in")).unwrap();
    std::process::Command::new("mkfifo").arg(place.path("d/c.in")).status().unwrap();
    place.write("d/d.in", "2\n2 0\n2 0\n1\n");
    let said = place.run(&["validate", "--json", "d"]);
    assert_eq!(said.status, 2, "{said:?}");
    let rules: Vec<bool> =
        said.stdout.lines().map(|line| line.contains("\"rule\":\"unreadable\"")).collect();
    assert_eq!(rules, [false, true, true, false], "{said:?}");
    let said = place.run(&["validate", "d"]);
    assert!(said.stderr.contains("cannot read `d/c.in`: it is not a regular file"), "{said:?}");
    assert!(said.stdout.ends_with("4 inputs: 1 valid, 3 invalid, 0 undecided\n"), "{said:?}");
}

#[test]
fn solve_says_in_json_what_has_no_answer() {
    let place = Place::new();
    place.write("a.in", "2\n2 0\n3 0\n0\n");
    let said = place.run(&["solve", "--json", "a.in"]);
    assert_eq!(said.status, 1);
    assert_eq!(
        said.stdout,
        "{\"path\":\"a.in\",\"moves\":null,\"rule\":\"tile-power-of-two\",\
         \"message\":\"the tile is 3, expected a power of two\",\"line\":3,\"column\":1}\n"
    );
    let said = place.run(&["solve", "--json", "--witness", "w", "a.in"]);
    assert_eq!(said.status, 2);
}

#[test]
fn the_number_of_threads_has_bounds() {
    let place = Place::new();
    place.write("a.in", "2\n2 0\n2 0\n0\n");
    for jobs in ["0", "257", "1000000", "-1", "x"] {
        let said = place.run(&["validate", &format!("--jobs={jobs}"), "a.in"]);
        assert_eq!(said.status, 2, "{jobs}");
        assert!(said.stderr.contains("expected a whole number, 1 to 256"), "{said:?}");
    }
    assert_eq!(place.run(&["validate", "--jobs", "256", "a.in"]).status, 0);
}

/// The verdict stands though nobody reads it.
#[test]
fn a_closed_stdout_changes_no_status() {
    let place = Place::new();
    place.write("a.in", "2\n2 0\n2 0\n1\n");
    let tool = env!("CARGO_BIN_EXE_game-moves");
    for command in ["validate", "solve"] {
        let script = format!("({tool} {command} a.in 2>/dev/null; echo $? >status) | true");
        let shell = std::process::Command::new("sh")
            .args(["-c", &script])
            .current_dir(place.path(""))
            .status();
        assert!(shell.unwrap().success());
        assert_eq!(place.read("status"), "1\n", "{command}");
    }
}

/// Undecided is a warning where it is allowed.
#[test]
fn an_allowed_undecided_is_no_error() {
    let place = Place::new();
    place.write("long.in", LONG);
    let said = place.run(&["validate", "--budget", "0s", "--allow-undecided", "long.in"]);
    assert!(said.stderr.starts_with("long.in: warning: "), "{said:?}");
    assert!(!said.stderr.contains("help"), "{said:?}");
}
