//! Plans that are read, and plans that are refused with the places of their faults.

use super::{PLAN, data, place};
use crate::tool::Place;

/// Each plan: one diagnostic at this line and column, nothing written.
#[test]
fn plans_that_make_no_sense() {
    let play = "play = { policy = \"uniform\", until = \"game-over\" }";
    let state = "2\\n2 2\\n0 0\\n0\\n";
    let head = "version = 1\nseed = \"x\"\n[[test]]\n";
    let table: &[(String, &str, &str)] = &[
        ("version = ".to_owned(), "1:11", "must be quoted"),
        ("version = 2\nseed = 1\nnew = 3\n".to_owned(), "1:11", "version 2, expected 1"),
        ("seed = \"x\"\n".to_owned(), "1:1", "missing field `version`"),
        ("version = 1\n".to_owned(), "1:1", "missing field `seed`"),
        ("version = 1\nseed = 7\n".to_owned(), "2:8", "invalid type: integer `7`"),
        ("version = 1\nseed = \"x\"\nsed = 1\n".to_owned(), "3:1", "unknown field `sed`"),
        (
            format!("{head}name = \"a\"\nsize = 4\n{play}\nnmae = 1\n"),
            "7:1",
            "unknown field `nmae`",
        ),
        (format!("{head}name = \"a\"\nsize = \"4\"\n{play}\n"), "5:8", "invalid type: string"),
        (format!("{head}name = \"../x\"\nsize = 4\n{play}\n"), "4:8", "the name `../x`"),
        (format!("{head}name = \"A\"\nsize = 4\n{play}\n"), "4:8", "the name `A`"),
        (format!("{head}name = \"\"\nsize = 4\n{play}\n"), "4:8", "the name ``"),
        (format!("{head}name = \"{}\"\nsize = 4\n{play}\n", "a".repeat(41)), "4:8", "the name"),
        (
            format!("{head}name = \"a\"\nsize = 8\n{play}\n"),
            "5:8",
            "the size is 8, expected 2 to 7",
        ),
        (format!("{head}name = \"a\"\nsizes = []\n{play}\n"), "5:9", "the list of sizes is empty"),
        (format!("{head}name = \"a\"\nsizes = [2, 2]\n{play}\n"), "5:13", "listed twice"),
        (
            format!("{head}name = \"a\"\nsize = 4\ncount = 1000000000\n{play}\n"),
            "6:9",
            "the count is 1000000000, expected 1 to 999",
        ),
        (format!("{head}name = \"a\"\nsize = 4\ncount = 0\n{play}\n"), "6:9", "the count is 0"),
        (format!("{head}name = \"a\"\nsize = 4\ncount = -1\n{play}\n"), "6:9", "the count is -1"),
        (format!("{head}name = \"a\"\n{play}\n"), "4:8", "needs `size` or `sizes`"),
        (format!("{head}name = \"a\"\n"), "4:8", "exactly one of"),
        (format!("{head}name = \"a\"\nsize = 4\nfile = \"b\"\n{play}\n"), "4:8", "exactly one of"),
        (format!("{head}name = \"a\"\nfile = \"../b.in\"\n"), "5:8", "inside the problem folder"),
        (format!("{head}name = \"a\"\nfile = \"b.in\"\n"), "5:8", "cannot read `b.in`"),
        (format!("{head}name = \"a\"\nstate = \"2\\n\"\n"), "5:9", "the state is no input: line 2"),
        (format!("{head}name = \"a\"\ngroup = \"public\"\n"), "5:9", "unknown variant `public`"),
        (
            format!(
                "{head}name = \"a\"\nsize = 4\n{play}\n[[test]]\nname = \"a\"\nsize = 5\n{play}\n"
            ),
            "8:8",
            "two tests have the name `a`",
        ),
        (
            format!(
                "{head}name = \"a\"\nsizes = [4]\n{play}\n[[test]]\nname = \"a-n4-001\"\nsize = 5\n{play}\n"
            ),
            "8:8",
            "two tests have the name `a-n4-001`",
        ),
        (
            format!(
                "{head}name = \"a\"\nsize = 4\nplay = {{ policy = \"clever\", until = \"game-over\" }}\n"
            ),
            "6:19",
            "unknown variant `clever`",
        ),
        (
            format!(
                "{head}name = \"a\"\nsize = 4\nplay = {{ policy = \"uniform\", until = {{ tile = 3 }} }}\n"
            ),
            "6:38",
            "no tile is 3",
        ),
        (
            format!(
                "{head}name = \"a\"\nsize = 4\nplay = {{ policy = \"uniform\", depth = 2, until = \"game-over\" }}\n"
            ),
            "6:38",
            "only the policy `expectimax`",
        ),
        (
            format!(
                "{head}name = \"a\"\nsize = 2\nplay = {{ policy = \"uniform\", until = {{ tile = 1024 }}, attempts = 5 }}\n"
            ),
            "6:8",
            "none of 5 games for `a` came to a tile of 1024",
        ),
        (
            format!(
                "{head}name = \"a\"\nstate = \"{state}\"\n[[test]]\nname = \"b\"\nstate = \"{state}\"\n"
            ),
            "7:8",
            "`a` (line 4) and `b` (line 7) are the same input",
        ),
        (
            format!("{head}name = \"a\"\nsize = 4\n{play}\n[coverage]\nranks = {{ min = 50 }}\n"),
            "8:9",
            "ranks go from 1 to 50",
        ),
        (
            format!(
                "{head}name = \"a\"\nsize = 4\n{play}\n[[coverage.need]]\nwhat = \"one 7x7\"\nsizes = [7]\n"
            ),
            "8:8",
            "not covered: one 7x7 (n = 7: 0 of 1 with any state)",
        ),
    ];
    let mut wrong = Vec::new();
    for (plan, at, message) in table {
        let place = Place::new();
        place.write("problem/plan.toml", plan);
        let said = place.run(&["gen"]);
        let start = format!("problem/plan.toml:{at}: error: ");
        let one = said.stderr.matches(": error: ").count() == 1;
        let told = said.stderr.starts_with(&start) && said.stderr.contains(message) && one;
        let quiet = (said.status, said.stdout.as_str(), place.files().len()) == (1, "", 1);
        if !told || !quiet {
            wrong.push(format!("expected {at}: {message}\n{plan}{}", said.stderr));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A plan saved with the line ends of another system is the same plan.
#[test]
fn a_plan_may_have_crlf_line_ends() {
    let (plain, other) = (place(), place());
    other.write("problem/plan.toml", PLAN.replace('\n', "\r\n"));
    plain.run(&["gen"]);
    assert_eq!(other.run(&["gen"]).status, 0);
    assert_eq!(data(&plain), data(&other));
}

#[test]
fn a_plan_without_tests_or_in_another_encoding_is_refused() {
    let place = place();
    place.run(&["gen"]);
    let before = data(&place);
    place.write("problem/plan.toml", "version = 1\nseed = \"x\"\n");
    let said = place.run(&["gen"]);
    assert_eq!(said.status, 1);
    assert!(said.stderr.contains("1:1: error: the plan has no tests"), "{said:?}");
    place.write("problem/plan.toml", b"version = 1\nseed = \"\xff\"\n");
    let said = place.run(&["gen"]);
    assert_eq!(said.status, 1);
    assert!(said.stderr.contains("2:9: error: the plan is not UTF-8 here"), "{said:?}");
    assert_eq!(data(&place), before);
}

/// Whoever moves a submission learns it from `gen`, not from the judges.
#[test]
fn submissions_that_are_not_there() {
    let place = Place::new();
    place.write("problem/submissions/accepted/there.py", "print(7)");
    let head = "version = 1\nseed = \"\"\n[[test]]\nname = \"a\"\nsize = 2\n\
                play = { policy = \"uniform\", until = { moves = 0 } }\n";
    let submission = |file: &str| format!("[[submission]]\nfile = \"{file}\"\nexpect = \"AC\"\n");
    let there = submission("submissions/accepted/there.py");
    let gone = submission("submissions/accepted/gone.py");
    let folder = submission("submissions/accepted");
    place.write("problem/plan.toml", format!("{head}{there}{gone}{folder}"));
    for args in [&["gen"][..], &["gen", "--check"], &["gen", "--only", "a"], &["gen", "--zip", "a"]]
    {
        let said = place.run(args);
        assert_eq!((said.status, said.stdout.as_str()), (1, ""));
        assert_eq!(
            said.stderr,
            "problem/plan.toml:11:8: error: cannot read `submissions/accepted/gone.py`: No such \
             file or directory (os error 2)\n\
             \x2011 | file = \"submissions/accepted/gone.py\"\n    |        \
             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n\
             problem/plan.toml:14:8: error: `submissions/accepted` is no regular file\n\
             \x2014 | file = \"submissions/accepted\"\n    |        ^^^^^^^^^^^^^^^^^^^^^^\n\
             2 errors; nothing was written\n"
        );
    }
    place.write("problem/plan.toml", format!("{head}{there}"));
    assert_eq!(place.run(&["gen"]).status, 0);
}
