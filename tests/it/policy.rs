//! Simulated games: replayed by the plain rules, the same every time, and as asked.

use game_moves::game::board::tile_value;
use game_moves::game::{Board, Ledger, Size, slide};
use game_moves::policy::{
    Births, Condition, Ended, Game, Limits, Order, Policy, Range, StateFacts, Until, play,
    play_from, play_unrecorded,
};
use game_moves::seed::{Probability, Stream};
use game_moves::witness;
use sha2::{Digest, Sha256};

const POLICIES: [Policy; 5] = [
    Policy::Uniform,
    Policy::Greedy,
    Policy::NoMerge,
    Policy::Expectimax { depth: 1 },
    Policy::EXPECTIMAX,
];

fn size(side: usize) -> Size {
    Size::new(side).unwrap()
}

fn stream(index: u32) -> Stream {
    Stream::derive("tests", "policy", size(2), index, 0)
}

fn births() -> [Births; 5] {
    let half = Births::Chance(Probability::new(0.5).unwrap());
    [Births::default(), half, Births::AllTwos, Births::AllFours, Births::Adversarial]
}

/// Replays the steps by the plain slide and compares every total.
fn replays(game: &Game, score: u64) {
    let mut board = game.start;
    let before = Ledger::of(&board, score).unwrap();
    let (mut score, mut fours) = (score, before.fours);
    for step in &game.steps {
        let slid = slide::slide(&board, step.direction);
        assert_ne!(slid.board, board, "a move that changes nothing");
        let cell = usize::from(step.cell);
        assert_eq!(slid.board.rank(cell), 0, "a birth on a tile");
        assert!(step.rank == 1 || step.rank == 2);
        board = slid.board.with(cell, step.rank);
        score += slid.gain;
        fours += u64::from(step.rank == 2);
    }
    assert_eq!((board, score, fours), (game.board, game.score, game.fours));
    assert_eq!(game.moves, before.moves + u64::try_from(game.steps.len()).unwrap());
    let ledger = Ledger::of(&game.board, game.score).unwrap();
    assert_eq!((ledger.moves, ledger.fours), (game.moves, game.fours));
}

#[test]
fn every_game_is_legal_and_its_totals_are_those_of_the_closed_form() {
    let corner = Policy::Corner(Order::default());
    for side in Size::ALL {
        for policy in POLICIES.into_iter().chain([corner]) {
            for (index, births) in (0..).zip(births()) {
                let until = Until::Moves(if policy == Policy::EXPECTIMAX { 30 } else { 300 });
                let limits = Limits::default();
                let game = play(side, policy, births, &until, &mut stream(index), limits);
                assert!(game.start.is_start(), "{policy} {births}");
                replays(&game, 0);
                let verified = witness::check(&game.witness()).unwrap();
                assert_eq!((verified.board(), verified.totals()), (&game.board, game.totals()));
                assert_eq!(game.ended == Ended::GameOver, slide::is_dead(&game.board));
                let again =
                    play_unrecorded(side, policy, births, &until, &mut stream(index), limits);
                assert_eq!(again, Game { steps: Vec::new(), ..game });
            }
        }
    }
}

/// The bytes of these games are part of every data set: no release may change them. Thirty games
/// by each player, one for each size and kind of births; SHA-256 of their witnesses.
#[test]
fn games_are_pinned() {
    let corner = Policy::Corner(Order::parse("LDRU").unwrap());
    let pins = [
        (Policy::Uniform, "6441f1efb082cf883e71018221c47c2d00fc80027b5cfa16bfa8022fed95012b"),
        (corner, "1c0ada8ed56bacc40ca82aecdf9c665bf241962afb4f245f2fd82a7e203f8baf"),
        (Policy::Greedy, "8ee70f8cebcc2b4969d58645f88bef98f921c2f3ca0bf041cc2ddbf18c3a0b7e"),
        (Policy::NoMerge, "f7d93f50658d8d7deb7bc7b12f6794a0f33429573a09b6f5f5a8fc1e22849c1b"),
        (
            Policy::Expectimax { depth: 1 },
            "3bf9dc8271ba5a21fe00a57cd7b701f2883e15b04e500e38464d5e3b31a60f4b",
        ),
        (Policy::EXPECTIMAX, "b8f2cb76194632221fcdc5cdb8f8004b5268326da529df125e3a62c907b85dd8"),
    ];
    let hashes = pins.map(|(policy, _)| {
        let mut hash = Sha256::new();
        for side in Size::ALL {
            for (index, births) in (0..).zip(births()) {
                let (until, limits) = (Until::Moves(60), Limits::default());
                let game = play(side, policy, births, &until, &mut stream(index), limits);
                hash.update(game.witness().to_string());
            }
        }
        let hex: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        (policy, hex)
    });
    assert_eq!(hashes, pins.map(|(policy, pin)| (policy, pin.to_string())));
}

