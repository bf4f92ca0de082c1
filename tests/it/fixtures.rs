//! Inputs that must be rejected, and for which rule: the file's name begins with its id, before
//! the double hyphen. Outputs of contestants that must be accepted or rejected.

use game_moves::game::{Board, Ledger, Size};
use game_moves::judge::answer::{AnswerFile, InputFile, JudgeAnswer};
use game_moves::judge::compare::compare;
use game_moves::reach::{self, Options};
use game_moves::validate::validate;
use game_moves::verdict::Verdict;
use game_moves::witness::Witness;
use game_moves::witness::format::MAX_RULES;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Files that packages hold: what can be told without knowing how games go.
pub(crate) const PORTABLE: &str = "problem/fixtures/invalid_input";

/// Files that only `validate` itself tells from inputs.
const OWN: &str = "tests/data/inputs/rejected";

/// The files of a folder with this ending, in order.
pub(crate) fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|found| found == ending)).collect();
    paths.sort();
    assert!(!paths.is_empty());
    paths
}

/// The rule that a file's name asks for.
fn rule(path: &Path) -> String {
    path.file_stem().unwrap().to_str().unwrap().split_once("--").unwrap().0.to_owned()
}

#[test]
fn inputs_are_rejected_for_the_rule_in_their_name() {
    let mut wrong = Vec::new();
    for path in [files(PORTABLE, "in"), files(OWN, "in")].concat() {
        let rule = rule(&path);
        if rule.starts_with("unreachable-3x3-") {
            // These take the table of all 3×3 boards: `tests/exhaustive` asks for them.
            continue;
        }
        let budget = Duration::from_secs(if rule == "undecided" { 0 } else { 10 });
        let witness = fs::read(path.with_extension("witness")).ok();
        let options = Options { budget, ..Options::default() };
        let report = validate(&fs::read(&path).unwrap(), witness.as_deref(), &options);
        let found = report.fault.map_or("none", |fault| fault.rule);
        if found != rule {
            wrong.push(format!("{}: {found}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The ids that the code gives to rules: texts like `format-empty` in it.
fn ids_in_the_code() -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    let kinds = ["format-", "limit-", "tile-", "unreachable-", "witness-"];
    for file in ["input.rs", "validate.rs", "game/ledger.rs", "reach/refutation.rs"]
        .iter()
        .chain(&["reach/exact/decide.rs", "witness/error.rs"])
    {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(file);
        let text = fs::read_to_string(path).unwrap();
        let text = text.split("#[cfg(test)]").next().unwrap();
        for word in text.split('"').skip(1).step_by(2) {
            let plain = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
            let starts = kinds.iter().any(|kind| word.len() > kind.len() && word.starts_with(kind));
            if starts && word.bytes().all(plain) {
                ids.insert(word.to_owned());
            }
        }
    }
    ids
}

/// Rules that no file can be the first to break.
const NEVER: [&str; 5] = [
    // 49 tiles of 2^50 and the largest score stay far below 2^64.
    "unreachable-overflow",
    // Where the sum is too large, single tiles are: see the test below.
    "unreachable-sum-fours",
    // A witness file of more than 2^28 bytes, or of more than 100,000 rules: see below.
    "witness-limit",
    // The reader of witness files lets only born 2s and 4s pass.
    "witness-birth",
    // The closed form holds for every game that the checker could replay.
    "witness-ledger",
];

#[test]
fn every_rule_has_a_file() {
    let witnesses = files("tests/data/witness/rejected", "witness");
    let all = [files(PORTABLE, "in"), files(OWN, "in"), witnesses].concat();
    let with_file: BTreeSet<String> = all.iter().map(|path| rule(path)).collect();
    let without: Vec<String> = ids_in_the_code()
        .into_iter()
        .filter(|id| !with_file.contains(id) && !NEVER.contains(&id.as_str()))
        .collect();
    assert!(without.is_empty(), "rules without a file: {without:?}");
    assert!(with_file.len() >= 40);
}

#[test]
fn witnesses_have_a_limit_of_rules() {
    let rules = "11..\n".repeat(MAX_RULES + 1);
    let text = format!("game-moves-witness 1\nn 2\n{rules}end 0 0 0\n");
    let found = Witness::parse(text.as_bytes()).map_err(|error| error.kind.id());
    assert_eq!(found.err(), Some("witness-limit"));
    let text = text.replacen("11..\n", "", 1);
    assert!(Witness::parse(text.as_bytes()).is_ok());
}

/// On 2×2 every board with every score: where the sum asks for more born 4s, the tiles do too.
#[test]
fn the_sum_alone_never_refutes() {
    let size = Size::new(2).unwrap();
    let top = usize::from(size.top_rank());
    let mut refuted = 0;
    for number in 0..(top + 1).pow(4) {
        let digit = |place: u32| u8::try_from(number / (top + 1).pow(place) % (top + 1)).unwrap();
        let ranks = [digit(0), digit(1), digit(2), digit(3)];
        let board = Board::from_ranks(size, &ranks).unwrap();
        let potential = u64::try_from(game_moves::game::ledger::potential(&board)).unwrap();
        for score in (potential % 4..=potential).step_by(4) {
            let Ok(ledger) = Ledger::of(&board, score) else { continue };
            if let Err(refutation) = reach::refute(&board, &ledger) {
                assert_ne!(refutation.id(), "unreachable-sum-fours", "{ranks:?} {score}");
                refuted += 1;
            }
        }
    }
    assert!(refuted > 1000);
}

#[test]
fn outputs_get_the_verdict_of_their_folder() {
    for (folder, accepted) in
        [("problem/fixtures/valid_output", true), ("problem/fixtures/invalid_output", false)]
    {
        for path in files(folder, "out") {
            let input = fs::read(path.with_extension("in")).unwrap();
            let answer = fs::read(path.with_extension("ans")).unwrap();
            let answer = JudgeAnswer::check(InputFile(&input), AnswerFile(&answer)).unwrap();
            let verdict =
                compare(fs::read(&path).unwrap().as_slice(), answer).unwrap().outcome.verdict();
            let expected = if accepted { Verdict::Accepted } else { Verdict::WrongAnswer };
            assert_eq!(verdict, expected, "{}", path.display());
        }
    }
}

/// Packages say of each fixture what it is for.
#[test]
fn fixtures_are_described() {
    for (folder, ending) in [
        (PORTABLE, "in"),
        ("problem/fixtures/valid_output", "out"),
        ("problem/fixtures/invalid_output", "out"),
    ] {
        let mut seen = BTreeSet::new();
        for path in files(folder, ending) {
            let text = fs::read_to_string(path.with_extension("yaml")).unwrap();
            let (key, description) = text.trim_end().split_once(": ").unwrap();
            assert_eq!(key, "description");
            assert!(!description.contains([':', '#', '\n']), "{description}");
            assert!(seen.insert(description.to_owned()), "twice: {description}");
        }
    }
}
