//! States of a seed, games cut, and wrong formulas found and made small.

use crate::states::{extremes, of_2x2};
use game_moves::game::board::{Board, Size};
use game_moves::game::slide::slide;
use game_moves::input::State;
use game_moves::mutants::{Formula, MUTANTS};
use game_moves::stress::entry::entry;
use game_moves::stress::{Reached, Source, cut::cut, hunt, shrink};
use game_moves::witness::{self, Slot, Step, Witness};
use std::collections::BTreeSet;

fn size(side: usize) -> Size {
    Size::new(side).unwrap()
}

/// The counts of the whole game on 2×2 are known from elsewhere: 720 pairs of board and score up
/// to symmetry, the longest game 24 moves.
#[test]
fn the_ladder_of_2x2_is_the_whole_game() {
    let states = of_2x2();
    assert_eq!(states.len(), 720);
    let distinct: BTreeSet<(Board, u64)> =
        states.iter().map(|one| (one.board().canonical(), one.totals().score)).collect();
    assert_eq!(distinct.len(), 720);
    assert!(states.windows(2).all(|pair| pair[0].measure() < pair[1].measure()));
    assert_eq!(states.iter().map(|one| one.totals().moves).max(), Some(24));
}

/// The single moves of a game, its calls opened one inside the other.
fn flat(witness: &Witness, rule: usize, steps: &mut Vec<Step>) {
    for step in &witness.rules[rule].steps {
        match *step {
            Step::Call(callee) => flat(witness, callee, steps),
            step @ Step::Move { .. } => steps.push(step),
        }
    }
}

/// A cut game ends on the board that playing its single moves one after the other gives.
#[test]
fn a_game_cut_is_the_game_played_so_far() {
    let witness = extremes().into_iter().find(|witness| {
        witness.size == size(4) && witness.rules.len() > 10 && witness.end.moves < 200_000
    });
    let witness = witness.unwrap();
    let mut steps = Vec::new();
    flat(&witness, witness.rules.len() - 1, &mut steps);
    assert_eq!(steps.len() as u64, witness.end.moves);
    let game = witness.rules.last().unwrap();
    let ranks: Vec<u8> = game
        .before
        .iter()
        .map(|slot| match *slot {
            Slot::Rank(rank) => rank,
            Slot::Empty | Slot::Variable => 0,
        })
        .collect();
    let (mut board, mut score) = (Board::from_ranks(size(4), &ranks).unwrap(), 0);
    let all = steps.len();
    for (made, step) in steps.into_iter().enumerate() {
        if made < 40 || made % 4099 == 0 || made + 3 > all {
            let cut = cut(&witness, made as u64).unwrap();
            assert_eq!(cut.state(), State { board, score }, "{made}");
            assert_eq!(cut.totals().moves, made as u64);
        }
        let Step::Move { direction, cell, rank } = step else { unreachable!() };
        let slid = slide(&board, direction);
        board = slid.board.with(usize::from(cell), rank);
        score += slid.gain;
    }
    let whole = witness::check(&witness).unwrap();
    assert_eq!((whole.board(), whole.totals().score), (&board, score));
    for moves in [witness.end.moves, u64::MAX] {
        assert_eq!(cut(&witness, moves).unwrap().state(), State { board, score });
    }
}

/// Games of 10^14 moves are cut too, anywhere.
#[test]
fn the_longest_games_are_cut() {
    for witness in extremes().iter().filter(|witness| witness.size == size(7)) {
        for moves in [0, 1, 1000, witness.end.moves / 3, witness.end.moves - 1] {
            assert_eq!(cut(witness, moves).unwrap().totals().moves, moves);
        }
    }
}

#[test]
fn states_depend_on_seed_and_number_alone() {
    let source = Source::new(3, extremes());
    let forward: Vec<String> = (0..60).map(|index| text(&source, index)).collect();
    let backward: Vec<String> = (0..60).rev().map(|index| text(&source, index)).collect();
    assert!(forward.iter().eq(backward.iter().rev()));
    let distinct: BTreeSet<&String> = forward.iter().collect();
    assert!(distinct.len() > 50, "{}", distinct.len());
    let other = Source::new(4, extremes());
    assert!((0..60).any(|index| text(&other, index) != forward[usize::try_from(index).unwrap()]));
}

fn text(source: &Source, index: u64) -> String {
    let state = source.state(index).unwrap();
    format!("{}{:?}", state.state(), state.totals())
}

/// Sizes, tiles and scores up to the limits turn up soon.
#[test]
fn states_are_of_every_kind() {
    let source = Source::new(0, extremes());
    let states: Vec<Reached> = (0..600).filter_map(|index| source.state(index)).collect();
    for size in Size::ALL {
        let of_size = || states.iter().filter(|one| one.size() == size);
        assert!(of_size().count() >= 90, "{size}");
        assert!(of_size().any(|one| one.totals().moves == 0), "{size}");
        assert!(of_size().any(|one| one.totals().fours == 0), "{size}");
        let top = of_size().map(|one| one.board().max_rank()).max();
        assert!(top >= Some(size.top_rank() - 1), "{size}: {top:?}");
    }
    assert!(states.iter().any(|one| one.totals().score > 1 << 56));
    assert!(states.iter().any(|one| one.totals().fours > 1 << 40));
}

