//! The 3×3 table and its verdicts, against an enumeration that shares no code with it.

use crate::enumerate::{End, Fours, Key, Lines, interval, layers, ranks};
use game_moves::game::board::tile_value;
use game_moves::game::{Board, Ledger, Size, ledger};
use game_moves::input;
use game_moves::reach::exact::{CachePlace, Origin, Refutation, Table, Verdict};
use game_moves::witness;
use rayon::prelude::*;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;

/// The table as the first run builds it, with what was seen on the way.
struct Opened {
    /// Keeps the folder while the tests run.
    folder: tempfile::TempDir,
    table: Table,
    origin: Origin,
    progress: (usize, usize),
}

/// A folder that cannot be made comes first, one with a damaged file second.
fn places(opened: &tempfile::TempDir) -> [PathBuf; 2] {
    [opened.path().join("a-file/game-moves"), opened.path().join("cache/game-moves")]
}

static OPENED: LazyLock<Opened> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("a-file"), "").expect("a file");
    fs::create_dir_all(folder.path().join("cache/game-moves")).expect("a folder");
    fs::write(table_file(&folder), vec![7; usize::try_from(Table::FILE_LENGTH).unwrap()])
        .expect("a damaged table of the right length");
    let mut progress = (0, 0);
    let place = CachePlace::folders(places(&folder));
    let (table, origin) = Table::open_or_build(&place, |now| {
        assert!(now.layers <= now.of);
        progress = (progress.0 + 1, now.layers);
    })
    .expect("the table that it must be");
    Opened { folder, table, origin, progress }
});

fn table_file(folder: &tempfile::TempDir) -> PathBuf {
    places(folder)[1].join("reach-3x3-v1.table")
}

/// The fixtures that ask for the table: rejected for the rule in their name.
#[test]
fn fixtures_are_rejected_by_the_table() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/inputs/rejected");
    let mut rules = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let Some((rule @ ("unreachable-3x3-board" | "unreachable-3x3-fours"), _)) =
            name.split_once("--")
        else {
            continue;
        };
        let state = input::parse(&fs::read(&path).unwrap()).unwrap();
        let ledger = Ledger::of(&state.board, state.score).unwrap();
        match OPENED.table.decide(&state.board, &ledger) {
            Ok(Verdict::Unreachable(refutation)) => assert_eq!(refutation.id(), rule, "{name}"),
            other => panic!("{name}: {other:?}"),
        }
        rules.push(rule.to_owned());
    }
    rules.sort();
    assert_eq!(rules, ["unreachable-3x3-board", "unreachable-3x3-fours"]);
}

#[test]
fn the_table_is_built_once_and_never_believed_when_damaged() {
    let Opened { folder, table, origin, progress } = &*OPENED;
    let path = table_file(folder);
    assert_eq!(*origin, Origin::Saved(path.clone()));
    assert_eq!(*progress, (1021, 1022));
    let bytes = fs::read(&path).unwrap();
    assert_eq!(bytes, table.bytes());
    assert_eq!(u64::try_from(bytes.len()), Ok(Table::FILE_LENGTH));
    let (again, origin) = Table::open_or_build(&CachePlace::folders(places(folder)), |_| {
        panic!("it is there already");
    })
    .unwrap();
    assert_eq!(origin, Origin::Read(path));
    assert_eq!(again.bytes(), table.bytes());

    assert!(Table::from_bytes(bytes[..bytes.len() - 1].to_vec()).is_none());
    for at in (0..bytes.len()).step_by(bytes.len() / 5) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        assert!(Table::from_bytes(damaged).is_none(), "byte {at}");
    }
}

/// The maximum score of 3×3, and one board that games reach with other scores only.
#[test]
fn the_tool_uses_the_table() {
    let folder = &OPENED.folder;
    for (input, status, reason) in [
        ("3\n2 8 16\n32 128 1024\n64 512 256\n16352\n", 42, ""),
        ("3\n4 8 256\n4 64 1024\n4 512 128\n16188\n", 43, "[unreachable-3x3-fours]"),
    ] {
        let path = folder.path().join("one.in");
        fs::write(&path, input).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_game-moves"))
            .args(["validate", "--kattis"])
            .arg(path)
            .env("XDG_CACHE_HOME", folder.path().join("cache"))
            .output()
            .unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(status), "{message}");
        assert!(message.contains(reason), "{message}");
        assert!(!message.contains("building"), "{message}");
    }
}

fn board(key: Key) -> Board {
    Board::from_ranks(Size::new(3).unwrap(), &ranks::<3>(key)).unwrap()
}

/// A board and the f with which games reach it, by the enumeration; empty if none does.
struct Sample {
    board: Board,
    truth: Fours<8>,
}

