//! A second opinion on compressed witnesses: the games are played move by move by the plain
//! rules, without the checker, and mutants of good witnesses must not fool the checker.

use game_moves::build::{Fours, Recipe, build};
use game_moves::game::slide::slide;
use game_moves::game::{Board, Size};
use game_moves::witness::{Reason, Slot, Step, Totals, Witness, check};

fn size(n: usize) -> Size {
    Size::new(n).unwrap()
}

fn built(n: usize, ranks: &[u8], fours: Fours) -> Witness {
    let recipe = Recipe { size: size(n), ranks: ranks.to_vec(), fours, seed: 0 };
    build(&recipe, &|_| {}).unwrap().witness
}

/// What a game comes to when it is played move by move; the reason if a move is not legal.
fn expand(witness: &Witness) -> Result<(Board, Totals), String> {
    let game = witness.rules.len() - 1;
    let mut board = Board::empty(witness.size);
    let mut totals = Totals::default();
    for (cell, slot) in witness.rules[game].before.iter().enumerate() {
        match *slot {
            Slot::Empty => {}
            Slot::Rank(rank) => {
                board.set(cell, rank);
                totals.fours += u64::from(rank == 2);
            }
            Slot::Variable => return Err("the game starts with a variable".into()),
        }
    }
    if !board.is_start() {
        return Err("the game starts on another board".into());
    }
    play(witness, game, &mut board, &mut totals)?;
    Ok((board, totals))
}

fn play(
    witness: &Witness,
    rule: usize,
    board: &mut Board,
    totals: &mut Totals,
) -> Result<(), String> {
    for step in &witness.rules[rule].steps {
        match *step {
            Step::Call(callee) if callee < rule => play(witness, callee, board, totals)?,
            Step::Call(callee) => return Err(format!("rule {rule} calls rule {callee}")),
            Step::Move { direction, cell, rank } => {
                let slid = slide(board, direction);
                let cell = usize::from(cell);
                if slid.board == *board || slid.board.rank(cell) != 0 || !(1..=2).contains(&rank) {
                    return Err(format!("illegal move {} in rule {rule}", totals.moves));
                }
                *board = slid.board.with(cell, rank);
                totals.moves += 1;
                totals.score += slid.gain;
                totals.fours += u64::from(rank == 2);
            }
        }
    }
    Ok(())
}

fn agrees(witness: &Witness) -> Totals {
    let verified = check(witness).unwrap();
    let (board, totals) = expand(witness).unwrap();
    assert_eq!((board, totals), (*verified.board(), verified.totals()));
    totals
}

#[test]
fn the_4x4_chain_move_by_move() {
    let chain = build(&Recipe::full_chain(size(4)), &|_| {}).unwrap();
    assert_eq!(agrees(&chain.witness), Totals { moves: 131_052, score: 3_932_100, fours: 16 });
}

#[test]
fn a_long_5x5_game_move_by_move() {
    let totals = agrees(&built(5, &[20, 18, 17, 11, 9], Fours::None));
    assert!(totals.moves >= 700_000, "{totals:?}");
    assert_eq!(totals.fours, 0);
}

#[test]
fn games_with_chosen_fours_move_by_move() {
    assert_eq!(agrees(&built(4, &[14, 9], Fours::Exactly(777))).fours, 777);
    let all = agrees(&built(4, &[15], Fours::All));
    assert_eq!(all.fours, all.moves + 2);
}

/// SplitMix64: the same mutants on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        usize::try_from(z % u64::try_from(bound).unwrap()).unwrap()
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// Changes one thing about a witness.
fn mutate(witness: &mut Witness, dice: &mut Dice) {
    let rules = witness.rules.len();
    let cells = witness.size.cells();
    let index = dice.below(rules);
    let steps = witness.rules[index].steps.len();
    if dice.below(5) == 0 || steps == 0 {
        let slots = [Slot::Empty, Slot::Variable, Slot::Rank(1), Slot::Rank(2), Slot::Rank(7)];
        witness.rules[index].before[dice.below(cells)] = dice.pick(&slots);
        return;
    }
    let at = dice.below(steps);
    let kind = dice.below(8);
    let rule = &mut witness.rules[index];
    match (kind, &mut rule.steps[at]) {
        (0, _) => {
            rule.steps.remove(at);
        }
        (1, &mut step) => rule.steps.insert(at, step),
        (2, _) => rule.steps.swap(at, (at + 1) % steps),
        (_, Step::Call(callee)) => *callee = dice.below(rules),
        (3 | 4, Step::Move { direction, .. }) => {
            *direction = dice.pick(&game_moves::game::Direction::ALL);
        }
        (5 | 6, Step::Move { cell, .. }) => *cell = u8::try_from(dice.below(cells)).unwrap(),
        (_, Step::Move { rank, .. }) => *rank = 3 - *rank,
    }
}

/// Thousands of mutants, each with the totals that make the checker's last test pass: one that is
/// accepted must be a real game to the very state that it claims.
#[test]
fn no_mutant_is_accepted_with_a_false_claim() {
    let originals = [
        built(2, &[5, 4, 3, 2], Fours::Fewest),
        built(3, &[9, 5], Fours::None),
        built(4, &[10, 9], Fours::None),
        built(4, &[11], Fours::Exactly(60)),
        built(4, &[9, 9], Fours::All),
    ];
    let mut accepted = 0;
    let mut dice = Dice(2048);
    for original in &originals {
        for _ in 0..2000 {
            let mut mutant = original.clone();
            for _ in 0..=dice.below(2) {
                mutate(&mut mutant, &mut dice);
            }
            match check(&mutant).map_err(|error| error.reason) {
                Ok(_) => {}
                Err(Reason::Totals { found, .. }) => mutant.end = found,
                Err(_) => continue,
            }
            let Ok(verified) = check(&mutant) else { continue };
            accepted += 1;
            let expanded = expand(&mutant);
            assert_eq!(expanded, Ok((*verified.board(), verified.totals())), "{mutant}");
            // The claim itself: no other number is accepted.
            let mut lie = mutant.clone();
            match dice.below(3) {
                0 => lie.end.moves += 1,
                1 => lie.end.score += 4,
                _ => lie.end.fours += 1,
            }
            assert!(check(&lie).is_err());
        }
    }
    // The test means something only if mutants get that far.
    assert!(accepted > 200, "{accepted}");
}
