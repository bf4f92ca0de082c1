//! How long the committed plan takes: making its cases, then validating its data.
//!
//! Prints `gen cases=… ms=…` and `validate files=… ms=…`, medians of five runs on all cores.

use game_moves::package::stock::{self, Reuse, Stock};
use game_moves::package::{case, data, lock};
use game_moves::reach::Options;
use game_moves::validate::{Verdict, validate};
use game_moves::{input, plan};
use rayon::prelude::*;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("problem");
    let text = fs::read_to_string(folder.join("plan.toml")).expect("the plan is there");
    let plan = plan::parse(&text).expect("the plan makes sense");
    let cases = plan::expand(&plan);
    let lock = data::read_lock(&folder, lock::Kind::Problem).expect("the lock makes sense");
    let mut stock = Stock::default();
    for case in &cases {
        if let (plan::Source::Build(build), Some(size)) = (&case.test.source, case.size) {
            let recipe = build.recipe(size);
            let entry = stock::obtain(&recipe, &folder, &lock, Reuse::Verified, &|_| {});
            stock.add(&recipe, entry.expect("it is in stock"));
        }
    }
    let options = Options::default();
    let (made, time) = median(|| {
        cases
            .par_iter()
            .map(|one| {
                case::make(&plan.seed, one, &folder, &stock, &options).expect("the case is made")
            })
            .count()
    });
    report(&format!("gen cases={made} ms={}", time.as_millis()));
    let files = inputs(&folder.join("data"));
    let (valid, time) = median(|| {
        files
            .par_iter()
            .filter(|path| {
                let text = input::read(fs::File::open(path).expect("it opens")).expect("it reads");
                let witness = fs::read(path.with_extension("witness")).expect("it is proved");
                validate(&text, Some(&witness), &options).verdict == Verdict::Valid
            })
            .count()
    });
    assert_eq!(valid, files.len());
    report(&format!("validate files={valid} ms={}", time.as_millis()));
}

fn inputs(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the data are there");
    entries
        .map(|entry| entry.expect("it is listed").path())
        .flat_map(|path| if path.is_dir() { inputs(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|ending| ending == "in"))
        .collect()
}

fn median<T>(work: impl Fn() -> T) -> (T, Duration) {
    let mut times = Vec::new();
    let mut last = None;
    for _ in 0..5 {
        let start = Instant::now();
        last = Some(work());
        times.push(start.elapsed());
    }
    times.sort();
    (last.expect("it ran"), times[2])
}

#[allow(clippy::print_stdout, reason = "a benchmark prints its figures")]
fn report(line: &str) {
    println!("{line}");
}