#[test]
fn births_are_as_asked() {
    for (births, fours) in [
        // 20,040 births: the mean ± 4.7 standard deviations.
        (Births::default(), 1804..=2204),
        (Births::Chance(Probability::new(0.9).unwrap()), 17_836..=18_236),
        (Births::AllTwos, 0..=0),
        (Births::AllFours, 20_040..=20_040),
    ] {
        let until = Until::Moves(1000);
        let mut sum = 0;
        for index in 0..20 {
            let (policy, limits) = (Policy::Uniform, Limits::default());
            let game = play_unrecorded(size(7), policy, births, &until, &mut stream(index), limits);
            assert_eq!(game.ended, Ended::Satisfied, "{births}");
            sum += game.fours;
        }
        assert!(fours.contains(&sum), "{births}: {sum}");
    }
}

#[test]
fn adversarial_births_end_games_sooner() {
    let mean = |births| -> u64 {
        let until = Until::GameOver;
        let one = |index| {
            play(size(4), Policy::Uniform, births, &until, &mut stream(index), Limits::default())
        };
        (0..50).map(|index| one(index).moves).sum::<u64>() / 50
    };
    // Random games on 4×4 last 118 moves on average.
    let (usual, hard) = (mean(Births::default()), mean(Births::Adversarial));
    assert!((100..140).contains(&usual), "{usual}");
    assert!(hard < usual / 2, "{hard} against {usual}");
}

#[test]
fn stop_rules_stop_at_the_first_state_that_satisfies() {
    let limits = Limits::default();
    let go = |until: Until| {
        play(size(4), Policy::EXPECTIMAX, Births::default(), &until, &mut stream(3), limits)
    };
    let start = go(Until::Moves(0));
    assert!(start.steps.is_empty() && start.ended == Ended::Satisfied);
    assert_eq!((start.moves, start.score), (0, 0));
    for until in [Until::Tile(2), Until::Score(0), Until::First(Condition::default())] {
        assert_eq!(go(until), start, "{until}");
    }
    assert_eq!(go(Until::Moves(1)).moves, 1);

    let any = Condition::default();
    let full = Condition { empty: Some(Range::exactly(0)), dead: Some(false), ..any };
    let scored = Condition { score: Some(Range { min: 500, max: 600 }), ..any };
    for (until, wanted) in [
        (Until::Tile(256), Condition { tile: Some(Range::at_least(256)), ..any }),
        (Until::Score(1000), Condition { score: Some(Range::at_least(1000)), ..any }),
        (Until::First(full), full),
        (Until::First(scored), scored),
    ] {
        let game = go(until);
        assert_eq!(game.ended, Ended::Satisfied, "{until}");
        assert!(wanted.holds(&game.facts()), "{until}");
        // No state before the last one satisfies it.
        let (mut board, mut score, mut fours) = (game.start, 0, 0);
        fours += u64::try_from(board.ranks().iter().filter(|&&rank| rank == 2).count()).unwrap();
        for (moves, step) in (0..).zip(&game.steps) {
            let facts = StateFacts::new(&board, score, moves, fours);
            assert!(!wanted.holds(&facts), "{until} after {moves} moves");
            let slid = slide::slide(&board, step.direction);
            board = slid.board.with(usize::from(step.cell), step.rank);
            score += slid.gain;
            fours += u64::from(step.rank == 2);
        }
    }
}

#[test]
fn games_end_where_no_move_is_legal() {
    let limits = Limits::default();
    let go = |until: Until| {
        play(size(3), Policy::Uniform, Births::default(), &until, &mut stream(4), limits)
    };
    let over = go(Until::GameOver);
    assert!(over.ended == Ended::Satisfied && slide::is_dead(&over.board));
    for until in [Until::Moves(u64::MAX), Until::Tile(1 << 60), Until::Score(1 << 60)] {
        assert_eq!(go(until), Game { ended: Ended::GameOver, ..over.clone() }, "{until}");
    }
    let never = Condition { moves: Some(Range { min: 2, max: 1 }), ..Condition::default() };
    assert_eq!(go(Until::First(never)).ended, Ended::GameOver);
    // A dead board can itself be what is asked for.
    let dead = Condition { dead: Some(true), ..Condition::default() };
    assert_eq!(go(Until::First(dead)), over);
}

