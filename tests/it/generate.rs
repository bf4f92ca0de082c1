//! `gen` through the binary: what it writes, keeps, removes and refuses.

mod plan;

use crate::tool::{Place, Said};
use game_moves::input;
use game_moves::witness::{self, Witness};

const PLAN: &str = r#"
version = 1
seed = "test"

[[test]]
name = "start"
group = "sample"
size = 2
play = { policy = "uniform", until = { moves = 0 } }

[[test]]
name = "over"
sizes = [2, 3]
count = 2
play = { policy = "uniform", births = { four = 0.5 }, until = "game-over" }

[[test]]
name = "corner"
size = 4
count = 1
play = { policy = "corner", until = { tile = 32 } }

[[test]]
name = "proved"
state = """
2
32 16
4 8
180
"""
witness = "witnesses/chain.witness"
"#;

fn place() -> Place {
    let place = Place::new();
    place.write("problem/plan.toml", PLAN);
    place.write(
        "problem/witnesses/chain.witness",
        include_bytes!("../data/witness/valid/chain-2x2.witness"),
    );
    place
}

fn data(place: &Place) -> Vec<(String, Vec<u8>)> {
    let data = |name: &str| name.starts_with("problem/data/");
    place.files().into_iter().filter(|(name, _)| data(name)).collect()
}

fn names(place: &Place) -> Vec<String> {
    let input = |(name, _): (String, Vec<u8>)| name.strip_suffix(".in").map(str::to_owned);
    data(place).into_iter().filter_map(input).collect()
}

#[test]
fn a_plan_becomes_proved_data() {
    let place = place();
    let said = place.run(&["gen"]);
    assert_eq!(
        said,
        Said {
            status: 0,
            stdout: "7 tests: 1 sample, 6 secret\nsizes: n=2: 4, n=3: 2, n=4: 1\n\
                     files: 21 written, 0 unchanged, 0 removed\ncoverage: 0 of 0 needs met\n"
                .to_owned(),
            stderr: String::new(),
        }
    );
    assert_eq!(
        names(&place),
        [
            "problem/data/sample/start",
            "problem/data/secret/corner-001",
            "problem/data/secret/over-n2-001",
            "problem/data/secret/over-n2-002",
            "problem/data/secret/over-n3-001",
            "problem/data/secret/over-n3-002",
            "problem/data/secret/proved",
        ]
    );
    for name in names(&place) {
        let state = input::parse(place.read(&format!("{name}.in")).as_bytes()).unwrap();
        let proof = Witness::parse(place.read(&format!("{name}.witness")).as_bytes()).unwrap();
        let verified = witness::check(&proof).unwrap();
        assert_eq!((verified.board(), verified.totals().score), (&state.board, state.score));
        assert_eq!(place.read(&format!("{name}.ans")), format!("{}\n", verified.totals().moves));
    }
    let everything = place.files();
    let again = place.run(&["gen"]);
    assert!(again.stdout.contains("files: 0 written, 21 unchanged, 0 removed"), "{again:?}");
    assert_eq!(place.run(&["gen", "--check"]).status, 0);
    assert_eq!(place.files(), everything);
}

#[test]
fn the_bytes_do_not_depend_on_the_threads() {
    let (one, many) = (place(), place());
    assert_eq!(one.run(&["gen", "--jobs", "1"]).status, 0);
    assert_eq!(many.run(&["gen", "--jobs", "7"]).status, 0);
    assert_eq!(one.files(), many.files());
}

#[test]
fn other_tests_change_no_test() {
    let place = place();
    place.run(&["gen"]);
    let before = data(&place);
    // The tests in another order, one more between them, and a longer list.
    let tests: Vec<&str> = PLAN.split("[[test]]").collect();
    let extra = "\nname = \"more\"\nsize = 5\n\
                 play = { policy = \"greedy\", until = { score = 100 } }\n\n";
    let longer = tests[2].replace("count = 2", "count = 4").replace("[2, 3]", "[3, 2, 4]");
    let plan = [tests[0], tests[4], extra, &longer, tests[1], tests[3]].join("[[test]]");
    place.write("problem/plan.toml", plan);
    let said = place.run(&["gen"]);
    assert!(said.stdout.starts_with("16 tests: 1 sample, 15 secret\n"), "{said:?}");
    assert!(said.stdout.contains("27 written, 21 unchanged, 0 removed"), "{said:?}");
    let after = data(&place);
    assert!(before.iter().all(|file| after.contains(file)));
    // And back: what the plan no longer names goes.
    place.write("problem/plan.toml", PLAN);
    let said = place.run(&["gen"]);
    assert!(said.stdout.contains("0 written, 21 unchanged, 27 removed"), "{said:?}");
    assert_eq!(data(&place), before);
}

