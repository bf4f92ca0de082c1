//! How many states of played games, and of boards that were tampered with, are decided, and how
//! fast.
//!
//! `cargo bench --bench reach -- [n=4,5] [corpus=A,B,C] [count=100] [seconds=10] [births=20000]
//! [verbose]`. The corpora are made from fixed seeds:
//!
//! - A: random play, stopped at a random time;
//! - B: game over, by random play and by players that prefer a corner, gain, or look ahead;
//! - C: states of A and B with the score changed by 4 or 12, a tile doubled, halved or moved, or
//!   all shuffled.
//!
//! A state of A or B that is called unreachable stops the bench: it was played.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a bench prints its figures")]

use game_moves::game::board::{Board, Direction, Size, tile_value};
use game_moves::game::{Engine, Ledger};
use game_moves::reach::{Decision, Options, decide};
use game_moves::with_side;
use std::time::{Duration, Instant};

/// Splitmix64.
struct Stream(u64);

impl Stream {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound.max(1) as u64).unwrap()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Player {
    Random,
    Corner,
    Greedy,
    Ahead,
}

struct Game<const N: usize> {
    board: Engine<N>,
    fours: u64,
    births: u64,
}

impl<const N: usize> Game<N> {
    fn start(size: Size, stream: &mut Stream) -> Self {
        let board = Engine::new(&Board::empty(size)).unwrap();
        let mut game = Self { board, fours: 0, births: 0 };
        game.birth(stream);
        game.birth(stream);
        game
    }

    fn birth(&mut self, stream: &mut Stream) {
        let empty = usize::try_from(self.board.empty_count()).unwrap();
        let nth = u32::try_from(stream.below(empty)).unwrap();
        let four = stream.below(10) == 0;
        self.board.place(self.board.nth_empty(nth), 1 + u8::from(four));
        self.fours += u64::from(four);
        self.births += 1;
    }

    fn legal(&self) -> Vec<(Direction, Engine<N>)> {
        Direction::ALL
            .into_iter()
            .map(|direction| (direction, self.board.slide(direction)))
            .filter(|(_, after)| *after != self.board)
            .collect()
    }

    fn step(&mut self, player: Player, stream: &mut Stream) -> bool {
        let legal = self.legal();
        if legal.is_empty() {
            return false;
        }
        let chosen = match player {
            Player::Random => stream.below(legal.len()),
            Player::Corner => {
                let order = [Direction::Down, Direction::Left, Direction::Right, Direction::Up];
                (0..legal.len())
                    .min_by_key(|&nth| order.iter().position(|&d| d == legal[nth].0))
                    .unwrap()
            }
            Player::Greedy => (0..legal.len())
                .max_by_key(|&nth| (legal[nth].1.empty_count(), stream.below(8)))
                .unwrap(),
            Player::Ahead => {
                let values: Vec<i64> =
                    legal.iter().map(|(_, after)| expected(after, 1, stream)).collect();
                (0..legal.len()).max_by_key(|&nth| values[nth]).unwrap()
            }
        };
        self.board = legal[chosen].1;
        self.birth(stream);
        true
    }

    fn state(&self) -> (Board, u64) {
        let board = self.board.board();
        let potential = game_moves::game::ledger::potential(&board);
        (board, u64::try_from(potential).unwrap() - 4 * self.fours)
    }
}

/// The mean value over some births after a slide.
fn expected<const N: usize>(after: &Engine<N>, depth: u32, stream: &mut Stream) -> i64 {
    let empty = usize::try_from(after.empty_count()).unwrap();
    let births = empty.min(4);
    let mut total = 0;
    for nth in 0..births {
        let place = if empty <= 4 { nth } else { stream.below(empty) };
        let mut born = *after;
        born.place(after.nth_empty(u32::try_from(place).unwrap()), 1);
        let best = Direction::ALL
            .into_iter()
            .map(|direction| born.slide(direction))
            .filter(|next| *next != born)
            .map(|next| if depth > 1 { expected(&next, depth - 1, stream) } else { value(&next) })
            .max();
        total += best.unwrap_or(-1_000_000);
    }
    total / i64::try_from(births.max(1)).unwrap()
}

/// Large tiles along a snake from a corner, and room.
fn value<const N: usize>(board: &Engine<N>) -> i64 {
    let mut best = 0;
    for flip in [false, true] {
        let mut weight = 1i64 << 20;
        let mut sum = 0;
        for row in 0..N {
            for column in 0..N {
                let column = if (row % 2 == 1) ^ flip { N - 1 - column } else { column };
                let tile = tile_value(board.rank(row * N + column));
                sum += i64::try_from(tile).unwrap() * weight / (1 << 10);
                weight = weight * 6 / 10;
            }
        }
        best = best.max(sum);
    }
    best / 64 + i64::from(board.empty_count()) * 500
}

struct State {
    board: Board,
    score: u64,
}

