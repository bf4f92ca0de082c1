//! Moves per second of the play engine: uniform random games, one after the other, through the
//! code that plays the plan's games.

use game_moves::game::Size;
use game_moves::policy::{Births, Limits, Policy, Until, play_unrecorded};
use game_moves::seed::Stream;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// How long each size is played.
const TIME: Duration = Duration::from_secs(1);

#[allow(clippy::print_stdout)]
fn main() {
    for size in Size::ALL {
        let mut moves = 0;
        let begin = Instant::now();
        let mut index = 0;
        while begin.elapsed() < TIME {
            let mut stream = Stream::derive("bench", "engine", size, index, 0);
            // Small games are over in a few moves: play some before the clock is read again.
            for _ in 0..=10_000 / size.cells().pow(3) {
                let game = play_unrecorded(
                    size,
                    Policy::Uniform,
                    Births::default(),
                    &Until::GameOver,
                    &mut stream,
                    Limits::default(),
                );
                moves += black_box(game).moves;
            }
            index += 1;
        }
        let rate = u128::from(moves) * 1_000_000_000 / begin.elapsed().as_nanos();
        println!("engine n={size} moves_per_s={rate}");
    }
}