#[test]
fn another_seed_or_salt_gives_other_games() {
    let place = place();
    place.run(&["gen"]);
    let corner = "problem/data/secret/corner-001.witness";
    let (first, other) = (place.read(corner), "problem/data/secret/over-n3-001.witness");
    let untouched = place.read(other);
    place.write("problem/plan.toml", PLAN.replace("tile = 32 }", "tile = 32 }, salt = \"b\""));
    place.run(&["gen"]);
    assert_ne!(place.read(corner), first);
    assert_eq!(place.read(other), untouched);
    place.write("problem/plan.toml", PLAN.replace("\"test\"", "\"other\""));
    place.run(&["gen"]);
    assert_ne!(place.read(other), untouched);
}

#[test]
fn only_a_part_is_made() {
    let place = place();
    let said = place.run(&["gen", "--only", "over-n3-*"]);
    assert!(said.stdout.starts_with("2 tests: 0 sample, 2 secret\n"), "{said:?}");
    assert_eq!(
        names(&place),
        ["problem/data/secret/over-n3-001", "problem/data/secret/over-n3-002"]
    );
    place.run(&["gen"]);
    let everything = place.files();
    place.write("problem/data/secret/over-n3-001.ans", "1\n");
    place.write("problem/data/secret/over-n2-001.ans", "1\n");
    let said = place.run(&["gen", "--only", "over-n3-*"]);
    assert!(said.stdout.contains("files: 1 written, 5 unchanged, 0 removed"), "{said:?}");
    assert_eq!(place.read("problem/data/secret/over-n2-001.ans"), "1\n");
    place.run(&["gen"]);
    assert_eq!(place.files(), everything);
    let said = place.run(&["gen", "--only", "nothing*"]);
    assert_eq!((said.status, said.stdout.as_str()), (2, ""));
    assert_eq!(said.stderr, "error: no test of the plan matches `nothing*`\n");
}

#[test]
fn check_writes_nothing_and_names_what_differs() {
    let place = place();
    let said = place.run(&["gen", "--check"]);
    assert_eq!(said.status, 1);
    assert!(said.stderr.contains("error: differs from the plan\n"), "{said:?}");
    assert!(data(&place).is_empty());
    place.run(&["gen"]);
    place.write("problem/data/secret/proved.ans", "25\n");
    let everything = place.files();
    let said = place.run(&["gen", "--check"]);
    assert_eq!(said.status, 1);
    assert_eq!(
        said.stderr,
        "problem/data/secret/proved.ans: error: differs from the plan\n \
         help: run `game-moves gen` to bring the data up to date\n"
    );
    assert_eq!(place.files(), everything);
    assert_eq!(place.run(&["gen"]).status, 0);
    assert_eq!(place.read("problem/data/secret/proved.ans"), "24\n");
}

#[test]
fn files_of_others_are_left_alone() {
    let place = place();
    place.run(&["gen"]);
    place.write("problem/data/secret/mine.in", "2\n2 0\n2 0\n0\n");
    let said = place.run(&["gen"]);
    assert_eq!(said.status, 0);
    assert_eq!(
        said.stderr,
        "problem/data/secret/mine.in: warning: the file belongs to no test of the plan; \
         it is left alone\n"
    );
    // A test that would overwrite it.
    let test = "[[test]]\nname = \"mine\"\nsize = 3\n\
                play = { policy = \"uniform\", until = { moves = 3 } }\n";
    place.write("problem/plan.toml", format!("{PLAN}\n{test}"));
    let said = place.run(&["gen"]);
    assert_eq!(said.status, 2);
    assert!(said.stderr.contains("mine.in` was not written by `gen`"), "{said:?}");
    assert_eq!(place.read("problem/data/secret/mine.in"), "2\n2 0\n2 0\n0\n");
    // A file of ours that was edited after its test left the plan is kept as well.
    place.write("problem/data/secret/corner-001.ans", "edited\n");
    place.write("problem/plan.toml", PLAN.replace("name = \"corner\"", "name = \"centre\""));
    let said = place.run(&["gen"]);
    assert!(said.stderr.contains("corner-001.ans: warning: its test left the plan"), "{said:?}");
    assert_eq!(place.read("problem/data/secret/corner-001.ans"), "edited\n");
}

