//! How many states of played games, and of boards that were tampered with, are decided, and how
//! fast.
//!
//! `cargo bench --bench reach -- [n=4,5] [corpus=A,B,C,D] [count=100] [milliseconds=10000]
//! [births=20000] [threads=2] [only=3,19] [verbose]`; without `threads` a state may have all cores,
//! and `only` looks at some states of a corpus. What cannot be read stops the bench. The corpora
//! are made from fixed seeds:
//!
//! - A: random play, stopped at a random time;
//! - B: game over, by random play and by players that prefer a corner, gain, or look ahead;
//! - C: states of A and B with the score changed by 4 or 12, a tile doubled, halved or moved, or
//!   all shuffled;
//! - D: large tiles that were constructed, played on by chance for 20 to 200 moves.
//!
//! A state of A, B or D that is called unreachable stops the bench: it was played.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a bench prints its figures")]

use game_moves::build::{Fours, Recipe, Towers};
use game_moves::game::{Board, Ledger, Size};
use game_moves::policy::{
    Births, Ended, Game, Limits, Order, Policy, Until, play_from, play_unrecorded,
};
use game_moves::reach::exact::{CachePlace, OnDemand};
use game_moves::reach::{Cores, Decision, Options, decide};
use game_moves::seed::Stream;
use std::time::{Duration, Instant};

#[derive(Clone, Copy)]
struct State {
    board: Board,
    score: u64,
}

impl State {
    const fn of(game: &Game) -> Self {
        Self { board: game.board, score: game.score }
    }
}

/// A game of the corpus `name`, number `index`.
fn play(size: Size, policy: Policy, until: &Until, name: &str, index: u32, most: u64) -> Game {
    let mut stream = Stream::derive("corpora", name, size, index, 0);
    let limits = Limits { max_moves: most };
    play_unrecorded(size, policy, Births::default(), until, &mut stream, limits)
}

fn corpus_a(size: Size, count: usize, most: u64) -> Vec<State> {
    let mut times = Stream::derive("corpora", "times of A", size, 0, 0);
    let mut game = |index| {
        let length = play(size, Policy::Uniform, &Until::GameOver, "A", index, most).moves;
        let moves = Until::Moves(times.next_u64() % length.max(1));
        State::of(&play(size, Policy::Uniform, &moves, "A", index, most))
    };
    (0..u32::try_from(count).unwrap()).map(&mut game).collect()
}

/// A game that is too long is stopped at a random time instead.
fn corpus_b(size: Size, count: usize, most: u64) -> Vec<State> {
    let players =
        [Policy::Uniform, Policy::Corner(Order::default()), Policy::Greedy, Policy::EXPECTIMAX];
    let mut times = Stream::derive("corpora", "times of B", size, 0, 0);
    let mut game = |index: u32| {
        let player = players[index as usize % 4];
        let mut game = play(size, player, &Until::GameOver, "B", index, most);
        if game.ended == Ended::MoveLimit {
            let moves = Until::Moves(most / 2 + times.next_u64() % (most / 2));
            game = play(size, player, &moves, "B", index, most);
        }
        State::of(&game)
    };
    (0..u32::try_from(count).unwrap()).map(&mut game).collect()
}

fn corpus_c(base: &[State], count: usize) -> Vec<State> {
    let size = base[0].board.size();
    let mut stream = Stream::derive("corpora", "C", size, 0, 0);
    let mut below = |bound: usize| stream.below(u32::try_from(bound).unwrap()) as usize;
    let mut states = Vec::new();
    let mut nth = 0;
    while states.len() < count {
        let State { mut board, mut score } = base[below(base.len())];
        let cells = board.ranks().len();
        let tiles: Vec<usize> = (0..cells).filter(|&cell| board.rank(cell) != 0).collect();
        let tile = tiles[below(tiles.len())];
        nth += 1;
        // The score changes with the tiles as if no 4 had been born less or more.
        let before = game_moves::game::ledger::potential(&board);
        match nth % 8 {
            0 => score += 4,
            1 => score = score.saturating_sub(4),
            2 => score += 12,
            3 => score = score.saturating_sub(12),
            4 => board.set(tile, board.rank(tile) + 1),
            5 if board.rank(tile) > 1 => board.set(tile, board.rank(tile) - 1),
            5 => continue,
            6 => {
                let target = below(cells);
                let (from, to) = (board.rank(tile), board.rank(target));
                board = board.with(tile, to).with(target, from);
            }
            _ => {
                for cell in (1..cells).rev() {
                    let other = below(cell + 1);
                    let (one, two) = (board.rank(cell), board.rank(other));
                    board = board.with(cell, two).with(other, one);
                }
            }
        }
        let after = game_moves::game::ledger::potential(&board);
        let score =
            i128::from(score) + i128::try_from(after).unwrap() - i128::try_from(before).unwrap();
        if let Ok(score) = u64::try_from(score) {
            states.push(State { board, score });
        }
    }
    states
}

/// Up to eight falling ranks, the first from 15 on, with room to play on.
fn corpus_d(size: Size, count: usize) -> Vec<State> {
    let mut stream = Stream::derive("corpora", "D", size, 0, 0);
    let mut below = |bound: u32| stream.below(bound);
    let towers = Towers::new();
    let top = u32::from(size.top_rank());
    let mut states = Vec::new();
    while states.len() < count {
        let least = 15.min(top - 5);
        let mut rank = least + below((top - 5 - least).min(12) + 1);
        let mut ranks = Vec::new();
        for _ in 0..2 + below(7) {
            ranks.push(u8::try_from(rank).unwrap());
            rank = rank.saturating_sub(1 + below(3));
            if rank < 7 {
                break;
            }
        }
        let recipe = Recipe { size, ranks, fours: Fours::Fewest, seed: u64::from(below(8)) };
        let Ok(built) = towers.build(&recipe) else { continue };
        let until = Until::Moves(built.verified.totals().moves + 20 + u64::from(below(181)));
        let index = u32::try_from(states.len()).unwrap();
        let mut chance = Stream::derive("corpora", "D", size, index, 1);
        let limits = Limits::default();
        let start = (built.verified.board(), built.verified.totals().score);
        let births = Births::default();
        let on = play_from(start, Policy::Uniform, births, &until, &mut chance, limits).unwrap();
        states.push(State::of(&on));
    }
    states
}

