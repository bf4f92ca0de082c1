//! Packages for judges: which files, with what in them.

mod gather;

use crate::tool::{Place, Said};
use std::process::Command;

const PLAN: &str = r#"
version = 1
seed = "test"

[problem]
name = { en = "Game: \"Moves\"", ko = "이동" }
uuid = "5d1f5b0e-3c0a-4f0e-9a53-8e1f6a1f2c47"
authors = ["A. One", "B. Two"]
license = "cc by-sa"
rights-owner = "A. One"

[limits]
time = "1500ms"
memory = 512

[[figure]]
name = "step"
board = """
2 2
0 0
"""
moves = ["L31"]

[[test]]
name = "start"
group = "sample"
size = 2
play = { policy = "uniform", until = { moves = 0 } }

[[test]]
name = "over"
size = 2
count = 3
play = { policy = "uniform", until = "game-over" }

[[submission]]
file = "submissions/accepted/a.py"
expect = "AC"

[[submission]]
file = "submissions/wrong_answer/b.py"
expect = ["WA", "MLE"]
kills = ["over-00[12]"]

[[submission]]
file = "submissions/wrong_answer/no.c"
expect = ["WA", "CE"]

[[submission]]
file = "submissions/no.c"
expect = "CE"
"#;

fn place() -> Place {
    let place = Place::new();
    place.write("problem/plan.toml", PLAN);
    for (path, text) in [
        ("problem_statement/problem.en.tex", "english"),
        ("problem_statement/problem.ko.tex", "korean"),
        ("input_validators/validate.py", "input"),
        ("input_validators/__pycache__/validate.pyc", "cache"),
        ("input_validators/.hidden", "hidden"),
        ("answer_validators/validate.py", "answer"),
        ("attachments/a.txt", "attached"),
        ("submissions/accepted/a.py", "right"),
        ("submissions/wrong_answer/b.py", "wrong"),
        ("submissions/wrong_answer/no.c", "no"),
        ("submissions/no.c", "no"),
        ("fixtures/invalid_input/x--y.in", "x"),
        ("fixtures/invalid_input/x--y.yaml", "description: x"),
        ("fixtures/valid_output/z.out", "0"),
        ("fixtures/readme.txt", "left out"),
    ] {
        place.write(&format!("problem/{path}"), text);
    }
    place
}

/// The names of the files below a folder of the place.
fn names(place: &Place, below: &str) -> Vec<String> {
    let inside = |(name, _): (String, Vec<u8>)| name.strip_prefix(below).map(str::to_owned);
    place.files().into_iter().filter_map(inside).collect()
}

const MODERN: [&str; 26] = [
    "answer_validators/validate.py",
    "attachments/a.txt",
    "data/invalid_input/x--y.in",
    "data/invalid_input/x--y.yaml",
    "data/sample/start.ans",
    "data/sample/start.in",
    "data/sample/test_group.yaml",
    "data/secret/over-001.ans",
    "data/secret/over-001.in",
    "data/secret/over-002.ans",
    "data/secret/over-002.in",
    "data/secret/over-003.ans",
    "data/secret/over-003.in",
    "data/secret/test_group.yaml",
    "data/valid_output/z.out",
    "export.lock",
    "input_validators/validate.py",
    "problem.yaml",
    "statement/problem.en.tex",
    "statement/problem.ko.tex",
    "statement/stepa.pdf",
    "statement/stepb.pdf",
    "submissions/accepted/a.py",
    "submissions/submissions.yaml",
    "submissions/wrong_answer/b.py",
    "submissions/wrong_answer/no.c",
];

