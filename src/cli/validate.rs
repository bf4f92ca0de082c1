//! `game-moves validate`: hold inputs against the statement's limits, reachability included.

use super::output::{self, Failure};
use super::paths::{self, Source};
use super::{FINE, REJECTED, UNUSABLE, faults, interrupt, kattis, table};
use crate::duration;
use crate::package;
use crate::reach;
use crate::report::{self, Diagnostic, Severity, explain};
use crate::validate::{self, Fault, Place, Report, Verdict};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde::Serialize;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

/// Options of `validate`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Exit status: 0 all valid, 1 an input is invalid or undecided, 2 usage or \
I/O. With --kattis: 42 valid, 43 invalid, 1 anything else. A search takes at most 512 MB of memory, \
one for each of --jobs; the table of the 3x3 game takes 100 MB once, and 20 MB in the cache folder.")]
pub struct Args {
    /// Files, folders (every `*.in` below them) or `-` for stdin; the plan's data without any
    paths: Vec<PathBuf>,

    /// The witness of the one input given, instead of the file beside it
    #[arg(long, value_name = "FILE")]
    witness: Option<PathBuf>,

    /// How long to search for a game that reaches a state without a witness; `0s` not at all
    #[arg(long, value_name = "DURATION", default_value = "10s", value_parser = duration::parse)]
    budget: Duration,

    /// Let undecided inputs pass; their verdict stays `undecided`
    #[arg(long)]
    allow_undecided: bool,

    /// Store each witness that was found beside its input
    #[arg(long)]
    write_witness: bool,

    /// Judge one input for the Kattis problem tools: 42 accepts, 43 rejects
    #[arg(long, conflicts_with_all = ["json", "write_witness"])]
    kattis: bool,

    /// Draw each board, and show its arithmetic, each condition with its numbers, what the search
    /// did and the last moves of the game
    #[arg(long, conflicts_with_all = ["json", "kattis"])]
    explain: bool,

    /// Print one JSON object a line
    #[arg(long)]
    json: bool,

    /// Name the valid inputs too, however many there are
    #[arg(short, long)]
    verbose: bool,

    /// The problem folder [default: ./problem, or . if it holds plan.toml]
    #[arg(long, value_name = "DIR")]
    problem: Option<PathBuf>,

    /// How many inputs are judged at a time [default: one a core]
    #[arg(long, value_name = "N", value_parser = paths::jobs)]
    jobs: Option<usize>,
}

/// Judges every input and returns the exit status.
///
/// # Errors
/// If an input or a witness cannot be read, or the request makes no sense.
pub fn run(args: &Args) -> Result<u8, Failure> {
    let sources = sources(args)?;
    if args.witness.is_some() && sources.len() != 1 {
        let message = format!("--witness goes with one input, not {}", sources.len());
        return Err(Failure::Usage(message));
    }
    if args.kattis && sources.len() != 1 {
        let message = format!("--kattis judges one input, not {}", sources.len());
        return Err(Failure::Usage(message));
    }
    if args.write_witness && sources.contains(&Source::Stdin) {
        let message = "--write-witness has no place for the witness of stdin".to_owned();
        return Err(Failure::Usage(message));
    }
    interrupt::watch();
    let judged = judge_all(args, &sources)?;
    if args.kattis {
        return Ok(kattis_status(args, &judged[0]));
    }
    if args.json {
        for one in &judged {
            let line = serde_json::to_string(&JsonLine::of(one)).unwrap_or_default();
            output::result(&format!("{line}\n"))?;
        }
    } else {
        print(args, &judged)?;
    }
    Ok(judged.iter().map(|one| one.status(args)).max().unwrap_or(FINE))
}

