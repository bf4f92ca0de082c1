//! Games counted by depth with a second, slow implementation of the rules: tiles by value in a
//! vector of vectors, pushed one line at a time.
//!
//! For each depth the numbers of games, of different boards and of different states (board and
//! score) must be the same for the plain slide and for the engine, and every game's length, its
//! 4s and its score must be those of the closed form.

use game_moves::game::board::tile_value;
use game_moves::game::{Board, Direction, Engine, Ledger, Size, slide};
use game_moves::with_side;
use std::collections::BTreeSet;

type Tiles = Vec<Vec<u64>>;

/// Moves all tiles left, as the statement says it: move, merge once, move.
fn push_left(tiles: &Tiles) -> (Tiles, u64) {
    let mut gain = 0;
    let after = tiles
        .iter()
        .map(|row| {
            let mut left: Vec<u64> = row.iter().copied().filter(|&tile| tile > 0).collect();
            for at in 1..left.len() {
                if left[at] > 0 && left[at] == left[at - 1] {
                    left[at - 1] *= 2;
                    gain += left[at - 1];
                    left[at] = 0;
                }
            }
            left.retain(|&tile| tile > 0);
            left.resize(row.len(), 0);
            left
        })
        .collect();
    (after, gain)
}

fn turn(tiles: &Tiles) -> Tiles {
    let n = tiles.len();
    (0..n).map(|row| (0..n).map(|column| tiles[n - 1 - column][row]).collect()).collect()
}

/// The boards after the legal slides, each with its gain: left, down, right, up.
fn pushes(tiles: &Tiles) -> Vec<(Tiles, u64)> {
    let mut pushed = Vec::new();
    let mut turned = tiles.clone();
    for quarter in 0..4 {
        let (mut after, gain) = push_left(&turned);
        if after != turned {
            for _ in quarter..4 {
                after = turn(&after);
            }
            pushed.push((after, gain));
        }
        turned = turn(&turned);
    }
    pushed
}

/// A game as far as it has come, by the slow rules.
#[derive(Clone)]
struct Slow {
    tiles: Tiles,
    score: u64,
    fours: u64,
    moves: u64,
}

impl Slow {
    fn next(&self) -> Vec<Self> {
        let mut next = Vec::new();
        for (tiles, gain) in pushes(&self.tiles) {
            for row in 0..tiles.len() {
                for column in 0..tiles.len() {
                    for tile in [2, 4] {
                        if tiles[row][column] == 0 {
                            let mut born = tiles.clone();
                            born[row][column] = tile;
                            next.push(Self {
                                tiles: born,
                                score: self.score + gain,
                                fours: self.fours + tile / 4,
                                moves: self.moves + 1,
                            });
                        }
                    }
                }
            }
        }
        next
    }

    fn board(&self) -> Board {
        let ranks: Vec<u8> = self
            .tiles
            .iter()
            .flatten()
            .map(|&tile| if tile == 0 { 0 } else { u8::try_from(tile.ilog2()).unwrap() })
            .collect();
        Board::from_ranks(Size::new(self.tiles.len()).unwrap(), &ranks).unwrap()
    }
}

fn plain_next((board, score): (Board, u64)) -> Vec<(Board, u64)> {
    let mut next = Vec::new();
    for direction in Direction::ALL {
        let after = slide::slide(&board, direction);
        if after.board != board {
            for cell in after.board.empty_cells() {
                for rank in [1, 2] {
                    next.push((after.board.with(cell, rank), score + after.gain));
                }
            }
        }
    }
    next
}

fn engine_next<const N: usize>(engine: Engine<N>) -> Vec<Engine<N>> {
    let mut next = Vec::new();
    for direction in Direction::ALL {
        let after = engine.slide(direction);
        if after != engine {
            for nth in 0..after.empty_count() {
                for rank in [1, 2] {
                    let mut born = after;
                    born.place(after.nth_empty(nth), rank);
                    next.push(born);
                }
            }
        }
    }
    next
}

/// Games, different boards, different states.
type Counts = (usize, usize, usize);

fn counts(states: &[(Board, u64)]) -> Counts {
    let boards: BTreeSet<Board> = states.iter().map(|state| state.0).collect();
    let different: BTreeSet<&(Board, u64)> = states.iter().collect();
    (states.len(), boards.len(), different.len())
}

