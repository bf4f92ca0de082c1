//! Verdicts against truth from elsewhere: complete enumeration, tables, games that were played.

mod long;

use super::*;
use crate::game::slide::slide;
use crate::game::{Board, Direction, Ledger, Size};
use std::collections::{BTreeMap, BTreeSet};

/// The lines of a table of states: reachable or not, board, score.
fn table(text: &str) -> Vec<(bool, Board, u64)> {
    text.lines()
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let size = Size::new(fields[1].parse().unwrap()).unwrap();
            let tiles = fields[2].split(' ').map(|tile| tile.parse::<u64>().unwrap());
            let ranks: Vec<u8> = tiles
                .map(|tile| if tile == 0 { 0 } else { u8::try_from(tile.ilog2()).unwrap() })
                .collect();
            let board = Board::from_ranks(size, &ranks).unwrap();
            (fields[0] == "reachable", board, fields[3].parse().unwrap())
        })
        .collect()
}

fn two_by_two() -> BTreeSet<(Board, u64)> {
    let text = include_str!("../../../tests/data/reachability-2x2.tsv");
    table(text).into_iter().map(|(_, board, score)| (board, score)).collect()
}

/// Every 2×2 state with ranks up to 6 and any score: decided, and as the table says.
#[test]
fn all_of_two_by_two() {
    let reachable = two_by_two();
    assert_eq!(reachable.len(), 4560);
    let mut met = 0;
    for code in 0..7u32.pow(4) {
        let ranks = [0, 1, 2, 3].map(|at| u8::try_from(code / 7u32.pow(at) % 7).unwrap());
        let board = Board::from_ranks(Size::new(2).unwrap(), &ranks).unwrap();
        for score in 0..=1300 {
            match decide(&board, score, &Options::default()) {
                Decision::Reachable { .. } => {
                    assert!(reachable.contains(&(board, score)), "{board:?} {score}");
                    met += 1;
                }
                Decision::Unreachable { .. } => {
                    assert!(!reachable.contains(&(board, score)), "{board:?} {score}");
                }
                Decision::Undecided { report } => panic!("{board:?} {score} {report}"),
            }
        }
    }
    assert_eq!(met, reachable.len());
}

/// The sample of the complete 3×3 enumeration: no condition refutes a reachable state, and no
/// search says the opposite of the truth.
#[test]
fn sample_of_three_by_three() {
    let options = Options { budget: std::time::Duration::from_millis(20), ..Options::default() };
    let sample = table(include_str!("../../../tests/data/reachability-3x3.tsv"));
    for (nth, (reachable, board, score)) in sample.into_iter().enumerate() {
        let refuted = Ledger::of(&board, score)
            .map_err(Refutation::Ledger)
            .and_then(|ledger| refute(&board, &ledger));
        assert!(!reachable || refuted.is_ok(), "{board:?} {score} {refuted:?}");
        if nth % 10 == 0 {
            match decide(&board, score, &options) {
                Decision::Reachable { .. } => assert!(reachable, "{board:?} {score}"),
                Decision::Unreachable { refutation, .. } => {
                    assert!(!reachable, "{board:?} {score} {refutation}");
                }
                Decision::Undecided { .. } => {}
            }
        }
    }
}

/// All boards of `size` with ranks up to `top`, settled toward some direction.
fn settled_boards(size: Size, top: u8) -> Vec<Board> {
    let kinds = u32::from(top) + 1;
    let cells = size.cells();
    (0..kinds.pow(u32::try_from(cells).unwrap()))
        .map(|mut code| {
            let mut board = Board::empty(size);
            for cell in 0..cells {
                board.set(cell, u8::try_from(code % kinds).unwrap());
                code /= kinds;
            }
            board
        })
        .filter(|board| Direction::ALL.into_iter().any(|d| board.is_settled(d)))
        .collect()
}

/// A board before, the newborn's rank, the slide.
type Back = BTreeSet<(Board, u8, Direction)>;

fn steps_back_of<const N: usize>(board: &Board) -> Back {
    let newborns = reverse::Newborns { twos: 1, fours: 1 };
    let mut back = Back::new();
    let flow = reverse::steps_back(&node::rows::<N>(board), newborns, &mut |rows, step| {
        let mut before = Board::empty(board.size());
        for cell in 0..N * N {
            before.set(cell, lines::rank(rows[cell / N], cell % N));
        }
        let born = before.with(usize::from(step.cell), step.rank);
        assert_eq!(before.rank(usize::from(step.cell)), 0);
        assert_ne!(born, *board, "no move");
        assert_eq!(slide(&born, step.slide).board, *board, "{born:?} {:?}", step.slide);
        back.insert((before, step.rank, step.slide));
        std::ops::ControlFlow::<()>::Continue(())
    });
    assert!(flow.is_continue());
    back
}