impl Sample {
    fn has(&self, fours: u64) -> bool {
        let word = usize::try_from(fours / 64).unwrap();
        self.truth.get(word).is_some_and(|word| word >> (fours % 64) & 1 == 1)
    }
}

/// Boards spread evenly over the game, each with a board of the same tiles in other places.
static SAMPLES: LazyLock<Vec<Sample>> = LazyLock::new(|| {
    let lines = Lines::<3>::new();
    let mut samples = Vec::new();
    layers::<3, 8>(&lines, End::Dead, |shown| {
        for &(key, truth) in shown.boards {
            let mixed = (key ^ key >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 20;
            if mixed % 1600 != 0 {
                continue;
            }
            let image = lines.images(key)[usize::try_from(mixed >> 40 & 7).unwrap()];
            samples.push(Sample { board: board(image), truth });
            let (one, other) = (4 * (mixed / 1600 % 9), 4 * (mixed / 14_400 % 9));
            let swapped = (image >> one ^ image >> other) & 15;
            let moved = image ^ swapped << one ^ if one == other { 0 } else { swapped << other };
            let found = shown.boards.binary_search_by_key(&lines.canonical(moved), |entry| entry.0);
            let truth = found.map_or([0; 8], |at| shown.boards[at].1);
            samples.push(Sample { board: board(moved), truth });
        }
    });
    samples
});

#[test]
fn sampled_pairs_are_decided_as_the_enumeration_has_them() {
    let table = &OPENED.table;
    let pairs: Vec<(usize, usize)> = SAMPLES
        .par_iter()
        .map(|sample| {
            let is_reached = sample.truth != [0; 8];
            let (fewest, most) = interval(&sample.truth);
            let most_of_tiles = u64::try_from(ledger::tile_sum(&sample.board)).unwrap() / 4;
            let mut asked = if is_reached {
                vec![fewest, (fewest + most) / 2, most, most + 1]
            } else {
                vec![0, most_of_tiles / 6, most_of_tiles / 2, most_of_tiles]
            };
            asked.extend(fewest.checked_sub(1));
            asked.sort_unstable();
            asked.dedup();
            let expected = |fours| {
                let fours = Refutation::Fours { fours, fewest, most };
                Some(if is_reached { fours } else { Refutation::Board })
            };
            for &fours in &asked {
                let truth = if sample.has(fours) { None } else { expected(fours) };
                let got = table.refute(&sample.board, fours).unwrap();
                assert_eq!(got, truth, "{:?} with {fours} born 4s", sample.board);
            }
            let reached = asked.iter().filter(|&&fours| sample.has(fours)).count();
            (reached, asked.len() - reached)
        })
        .collect();
    let (reached, refuted) =
        pairs.iter().fold((0, 0), |sum, more| (sum.0 + more.0, sum.1 + more.1));
    assert!(reached + refuted >= 100_000 && reached >= 50_000 && refuted >= 50_000);
}

/// Decides, with a game that is checked once more.
fn decided(board: &Board, score: u64) -> bool {
    let Ok(ledger) = Ledger::of(board, score) else { return false };
    match OPENED.table.decide(board, &ledger).unwrap() {
        Verdict::Reachable(game) => {
            let verified = witness::check(&game).unwrap();
            assert_eq!((*verified.board(), verified.totals().score), (*board, score));
            true
        }
        Verdict::Unreachable(_) => false,
    }
}

#[test]
fn full_queries_come_with_games() {
    let reached: Vec<&Sample> =
        SAMPLES.iter().filter(|sample| sample.truth != [0; 8]).step_by(20).collect();
    assert!(reached.len() >= 2000, "{}", reached.len());
    reached.into_par_iter().enumerate().for_each(|(turn, sample)| {
        let (fewest, most) = interval(&sample.truth);
        let fours = [fewest, (fewest + most) / 2, most][turn % 3];
        let potential = u64::try_from(ledger::potential(&sample.board)).unwrap();
        assert!(decided(&sample.board, potential - 4 * fours), "{:?} {fours}", sample.board);
    });
}

/// Verdict, side, cells and score, tab-separated.
#[test]
fn known_cases_agree() {
    let table = include_str!("../data/reachability-3x3.tsv");
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 4034);
    lines.into_par_iter().for_each(|line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let mut board = Board::empty(Size::new(3).unwrap());
        for (cell, tile) in fields[2].split(' ').enumerate() {
            let tile: u64 = tile.parse().unwrap();
            let rank = (0..=10).find(|&rank| tile_value(rank) == tile).unwrap();
            board.set(cell, rank);
        }
        let verdict =
            if decided(&board, fields[3].parse().unwrap()) { "reachable" } else { "unreachable" };
        assert_eq!(verdict, fields[0], "{line}");
    });
}
