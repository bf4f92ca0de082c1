//! Constructed extremes through `gen`: the stock of witnesses, and what cannot be built.

use crate::tool::Place;

const PLAN: &str = r#"
version = 1
seed = "extremes"

[[test]]
name = "chain"
size = 4
build = { ranks = "full-chain" }

[[test]]
name = "single"
size = 4
build = { ranks = [12], fours = "none" }

[[test]]
name = "scattered"
size = 4
count = 2
build = { ranks = [12], fours = "none", then = { policy = "uniform", until = { moves = 20 } } }
"#;

const STORED: [&str; 2] =
    ["problem/witnesses/n4-12-no-fours.witness", "problem/witnesses/n4-chain.witness"];

fn place() -> Place {
    let place = Place::new();
    place.write("problem/plan.toml", PLAN);
    place
}

#[test]
fn extremes_are_built_once_and_used_again() {
    let place = place();
    let said = place.run(&["gen"]);
    assert_eq!(said.status, 0, "{said:?}");
    assert!(said.stdout.contains("files: 14 written"), "{said:?}");
    // The largest score of a 4x4 game, with a 4 born for each of its 16 tiles.
    assert!(place.read("problem/data/secret/chain.in").ends_with("\n3932100\n"));
    assert_eq!(place.read("problem/data/secret/chain.ans"), "131052\n");
    assert!(place.read("problem/data/secret/chain.witness").ends_with("end 131052 3932100 16\n"));
    let single = place.read("problem/data/secret/single.in");
    assert_eq!(single.matches("4096").count(), 1, "{single}");
    let everything = place.files();
    for args in [&["gen"][..], &["gen", "--rebuild"], &["gen", "--rebuild", "--jobs", "1"]] {
        let said = place.run(args);
        assert!(said.stdout.contains("files: 0 written, 14 unchanged, 0 removed"), "{said:?}");
    }
    assert_eq!(place.files(), everything);
}

#[test]
fn a_stored_witness_that_is_gone_or_changed_is_built_anew() {
    let place = place();
    place.run(&["gen"]);
    let everything = place.files();
    let text = place.read(STORED[0]);
    std::fs::remove_file(place.path(STORED[1])).unwrap();
    // Still a proof, but not the one that was written.
    place.write(STORED[0], text.replacen("end ", "end 0", 1));
    assert_eq!(place.run(&["gen", "--check"]).status, 1);
    let said = place.run(&["gen"]);
    assert!(said.stdout.contains("files: 2 written, 12 unchanged, 0 removed"), "{said:?}");
    assert_eq!(place.files(), everything);
    // What no recipe names any more goes.
    place.write("problem/plan.toml", PLAN.replace("ranks = [12]", "ranks = [11]"));
    let said = place.run(&["gen"]);
    assert!(said.stdout.contains("1 removed"), "{said:?}");
    assert!(!place.path(STORED[0]).exists());
}

#[test]
fn two_cases_of_one_list_are_two_boards() {
    let place = place();
    place.run(&["gen"]);
    let boards = ["problem/data/secret/scattered-001.in", "problem/data/secret/scattered-002.in"]
        .map(|name| place.read(name));
    assert_ne!(boards[0], boards[1]);
    for board in boards {
        assert_eq!(board.matches("4096").count(), 1, "{board}");
    }
}

/// What cannot be built is said at its place, and nothing is written.
#[test]
fn impossible_extremes_say_why() {
    for (build, message) in [
        ("{ ranks = [18] }", "number 1 of the list is rank 18, but no board has room for more"),
        ("{ ranks = [17], fours = \"none\" }", "rank 16 there when no 4 is born"),
        ("{ ranks = [17, 16, 16] }", "number 3 of the list is rank 16"),
        ("{ ranks = [9, 10] }", "the ranks must decrease"),
        ("{ ranks = [] }", "the list of ranks is empty"),
        ("{ ranks = [9, 0] }", "number 2 of the list is rank 0"),
        ("{ ranks = [12], fours = 1000000 }", "1000000 born 4s are asked for, but"),
        ("{ ranks = \"half-chain\" }", "unknown variant `half-chain`"),
        ("{ ranks = [12], fours = -1 }", "expected `none`, `fewest`, `all` or a number"),
        ("{ ranks = [12], then = { policy = \"uniform\" } }", "missing field `until`"),
    ] {
        let place = Place::new();
        let plan = format!(
            "version = 1\nseed = \"x\"\n[[test]]\nname = \"a\"\nsize = 4\nbuild = {build}\n"
        );
        place.write("problem/plan.toml", plan);
        let said = place.run(&["gen"]);
        assert!(said.stderr.starts_with("problem/plan.toml:6:"), "{build}: {}", said.stderr);
        assert!(said.stderr.contains(message), "{build}: {}", said.stderr);
        assert_eq!(said.stderr.matches(": error: ").count(), 1, "{build}: {}", said.stderr);
        assert_eq!((said.status, place.files().len()), (1, 1), "{build}");
    }
}

/// Lists that leave hardly a cell: on 3x3, and a small tile after a huge one.
#[test]
fn tight_lists_are_built() {
    for (size, ranks, tiles) in [
        (3, "[9, 8, 7, 6, 5, 4]", &["512", "256", "128", "64", "32", "16"][..]),
        (3, "[10, 9]", &["1024", "512"]),
        (4, "[16, 3]", &["65536", "8"]),
    ] {
        let place = Place::new();
        let plan = format!(
            "version = 1\nseed = \"x\"\n[[test]]\nname = \"a\"\nsize = {size}\nbuild = {{ ranks = {ranks} }}\n"
        );
        place.write("problem/plan.toml", plan);
        let said = place.run(&["gen"]);
        assert_eq!(said.status, 0, "{ranks}: {said:?}");
        let input = place.read("problem/data/secret/a.in");
        let words: Vec<&str> = input.split_ascii_whitespace().collect();
        assert!(tiles.iter().all(|tile| words.contains(tile)), "{ranks}: {input}");
    }
}
