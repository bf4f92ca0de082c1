//! From the file's text to a plan whose every part makes sense, or to faults with their places.

use super::figure::{self, Figure};
use super::{Located, MAX_NAME, Plan, Span, VERSION, expand};
use super::{problem, raw};
use crate::game::Size;
use crate::limits::{MAX_SIDE, MIN_SIDE};
use std::collections::HashMap;
use toml::Spanned;

/// Something in the plan that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where.
    pub span: Span,
    /// What: lower case, no full stop.
    pub message: String,
}

/// Reads a plan.
///
/// # Errors
/// Every fault in it, by place; one alone if the text is no TOML or has unknown or missing keys.
pub fn parse(text: &str) -> Result<Plan, Vec<Fault>> {
    let syntax = |error: toml::de::Error| {
        let span = error.span().unwrap_or(0..0);
        let message = plain_words(error.message());
        vec![Fault { span, message }]
    };
    let version: raw::VersionOnly = toml::from_str(text).map_err(syntax)?;
    match version.version {
        Some(version) if version.get_ref().as_integer() != Some(VERSION) => {
            let message = format!(
                "the plan is of version {}, expected {VERSION}",
                version.get_ref().to_string().trim()
            );
            return Err(vec![Fault { span: version.span(), message }]);
        }
        Some(_) | None => {}
    }
    let raw: raw::Plan = toml::from_str(text).map_err(syntax)?;
    let mut faults = Faults(Vec::new());
    if raw.tests.is_empty() {
        faults.add(0..0, "the plan has no tests");
    }
    let tests = raw.tests.into_iter().filter_map(|test| faults.test(test)).collect();
    let needs = faults.needs(raw.coverage);
    let figures = faults.figures(raw.figures);
    let problem = raw.problem.map(problem::check).transpose();
    let problem = problem.map_err(|found| faults.0.extend(found)).unwrap_or_default();
    let limits = faults.limits(&raw.limits);
    let submissions = raw.submissions.into_iter().filter_map(|one| faults.submission(one));
    let submissions = submissions.collect();
    let seed = raw.seed.into_inner();
    let plan = Plan { seed, tests, needs, figures, problem, limits, submissions };
    faults.names(&plan);
    faults.kills(&plan);
    faults.0.sort_by_key(|fault| fault.span.start);
    if faults.0.is_empty() { Ok(plan) } else { Err(faults.0) }
}

/// The parser's message on one line and without the names of the program's types.
fn plain_words(message: &str) -> String {
    let mut message = message.trim_end().replace('\n', ", ");
    for (word, plain) in [
        (" as i128", ""),
        (" as i64", ""),
        ("expected i64", "expected a whole number"),
        ("expected u64", "expected a whole number, 0 or more"),
        ("expected u8", "expected a whole number, 0 to 255"),
        ("expected f64", "expected a number"),
        ("expected struct Test", "expected a table"),
        ("expected struct Play", "expected a table"),
        ("expected struct Build", "expected a table"),
        ("expected struct Condition", "expected a table"),
        ("expected struct Coverage", "expected a table"),
        ("expected struct Need", "expected a table"),
        ("expected struct Figure", "expected a table"),
        ("expected struct Problem", "expected a table"),
        ("expected struct Limits", "expected a table"),
        ("expected struct Submission", "expected a table"),
        ("`$__toml_private_datetime`", "with a date"),
    ] {
        message = message.replace(word, plain);
    }
    message
}

/// The faults found so far.
pub(super) struct Faults(Vec<Fault>);

impl Faults {
    pub(super) fn add(&mut self, span: Span, message: impl Into<String>) {
        self.0.push(Fault { span, message: message.into() });
    }

    pub(super) fn size(&mut self, raw: &Spanned<i64>) -> Option<Size> {
        let size = usize::try_from(*raw.get_ref()).ok().and_then(Size::new);
        if size.is_none() {
            let message =
                format!("the size is {}, expected {MIN_SIDE} to {MAX_SIDE}", raw.get_ref());
            self.add(raw.span(), message);
        }
        size
    }

    pub(super) fn sizes(&mut self, raw: &Spanned<Vec<Spanned<i64>>>) -> Vec<Size> {
        if raw.get_ref().is_empty() {
            self.add(raw.span(), "the list of sizes is empty");
        }
        let mut sizes = Vec::new();
        for one in raw.get_ref() {
            if let Some(size) = self.size(one) {
                if sizes.contains(&size) {
                    self.add(one.span(), format!("the size {size} is listed twice"));
                }
                sizes.push(size);
            }
        }
        sizes
    }

    /// A whole number from 1 to `max`.
    pub(super) fn number(&mut self, what: &str, raw: &Spanned<i64>, max: u32) -> Option<u32> {
        let number = u32::try_from(*raw.get_ref()).ok().filter(|n| (1..=max).contains(n));
        if number.is_none() {
            let message = format!("{what} is {}, expected 1 to {max}", raw.get_ref());
            self.add(raw.span(), message);
        }
        number
    }

    /// Files are named inside the problem folder.
    pub(super) fn inside(&mut self, path: &Located<String>) {
        let plain =
            |part: std::path::Component<'_>| matches!(part, std::path::Component::Normal(_));
        let value = std::path::Path::new(&path.value);
        if path.value.is_empty() || !value.components().all(plain) {
            let message = format!(
                "the path `{}` must stay inside the problem folder",
                path.value.escape_debug()
            );
            self.add(path.span.clone(), message);
        }
    }

    fn figures(&mut self, raw: Vec<raw::Figure>) -> Vec<Figure> {
        let mut figures: Vec<Figure> = Vec::new();
        for one in raw {
            match figure::check(one) {
                Ok(figure) if figures.iter().any(|other| other.name == figure.name) => {
                    self.add(figure.span, format!("two figures have the name `{}`", figure.name));
                }
                Ok(figure) => figures.push(figure),
                Err(fault) => self.0.push(fault),
            }
        }
        figures
    }

    /// No two cases have one name.
    fn names(&mut self, plan: &Plan) {
        let mut seen: HashMap<String, usize> = HashMap::new();
        for case in expand(plan) {
            let start = case.test.span.start;
            match seen.insert(case.name.clone(), start) {
                Some(earlier) if earlier != start || case.index == 0 => {
                    self.add(
                        case.test.span.clone(),
                        format!("two tests have the name `{}`", case.name),
                    );
                }
                Some(_) | None => {}
            }
        }
    }
}

pub(super) fn located<T>(raw: Spanned<T>) -> Located<T> {
    let span = raw.span();
    Located { value: raw.into_inner(), span }
}

/// Whether this can name a test or a figure.
pub(super) fn check_name(name: &str) -> Result<(), String> {
    let plain = |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
    if (1..=MAX_NAME).contains(&name.len()) && name.bytes().all(plain) {
        return Ok(());
    }
    let name = name.escape_debug();
    Err(format!("the name `{name}` is not 1 to {MAX_NAME} of `a`-`z`, `0`-`9` and `-`"))
}