#[test]
fn json_is_one_object_a_case() {
    let place = place();
    place.run(&["gen", "--only", "proved"]);
    let said = place.run(&["gen", "--json"]);
    let lines: Vec<&str> = said.stdout.lines().collect();
    assert_eq!(lines.len(), 7);
    assert_eq!(
        lines[6],
        r#"{"test":"proved","group":"secret","n":2,"moves":24,"fours":4,"max_rank":5,"status":"unchanged"}"#
    );
    assert!(lines[0].starts_with(r#"{"test":"start","group":"sample","n":2,"moves":0,"#));
    assert!(lines[0].ends_with(r#""status":"written"}"#));
    place.write("problem/plan.toml", PLAN.replace("size = 4\ncount = 1\n", "size = 4\n"));
    let said = place.run(&["gen", "--json"]);
    assert_eq!(
        said.stdout.lines().last().unwrap(),
        r#"{"test":"corner-001","group":"secret","n":null,"moves":null,"fours":null,"max_rank":null,"status":"removed"}"#
    );
}

#[test]
fn a_broken_lock_or_no_plan_is_said() {
    let place = place();
    place.run(&["gen"]);
    place.write("problem/plan.lock", "version = 1\n[files]\n\"../x\" = \"0\"\n");
    let before = place.files();
    let said = place.run(&["gen"]);
    assert_eq!(said.status, 2);
    assert!(said.stderr.contains("`problem/plan.lock` makes no sense"), "{said:?}");
    assert_eq!(place.files(), before);
    let nowhere = Place::new();
    let said = nowhere.run(&["gen"]);
    assert_eq!(said.status, 2);
    assert!(said.stderr.starts_with("error: cannot read `problem/plan.toml`: "), "{said:?}");
}

/// The folder may be named, or be the working folder.
#[test]
fn the_problem_folder_is_found() {
    let place = Place::new();
    let plan = "version = 1\nseed = \"x\"\n[[test]]\nname = \"a\"\nsize = 2\n\
                play = { policy = \"uniform\", until = { moves = 1 } }\n";
    place.write("plan.toml", plan);
    place.write("other/plan.toml", plan);
    assert_eq!(place.run(&["gen"]).status, 0);
    assert!(place.path("data/secret/a.in").is_file());
    assert_eq!(place.run(&["gen", "--problem", "other"]).status, 0);
    assert!(place.path("other/data/secret/a.in").is_file());
}

/// What a killed run left is cleaned up by the next one, and does not count before.
#[test]
fn temporary_files_of_a_killed_run_go() {
    let place = place();
    place.run(&["gen"]);
    let everything = place.files();
    for name in [".game-moves-a1B2c3", "data/secret/.game-moves-a1B2c3"] {
        place.write(&format!("problem/{name}"), "");
    }
    let said = place.run(&["gen", "--check"]);
    assert_eq!((said.status, said.stderr.as_str()), (0, ""), "{said:?}");
    place.run(&["gen"]);
    assert_eq!(place.files(), everything);
}

#[test]
fn one_gen_at_a_time() {
    let place = place();
    let folder = std::fs::File::open(place.path("problem")).unwrap();
    folder.lock().unwrap();
    let said = place.run(&["gen"]);
    assert_eq!(
        (said.status, said.stderr.as_str()),
        (2, "error: another `gen` is at work in `problem`\n")
    );
    drop(folder);
    assert_eq!(place.run(&["gen"]).status, 0);
}