fn play<const N: usize>(
    size: Size,
    player: Player,
    seed: u64,
    stop: u64,
    most: u64,
) -> Option<Game<N>> {
    let mut stream = Stream(seed);
    let mut game = Game::start(size, &mut stream);
    while game.births < stop && game.step(player, &mut stream) {
        if game.births > most {
            return None;
        }
    }
    Some(game)
}

fn corpus_a<const N: usize>(size: Size, count: usize, most: u64) -> Vec<State> {
    let mut seeds = Stream(1000 + N as u64);
    let mut states = Vec::new();
    while states.len() < count {
        let seed = seeds.next();
        let length = play::<N>(size, Player::Random, seed, most, u64::MAX).unwrap().births;
        let stop = 2 + seeds.next() % (length - 1);
        let (board, score) = play::<N>(size, Player::Random, seed, stop, u64::MAX).unwrap().state();
        states.push(State { board, score });
    }
    states
}

fn corpus_b<const N: usize>(size: Size, count: usize, most: u64) -> Vec<State> {
    let mut seeds = Stream(2000 + N as u64);
    let mut states = Vec::new();
    let players = [Player::Random, Player::Corner, Player::Greedy, Player::Ahead];
    for (nth, player) in players.into_iter().enumerate() {
        let share = count.div_ceil(4);
        // A player whose games are all too long is stopped at a random time instead.
        let mut failures = 0;
        while states.len() < share * (nth + 1) {
            let seed = seeds.next();
            let stop = if failures >= 3 { most / 2 + seeds.next() % (most / 2) } else { u64::MAX };
            match play::<N>(size, player, seed, stop, most) {
                None => failures += 1,
                Some(game) => {
                    let (board, score) = game.state();
                    states.push(State { board, score });
                }
            }
        }
    }
    states
}

fn corpus_c(base: &[State], count: usize) -> Vec<State> {
    let mut stream = Stream(3000);
    let mut states = Vec::new();
    let mut nth = 0;
    while states.len() < count {
        let State { mut board, mut score } = base[stream.below(base.len())];
        let cells = board.ranks().len();
        let tiles: Vec<usize> = (0..cells).filter(|&cell| board.rank(cell) != 0).collect();
        let tile = tiles[stream.below(tiles.len())];
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
                let target = stream.below(cells);
                let (from, to) = (board.rank(tile), board.rank(target));
                board = board.with(tile, to).with(target, from);
            }
            _ => {
                for cell in (1..cells).rev() {
                    let other = stream.below(cell + 1);
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

#[derive(Default)]
struct Row {
    reachable: usize,
    refuted: usize,
    undecided: usize,
    times: Vec<Duration>,
    births: u64,
    searching: Duration,
}

fn measure(name: &str, states: &[State], played: bool, options: &Options<'_>, verbose: bool) {
    let mut row = Row::default();
    for (nth, State { board, score }) in states.iter().enumerate() {
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
        if verbose || (word == "undecided" && std::env::var_os("SHOW").is_some()) {
            eprintln!("{name} {nth} {word} births {births} {took:?}\n{board}{score}\n{text}");
        }
    }
    row.times.sort();
    let at = |share: usize| {
        let times = &row.times;
        times[((times.len() * share).div_ceil(100).max(1) - 1).min(times.len() - 1)].as_secs_f64()
    };
    let decided = 100.0 * (row.reachable + row.refuted) as f64 / states.len() as f64;
    let speed = row.births as f64 / row.searching.as_secs_f64().max(1e-9);
    println!(
        "reach {name} states={} decided={decided:.1}% reachable={} refuted={} undecided={} \
         median_s={:.4} p95_s={:.4} worst_s={:.4} births_per_cpu_s={speed:.0}",
        states.len(),
        row.reachable,
        row.refuted,
        row.undecided,
        at(50),
        at(95),
        at(100),
    );
}

/// The time that this thread had on a processor, where the system tells: the fair clock on a
/// machine that has other work.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
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
    let verbose = arguments.iter().any(|argument| argument == "verbose");
    let options = Options {
        budget: Duration::from_millis(number("milliseconds", "10000")),
        ..Options::default()
    };
    for size in sizes.split(',').filter_map(|n| Size::new(n.parse().ok()?)) {
        let base: [Vec<State>; 2] = with_side!(size, N => [
            corpus_a::<N>(size, count, most),
            corpus_b::<N>(size, count, most),
        ]);
        for corpus in corpora.split(',') {
            let name = format!("n={size} corpus={corpus}");
            match corpus {
                "A" => measure(&name, &base[0], true, &options, verbose),
                "B" => measure(&name, &base[1], true, &options, verbose),
                _ => {
                    let both: Vec<State> = base.iter().flatten().map(|s| State { ..*s }).collect();
                    measure(&name, &corpus_c(&both, count), false, &options, verbose);
                }
            }
        }
    }
}