#[test]
fn limits_end_a_game() {
    let limits = Limits { max_moves: 25 };
    let births = Births::default();
    let go = |until| play(size(5), Policy::Uniform, births, &until, &mut stream(5), limits);
    let game = go(Until::GameOver);
    assert_eq!((game.moves, game.ended), (25, Ended::MoveLimit));
    assert_eq!(go(Until::Moves(25)).ended, Ended::Satisfied);
}

#[test]
fn play_goes_on_from_a_state() {
    let limits = Limits { max_moves: 100 };
    let (births, until) = (Births::default(), Until::GameOver);
    // The full 7×7 chain but for its smallest tiles: 2^50, …, 2^21 and 19 empty cells.
    let mut chain = Board::empty(size(7));
    for cell in 0..30 {
        let (row, column) = (cell / 7, cell % 7);
        let column = if row % 2 == 0 { column } else { 6 - column };
        chain.set(7 * row + column, 50 - u8::try_from(cell).unwrap());
    }
    let potential: u64 = (21..=50).map(|rank| tile_value(rank) * u64::from(rank - 1)).sum();
    let score = potential - 4 * 49;
    let game =
        play_from((&chain, score), Policy::EXPECTIMAX, births, &until, &mut stream(6), limits)
            .unwrap();
    replays(&game, score);
    assert_eq!((game.steps.len(), game.ended), (100, Ended::MoveLimit));
    assert!(game.score > 1 << 55, "{}", game.score);

    let none = play_from((&chain, 1), Policy::Uniform, births, &until, &mut stream(6), limits);
    assert!(none.is_err());
}

/// The mean lengths of random games with 4s in one of ten births, as other programs measured
/// them: 5.6, 30, 118 and 540 moves.
#[test]
fn random_games_are_as_long_as_elsewhere() {
    for (side, games, mean) in [
        (2, 4000, 5.4..5.8),
        (3, 2000, 29.0..32.0),
        (4, 1000, 113.0..124.0),
        (5, 400, 500.0..580.0),
    ] {
        let mut moves = 0;
        for index in 0..games {
            let (births, limits) = (Births::default(), Limits::default());
            let (until, mut stream) = (Until::GameOver, stream(index));
            let policy = Policy::Uniform;
            moves += play_unrecorded(size(side), policy, births, &until, &mut stream, limits).moves;
        }
        let got = f64::from(u32::try_from(moves).unwrap()) / f64::from(games);
        assert!(mean.contains(&got), "{side}: {got}");
    }
}

/// Who never has to merge and a birth that never lets anyone: a full board with score 0.
#[test]
fn boards_fill_without_score() {
    let full = Condition { empty: Some(Range::exactly(0)), ..Condition::default() };
    for side in [4, 5, 6, 7] {
        let (policy, births) = (Policy::NoMerge, Births::Adversarial);
        let (until, limits) = (Until::First(full), Limits::default());
        let game = play(size(side), policy, births, &until, &mut stream(2), limits);
        let cells = u64::try_from(side * side).unwrap();
        assert_eq!((game.moves, game.score, game.ended), (cells - 2, 0, Ended::Satisfied));
        replays(&game, 0);
    }
}

#[test]
fn no_merge_finds_games_without_score() {
    let scoreless = |policy| {
        let until = Until::Moves(4);
        let one = |index| {
            let limits = Limits::default();
            play(size(4), policy, Births::default(), &until, &mut stream(index), limits)
        };
        (0..100).filter(|&index| one(index).score == 0).count()
    };
    let (usual, careful) = (scoreless(Policy::Uniform), scoreless(Policy::NoMerge));
    assert!(careful > 3 * usual && usual > 0, "{careful} against {usual}");
}

#[test]
fn the_strong_player_reaches_2048_on_4x4_and_8192_on_5x5() {
    for (side, tile, games, least) in [(4, 2048, 5, 4), (5, 8192, 1, 1)] {
        let mut reached = 0;
        for index in 0..games {
            let (births, limits) = (Births::default(), Limits::default());
            let (until, mut stream) = (Until::Tile(tile), stream(index));
            let game = play(size(side), Policy::EXPECTIMAX, births, &until, &mut stream, limits);
            replays(&game, 0);
            let largest = tile_value(game.board.max_rank());
            assert_eq!(largest == tile, game.ended == Ended::Satisfied);
            reached += usize::from(largest == tile);
        }
        assert!(reached >= least, "{side}: {reached} of {games}");
    }
}
