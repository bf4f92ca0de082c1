use super::*;
use crate::game::board::{Board, Direction, Size, Symmetry};
use crate::game::slide;
use crate::witness::{Step, check};

fn size(n: usize) -> Size {
    Size::new(n).unwrap()
}

fn recipe(n: usize, ranks: &[u8], fours: Fours) -> Recipe {
    Recipe { size: size(n), ranks: ranks.to_vec(), fours, seed: 0 }
}

fn built(n: usize, ranks: &[u8], fours: Fours) -> Built {
    build(&recipe(n, ranks, fours), &|_| {}).unwrap()
}

fn refused(n: usize, ranks: &[u8], fours: Fours) -> BuildError {
    build(&recipe(n, ranks, fours), &|_| {}).unwrap_err()
}

fn snake(board: &Board, count: usize) -> Vec<u8> {
    let snake = snake::Snake::new(board.size());
    (0..count).map(|at| board.rank(snake.cell(at))).collect()
}

/// The maxima of the closed form, 4(N − 1)(2^N − 1), each with exactly N born 4s.
#[test]
fn full_chains_reach_the_maximum_score() {
    let table: [(usize, u64, u64); 4] =
        [(2, 180, 24), (3, 16_352, 1_011), (4, 3_932_100, 131_052), (5, 3_221_225_376, 67_108_835)];
    for (n, score, moves) in table {
        let chain = build(&Recipe::full_chain(size(n)), &|_| {}).unwrap();
        let totals = chain.verified.totals();
        let cells = u64::try_from(n * n).unwrap();
        assert_eq!(score, 4 * (cells - 1) * ((1 << cells) - 1));
        assert_eq!((totals.score, totals.moves, totals.fours), (score, moves, cells));
        let mut ranks = chain.verified.board().ranks().to_vec();
        ranks.sort_unstable();
        assert!(ranks.into_iter().eq(2..=size(n).top_rank()));
    }
}

#[test]
fn single_tiles_take_the_fewest_moves() {
    let table = [
        (2, 5, Fours::Fewest),
        (2, 4, Fours::None),
        (3, 9, Fours::None),
        (3, 10, Fours::All),
        (4, 3, Fours::None),
        (4, 6, Fours::None),
        (4, 7, Fours::None),
        (4, 12, Fours::None),
        (4, 16, Fours::None),
        (4, 17, Fours::Fewest),
        (4, 17, Fours::All),
        (5, 14, Fours::All),
        (5, 26, Fours::Fewest),
        (6, 12, Fours::None),
        (7, 11, Fours::None),
    ];
    for (n, rank, fours) in table {
        let tile = built(n, &[rank], fours);
        let totals = tile.verified.totals();
        assert_eq!(tile.verified.board().max_rank(), rank);
        assert_eq!(Some(totals.moves), fewest_moves(size(n), rank, fours), "{n} {rank} {fours:?}");
        assert_eq!(tile.surplus_moves, Some(0));
        match fours {
            Fours::All => assert_eq!(totals.fours, totals.moves + 2),
            Fours::None => assert_eq!(totals.fours, 0),
            Fours::Fewest | Fours::Exactly(_) => assert_eq!(totals.fours, 1),
        }
    }
}

#[test]
fn lists_stand_along_the_snake() {
    let table: [(usize, &[u8], Fours, u64); 9] = [
        (4, &[12, 9, 8], Fours::None, 0),
        (4, &[15, 10, 5, 3], Fours::None, 0),
        (4, &[16, 15], Fours::None, 0),
        (4, &[17, 16, 15, 14, 13], Fours::Fewest, 5),
        (4, &[17, 10], Fours::Fewest, 1),
        (4, &[17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5], Fours::Fewest, 13),
        (4, &[6, 5], Fours::None, 0),
        (5, &[20, 18, 17, 11, 9], Fours::None, 0),
        (4, &[11, 11], Fours::None, 0),
    ];
    for (n, ranks, fours, born) in table {
        let list = built(n, ranks, fours);
        let board = list.verified.board();
        assert_eq!(snake(board, ranks.len()), ranks, "{board}");
        assert_eq!(list.verified.totals().fours, born, "{ranks:?}");
    }
}

/// Kept towers may be taller than a list needs, so tall that even its first rank is below them.
#[test]
fn short_lists_stand_on_towers_that_are_kept() {
    let towers = Towers::new();
    for n in 3..=7 {
        for ranks in [&[7][..], &[7, 6], &[7, 6, 5], &[8, 7], &[7, 7]] {
            let list = towers.build(&recipe(n, ranks, Fours::Fewest)).unwrap();
            assert_eq!(snake(list.verified.board(), ranks.len()), ranks, "{n}");
        }
    }
}

