//! How long the checker takes for the full 7×7 chain, 10^15 moves, read from the text on.

use game_moves::build::{Recipe, build};
use game_moves::game::Size;
use game_moves::witness::{Witness, check};
use std::hint::black_box;
use std::time::Instant;

/// Checks that are timed; the fastest counts.
const RUNS: usize = 20;

#[allow(clippy::print_stdout)]
fn main() {
    let kept = std::fs::read("problem/witnesses/n7-chain.witness").ok();
    let text = kept.unwrap_or_else(|| {
        let size = Size::new(7).expect("7 is a size");
        let chain = build(&Recipe::full_chain(size), &|_| {}).expect("the chain can be built");
        chain.witness.to_string().into_bytes()
    });
    let mut best = u128::MAX;
    let mut moves = 0;
    let mut rules = 0;
    for _ in 0..RUNS {
        let begin = Instant::now();
        let witness = Witness::parse(black_box(&text)).expect("a witness file");
        let verified = check(&witness).expect("a good witness");
        best = best.min(begin.elapsed().as_micros());
        moves = verified.totals().moves;
        rules = witness.rules.len();
    }
    println!("witness-check n=7 rules={rules} bytes={} moves={moves} us={best}", text.len());
}
