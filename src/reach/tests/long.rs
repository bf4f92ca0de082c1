//! States of long games, which search back to the start alone does not decide.

use super::super::beam::{Beam, Control, Turn};
use super::super::limits::Limits;
use super::super::node::Node;
use super::super::outlook::Taste;
use super::super::trace::Layers;
use super::super::{Cores, Decision, Options, Outcome, PhaseKind, Report, decide};
use crate::game::{Board, Direction, Ledger, Size};
use std::time::Duration;

/// States that players came to after many births, too many to follow back one by one, and one
/// that was played on from constructed tiles.
#[test]
fn long_games_are_built() {
    let states: [(&[u64], u64); 5] = [
        (
            &[
                32768, 2, 0, 0, 0, 8192, 0, 0, 0, 0, 1024, 4, 4, 0, 0, 256, 16, 4, 0, 0, 128, 16,
                8, 4, 0,
            ],
            561_156,
        ),
        (
            &[
                16384, 256, 64, 32, 8, 4, 8192, 128, 32, 4, 2, 0, 1024, 64, 4, 0, 2, 0, 256, 32, 4,
                0, 0, 0, 64, 16, 2, 0, 0, 0, 16, 8, 0, 0, 0, 0,
            ],
            321_600,
        ),
        (
            &[
                2, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 2, 256, 4, 0, 0, 0, 0, 2, 8, 0, 0, 0, 0, 16384,
                64, 256, 0, 0, 0, 8, 32, 8192, 8, 2, 0,
            ],
            311_040,
        ),
        (
            &[
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 64, 0, 0, 0, 0, 16, 256, 4, 0,
                0, 2, 8, 2048, 0, 0, 4, 8, 8, 32768,
            ],
            475_052,
        ),
        (
            &[
                0, 0, 4, 128, 512, 0, 0, 0, 4, 1024, 0, 0, 0, 2, 8192, 0, 0, 0, 2, 65536, 0, 0, 0,
                0, 524_288,
            ],
            10_532_616,
        ),
    ];
    for (tiles, score) in states {
        let report = found(tiles, score);
        let last = report.phases.last().unwrap();
        assert_eq!(last.outcome, Outcome::Built, "{report}");
        assert!(last.births_left > 10_000);
    }
}

fn board_of(tiles: &[u64]) -> Board {
    let rank = |&tile: &u64| if tile == 0 { 0 } else { u8::try_from(tile.ilog2()).unwrap() };
    let ranks: Vec<u8> = tiles.iter().map(rank).collect();
    Board::from_ranks(Size::new(tiles.len().isqrt()).unwrap(), &ranks).unwrap()
}

/// What a search did for a state that a game reaches, which was checked.
fn found(tiles: &[u64], score: u64) -> Report {
    let board = board_of(tiles);
    // Longer than it takes: other tests run beside.
    let options = Options { budget: Duration::from_secs(100), ..Options::default() };
    let Decision::Reachable { witness, report } = decide(&board, score, &options) else {
        panic!("{board}{score}");
    };
    let verified = crate::witness::check(&witness).unwrap();
    assert_eq!((verified.board(), verified.totals().score), (&board, score));
    report
}

/// The full board at the end of a game of a player who kept to a corner, with the score 29,752.
const DENSE: [u64; 36] = [
    4, 32, 2, 8, 4, 2, 2, 64, 16, 2, 8, 4, 4, 128, 64, 32, 16, 8, 16, 1024, 256, 128, 64, 32, 128,
    4, 512, 256, 128, 2, 512, 16, 2, 512, 2, 128,
];

/// Two threads find what one finds.
#[test]
fn threads_change_nothing() {
    let board = board_of(&DENSE);
    let cores = Cores::new(2);
    let witness = |cores| {
        let options = Options { budget: Duration::from_secs(100), cores, ..Options::default() };
        match decide(&board, 29_752, &options) {
            Decision::Reachable { witness, .. } => witness,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(witness(None), witness(Some(&cores)));
}

/// Boards of other searches lead to a game, from which they are alone.
#[test]
fn branches_keep_what_follows() {
    let board = board_of(&DENSE);
    let ledger = Ledger::of(&board, 29_752).unwrap();
    let taste = Taste {
        shape: 300,
        ascent: 0,
        order: 0,
        rows: 0,
        buried: 0,
        rank: 20,
        reserve: 8,
        fours_per_mille: 250,
    };
    let (width, widest, share, patience) = (12, 100, 32, 1_000_000);
    let control = Control { width, widest, share, taste, patience, memory: 10 << 20, seed: 1 };
    let mut beam = Beam::<6>::new(&board, &ledger, control);
    let limits = Limits::start(&Options::default());
    assert!(matches!(beam.advance(20_000, &limits), Turn::Paused));
    let layers = beam.layers();
    let depth = layers.all.len() - 1;
    assert!(depth > 10);
    let nodes = &layers.all[depth];
    let even = |node: &Node<6>| nodes.iter().position(|n| n.rows == node.rows).unwrap() % 2 == 0;
    let branch = layers.branch(depth, even);
    assert_eq!((branch.births(), branch.all.len()), (layers.births(), depth + 1));
    assert_eq!(branch.all[depth].len(), nodes.len().div_ceil(2));
    assert!(branch.all[1].len() < layers.all[1].len());
    for at in 0..branch.all[depth].len() {
        assert_eq!(branch.all[depth][at].rows, nodes[2 * at].rows);
        let moves = |layers: &Layers<6>, at| layers.moves(Direction::Left, &[], depth, at).unwrap();
        assert_eq!(moves(&branch, at), moves(layers, 2 * at));
    }
}

/// Games of a player who keeps to a corner, until no move is left: full boards, which search back
/// alone does not decide. Their lower rows are laid from nothing.
#[test]
fn dense_boards_are_laid() {
    let states: [(&[u64], u64); 4] = [
        (&DENSE, 29_752),
        // The upper rows are too hard to lay, and are taken apart.
        (
            &[
                8, 2, 16, 8, 4, 2, 2, 16, 64, 32, 8, 4, 128, 256, 128, 64, 32, 8, 4, 1024, 32, 512,
                128, 32, 8, 256, 2048, 8, 256, 64, 1024, 8192, 256, 64, 2, 128,
            ],
            150_888,
        ),
        (
            &[
                4, 2, 16, 8, 4, 2, 16, 128, 32, 16, 8, 4, 32, 256, 128, 64, 32, 8, 64, 512, 256,
                128, 64, 32, 2, 1024, 512, 256, 128, 64, 512, 16, 2048, 512, 256, 128,
            ],
            57_876,
        ),
        (
            &[
                2, 8, 2, 16, 8, 4, 2, 16, 128, 64, 32, 16, 8, 4, 512, 2, 256, 128, 64, 16, 8, 2,
                16, 1024, 256, 128, 64, 32, 16, 512, 2048, 1024, 256, 128, 64, 32, 4096, 512, 2,
                1024, 256, 128, 512, 8192, 4, 1024, 8, 2, 256,
            ],
            227_676,
        ),
    ];
    for (tiles, score) in states {
        let report = found(tiles, score);
        let last = report.phases.last().unwrap();
        assert_eq!((last.kind, last.outcome), (PhaseKind::Rows, Outcome::Built), "{report}");
    }
}
