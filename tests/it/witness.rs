//! Witness files: those that must be believed and those that must not. A rejected file is named
//! after the rule id that must reject it, before the double hyphen.

use game_moves::game::Ledger;
use game_moves::witness::{self, Witness};
use std::path::{Path, PathBuf};

fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/witness").join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "witness"))
        .collect();
    files.sort();
    files
}

#[test]
fn valid_witnesses_prove_the_state_beside_them() {
    let files = files("valid");
    assert!(files.len() >= 3);
    for path in files {
        let text = std::fs::read(&path).unwrap();
        let witness = Witness::parse(&text).unwrap();
        let verified = witness::check(&witness).unwrap();
        let input = std::fs::read_to_string(path.with_extension("in")).unwrap();
        let totals = verified.totals();
        let size = witness.size;
        assert_eq!(input, format!("{size}\n{}{}\n", verified.board(), totals.score), "{path:?}");
        let answer = std::fs::read_to_string(path.with_extension("ans")).unwrap();
        assert_eq!(answer, format!("{}\n", totals.moves), "{path:?}");
        let ledger = Ledger::of(verified.board(), totals.score).unwrap();
        assert_eq!((ledger.moves, ledger.fours), (totals.moves, totals.fours), "{path:?}");
        let written = witness.to_string();
        assert!(written.lines().all(|line| line.len() <= 100), "{path:?} is wrapped");
        assert!(Witness::parse(written.as_bytes()).unwrap() == witness, "{path:?} is kept");
    }
}

#[test]
fn rejected_witnesses_fail_for_the_reason_in_their_name() {
    let files = files("rejected");
    assert!(files.len() >= 40);
    let mut wrong = Vec::new();
    for path in files {
        let stem = path.file_stem().unwrap().to_str().unwrap();
        let (expected, _) = stem.split_once("--").unwrap();
        let text = std::fs::read(&path).unwrap();
        let (id, message) = match Witness::parse(&text) {
            Err(error) => (error.kind.id(), error.to_string()),
            Ok(witness) => match witness::check(&witness) {
                Err(error) => (error.reason.id(), error.to_string()),
                Ok(_) => ("accepted", String::new()),
            },
        };
        if id != expected {
            wrong.push(format!("{}: {id}: {message}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every proper prefix of a witness is cut off, and none is believed.
#[test]
fn a_prefix_of_a_witness_is_no_witness() {
    let text = include_bytes!("../data/witness/valid/chain-2x2.witness");
    for length in 0..text.len() {
        assert!(Witness::parse(&text[..length]).is_err(), "{length} bytes");
    }
}

/// 10^5 rules deep, a million rules, a number of 10^4 digits: each is settled at once.
#[test]
fn deep_calls_and_long_numbers_end_soon() {
    use std::fmt::Write as _;
    // Nothing moves, so the nesting does no harm: the last rule is a start state.
    let mut idle = String::from("game-moves-witness 1\nn 2\n**..\n");
    for rule in 0..99_998 {
        writeln!(idle, "**.. {rule} {rule}").unwrap();
    }
    idle.push_str("11..\nend 0 0 0\n");
    let witness = Witness::parse(idle.as_bytes()).unwrap();
    assert_eq!(witness.rules.len(), 100_000);
    assert!(witness::check(&witness).is_ok());
    let mut many = String::from("game-moves-witness 1\nn 2\n");
    many.push_str(&"11..\n".repeat(1_000_000));
    many.push_str("end 0 0 0\n");
    let error = Witness::parse(many.as_bytes()).unwrap_err();
    assert_eq!(error.kind.id(), "witness-limit");
    let long = format!("game-moves-witness 1\nn 2\n11..\nend {} 0 0\n", "9".repeat(10_000));
    assert_eq!(Witness::parse(long.as_bytes()).unwrap_err().kind.id(), "witness-format");
}
