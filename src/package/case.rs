//! One case of the plan, made and proved.

use crate::game::Ledger;
use crate::input::{self, State};
use crate::plan::{Case, Group, Located, Play, Source, Span};
use crate::policy::{self, Ended, Limits, StateFacts};
use crate::reach;
use crate::seed::Stream;
use crate::validate::{self, Verdict};
use crate::witness::{self, Verified, Witness};
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
    options: &reach::Options<'_>,
) -> Result<Made, Fault> {
    let fault = |message: String| Fault { span: case.test.span.clone(), message };
    let witness = match &case.test.source {
        Source::Play(play) => simulate(plan_seed, case, play)?,
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
    let fault = |message: String| Fault { span: play.span.clone(), message };
    let Some(size) = case.size else {
        return Err(fault("a simulated game needs `size` or `sizes`".to_owned()));
    };
    // No name has a slash, so a salted stream is no other test's.
    let label = if play.salt.is_empty() {
        case.test.name.clone()
    } else {
        format!("{}/{}", case.test.name, play.salt)
    };
    let mut ended_early = 0;
    for attempt in 0..play.attempts {
        let mut stream = Stream::derive(plan_seed, &label, size, case.index, attempt);
        let limits = Limits::default();
        let game = policy::play(size, play.policy, play.births, &play.until, &mut stream, limits);
        match game.ended {
            Ended::Satisfied if case.test.require.holds(&game.facts()) => {
                return Ok(game.witness());
            }
            Ended::Satisfied => {}
            Ended::GameOver | Ended::MoveLimit => ended_early += 1,
        }
    }
    let mut message =
        format!("none of {} games for `{}` came to {}", play.attempts, case.name, play.until);
    if ended_early < play.attempts {
        message = format!("{message} with {}", case.test.require);
    }
    Err(fault(message))
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