/// Plays every game of `depth` moves from `roots` and compares. The scores of the roots are 0.
fn compare<const N: usize>(roots: &[Tiles], depth: usize) -> Vec<Counts> {
    let roots: Vec<Slow> = roots
        .iter()
        .map(|tiles| Slow { tiles: tiles.clone(), score: 0, fours: 0, moves: 0 })
        .collect();
    let mut plain: Vec<(Board, u64)> = roots.iter().map(|root| (root.board(), 0)).collect();
    let mut engines: Vec<Engine<N>> =
        plain.iter().map(|(board, _)| Engine::new(board).unwrap()).collect();
    let mut slow = roots;
    let mut all = Vec::new();
    for _ in 0..depth {
        slow = slow.iter().flat_map(Slow::next).collect();
        plain = plain.into_iter().flat_map(plain_next).collect();
        engines = engines.into_iter().flat_map(engine_next).collect();
        let expected: Vec<(Board, u64)> =
            slow.iter().map(|state| (state.board(), state.score)).collect();
        let expected = counts(&expected);
        assert_eq!(counts(&plain), expected, "{N}x{N}, plain slide, {} moves", slow[0].moves);
        let boards: BTreeSet<Board> = engines.iter().map(Engine::board).collect();
        assert_eq!(engines.len(), expected.0, "{N}x{N}, engine");
        assert_eq!(boards.len(), expected.1, "{N}x{N}, engine");
        all.push(expected);
    }
    all
}

fn starts(n: usize) -> Vec<Slow> {
    let mut starts = Vec::new();
    for first in 0..n * n {
        for second in 0..first {
            for (one, other) in [(2, 2), (2, 4), (4, 2), (4, 4)] {
                let mut tiles = vec![vec![0; n]; n];
                tiles[first / n][first % n] = one;
                tiles[second / n][second % n] = other;
                starts.push(Slow { tiles, score: 0, fours: one / 4 + other / 4, moves: 0 });
            }
        }
    }
    starts
}

/// From every start board. The games of one move on 2×2, by hand: two equal tiles side by side
/// merge in two directions (6 births each) and move in one (4), two different ones only move in
/// one, and a diagonal moves in all four: 8·16 + 8·4 + 8·16.
#[test]
fn from_all_starts() {
    for (n, depth) in [(2, 5), (3, 2), (4, 1), (5, 1)] {
        let roots: Vec<Tiles> = starts(n).into_iter().map(|start| start.tiles).collect();
        assert_eq!(roots.len(), 2 * n * n * (n * n - 1));
        let size = Size::new(n).unwrap();
        let counts = with_side!(size, N => compare::<N>(&roots, depth));
        if n == 2 {
            assert_eq!(counts[0].0, 288);
        }
    }
}

/// From boards in the middle of a game, with merges in all directions and large tiles.
#[test]
fn from_the_middle() {
    for (n, depth) in [(2, 4), (3, 3), (4, 2), (5, 2), (6, 2), (7, 2)] {
        let mut tiles = vec![vec![0; n]; n];
        for (row, line) in tiles.iter_mut().enumerate() {
            for (column, tile) in line.iter_mut().enumerate() {
                *tile = match (row + column) % n {
                    0 => 2,
                    1 => 1 << (row + 1),
                    2 if row > 2 => 1 << (48 - column.abs_diff(3)),
                    3 => 8,
                    _ if row == n - 1 => 4,
                    _ => 0,
                };
            }
        }
        let size = Size::new(n).unwrap();
        let counts = with_side!(size, N => compare::<N>(&[tiles], depth));
        assert!(counts[0].0 > 0, "{n}");
    }
}

/// The closed form gives the moves and the 4s of every short game.
#[test]
fn the_closed_form_counts_moves_and_fours() {
    for (n, depth, step) in [(2, 5, 1), (3, 2, 1), (4, 2, 40), (5, 1, 5), (6, 1, 11), (7, 1, 23)] {
        let mut games: Vec<Slow> = starts(n).into_iter().step_by(step).collect();
        for _ in 0..=depth {
            for game in &games {
                let board = game.board();
                let ledger = Ledger::of(&board, game.score).unwrap();
                assert_eq!((ledger.moves, ledger.fours), (game.moves, game.fours), "{board:?}");
                assert_eq!(
                    ledger.tile_sum,
                    board.ranks().iter().map(|&rank| tile_value(rank)).sum::<u64>()
                );
            }
            games = games.iter().filter(|game| game.moves < depth).flat_map(Slow::next).collect();
        }
    }
}