#[test]
fn the_tree_of_2025_09() {
    let place = place();
    let before = place.files();
    let said = place.run(&["gen", "--format", "2025-09", "--out", "out/moves"]);
    assert_eq!(
        said,
        Said {
            status: 0,
            stdout: "4 tests: 1 sample, 3 secret\nsizes: n=2: 4\n\
                     out/moves: 25 written, 0 unchanged, 0 removed\n"
                .to_owned(),
            stderr: String::new(),
        }
    );
    assert_eq!(names(&place, "out/moves/"), MODERN);
    assert_eq!(names(&place, "problem/").len(), before.len(), "the problem is left alone");
    assert_eq!(
        place.read("out/moves/problem.yaml"),
        "# Made by `game-moves gen` from plan.toml.\nproblem_format_version: 2025-09\n\
         type: pass-fail\nname:\n  en: \"Game: \\\"Moves\\\"\"\n  ko: \"이동\"\n\
         uuid: 5d1f5b0e-3c0a-4f0e-9a53-8e1f6a1f2c47\ncredits:\n  authors:\n  - \"A. One\"\n  \
         - \"B. Two\"\nlicense: cc by-sa\nrights_owner: \"A. One\"\nlimits:\n  time_limit: 1.5\n  \
         memory: 512\n  output: 8\n"
    );
    assert_eq!(
        place.read("out/moves/submissions/submissions.yaml"),
        "# Made by `game-moves gen` from plan.toml.\n\"accepted/a.py\":\n  permitted: [AC]\n  \
         required: [AC]\n\"wrong_answer/b.py\":\n  permitted: [AC, WA, RTE, TLE]\n  \
         required: [WA, RTE, TLE]\n  secret/over-001:\n    permitted: [WA, RTE, TLE]\n  \
         secret/over-002:\n    permitted: [WA, RTE, TLE]\n\"wrong_answer/no.c\":\n  \
         permitted: [AC, WA]\n  required: [WA]\n"
    );
    for (group, shown) in [("sample", true), ("secret", false)] {
        assert_eq!(
            place.read(&format!("out/moves/data/{group}/test_group.yaml")),
            format!("# Made by `game-moves gen` from plan.toml.\nfull_feedback: {shown}\n")
        );
    }
}

#[test]
fn a_package_follows_the_plan_and_keeps_what_is_not_its_own() {
    let place = place();
    let export = ["gen", "--format", "2025-09", "--out", "out"];
    assert_eq!(place.run(&export).status, 0);
    let everything = place.files();
    let said = place.run(&export);
    assert!(said.stdout.ends_with("out: 0 written, 25 unchanged, 0 removed\n"), "{said:?}");
    assert_eq!(place.files(), everything);
    let check = [&export[..], &["--check"]].concat();
    assert_eq!(place.run(&check).status, 0);
    place.write("out/notes.txt", "mine");
    place.write("problem/plan.toml", PLAN.replace("count = 3", "count = 2"));
    let said = place.run(&check);
    assert_eq!(said.status, 1);
    assert!(
        said.stdout.contains("out: 0 to be written, 23 unchanged, 2 to be removed"),
        "{said:?}"
    );
    let said = place.run(&export);
    assert!(said.stdout.ends_with("out: 0 written, 23 unchanged, 2 removed\n"), "{said:?}");
    assert!(!place.path("out/data/secret/over-003.in").exists());
    assert_eq!(place.read("out/notes.txt"), "mine");
}

#[test]
fn folders_of_others_are_refused() {
    let place = place();
    place.write("out/mine.txt", "mine");
    let refused = |folder: &str, lock: &str| {
        format!(
            "error: `{folder}` is not empty, and nothing that `gen` wrote (there is no `{lock}` in \
             it)\n"
        )
    };
    let package = ["gen", "--format", "2025-09", "--out"];
    for (args, lock) in [(&package[..], "export.lock"), (&["gen", "--flat"], "pairs.lock")] {
        let said = place.run(&[args, &["out"]].concat());
        assert_eq!((said.status, said.stderr), (2, refused("out", lock)));
    }
    assert_eq!(names(&place, "out/"), ["mine.txt"]);
    // Neither layout takes the other for its own.
    assert_eq!(place.run(&["gen", "--flat", "pairs"]).status, 0);
    let said = place.run(&[&package[..], &["pairs"]].concat());
    assert_eq!((said.status, said.stderr), (2, refused("pairs", "export.lock")));
    place.write("file", "");
    assert_eq!(place.run(&["gen", "--flat", "file"]).status, 2);
    // A lock that names files elsewhere removes none.
    place.write("locked/pairs.lock", "version = 1\n[files]\n\"../file\" = \"0\"\n");
    let said = place.run(&["gen", "--flat", "locked"]);
    assert_eq!(said.status, 2);
    assert!(said.stderr.contains("`../file` is no file of ours"), "{said:?}");
}

/// What is no archive is not replaced by one.
#[test]
fn other_files_are_not_replaced_by_an_archive() {
    let place = place();
    place.write("st.pdf", "%PDF-1.5");
    let plan = place.read("problem/plan.toml");
    for args in [
        &["gen", "--zip", "problem/plan.toml"][..],
        &["gen", "--zip", "st.pdf", "--statement", "st.pdf"],
        &["gen", "--zip", "problem"],
    ] {
        let said = place.run(args);
        assert_eq!(said.status, 2, "{said:?}");
        assert!(said.stderr.contains("name another"), "{said:?}");
    }
    assert_eq!(place.read("problem/plan.toml"), plan);
    assert_eq!(place.read("st.pdf"), "%PDF-1.5");
    for _ in 0..2 {
        assert_eq!(place.run(&["gen", "--zip", "a.zip"]).status, 0);
    }
}

