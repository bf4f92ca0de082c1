//! One case of the plan, made and proved.

use super::stock::Stock;
use crate::build;
use crate::game::board::Symmetry;
use crate::game::ledger::LedgerError;
use crate::game::{Ledger, Size};
use crate::input::{self, State};
use crate::plan::{Build, Case, Group, Located, Play, Source, Span};
use crate::policy::{self, Ended, Game, Limits, StateFacts, Until};
use crate::reach;
use crate::seed::Stream;
use crate::validate::{self, Verdict};
use crate::witness::{self, Step, Verified, Witness};
use std::fs;
use std::path::Path;

/// A case with its state, proved, and the texts of its files.
#[derive(Clone, Debug)]
pub struct Made {
    /// The file name without its ending.
    pub name: String,
    /// Sample or secret.
    pub group: Group,
    /// Where the plan names its test.
    pub span: Span,
    /// The proved state.
    pub verified: Verified,
    /// The input file.
    pub input: String,
    /// The judge answer.
    pub answer: String,
    /// The proof.
    pub witness: String,
}

impl Made {
    /// What a condition can ask about the state.
    #[must_use]
    pub fn facts(&self) -> StateFacts {
        let totals = self.verified.totals();
        StateFacts::new(self.verified.board(), totals.score, totals.moves, totals.fours)
    }
}

/// Why a case cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where the plan asks for it.
    pub span: Span,
    /// What is wrong: lower case, no full stop.
    pub message: String,
}

/// Makes a case: plays, reads or searches, then has the witness checked. The answer is written
/// from what the checker proved, and only if the closed form agrees.
///
/// # Errors
/// Why there is no such state, at its place in the plan.
pub fn make(
    plan_seed: &str,
    case: &Case<'_>,
    folder: &Path,
    stock: &Stock,
    options: &reach::Options<'_>,
) -> Result<Made, Fault> {
    let fault = |message: String| Fault { span: case.test.span.clone(), message };
    let witness = match &case.test.source {
        Source::Play(play) => simulate(plan_seed, case, play)?,
        Source::Build(build) => construct(plan_seed, case, build, stock)?,
        Source::State { state, span, witness } => {
            let text = state.to_string();
            written(text.as_bytes(), span, witness.as_ref(), folder, options)?
        }
        Source::File { path, witness } => {
            let text = read(folder, path)?;
            written(&text, &path.span, witness.as_ref(), folder, options)?
        }
    };
    let verified = witness::check(&witness)
        .map_err(|error| fault(format!("`{}` has no proof: {error}", case.name)))?;
    let totals = verified.totals();
    let state = State { board: *verified.board(), score: totals.score };
    let input = state.to_string();
    input::parse(input.as_bytes())
        .map_err(|error| fault(format!("`{}` is no input: {error}", case.name)))?;
    let closed = Ledger::of(&state.board, state.score).map(|ledger| ledger.moves);
    if closed != Ok(totals.moves) {
        return Err(fault(format!("`{}`: the closed form and the proof disagree", case.name)));
    }
    let made = Made {
        name: case.name.clone(),
        group: case.test.group,
        span: case.test.span.clone(),
        input,
        answer: format!("{}\n", totals.moves),
        witness: witness.to_string(),
        verified,
    };
    if case.test.require.holds(&made.facts()) {
        Ok(made)
    } else {
        Err(fault(format!(
            "the state of `{}` is not as required: {}",
            case.name, case.test.require
        )))
    }
}

/// Plays games, each from a stream of its own, until one stops as asked.
fn simulate(plan_seed: &str, case: &Case<'_>, play: &Play) -> Result<Witness, Fault> {
    let size = size_of(case, &play.span)?;
    let game = attempt(plan_seed, case, play, &|stream| {
        let limits = Limits::default();
        Ok(policy::play(size, play.policy, play.births, &play.until, stream, limits))
    })?;
    Ok(game.witness())
}

