//! Small games counted out whole, against numbers known from elsewhere.
//!
//! 2×2: J. Lees-Miller ("The Mathematics of 2048", 2017) counts 57 boards below 32 that are not
//! dead, plus one state for winning and one for losing.

use crate::enumerate::{Census, Count, End, Lines, census, layers, ranks};
use game_moves::game::board::tile_value;
use std::collections::BTreeSet;

#[test]
fn all_of_2x2() {
    let by_top = [(3, 10), (13, 60), (25, 144), (34, 208), (35, 240)];
    let expected = Census {
        boards: Count::new(110, 662),
        dead: Count::new(36, 186),
        slid: Count::new(67, 464),
        pairs: Count::new(720, 4560),
        by_top: by_top.into_iter().map(|(a, b)| Count::new(a, b)).collect(),
        gaps: 0,
        last_half_sum: 30,
    };
    assert_eq!(census::<2, 1>(End::Dead), expected);
}

/// Play stops when an 8 appears.
#[test]
fn all_of_4x4_below_8() {
    let got = census::<4, 1>(End::Tile(3));
    assert_eq!(got.boards, Count::new(84_660, 675_154));
    assert_eq!(got.dead, Count::new(1, 2));
    assert_eq!(got.slid, Count::new(43_232, 344_792));
    assert_eq!(got.gaps, 0);
}

/// The states of 2×2 one by one: verdict, side, cells, score and moves, tab-separated.
#[test]
fn every_state_of_2x2() {
    let table = include_str!("../data/reachability-2x2.tsv");
    let listed: BTreeSet<String> = table.lines().map(str::to_owned).collect();
    assert_eq!(listed.len(), 4560);
    let mut found = BTreeSet::new();
    let lines = Lines::<2>::new();
    layers::<2, 1>(&lines, End::Dead, |shown| {
        for &(board, set) in shown.boards {
            for fours in (0..64).filter(|fours| set[0] >> fours & 1 == 1) {
                for image in lines.images(board) {
                    let ranks = ranks::<2>(image);
                    let tiles = ranks.iter().map(|&rank| tile_value(rank));
                    let cells: Vec<String> = tiles.clone().map(|tile| tile.to_string()).collect();
                    let potential: u64 = ranks
                        .iter()
                        .map(|&rank| tile_value(rank) * u64::from(rank.saturating_sub(1)))
                        .sum();
                    let moves = tiles.sum::<u64>() / 2 - fours - 2;
                    found.insert(format!(
                        "reachable\t2\t{}\t{}\t{moves}",
                        cells.join(" "),
                        potential - 4 * fours
                    ));
                }
            }
        }
    });
    assert!(found == listed, "{:?}", found.symmetric_difference(&listed).next());
}

/// The f of a board are all integers of one interval; here on 4×4 up to a tile sum of 28.
#[test]
fn the_fours_of_small_4x4_boards_are_intervals() {
    let got = census::<4, 1>(End::HalfSum(14));
    assert_eq!(got.last_half_sum, 14);
    assert_eq!(got.gaps, 0);
}