#[test]
fn exactly_as_many_fours_as_asked() {
    let range = built(4, &[13], Fours::Exactly(0)).fours_range;
    assert_eq!(*range.start(), 0);
    assert!(*range.end() > 500, "{range:?}");
    for fours in (0..=*range.end()).step_by(97).chain([*range.end()]) {
        let game = built(4, &[13], Fours::Exactly(fours));
        assert_eq!(game.verified.totals().fours, fours);
        assert_eq!(game.fours_range, range);
    }
    for fours in 4..=15 {
        let chain = built(2, &[5, 4, 3, 2], Fours::Exactly(fours));
        assert_eq!(chain.verified.totals().fours, fours);
    }
    let asked = range.end() + 1;
    let refused = refused(4, &[13], Fours::Exactly(asked));
    assert_eq!(refused, BuildError::FoursOutOfRange { asked, least: 0, most: *range.end() });
}

#[test]
fn impossible_recipes_are_refused_with_the_reason() {
    let table: [(usize, &[u8], Fours, &str); 8] = [
        (4, &[], Fours::None, "the list of ranks is empty"),
        (2, &[4, 4, 3, 2, 1], Fours::None, "5 tiles do not fit on 4 cells"),
        (
            4,
            &[18],
            Fours::Fewest,
            "number 1 of the list is rank 18, but no board has room for more than rank 17 there",
        ),
        (
            4,
            &[16, 15, 15],
            Fours::None,
            "number 3 of the list is rank 15, but no board has room for more than rank 14 there when no 4 is born",
        ),
        (
            5,
            &[20, 18, 19],
            Fours::Fewest,
            "number 3 of the list is rank 19 after rank 18, but the ranks must decrease; only the last two may be equal",
        ),
        (
            5,
            &[20, 20, 18],
            Fours::Fewest,
            "number 2 of the list is rank 20 after rank 20, but the ranks must decrease; only the last two may be equal",
        ),
        (4, &[9, 1], Fours::None, "number 2 of the list is rank 1, but the least rank here is 2"),
        (4, &[2], Fours::All, "number 1 of the list is rank 2, but the least rank here is 3"),
    ];
    for (n, ranks, fours, reason) in table {
        assert_eq!(refused(n, ranks, fours).to_string(), reason);
    }
}

#[test]
fn seeds_turn_the_board_and_nothing_else() {
    let first = built(4, &[12, 9], Fours::None);
    let mut boards = Vec::new();
    for seed in 0..8 {
        let turned = build(&Recipe { seed, ..recipe(4, &[12, 9], Fours::None) }, &|_| {}).unwrap();
        assert_eq!(turned.verified.totals(), first.verified.totals());
        assert_eq!(turned.verified.board().canonical(), first.verified.board().canonical());
        boards.push(*turned.verified.board());
    }
    boards.sort();
    boards.dedup();
    assert_eq!(boards.len(), 8);
    assert_eq!(build(&recipe(4, &[12, 9], Fours::None), &|_| {}).unwrap(), first);
}

#[test]
fn a_witness_can_be_played_on() {
    let tile = built(4, &[12], Fours::None);
    let mut board = *tile.verified.board();
    let mut steps = Vec::new();
    for direction in Direction::ALL.into_iter().cycle().take(40) {
        let after = slide::slide(&board, direction).board;
        if after != board {
            let cell = after.empty_cells().last().unwrap();
            board = after.with(cell, 2);
            steps.push(Step::Move { direction, cell: u8::try_from(cell).unwrap(), rank: 2 });
        }
    }
    let (longer, verified) = extend(&tile.witness, &steps).unwrap();
    assert_eq!(*verified.board(), board);
    assert_eq!(
        verified.totals().moves,
        tile.verified.totals().moves + u64::try_from(steps.len()).unwrap()
    );
    assert_eq!(verified.totals().fours, u64::try_from(steps.len()).unwrap());
    let around = turned(&longer, Symmetry::ALL[5]);
    assert_eq!(*check(&around).unwrap().board(), board.under(Symmetry::ALL[5]));
    // The newborn stands at the end: the same cell again is taken.
    let taken = steps[steps.len() - 1];
    assert!(extend(&longer, &[taken, taken, taken, taken, taken]).is_err());
}