/// Judges the inputs side by side; the order of the results is theirs.
fn judge_all(args: &Args, sources: &[Source]) -> Result<Vec<Judged>, Failure> {
    let table = table::of_user();
    let bar = if sources.len() > 1 {
        ProgressBar::new(sources.len() as u64)
    } else {
        ProgressBar::hidden()
    };
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} inputs") {
        bar.set_style(style);
    }
    let judged = paths::with_jobs(args.jobs, || {
        // What files do not need another one's search may have.
        let cores = reach::Cores::new(rayon::current_num_threads());
        let options = reach::Options {
            budget: args.budget,
            table: Some(&table),
            cores: Some(&cores),
            ..reach::Options::default()
        };
        sources
            .par_iter()
            .map(|source| {
                let judged = judge(args, &options, source);
                bar.inc(1);
                judged.unwrap_or_else(|failure| Judged::unreadable(source, &failure))
            })
            .collect()
    });
    bar.finish_and_clear();
    judged
}

/// What `--kattis` without a path and the other modes read.
fn sources(args: &Args) -> Result<Vec<Source>, Failure> {
    if !args.paths.is_empty() {
        return paths::sources(&args.paths);
    }
    if args.kattis {
        return Ok(vec![Source::Stdin]);
    }
    let data = paths::problem_folder(args.problem.as_deref()).join("data");
    paths::sources(&[data])
}

/// An input and what was found.
struct Judged {
    source: Source,
    report: Report,
    /// The explanation, if it was asked for.
    explanation: String,
    /// The fault, with its place in the file that it is in.
    diagnostic: Option<Diagnostic>,
    /// Whether the input or its witness could be read.
    readable: bool,
}

impl Judged {
    /// An input that cannot be judged; the others still are.
    fn unreadable(source: &Source, failure: &Failure) -> Self {
        let fault = Fault {
            rule: "unreadable",
            message: failure.to_string(),
            place: Place::Nowhere,
            help: None,
        };
        let report = Report { fault: Some(fault), ..Report::new() };
        let diagnostic =
            report.fault.as_ref().map(|f| faults::diagnostic(f, &source.name(), b"", None));
        Self {
            source: source.clone(),
            report,
            explanation: String::new(),
            diagnostic,
            readable: false,
        }
    }

    /// What the input makes of the exit status.
    fn status(&self, args: &Args) -> u8 {
        match self.report.verdict {
            Verdict::Invalid if !self.readable => UNUSABLE,
            Verdict::Invalid => REJECTED,
            Verdict::Undecided if !args.allow_undecided => REJECTED,
            Verdict::Undecided | Verdict::Valid => FINE,
        }
    }
}

fn judge(args: &Args, options: &reach::Options<'_>, source: &Source) -> Result<Judged, Failure> {
    let text = source.read_input()?;
    let witness = match &args.witness {
        Some(path) => Some((path.clone(), paths::read_witness(path)?)),
        None if args.kattis => None,
        None => source.witness_beside()?,
    };
    let at_hand = witness.as_ref().map(|(_, text)| text.as_slice());
    let mut report = validate::validate(&text, at_hand, options);
    let at_hand = witness.as_ref().map(|(path, text)| (path.as_path(), text.as_slice()));
    let diagnose = |fault| faults::diagnostic(fault, &source.name(), &text, at_hand);
    let mut diagnostic = report.fault.as_ref().map(diagnose);
    if let (Verdict::Undecided, true, Some(passed)) =
        (report.verdict, args.allow_undecided, &mut diagnostic)
    {
        passed.severity = Severity::Warning;
        passed.help = None;
    }
    let explanation = if args.explain { explain(&report) } else { String::new() };
    // Thousands of inputs are judged in one go: of each only the verdict is kept.
    let proof = report.proof.take();
    if let (true, None, Some(proof), Some(beside)) =
        (args.write_witness, &witness, proof, source.beside())
    {
        package::write::replace(&beside, proof.witness.to_string().as_bytes())
            .map_err(|error| Failure::io("write", &beside, error))?;
    }
    Ok(Judged { source: source.clone(), report, explanation, diagnostic, readable: true })
}

