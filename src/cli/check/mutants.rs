//! `check --mutants`: would the tests notice if the closed form were a little wrong?

use super::{Args, finding};
use crate::cli::output::{self, Failure};
use crate::cli::{FINE, REJECTED, paths};
use crate::input;
use crate::judge::cases::{TestCase, test_cases};
use crate::judge::escape::on_one_line;
use crate::judge::files::open_regular;
use crate::mutants::{MUTANTS, Mutant, Question, killers};
use crate::report::count;
use crate::stress::{Reached, Source, shrink};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

/// The seed of the states that survivors are tried on; their order is always the same.
const SEED: u64 = 0;

/// How many states survivors are tried on.
const STATES: u64 = 1_200;

/// States that are made side by side.
const BATCH: u64 = 60;

/// How often a survivor is asked while its state is made small.
const QUESTIONS: u32 = 3_000;

/// A mutant and the tests that kill it.
struct Tried {
    mutant: &'static Mutant,
    killed_by: Vec<usize>,
}

/// Runs the mutants on all tests and returns the exit status.
pub(super) fn run(args: &Args) -> Result<u8, Failure> {
    let problem = paths::problem_folder(args.problem.as_deref());
    let cases = test_cases(&problem).map_err(|fault| Failure::Usage(fault.to_string()))?;
    let names: Vec<String> =
        cases.iter().map(|case| on_one_line(&case.name.display().to_string())).collect();
    let questions = cases.iter().map(question).collect::<Result<Vec<_>, _>>()?;
    let tried: Vec<Tried> = MUTANTS
        .iter()
        .map(|mutant| Tried { mutant, killed_by: killers(&mutant.formula, &questions) })
        .collect();
    let survivors: Vec<&'static Mutant> =
        tried.iter().filter(|one| one.killed_by.is_empty()).map(|one| one.mutant).collect();
    let found = match survivors.is_empty() {
        true => BTreeMap::new(),
        false => kill(args, &problem, &survivors)?,
    };
    let text = if args.json { json(&tried, &names, &found) } else { lines(&tried, &names, &found) };
    output::result(&text)?;
    if let (Some(name), Some((mutant, reached))) = (
        &args.stress.save,
        survivors.iter().find_map(|mutant| Some((mutant, found.get(mutant.name)?))),
    ) {
        output::message(&finding::save(&problem, name, &reason(mutant), reached)?);
    }
    Ok(if survivors.is_empty() { FINE } else { REJECTED })
}

/// The state of a test with its answer.
fn question(case: &TestCase) -> Result<Question, Failure> {
    let name = case.name.display();
    let fault = |fault: String| Failure::Usage(format!("the test `{name}` cannot judge: {fault}"));
    let answer = case.judge_answer().map_err(|error| fault(error.to_string()))?;
    let bytes = open_regular(&case.input)
        .and_then(input::read)
        .map_err(|error| Failure::io("read", &case.input, error))?;
    let state = input::parse(&bytes).map_err(|error| fault(error.to_string()))?;
    Ok(Question { state, moves: answer.moves() })
}

/// A small state for each survivor, by its name, where one is found.
fn kill(
    args: &Args,
    problem: &Path,
    survivors: &[&'static Mutant],
) -> Result<BTreeMap<&'static str, Reached>, Failure> {
    let source = finding::source(problem, SEED)?;
    paths::with_jobs(args.jobs, || {
        let mut found = BTreeMap::new();
        for start in (0..STATES).step_by(usize::try_from(BATCH).unwrap_or(1)) {
            if found.len() == survivors.len() {
                break;
            }
            let states: Vec<Reached> = (start..start + BATCH)
                .into_par_iter()
                .filter_map(|index| source.state(index))
                .collect();
            for mutant in survivors {
                if let Some(state) = states.iter().find(|state| kills(mutant, state)) {
                    found.entry(mutant.name).or_insert_with(|| small(&source, mutant, state));
                }
            }
        }
        found
    })
}

fn kills(mutant: &Mutant, reached: &Reached) -> bool {
    mutant.formula.answer(&reached.state()) != reached.totals().moves.to_string()
}

fn small(source: &Source, mutant: &Mutant, reached: &Reached) -> Reached {
    let mut fails =
        |state: &input::State| Question::new(*state).is_some_and(|q| q.kills(&mutant.formula));
    shrink(source, reached.clone(), &mut fails, QUESTIONS).reached
}

fn reason(mutant: &Mutant) -> String {
    format!("kills the mutant {}: {}", mutant.name, mutant.mistake)
}

fn lines(tried: &[Tried], names: &[String], found: &BTreeMap<&str, Reached>) -> String {
    let mut text = String::new();
    let killed = tried.iter().filter(|one| !one.killed_by.is_empty()).count();
    for Tried { mutant, killed_by } in tried {
        match killed_by[..] {
            [] => text.push_str(&survivor(mutant, found.get(mutant.name))),
            [only] => {
                let _ = writeln!(text, "{}: killed by {} alone", mutant.name, names[only]);
            }
            [_, _, ..] => {}
        }
    }
    let _ = writeln!(
        text,
        "{} mutants of the closed form on {}: {killed} killed, {} survived",
        tried.len(),
        count(names.len() as u64, "test"),
        tried.len() - killed
    );
    text
}

fn survivor(mutant: &Mutant, found: Option<&Reached>) -> String {
    let mut text = format!("{}: survived: {}\n", mutant.name, mutant.mistake);
    let _ = match found {
        None => writeln!(text, "  none of {STATES} states kills it"),
        Some(reached) => write!(
            text,
            "a state that kills it, expected {}, got {}:\n{}",
            reached.totals().moves,
            mutant.formula.answer(&reached.state()),
            finding::shown(reached)
        ),
    };
    text
}

fn json(tried: &[Tried], names: &[String], found: &BTreeMap<&str, Reached>) -> String {
    let mut text = String::new();
    for Tried { mutant, killed_by } in tried {
        let state = found.get(mutant.name).map(|reached| StateLine {
            input: reached.state().to_string(),
            expected: reached.totals().moves,
            got: mutant.formula.answer(&reached.state()),
        });
        let line = MutantLine {
            mutant: mutant.name,
            mistake: mutant.mistake,
            verdict: if killed_by.is_empty() { "survived" } else { "killed" },
            killed_by: killed_by.iter().map(|&index| names[index].as_str()).collect(),
            state,
        };
        push(&mut text, &line);
    }
    let survived =
        tried.iter().filter(|one| one.killed_by.is_empty()).map(|one| one.mutant.name).collect();
    push(&mut text, &SummaryLine { mutants: tried.len(), tests: names.len(), survived });
    text
}

fn push(text: &mut String, line: &impl Serialize) {
    text.push_str(&serde_json::to_string(line).unwrap_or_default());
    text.push('\n');
}

/// One mutant in `--json`.
#[derive(Serialize)]
struct MutantLine<'a> {
    mutant: &'a str,
    mistake: &'a str,
    verdict: &'a str,
    killed_by: Vec<&'a str>,
    /// A state that kills a survivor, if one was found.
    state: Option<StateLine>,
}

#[derive(Serialize)]
struct StateLine {
    input: String,
    expected: u64,
    got: String,
}

/// The last line of `--json`.
#[derive(Serialize)]
struct SummaryLine<'a> {
    mutants: usize,
    tests: usize,
    survived: Vec<&'a str>,
}
