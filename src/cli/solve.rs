//! `game-moves solve`: answer inputs.

use super::output::{self, Failure};
use super::paths::{self, Source};
use super::{FINE, REJECTED, faults};
use crate::game::Ledger;
use crate::input::{self, State};
use crate::report::Diagnostic;
use crate::report::explain;
use crate::validate::{self, Fault};
use serde::Serialize;
use std::path::PathBuf;

/// Options of `solve`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Exit status: 0 all answered, 1 an input has no answer, 2 usage or I/O.")]
pub struct Args {
    /// Files, folders (every `*.in` below them) or `-`; stdin without any
    paths: Vec<PathBuf>,

    /// Show the sums, the formula with its numbers, and how the state arises
    #[arg(long, conflicts_with = "json")]
    explain: bool,

    /// The witness of the one input given, instead of the file beside it
    #[arg(long, value_name = "FILE", requires = "explain", conflicts_with = "json")]
    witness: Option<PathBuf>,

    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
}

/// Answers every input and returns the exit status.
///
/// # Errors
/// If an input cannot be read, or the request makes no sense.
pub fn run(args: &Args) -> Result<u8, Failure> {
    let sources =
        if args.paths.is_empty() { vec![Source::Stdin] } else { paths::sources(&args.paths)? };
    if args.witness.is_some() && sources.len() != 1 {
        let message = format!("--witness goes with one input, not {}", sources.len());
        return Err(Failure::Usage(message));
    }
    let single = sources.len() == 1 && !args.paths.iter().any(|path| path.is_dir());
    let mut status = FINE;
    for source in &sources {
        let text = source.read_input()?;
        match answer(&text) {
            Err(fault) => {
                let diagnostic = faults::diagnostic(&fault, &source.name(), &text, None);
                output::message(&diagnostic.render());
                status = REJECTED;
                if args.json {
                    let line = JsonRejection::of(source.name(), &diagnostic);
                    let line = serde_json::to_string(&line).unwrap_or_default();
                    output::result(&format!("{line}\n"))?;
                }
            }
            Ok((state, ledger)) if args.explain => {
                if !single {
                    output::result(&format!("{}\n", source.name()))?;
                }
                if let Some(fault) = explain_one(args, source, &state, &ledger)? {
                    output::message(&fault.render());
                    status = REJECTED;
                }
            }
            Ok((_, ledger)) if args.json => {
                let line = JsonLine::of(source.name(), &ledger);
                let line = serde_json::to_string(&line).unwrap_or_default();
                output::result(&format!("{line}\n"))?;
            }
            Ok((_, ledger)) if single => output::result(&format!("{}\n", ledger.moves))?,
            Ok((_, ledger)) => {
                output::result(&format!("{}: {}\n", source.name(), ledger.moves))?;
            }
        }
    }
    Ok(status)
}

/// The state and its totals, or why there is no answer.
fn answer(text: &[u8]) -> Result<(State, Ledger), Fault> {
    let state = input::parse(text).map_err(Fault::of_text)?;
    let ledger =
        Ledger::of(&state.board, state.score).map_err(|error| Fault::of_score(&state, &error))?;
    Ok((state, ledger))
}

/// Prints the explanation; a witness at hand that fails is returned as a diagnostic.
fn explain_one(
    args: &Args,
    source: &Source,
    state: &State,
    ledger: &Ledger,
) -> Result<Option<Diagnostic>, Failure> {
    output::result(&explain::arithmetic(&state.board, ledger))?;
    let at_hand = match &args.witness {
        Some(path) => Some((path.clone(), paths::read_witness(path)?)),
        None => source.witness_beside()?,
    };
    let Some((path, text)) = at_hand else { return Ok(None) };
    match validate::prove(&text, &state.board, state.score) {
        Ok(proof) => {
            output::result(&explain::outline(&proof.witness))?;
            Ok(None)
        }
        Err(fault) => {
            let at_hand = Some((path.as_path(), text.as_slice()));
            Ok(Some(faults::diagnostic(&fault, &source.name(), b"", at_hand)))
        }
    }
}

/// One line of `--json`.
#[derive(Serialize)]
struct JsonLine {
    path: String,
    moves: u64,
    tile_sum: u64,
    fours: u64,
    score: u64,
}

/// The line of `--json` of an input without an answer.
#[derive(Serialize)]
struct JsonRejection<'a> {
    path: String,
    moves: Option<u64>,
    rule: Option<&'a str>,
    message: &'a str,
    line: Option<usize>,
    column: Option<usize>,
}

impl<'a> JsonRejection<'a> {
    fn of(path: String, diagnostic: &'a Diagnostic) -> Self {
        let Diagnostic { rule, message, place, .. } = diagnostic;
        Self {
            path,
            moves: None,
            rule: rule.as_deref(),
            message,
            line: place.map(|(line, _)| line),
            column: place.map(|(_, column)| column),
        }
    }
}

impl JsonLine {
    const fn of(path: String, ledger: &Ledger) -> Self {
        let Ledger { moves, tile_sum, fours, score, .. } = *ledger;
        Self { path, moves, tile_sum, fours, score }
    }
}
