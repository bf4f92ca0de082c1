//! Making the cases side by side, with a bar on a terminal.

use super::BUDGET;
use crate::build::{Progress, Recipe};
use crate::cli::table;
use crate::package::case::{self, Made};
use crate::package::lock::Lock;
use crate::package::stock::{self, Reuse, Stock};
use crate::plan::{Case, Plan, Source, Span};
use crate::reach;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use rayon::prelude::*;
use std::path::Path;

/// The constructed witnesses that the cases need, and why some cannot be had.
pub(super) fn fill_stock(
    cases: &[Case<'_>],
    folder: &Path,
    lock: &Lock,
    reuse: Reuse,
) -> (Stock, Vec<case::Fault>) {
    let mut wanted: Vec<(Recipe, Span)> = Vec::new();
    for case in cases {
        if let (Source::Build(build), Some(size)) = (&case.test.source, case.size) {
            let recipe = build.recipe(size);
            if !wanted.iter().any(|(known, _)| *known == recipe) {
                wanted.push((recipe, build.span.clone()));
            }
        }
    }
    let bars = MultiProgress::new();
    let entries: Vec<_> = wanted
        .par_iter()
        .map(|(recipe, _)| {
            let bar = bars.add(bar(0, &format!("places of the {0}x{0} tower", recipe.size)));
            let progress = |Progress { done, of }: Progress| {
                bar.set_length(of as u64);
                bar.set_position(done as u64);
            };
            let entry = stock::obtain(recipe, folder, lock, reuse, &progress);
            bar.finish_and_clear();
            entry
        })
        .collect();
    let (mut stock, mut faults) = (Stock::default(), Vec::new());
    for ((recipe, span), entry) in wanted.into_iter().zip(entries) {
        match entry {
            Ok(entry) => stock.add(&recipe, entry),
            Err(error) => {
                let message = format!("n = {}: {error}", recipe.size);
                faults.push(case::Fault { span, message });
            }
        }
    }
    (stock, faults)
}

fn bar(length: u64, unit: &str) -> ProgressBar {
    let bar = ProgressBar::new(length);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}") {
        bar.set_style(style);
    }
    bar.with_message(unit.to_owned())
}

/// Makes the cases side by side; the order of the results is that of the cases.
pub(super) fn make_all(
    plan: &Plan,
    cases: &[Case<'_>],
    folder: &Path,
    stock: &Stock,
) -> Vec<Result<Made, case::Fault>> {
    let bar = bar(cases.len() as u64, "tests");
    let table = table::of_user();
    let cores = reach::Cores::new(rayon::current_num_threads());
    let options = reach::Options {
        budget: BUDGET,
        table: Some(&table),
        cores: Some(&cores),
        ..reach::Options::default()
    };
    let made = cases
        .par_iter()
        .map(|one| {
            let made = case::make(&plan.seed, one, folder, stock, &options);
            bar.inc(1);
            made
        })
        .collect();
    bar.finish_and_clear();
    made
}