/// Which states are looked at, and whether each is printed.
struct How {
    only: Option<Vec<usize>>,
    verbose: bool,
}

#[derive(Default)]
struct Row {
    reachable: usize,
    refuted: usize,
    undecided: usize,
    times: Vec<Duration>,
    births: u64,
    searching: Duration,
}

fn measure(name: &str, states: &[State], played: bool, options: &Options<'_>, how: &How) {
    let mut row = Row::default();
    let chosen = |nth: &usize| how.only.as_ref().is_none_or(|only| only.contains(nth));
    for (nth, State { board, score }) in states.iter().enumerate().filter(|(nth, _)| chosen(nth)) {
        let (began, busy) = (Instant::now(), processor_time());
        let decision = decide(board, *score, options);
        let took = began.elapsed();
        let busy = processor_time().zip(busy).map_or(took, |(now, then)| now - then);
        row.times.push(took);
        let births = Ledger::of(board, *score).map_or(0, |ledger| ledger.births());
        let (word, text) = match &decision {
            Decision::Reachable { report, .. } => {
                row.reachable += 1;
                row.births += births;
                row.searching += busy;
                ("reachable", report.to_string())
            }
            Decision::Unreachable { refutation, .. } => {
                assert!(!played, "a state that was played is refuted: {board}{score} {refutation}");
                row.refuted += 1;
                ("refuted", format!("{}: {refutation}\n", refutation.id()))
            }
            Decision::Undecided { report } => {
                row.undecided += 1;
                ("undecided", report.to_string())
            }
        };
        if how.verbose {
            eprintln!("{name} {nth} {word} births {births} {took:?}\n{board}{score}\n{text}");
        }
    }
    if row.times.is_empty() {
        return;
    }
    row.times.sort();
    let at = |share: usize| {
        let times = &row.times;
        times[((times.len() * share).div_ceil(100).max(1) - 1).min(times.len() - 1)].as_secs_f64()
    };
    let decided = 100.0 * (row.reachable + row.refuted) as f64 / row.times.len() as f64;
    let speed = row.births as f64 / row.searching.as_secs_f64().max(1e-9);
    println!(
        "reach {name} states={} decided={decided:.1}% reachable={} refuted={} undecided={} \
         median_s={:.4} p95_s={:.4} worst_s={:.4} births_per_cpu_s={speed:.0}",
        row.times.len(),
        row.reachable,
        row.refuted,
        row.undecided,
        at(50),
        at(95),
        at(100),
    );
}

/// The time that all threads had on processors, where the system tells: the fair clock on a machine
/// that has other work.
#[cfg(target_os = "linux")]
fn processor_time() -> Option<Duration> {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).ok().map(Duration::from)
}

#[cfg(not(target_os = "linux"))]
const fn processor_time() -> Option<Duration> {
    None
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str, default: &str| {
        let prefix = format!("{name}=");
        let given = arguments.iter().find_map(|argument| argument.strip_prefix(&prefix));
        given.unwrap_or(default).to_owned()
    };
    let number = |name: &str, default: &str| option(name, default).parse::<u64>().unwrap();
    let sizes = option("n", "2,3,4,5,6,7");
    let corpora = option("corpus", "A,B,C");
    let count = usize::try_from(number("count", "100")).unwrap();
    let most = number("births", "20000");
    let only = option("only", "");
    let only = (!only.is_empty()).then(|| only.split(',').map(|n| n.parse().unwrap()).collect());
    let how = How { only, verbose: arguments.iter().any(|argument| argument == "verbose") };
    let table = OnDemand::new(CachePlace::of_user(), |_| {});
    let threads = std::thread::available_parallelism().map_or(1, |count| count.get() as u64);
    let threads = number("threads", &threads.to_string());
    let cores = Cores::new(usize::try_from(threads).unwrap());
    let options = Options {
        table: Some(&table),
        cores: Some(&cores),
        budget: Duration::from_millis(number("milliseconds", "10000")),
        ..Options::default()
    };
    let wanted: Vec<&str> = corpora.split(',').collect();
    assert!(wanted.iter().all(|name| ["A", "B", "C", "D"].contains(name)), "corpus={corpora}");
    // C is made of A and B; playing takes long.
    let needs = |name| wanted.contains(&name) || wanted.contains(&"C");
    for size in sizes.split(',').map(|n| Size::new(n.parse().unwrap()).unwrap()) {
        let a = if needs("A") { corpus_a(size, count, most) } else { Vec::new() };
        let b = if needs("B") { corpus_b(size, count, most) } else { Vec::new() };
        for &corpus in &wanted {
            let name = format!("n={size} corpus={corpus}");
            match corpus {
                "A" => measure(&name, &a, true, &options, &how),
                "B" => measure(&name, &b, true, &options, &how),
                "C" => {
                    let both = [&a[..], &b].concat();
                    measure(&name, &corpus_c(&both, count), false, &options, &how);
                }
                _ => measure(&name, &corpus_d(size, count), true, &options, &how),
            }
        }
    }
}