/// Forward from every settled board by every birth and slide: the same steps, none missing.
fn steps_back_are_complete<const N: usize>(top: u8) {
    let size = Size::new(N).unwrap();
    let mut forward = BTreeMap::<Board, Back>::new();
    let boards = settled_boards(size, top);
    for before in &boards {
        for cell in before.empty_cells() {
            for rank in [1, 2] {
                let born = before.with(cell, rank);
                for direction in Direction::ALL {
                    let after = slide(&born, direction).board;
                    if after != born {
                        let back = forward.entry(after).or_default();
                        back.insert((*before, rank, direction));
                    }
                }
            }
        }
    }
    let mut compared = 0;
    for (after, back) in forward {
        // Boards with the top rank and above may also come from boards that were left out.
        let mut found = steps_back_of::<N>(&after);
        found.retain(|(before, _, _)| before.max_rank() <= top);
        compared += found.len();
        assert_eq!(found, back, "{after:?}");
    }
    assert!(compared > 1000, "{compared}");
}

#[test]
fn steps_back_are_complete_on_two_by_two() {
    steps_back_are_complete::<2>(6);
}

#[test]
fn steps_back_are_complete_on_three_by_three() {
    steps_back_are_complete::<3>(2);
}

/// States of games of random legal moves, one at each of the `stops` (counted in births), and
/// the last.
fn states_of_a_game(size: Size, seed: u64, stops: &[u64]) -> Vec<(Board, u64)> {
    let mut stream = random::Stream::new(seed);
    let mut board = Board::empty(size);
    let (mut score, mut births) = (0, 0);
    let mut states = Vec::new();
    loop {
        let empty: Vec<usize> = board.empty_cells().collect();
        board.set(empty[stream.below(empty.len())], 1 + u8::from(stream.once_in(10)));
        births += 1;
        if births < 2 {
            continue;
        }
        let moves: Vec<_> = Direction::ALL
            .into_iter()
            .map(|direction| slide(&board, direction))
            .filter(|slid| slid.board != board)
            .collect();
        if moves.is_empty() || stops.contains(&births) {
            states.push((board, score));
        }
        if moves.is_empty() {
            return states;
        }
        let chosen = &moves[stream.below(moves.len())];
        score += chosen.gain;
        board = chosen.board;
    }
}

/// No condition holds against a state that was played.
#[test]
fn played_states_are_not_refuted() {
    let every: Vec<u64> = (2..3000).collect();
    for size in Size::ALL {
        for seed in 0..6 {
            for (board, score) in states_of_a_game(size, seed, &every) {
                let ledger = Ledger::of(&board, score).unwrap();
                assert_eq!(refute(&board, &ledger), Ok(()), "{board:?} {score}");
                let failed = conditions(&board, &ledger).iter().any(|c| c.failed.is_some());
                assert!(!failed, "{board:?} {score}");
            }
        }
    }
}

/// A small part of the corpora of the bench: games stopped on the way, and game over.
#[test]
fn played_states_are_found() {
    let options = Options { budget: std::time::Duration::from_secs(600), ..Options::default() };
    for (n, seeds) in [(3, 0..8), (4, 8..16), (5, 16..19)] {
        for seed in seeds {
            for (board, score) in states_of_a_game(Size::new(n).unwrap(), seed, &[2, 3, 20, 120]) {
                let decision = decide(&board, score, &options);
                assert!(
                    matches!(decision, Decision::Reachable { .. }),
                    "{board:?} {score} {decision:?}"
                );
            }
        }
    }
}

/// One state for each reason that tells it apart from the reachable ones.
#[test]
fn refutations_name_their_rule() {
    let table: [(&[u64], u64, &str, &str); 9] = [
        (
            &[1024, 2, 2, 0],
            9000,
            "unreachable-top-tile",
            "there is a tile 1024, but no game on this board makes a tile above 32",
        ),
        (&[2, 2, 0, 0], 4, "unreachable-score-too-high", ""),
        (&[2, 8, 0, 0], 13, "unreachable-score-residue", ""),
        (&[2, 0, 0, 0], 0, "unreachable-too-few-births", ""),
        (
            &[16, 0, 0, 0],
            28,
            "unreachable-fours",
            "the score asks for 5 born 4s, but only 3 tiles were born at all",
        ),
        (&[8, 0, 0, 0], 8, "unreachable-start", ""),
        (&[8, 0, 0, 0, 2, 0, 0, 0, 4], 20, "unreachable-newborn", ""),
        (
            &[128, 2, 2, 0, 0, 0, 0, 0, 0],
            760,
            "unreachable-fuel",
            "the tiles up to 64 hold at most 2 born tiles, but the last 5 births must be there",
        ),
        (&[1024, 1024, 2, 0, 0, 0, 0, 0, 0], 18400, "unreachable-room", ""),
    ];
    for (tiles, score, id, text) in table {
        let size = Size::new(tiles.len().isqrt()).unwrap();
        let ranks: Vec<u8> = tiles
            .iter()
            .map(|&tile| if tile == 0 { 0 } else { u8::try_from(tile.ilog2()).unwrap() })
            .collect();
        let board = Board::from_ranks(size, &ranks).unwrap();
        match decide(&board, score, &Options::default()) {
            Decision::Unreachable { refutation, .. } => {
                assert_eq!(refutation.id(), id, "{tiles:?}: {refutation}");
                assert!(text.is_empty() || refutation.to_string() == text, "{refutation}");
            }
            other => panic!("{tiles:?} {score} {other:?}"),
        }
    }
}