/// The board, the arithmetic, the conditions, the search and the end of the game, as far as the
/// input got.
fn explain(report: &Report) -> String {
    let mut out = String::new();
    let Some(state) = &report.state else { return out };
    let Some(ledger) = &report.ledger else {
        return report::picture::grid(&state.board);
    };
    out.push_str(&explain::arithmetic(&state.board, ledger));
    out.push_str(&explain::conditions(&reach::conditions(&state.board, ledger)));
    if let Some(search) = &report.search {
        out.push_str(&explain::search(search));
    }
    if let Some(proof) = &report.proof {
        out.push_str(&explain::outline(&proof.witness));
    }
    out
}

fn kattis_status(args: &Args, judged: &Judged) -> u8 {
    if let Some(diagnostic) = &judged.diagnostic {
        output::message(&diagnostic.render());
    }
    match judged.report.verdict {
        Verdict::Valid => kattis::ACCEPT,
        Verdict::Invalid if judged.readable => kattis::REJECT,
        Verdict::Undecided if args.allow_undecided => kattis::ACCEPT,
        Verdict::Invalid | Verdict::Undecided => kattis::FAULT,
    }
}

fn print(args: &Args, judged: &[Judged]) -> Result<(), Failure> {
    let mut lines = String::new();
    for one in judged {
        if let Some(diagnostic) = &one.diagnostic {
            output::message(&diagnostic.render());
        }
        let valid = one.report.verdict == Verdict::Valid;
        if !valid || args.verbose || args.explain || judged.len() == 1 {
            lines.push_str(&verdict_line(one));
            lines.push_str(&one.explanation);
        }
    }
    if judged.len() > 1 {
        let count = |verdict| judged.iter().filter(|one| one.report.verdict == verdict).count();
        let _ = writeln!(
            lines,
            "{} inputs: {} valid, {} invalid, {} undecided",
            judged.len(),
            count(Verdict::Valid),
            count(Verdict::Invalid),
            count(Verdict::Undecided)
        );
    }
    output::result(&lines)
}

fn verdict_line(one: &Judged) -> String {
    let mut line = format!("{}: {}", one.source.name(), one.report.verdict.word());
    if one.report.verdict == Verdict::Undecided {
        line.push('\n');
        return line;
    }
    if let Some(fault) = &one.report.fault {
        let _ = write!(line, " ({})", fault.rule);
    } else if let Some(ledger) = &one.report.ledger {
        let side = one.report.state.map_or(0, |state| state.board.size().side());
        let _ = write!(
            line,
            ", n {side}, score {}, {}, {}, reachable ({})",
            ledger.score,
            report::count(ledger.moves, "move"),
            report::count(ledger.fours, "four"),
            one.report.reachability.word()
        );
    }
    line.push('\n');
    line
}

/// One line of `--json`; what does not apply is null.
#[derive(Serialize)]
struct JsonLine<'a> {
    path: String,
    verdict: &'static str,
    rule: Option<&'static str>,
    message: Option<&'a str>,
    line: Option<usize>,
    column: Option<usize>,
    n: Option<usize>,
    score: Option<u64>,
    moves: Option<u64>,
    fours: Option<u64>,
    reachability: &'static str,
}

impl<'a> JsonLine<'a> {
    fn of(one: &'a Judged) -> Self {
        let report = &one.report;
        let fault = report.fault.as_ref();
        let place = fault.and_then(|fault| match fault.place {
            Place::Input(line, column, _) | Place::Witness(line, column) => Some((line, column)),
            Place::Nowhere => None,
        });
        Self {
            path: one.source.name(),
            verdict: report.verdict.word(),
            rule: fault.map(|fault| fault.rule),
            message: fault.map(|fault| fault.message.as_str()),
            line: place.map(|(line, _)| line),
            column: place.map(|(_, column)| column),
            n: report.state.map(|state| state.board.size().side()),
            score: report.state.map(|state| state.score),
            moves: report.ledger.map(|ledger| ledger.moves),
            fours: report.ledger.map(|ledger| ledger.fours),
            reachability: report.reachability.word(),
        }
    }
}
