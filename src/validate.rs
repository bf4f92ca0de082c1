//! The verdict on one input: its format, the statement's limits, and whether a game reaches it.
//!
//! The order is fixed: the text, the arithmetic of board and score, the necessary conditions that
//! are cheap, then the witness at hand, and only without one a search.

use crate::game::board::tile_value;
use crate::game::ledger::LedgerError;
use crate::game::{Board, Ledger};
use crate::input::{self, State};
use crate::reach::{self, Decision};
use crate::witness::{self, Totals, Verified, Witness, format};
use std::fmt;

/// The most bytes of a witness file that are read.
pub const MAX_WITNESS_BYTES: u64 = 1 << 28;

/// What is said of an input in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Within the format and the limits, and proved reachable.
    Valid,
    /// Not an input of the problem; the fault says why.
    Invalid,
    /// Nothing was found against it, but no game that reaches it either.
    Undecided,
}

impl Verdict {
    /// The word that is printed.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Valid => "valid",
            Self::Invalid => "invalid",
            Self::Undecided => "undecided",
        }
    }
}

/// How reachability was settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reachability {
    /// By the witness at hand.
    Witness,
    /// By a witness that a search found.
    Search,
    /// By a complete enumeration of the small boards, a witness found included.
    Exact,
    /// No game reaches the state.
    Unreachable,
    /// Neither a game nor a reason against one was found.
    Undecided,
    /// Not looked at, because an earlier rule failed.
    Unchecked,
}

impl Reachability {
    /// The word that is printed.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Witness => "witness",
            Self::Search => "search",
            Self::Exact => "exact",
            Self::Unreachable => "unreachable",
            Self::Undecided => "undecided",
            Self::Unchecked => "unchecked",
        }
    }
}

/// Which text a fault's place is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The input: line, column and width in bytes.
    Input(usize, usize, usize),
    /// The witness: line and column.
    Witness(usize, usize),
    /// The state as a whole.
    Nowhere,
}

/// Why an input is not valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The rule id.
    pub rule: &'static str,
    /// What is wrong: lower case, no full stop.
    pub message: String,
    /// Where.
    pub place: Place,
    /// What to do about it.
    pub help: Option<&'static str>,
}

impl Fault {
    /// A text that is no input.
    #[must_use]
    pub fn of_text(fault: input::Fault) -> Self {
        Self {
            rule: fault.rule.id(),
            place: Place::Input(fault.line, fault.column, fault.width),
            help: fault.rule.help(),
            message: fault.message,
        }
    }

    /// A score that no game has on this board; its place is the line of the score.
    #[must_use]
    pub fn of_score(state: &State, error: &LedgerError) -> Self {
        let line = state.board.size().side() + 2;
        Self {
            rule: error.id(),
            message: error.to_string(),
            place: Place::Input(line, 1, state.score.to_string().len()),
            help: None,
        }
    }
}

/// The verdict on an input, with all that was found on the way.
#[derive(Clone, Debug)]
pub struct Report {
    /// What is said in the end.
    pub verdict: Verdict,
    /// How reachability was settled.
    pub reachability: Reachability,
    /// Why the input is invalid or undecided.
    pub fault: Option<Fault>,
    /// The state, if the text gives one.
    pub state: Option<State>,
    /// Its totals, if board and score agree.
    pub ledger: Option<Ledger>,
    /// The proof, the one at hand or the one found.
    pub proof: Option<Proof>,
    /// What the search did, if there was one.
    pub search: Option<reach::Report>,
}

impl Default for Report {
    fn default() -> Self {
        Self::new()
    }
}

impl Report {
    /// What is known of an input before anything is looked at.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            verdict: Verdict::Invalid,
            reachability: Reachability::Unchecked,
            fault: None,
            state: None,
            ledger: None,
            proof: None,
            search: None,
        }
    }
}

/// A witness and what the checker made of it.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The witness.
    pub witness: Witness,
    /// The state it proves.
    pub verified: Verified,
}

/// Gives the verdict on an input.
///
/// A witness that fails, or proves another state, makes the input invalid: it is never replaced
/// by a search.
#[must_use]
pub fn validate(text: &[u8], witness: Option<&[u8]>, options: &reach::Options<'_>) -> Report {
    let mut report = Report::new();
    let state = match input::parse(text) {
        Ok(state) => state,
        Err(fault) => {
            report.fault = Some(Fault::of_text(fault));
            return report;
        }
    };
    report.state = Some(state);
    let ledger = match Ledger::of(&state.board, state.score) {
        Ok(ledger) => ledger,
        Err(error) => {
            report.reachability = Reachability::Unreachable;
            report.fault = Some(Fault::of_score(&state, &error));
            return report;
        }
    };
    report.ledger = Some(ledger);
    settle(&mut report, &state, &ledger, witness, options);
    report
}

