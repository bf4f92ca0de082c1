//! Why an answer is what it is: the sums with their numbers, and the game's outline.

use super::{count, picture};
use crate::build;
use crate::game::board::{Board, tile_value};
use crate::game::{Ledger, slide};
use crate::reach::{self, Condition};
use crate::witness::format::{Rule, Step, Witness};
use std::fmt::Write as _;

/// How many of the last moves of a game are drawn.
const LAST_MOVES: usize = 3;

/// The board, S, Φ, f and the number of moves, each with its formula and numbers.
#[must_use]
pub fn arithmetic(board: &Board, ledger: &Ledger) -> String {
    let mut out = picture::grid(board);
    let mut ranks: Vec<u8> = board.ranks().iter().copied().filter(|&rank| rank > 0).collect();
    ranks.sort_unstable_by(|a, b| b.cmp(a));
    let mut sum = Vec::new();
    let mut potential = Vec::new();
    for same in ranks.chunk_by(|a, b| a == b) {
        let (times, rank) = (same.len(), same[0]);
        let factor = if times == 1 { String::new() } else { format!("{times}·") };
        sum.push(format!("{factor}{}", tile_value(rank)));
        if rank > 1 {
            potential.push(format!("{factor}{}·{}", tile_value(rank), rank - 1));
        }
    }
    if potential.is_empty() {
        potential.push("0".to_owned());
    }
    let Ledger { tile_sum, potential: phi, score, fours, moves } = *ledger;
    let _ = writeln!(out, "  S = {} = {tile_sum}, the sum of the tiles", sum.join(" + "));
    let _ = writeln!(
        out,
        "  Φ = {} = {phi}, the score if every tile were built from 2s (v·(log2 v − 1) a tile)",
        potential.join(" + ")
    );
    let _ = writeln!(
        out,
        "  f = (Φ − score) / 4 = ({phi} − {score}) / 4 = {fours}, the 4s born: each saves 4 points"
    );
    let _ = writeln!(
        out,
        "  moves = S/2 − f − 2 = {} − {fours} − 2 = {moves}: one birth a move after the first two",
        tile_sum / 2
    );
    out
}

/// Each condition that every reachable state meets, with the numbers of this one.
#[must_use]
pub fn conditions(conditions: &[Condition]) -> String {
    let mut out = String::from("  what every reachable state meets:\n");
    for Condition { id, text, failed } in conditions {
        let word = if failed.is_some() { "FAILS" } else { "holds" };
        let name = id.trim_start_matches("unreachable-");
        let _ = writeln!(out, "    {word}  {name}: {text}");
    }
    out
}

/// What the searches did, a line each.
#[must_use]
pub fn search(report: &reach::Report) -> String {
    let mut out = String::from("  the search for a game:\n");
    if report.phases.is_empty() {
        out.push_str("    none was needed\n");
    }
    for phase in &report.phases {
        let _ = writeln!(out, "    {phase}");
    }
    out
}

/// The game's outline: how large the witness is, and the last moves.
#[must_use]
pub fn outline(witness: &Witness) -> String {
    let Witness { rules, end, .. } = witness;
    let mut out = String::new();
    let _ = writeln!(
        out,
        "  witness: a game of {} to score {}, {} born, checked",
        count(end.moves, "move"),
        end.score,
        count(end.fours, "four")
    );
    if rules.len() > 1 {
        let steps: usize = rules.iter().map(|rule| rule.steps.len()).sum();
        let calls = rules.iter().flat_map(|rule| &rule.steps).filter(|step| is_call(step)).count();
        let _ = writeln!(
            out,
            "  {} rules of {} moves and {calls} calls, nested {} deep",
            rules.len(),
            steps - calls,
            depth(rules)
        );
    }
    for (label, board) in last_boards(witness) {
        let _ = writeln!(out, "  {label}");
        out.push_str(&picture::grid(&board));
    }
    out
}

const fn is_call(step: &Step) -> bool {
    matches!(step, Step::Call(_))
}

/// How deep calls nest: 1 for a game of moves alone.
fn depth(rules: &[Rule]) -> usize {
    let mut depths: Vec<usize> = Vec::with_capacity(rules.len());
    for rule in rules {
        let below = rule.steps.iter().filter_map(|step| match *step {
            Step::Call(callee) => depths.get(callee).copied(),
            Step::Move { .. } => None,
        });
        depths.push(below.max().unwrap_or(0) + 1);
    }
    depths.last().copied().unwrap_or(0)
}

/// The boards of the last moves, each with the move that led to it; none if the game ends with a
/// call.
fn last_boards(witness: &Witness) -> Vec<(String, Board)> {
    let steps = witness.rules.last().map_or(&[][..], |game| &game.steps);
    let plain = steps.iter().rev().take(LAST_MOVES).take_while(|step| !is_call(step)).count();
    let (before, last) = steps.split_at(steps.len() - plain);
    let Some((mut board, mut moves)) = after(witness, before) else { return Vec::new() };
    if plain == 0 && moves > 0 {
        return Vec::new();
    }
    let label = if moves == 0 { "start".to_owned() } else { format!("after move {moves}") };
    let mut boards = vec![(label, board)];
    for step in last {
        let Step::Move { direction, cell, rank } = *step else { break };
        board = slide::slide(&board, direction).board;
        board.set(usize::from(cell), rank);
        moves += 1;
        let n = witness.size.side();
        let (row, column) = (usize::from(cell) / n + 1, usize::from(cell) % n + 1);
        let born = tile_value(rank);
        let label = format!("move {moves}: {direction}, a {born} in row {row}, column {column}");
        boards.push((label, board));
    }
    boards
}

/// The board after the first `steps` of the game, and how many moves they are: what the checker
/// says of them.
fn after(witness: &Witness, steps: &[Step]) -> Option<(Board, u64)> {
    let mut begun = witness.clone();
    begun.rules.last_mut()?.steps = steps.to_vec();
    let (_, verified) = build::extend(&begun, &[]).ok()?;
    Some((*verified.board(), verified.totals().moves))
}