#[test]
fn requests_that_make_no_package() {
    let place = place();
    for args in [
        &["gen", "--out", "x"][..],
        &["gen", "--format", "2025-09"],
        &["gen", "--format", "2026-01", "--out", "x"],
        &["gen", "--flat", "x", "--only", "start"],
        &["gen", "--flat", "x", "--json"],
        &["gen", "--statement", "x.pdf"],
        &["gen", "--zip", "x.zip", "--statement", "problem/plan.toml"],
        &["gen", "--zip", "x.zip", "--statement", "missing.pdf"],
    ] {
        let said = place.run(args);
        assert_eq!((said.status, said.stdout.as_str()), (2, ""), "{args:?}");
        assert!(!said.stderr.is_empty());
    }
    place.write("problem/problem_statement/problem.de.tex", "deutsch");
    let said = place.run(&["gen", "--format", "2025-09", "--out", "x"]);
    assert!(said.stderr.contains("the language `de` has either no name"), "{said:?}");
    let bare = PLAN.split("[problem]").next().unwrap().to_owned()
        + "[[test]]"
        + PLAN.split("[[test]]").nth(1).unwrap();
    place.write("problem/plan.toml", bare);
    for args in [&["gen", "--format", "2025-09", "--out", "x"][..], &["gen", "--zip", "x.zip"]] {
        let said = place.run(args);
        assert_eq!(said.stderr, "error: the plan has no `[problem]`, which packages need\n");
        assert_eq!(said.status, 2);
    }
    assert!(!place.path("x").exists() && !place.path("x.zip").exists());
}

/// What Python finds in the archive: name, day, permissions, method and length of each entry.
fn entries(place: &Place, archive: &str) -> String {
    let code = "import sys, zipfile\n\
                archive = zipfile.ZipFile(sys.argv[1])\n\
                assert archive.testzip() is None\n\
                for one in archive.infolist():\n    \
                    print(one.filename, *one.date_time[:3], oct(one.external_attr >> 16), \
                          one.compress_type, len(archive.read(one)))\n";
    let python = Command::new("python3").args(["-c", code]).arg(place.path(archive)).output();
    let python = python.expect("python3 runs");
    assert!(python.status.success(), "{}", String::from_utf8_lossy(&python.stderr));
    String::from_utf8(python.stdout).unwrap()
}

#[test]
fn the_archive_for_domjudge() {
    let place = place();
    place.write("statement.pdf", "%PDF-");
    assert_eq!(place.run(&["gen"]).status, 0);
    let zip = ["gen", "--zip", "moves.zip", "--statement", "statement.pdf"];
    let said = place.run(&zip);
    assert_eq!((said.status, said.stderr.as_str()), (0, ""));
    assert!(said.stdout.contains("moves.zip: 14 files in "), "{said:?}");
    let length = |name: &str| place.read(&format!("problem/{name}")).len();
    let yaml = "# Made by `game-moves gen` from plan.toml.\nproblem_format_version: legacy\n\
                name: \"Game: \\\"Moves\\\"\"\nuuid: 5d1f5b0e-3c0a-4f0e-9a53-8e1f6a1f2c47\n\
                author: \"A. One, B. Two\"\nlicense: cc by-sa\nrights_owner: \"A. One\"\n\
                validation: default\nlimits:\n  time_limit: 1.5\n  memory: 512\n  output: 8\n";
    let expected: String = [
        ("attachments/a.txt", 8),
        ("data/sample/start.ans", 2),
        ("data/sample/start.in", length("data/sample/start.in")),
        ("data/secret/over-001.ans", length("data/secret/over-001.ans")),
        ("data/secret/over-001.in", length("data/secret/over-001.in")),
        ("data/secret/over-002.ans", length("data/secret/over-002.ans")),
        ("data/secret/over-002.in", length("data/secret/over-002.in")),
        ("data/secret/over-003.ans", length("data/secret/over-003.ans")),
        ("data/secret/over-003.in", length("data/secret/over-003.in")),
        ("problem.yaml", yaml.len()),
        ("problem_statement/problem.pdf", 5),
        ("submissions/accepted/a.py", 5),
        ("submissions/wrong_answer/b.py", 5),
        ("submissions/wrong_answer/no.c", 2),
    ]
    .iter()
    .map(|(name, length)| format!("{name} 1980 1 1 0o100644 8 {length}\n"))
    .collect();
    assert_eq!(entries(&place, "moves.zip"), expected);
    let code = "import sys, zipfile; \
                sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read('problem.yaml'))";
    let python =
        Command::new("python3").args(["-c", code]).arg(place.path("moves.zip")).output().unwrap();
    assert_eq!(String::from_utf8(python.stdout).unwrap(), yaml);
    // The problem folder's own says no time limit, which Kattis' tools refuse.
    assert_eq!(place.read("problem/problem.yaml"), yaml.replace("  time_limit: 1.5\n", ""));
}

