//! `check --mutants`: what a few tests miss is told with a state that would not, and the committed
//! tests miss nothing.

use super::Place;
use game_moves::input;
use game_moves::mutants::MUTANTS;
use serde_json::Value;
use std::path::Path;

fn json(place: &Place, args: &[&str]) -> (i32, Vec<Value>) {
    let output = place.command(&[&["--mutants", "--json"], args].concat()).output().unwrap();
    let lines = std::str::from_utf8(&output.stdout).unwrap().lines();
    let lines = lines.map(|line| serde_json::from_str(line).unwrap()).collect();
    (output.status.code().unwrap(), lines)
}

#[test]
fn the_committed_tests_kill_every_mutant() {
    let place = Place::new();
    let problem = Path::new(env!("CARGO_MANIFEST_DIR")).join("problem");
    let (status, lines) = json(&place, &["--problem", problem.to_str().unwrap()]);
    assert_eq!(status, 0);
    let (summary, mutants) = lines.split_last().unwrap();
    assert_eq!(mutants.len(), MUTANTS.len());
    assert_eq!(summary["mutants"], MUTANTS.len());
    assert_eq!(summary["survived"], Value::Array(Vec::new()));
    for mutant in mutants {
        assert_eq!(mutant["verdict"], "killed");
        assert!(!mutant["killed_by"].as_array().unwrap().is_empty());
        assert_eq!(mutant["state"], Value::Null);
    }
}

/// A problem with one test of 2×2.
fn small() -> Place {
    let place = Place::new();
    for test in ["sample/1", "sample/2", "secret/chain-n4"] {
        place.remove(&format!("problem/data/{test}.in"));
        place.remove(&format!("problem/data/{test}.ans"));
    }
    place
}

/// Mistakes that matter on larger boards alone are told with states of those; those that take the
/// largest tiles remain, as no player comes so far.
#[test]
fn a_survivor_comes_with_a_state_that_kills_it() {
    let place = small();
    let (status, lines) = json(&place, &[]);
    assert_eq!(status, 1);
    let (summary, mutants) = lines.split_last().unwrap();
    let survived: Vec<&str> =
        summary["survived"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    assert!(survived.contains(&"side-2") && !survived.contains(&"starts-1"), "{survived:?}");
    let mut told = 0;
    for line in mutants {
        let name = line["mutant"].as_str().unwrap();
        assert_eq!(survived.contains(&name), line["killed_by"].as_array().unwrap().is_empty());
        let Some(text) = line["state"]["input"].as_str() else { continue };
        let mutant = MUTANTS.iter().find(|mutant| mutant.name == name).unwrap();
        let state = input::parse(text.as_bytes()).unwrap();
        assert_eq!(mutant.formula.answer(&state), line["state"]["got"].as_str().unwrap());
        assert_ne!(line["state"]["got"], line["state"]["expected"].to_string());
        told += 1;
    }
    assert!(told >= 4, "{told}");
}

#[test]
fn survivors_are_shown_and_the_first_is_saved() {
    let place = small();
    let plan = "version = 1\nseed = \"\"\n[[test]]\nname = \"a\"\nfile = \"a.in\"\n";
    place.write("problem/plan.toml", plan);
    let output = place.command(&["--mutants", "--save", "found"]).output().unwrap();
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert!(
        stdout.contains(": survived: ") && stdout.contains("a state that kills it, expected "),
        "{stdout}"
    );
    assert!(stdout.ends_with(" survived\n"), "{stdout}");
    let after = std::fs::read_to_string(place.path("problem/plan.toml")).unwrap();
    let entry = after.strip_prefix(plan).unwrap();
    assert!(
        entry.starts_with("\n[[test]]\nname = \"found\"\nreason = \"kills the mutant "),
        "{entry}"
    );
    assert_eq!(output.status.code(), Some(1));
}