/// Takes the large tiles from the stock, turns the board and plays on if that is asked.
fn construct(
    plan_seed: &str,
    case: &Case<'_>,
    build: &Build,
    stock: &Stock,
) -> Result<Witness, Fault> {
    let fault = |message: String| Fault { span: build.span.clone(), message };
    let size = size_of(case, &build.span)?;
    let Some(entry) = stock.get(&build.recipe(size)) else {
        return Err(fault(format!("the large tiles of `{}` are not in stock", case.name)));
    };
    let symmetry = orientation(plan_seed, case, size);
    let turned = build::turned(&entry.witness, symmetry);
    let Some(then) = &build.then else { return Ok(turned) };
    let (board, totals) = (entry.verified.board().under(symmetry), entry.verified.totals());
    // The stop rule counts the moves from here on.
    let until = match then.until {
        Until::Moves(moves) => Until::Moves(totals.moves.saturating_add(moves)),
        until @ (Until::Tile(_) | Until::Score(_) | Until::GameOver | Until::First(_)) => until,
    };
    let start = (&board, totals.score);
    let game = attempt(plan_seed, case, then, &|stream| {
        policy::play_from(start, then.policy, then.births, &until, stream, Limits::default())
    })?;
    let steps: Vec<Step> = game.steps.iter().copied().map(Step::from).collect();
    let (witness, _) = build::extend(&turned, &steps).map_err(|error| fault(error.to_string()))?;
    Ok(witness)
}

/// A single case stands as it was built; numbered ones are mirrored by chance. (Rows stay rows:
/// a witness is written row by row, and is longer if the finished rows are columns.)
fn orientation(plan_seed: &str, case: &Case<'_>, size: Size) -> Symmetry {
    if case.index == 0 {
        return Symmetry::ALL[0];
    }
    let label = format!("{}/turn", case.test.name);
    let mut stream = Stream::derive(plan_seed, &label, size, case.index, 0);
    Symmetry::MIRRORS[stream.below(4) as usize]
}

fn size_of(case: &Case<'_>, span: &Span) -> Result<Size, Fault> {
    let message = "a test that is made needs `size` or `sizes`".to_owned();
    case.size.ok_or_else(|| Fault { span: span.clone(), message })
}

/// Plays until a game ends as asked, each from a stream of its own.
fn attempt(
    plan_seed: &str,
    case: &Case<'_>,
    play: &Play,
    game: &dyn Fn(&mut Stream) -> Result<Game, LedgerError>,
) -> Result<Game, Fault> {
    let size = size_of(case, &play.span)?;
    // No name has a slash, so a salted stream is no other test's.
    let label = if play.salt.is_empty() {
        case.test.name.clone()
    } else {
        format!("{}/{}", case.test.name, play.salt)
    };
    let mut ended_early = 0;
    for attempt in 0..play.attempts {
        let mut stream = Stream::derive(plan_seed, &label, size, case.index, attempt);
        let game = game(&mut stream)
            .map_err(|error| Fault { span: play.span.clone(), message: error.to_string() })?;
        match game.ended {
            Ended::Satisfied if case.test.require.holds(&game.facts()) => return Ok(game),
            Ended::Satisfied => {}
            Ended::GameOver | Ended::MoveLimit => ended_early += 1,
        }
    }
    let mut message =
        format!("none of {} games for `{}` came to {}", play.attempts, case.name, play.until);
    if ended_early < play.attempts {
        message = format!("{message} with {}", case.test.require);
    }
    Err(Fault { span: play.span.clone(), message })
}

/// A state from the plan or a file: its witness is the one named, or one that a search finds.
fn written(
    text: &[u8],
    span: &Span,
    witness: Option<&Located<String>>,
    folder: &Path,
    options: &reach::Options<'_>,
) -> Result<Witness, Fault> {
    let proof = witness.map(|path| read(folder, path)).transpose()?;
    let report = validate::validate(text, proof.as_deref(), options);
    match (report.verdict, report.proof) {
        (Verdict::Valid, Some(proof)) => Ok(proof.witness),
        (Verdict::Valid | Verdict::Invalid | Verdict::Undecided, _) => {
            let mut message = String::from("the state is not proved reachable");
            let mut at = span.clone();
            if let Some(fault) = report.fault {
                message = format!("{} [{}]", fault.message, fault.rule);
                if let (validate::Place::Witness(line, _), Some(path)) = (fault.place, witness) {
                    message = format!("{}:{line}: {message}", path.value);
                    at = path.span.clone();
                }
            }
            Err(Fault { span: at, message })
        }
    }
}

fn read(folder: &Path, path: &Located<String>) -> Result<Vec<u8>, Fault> {
    fs::read(folder.join(&path.value)).map_err(|error| Fault {
        span: path.span.clone(),
        message: format!("cannot read `{}`: {error}", path.value),
    })
}
