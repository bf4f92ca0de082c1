//! Mutants of the closed form: the committed tests kill each, and what is called equivalent is.

use crate::states::{committed, extremes, of_2x2};
use game_moves::mutants::{EQUIVALENT, Formula, MUTANTS};
use game_moves::stress::{Reached, Source};
use std::collections::BTreeSet;

/// States with moves that the checker of witnesses counted: the committed tests, all of 2×2, and
/// drawn ones of every size.
fn states() -> Vec<Reached> {
    let source = Source::new(7, extremes());
    let drawn = (0..900).filter_map(|index| source.state(index));
    committed().into_iter().map(|(_, reached)| reached).chain(of_2x2()).chain(drawn).collect()
}

#[test]
fn the_model_and_its_equivalents_count_as_the_checker() {
    for reached in states() {
        let (state, moves) = (reached.state(), reached.totals().moves.to_string());
        assert_eq!(Formula::MODEL.answer(&state), moves, "{state}");
        for equivalent in EQUIVALENT {
            let name = equivalent.mutant.name;
            assert_eq!(equivalent.mutant.formula.answer(&state), moves, "{name}: {state}");
            assert!(!equivalent.argument.is_empty());
        }
    }
}

#[test]
fn every_mutant_is_killed_by_a_committed_test() {
    let committed = committed();
    for mutant in MUTANTS {
        let kills = |(_, reached): &&(String, Reached)| {
            mutant.formula.answer(&reached.state()) != reached.totals().moves.to_string()
        };
        assert!(committed.iter().find(kills).is_some(), "{}", mutant.name);
    }
}

#[test]
fn names_are_distinct_and_no_formula_comes_twice() {
    let all = || MUTANTS.iter().chain(EQUIVALENT.iter().map(|one| &one.mutant));
    let names: BTreeSet<&str> = all().map(|mutant| mutant.name).collect();
    assert_eq!(names.len(), all().count());
    for name in names {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(name.chars().all(plain), "{name}");
    }
    let formulas: Vec<Formula> =
        all().map(|mutant| mutant.formula).chain([Formula::MODEL]).collect();
    for (index, formula) in formulas.iter().enumerate() {
        assert!(!formulas[..index].contains(formula), "{formula:?}");
    }
}