fn mutant(name: &str) -> Formula {
    MUTANTS.iter().find(|mutant| mutant.name == name).unwrap().formula
}

fn wrong(formula: &Formula, state: &State) -> bool {
    formula.answer(state) != Formula::MODEL.answer(state)
}

/// What is left of the first state that a mutant fails on.
fn found(source: &Source, name: &str) -> Reached {
    let formula = mutant(name);
    let hunted = hunt(source, 16, &|state| wrong(&formula, state), |tried| tried > 3_000);
    let found = hunted.found.unwrap_or_else(|| panic!("{name} was not caught"));
    assert!(wrong(&formula, &found.reached.state()), "{name}");
    // The first one that fails, whatever the batch.
    assert_eq!(hunted.tried, found.index + 1);
    if found.index < 12 {
        let again = hunt(source, 1, &|state| wrong(&formula, state), |_| false);
        assert_eq!(again.tried, hunted.tried, "{name}");
    }
    let mut fails = |state: &State| wrong(&formula, state);
    let shrunk = shrink(source, found.reached.clone(), &mut fails, 400);
    assert!(wrong(&formula, &shrunk.reached.state()), "{name}");
    assert!(shrunk.reached.measure() <= found.reached.measure(), "{name}");
    assert!(shrunk.asked <= 400);
    // The proof is one, and of this state.
    let verified = witness::check(shrunk.reached.witness()).unwrap();
    assert_eq!(verified.board(), &shrunk.reached.state().board);
    shrunk.reached
}

#[test]
fn what_fails_on_2x2_is_made_as_small_as_can_be() {
    let source = Source::new(1, extremes());
    for (name, tiles, score) in [
        ("starts-1", [2, 2, 0, 0], 0),
        ("fours-ignored", [4, 2, 0, 0], 0),
        // The score is taken for a tile and forgotten: the first for which that makes a difference
        // is 8, the merge of two born 4s.
        ("side-4", [8, 2, 0, 0], 8),
        // A visible 4 that was merged, not born: the first merge.
        ("fours-visible", [4, 2, 0, 0], 4),
        ("until-empty", [0, 2, 2, 0], 0),
    ] {
        let small = found(&source, name);
        let formula = mutant(name);
        let least = of_2x2().into_iter().find(|one| wrong(&formula, &one.state())).unwrap();
        assert_eq!(small.measure(), least.measure(), "{name}");
        let mut sorted: Vec<u64> = small
            .board()
            .ranks()
            .iter()
            .map(|&rank| if rank == 0 { 0 } else { 1 << rank })
            .collect();
        let mut expected = tiles.to_vec();
        sorted.sort_unstable();
        expected.sort_unstable();
        assert_eq!((sorted, small.totals().score), (expected, score), "{name}: {}", small.state());
    }
}

/// Overflows need long games: the smallest board that has them, and the move that first shows it.
#[test]
fn what_needs_a_long_game_is_cut_to_its_first_move() {
    let source = Source::new(1, extremes());
    for (name, side, least_score, most_score) in [
        // 2^31 points fit on 5x5; the first score above is less than a tile away.
        ("score-i32", 5, 1 << 31, (1 << 31) + (1 << 26)),
        // A tile of 2^31 does not fit below 6x6.
        ("tile-i32", 6, 29 << 31, 31 << 31),
        ("log-at-most-49", 7, 48 << 50, u64::MAX),
    ] {
        let small = found(&source, name);
        let (formula, totals) = (mutant(name), small.totals());
        assert_eq!(small.size().side(), side, "{name}: {}", small.state());
        assert!((least_score..=most_score).contains(&totals.score), "{name}: {}", totals.score);
        let before = cut(small.witness(), totals.moves - 1).unwrap();
        assert!(!wrong(&formula, &before.state()), "{name}");
    }
}

/// The questions are counted, and with none left nothing changes.
#[test]
fn no_more_questions_are_asked_than_allowed() {
    let source = Source::new(1, Vec::new());
    let failing = source.state(5).unwrap();
    for most in [0, 1, 7] {
        let mut asked = 0;
        let mut fails = |_: &State| {
            asked += 1;
            false
        };
        let shrunk = shrink(&source, failing.clone(), &mut fails, most);
        assert_eq!((shrunk.asked, asked), (most, most));
        assert_eq!(shrunk.reached.state(), failing.state());
    }
}

#[test]
fn an_entry_is_a_test_of_a_plan() {
    let state = &of_2x2()[3];
    let text = entry("found-1", "kills \"a\\b\"\n", state, Some("witnesses/found-1.witness"));
    let plan = format!("version = 1\nseed = \"s\"\n\n{text}");
    let plan = game_moves::plan::parse(&plan).unwrap();
    let game_moves::plan::Source::State { state: read, witness, .. } = &plan.tests[0].source else {
        panic!("{text}");
    };
    assert_eq!(*read, state.state());
    assert_eq!(witness.as_ref().unwrap().value, "witnesses/found-1.witness");
    assert_eq!(plan.tests[0].name, "found-1");
}