#[test]
fn the_archive_is_the_same_everywhere() {
    let (one, other) = (place(), place());
    assert_eq!(one.run(&["gen", "--zip", "a.zip", "--jobs", "1"]).status, 0);
    assert_eq!(other.run(&["gen", "--zip", "deep/b.zip", "--jobs", "5"]).status, 0);
    let bytes = |place: &Place, name: &str| std::fs::read(place.path(name)).unwrap();
    assert_eq!(bytes(&one, "a.zip"), bytes(&other, "deep/b.zip"));
    assert_eq!(one.run(&["gen", "--zip", "a.zip", "--check"]).status, 0);
    one.write("problem/submissions/accepted/a.py", "changed");
    let said = one.run(&["gen", "--zip", "a.zip", "--check"]);
    assert_eq!((said.status, said.stderr.as_str()), (1, "a.zip: error: differs from the plan\n"));
}

#[test]
fn plain_pairs() {
    let place = place();
    assert_eq!(place.run(&["gen"]).status, 0);
    let said = place.run(&["gen", "--flat", "flat"]);
    assert!(said.stdout.ends_with("flat: 8 written, 0 unchanged, 0 removed\n"), "{said:?}");
    let expected = [
        "01.in",
        "01.out",
        "02.in",
        "02.out",
        "03.in",
        "03.out",
        "pairs.lock",
        "sample/01.in",
        "sample/01.out",
    ];
    assert_eq!(names(&place, "flat/"), expected);
    for (pair, test) in [("02", "secret/over-002"), ("sample/01", "sample/start")] {
        for (ending, of) in [("in", "in"), ("out", "ans")] {
            let test = place.read(&format!("problem/data/{test}.{of}"));
            assert_eq!(place.read(&format!("flat/{pair}.{ending}")), test);
        }
    }
}

/// Each plan: one diagnostic at this line and column.
#[test]
fn problems_and_figures_that_make_no_sense() {
    let place = Place::new();
    for (from, to, at, message) in [
        ("en = \"Game", "fr = \"Game", "6:8", "a name in English"),
        ("ko = ", "kor = ", "6:8", "`kor` is no language"),
        ("5d1f5b0e-", "5d1f5b0e", "7:8", "32 hexadecimal digits"),
        ("\"B. Two\"", "\"B, Two\"", "8:11", "each without"),
        ("[\"A. One\", \"B. Two\"]", "[]", "8:11", "one author or more"),
        ("cc by-sa", "mit", "9:11", "expected one of `unknown`"),
        ("rights-owner", "owner", "10:1", "unknown field `owner`"),
        ("\"step\"", "\"Step\"", "17:8", "the name `Step`"),
        ("2 2\n0 0", "2 2\n0", "18:9", "not square"),
        ("2 2\n0 0", "2 3\n0 0", "18:9", "a power of two"),
        ("L31", "U31", "22:10", "the move `U31` changes nothing"),
        ("L31", "L01", "22:10", "not on an empty cell"),
        ("L31", "X", "22:10", "starts with none of"),
        ("L31", "L33", "22:10", "is no move"),
        (
            "[[test]]",
            "[[figure]]\nname = \"step\"\nboard = \"2 2\\n2 2\"\n[[test]]",
            "25:8",
            "two figures",
        ),
    ] {
        place.write("problem/plan.toml", PLAN.replacen(from, to, 1));
        let said = place.run(&["gen"]);
        assert_eq!((said.status, said.stdout.as_str()), (1, ""), "{to}: {said:?}");
        let head = format!("problem/plan.toml:{at}: error: ");
        assert!(said.stderr.starts_with(&head), "{to}: {}", said.stderr);
        assert!(said.stderr.contains(message), "{to}: {}", said.stderr);
    }
}