/// Settles reachability for a state whose arithmetic holds.
fn settle(
    report: &mut Report,
    state: &State,
    ledger: &Ledger,
    witness: Option<&[u8]>,
    options: &reach::Options<'_>,
) {
    let refuted = |report: &mut Report, refutation: &reach::Refutation| {
        report.verdict = Verdict::Invalid;
        report.reachability = Reachability::Unreachable;
        report.fault = Some(Fault {
            rule: refutation.id(),
            message: refutation.to_string(),
            place: Place::Nowhere,
            help: None,
        });
    };
    if let Err(refutation) = reach::refute(&state.board, ledger) {
        return refuted(report, &refutation);
    }
    if let Some(text) = witness {
        match prove(text, &state.board, state.score) {
            Ok(proof) => accept(report, proof, Reachability::Witness),
            Err(fault) => report.fault = Some(fault),
        }
        return;
    }
    let decision = reach::decide(&state.board, state.score, options);
    let (Decision::Reachable { report: search, .. }
    | Decision::Unreachable { report: search, .. }
    | Decision::Undecided { report: search }) = &decision;
    report.search = Some(search.clone());
    match decision {
        Decision::Reachable { witness, .. } => match witness::check(&witness) {
            Ok(verified) if proves(&verified, &state.board, state.score) => {
                let exact = reach::is_exact(state.board.size(), options);
                let how = if exact { Reachability::Exact } else { Reachability::Search };
                accept(report, Proof { witness, verified }, how);
            }
            // The search is not trusted: what it cannot prove it has not found.
            Ok(_) | Err(_) => undecided(report, "the search found a game that does not check"),
        },
        Decision::Unreachable { refutation, .. } => refuted(report, &refutation),
        Decision::Undecided { report: search } => undecided(report, &search.to_string()),
    }
}

fn accept(report: &mut Report, proof: Proof, how: Reachability) {
    report.verdict = Verdict::Valid;
    report.reachability = how;
    report.proof = Some(proof);
}

fn undecided(report: &mut Report, reason: &str) {
    report.verdict = Verdict::Undecided;
    report.reachability = Reachability::Undecided;
    report.fault = Some(Fault {
        rule: "undecided",
        message: format!(
            "neither a game that reaches the state nor a reason against one: {reason}"
        ),
        place: Place::Nowhere,
        help: Some("give it a witness, a longer `--budget`, or pass `--allow-undecided`"),
    });
}

/// Whether a verified witness ends on this state.
fn proves(verified: &Verified, board: &Board, score: u64) -> bool {
    verified.board() == board && verified.totals().score == score
}

/// Where the proved board first differs from the one asked for.
fn other_cell(proved: &Board, asked: &Board) -> String {
    let n = asked.size().side();
    let differs = |&cell: &usize| proved.rank(cell) != asked.rank(cell);
    let cell = (0..asked.size().cells()).find(differs).unwrap_or(0);
    let tile = |board: &Board| tile_value(board.rank(cell));
    format!(
        "the witness proves another board: with {} in row {}, column {}, not {}",
        tile(proved),
        cell / n + 1,
        cell % n + 1,
        tile(asked)
    )
}

/// Reads and checks a witness that is to prove this state.
///
/// # Errors
/// The fault of the witness, with its line and step, rule id `witness-…`.
pub fn prove(text: &[u8], board: &Board, score: u64) -> Result<Proof, Fault> {
    let fault = |rule, line, column, message: &dyn fmt::Display| Fault {
        rule,
        message: format!("the witness proves nothing: {message}"),
        place: Place::Witness(line, column),
        help: None,
    };
    if text.len() as u64 > MAX_WITNESS_BYTES {
        let message = format!("it is longer than {MAX_WITNESS_BYTES} bytes");
        return Err(fault("witness-limit", 1, 1, &message));
    }
    let witness = Witness::parse(text)
        .map_err(|error| fault(error.kind.id(), error.line, error.column, &error.kind))?;
    let verified = witness::check(&witness).map_err(|error| {
        let line = format::line_of(text, error.rule, error.step);
        fault(error.reason.id(), line, 1, &error)
    })?;
    if proves(&verified, board, score) {
        return Ok(Proof { witness, verified });
    }
    let Totals { score: found, .. } = verified.totals();
    let message = if verified.board() == board {
        format!("the witness proves this board with score {found}, not {score}")
    } else if verified.board().size() == board.size() {
        other_cell(verified.board(), board)
    } else {
        format!("the witness proves a board of side {}", verified.board().size())
    };
    let line = format::line_of(text, witness.rules.len(), None);
    Err(Fault { rule: "witness-other-state", message, place: Place::Witness(line, 1), help: None })
}
