//! From the file's text to a plan whose every part makes sense, or to faults with their places.

use super::coverage::{Kind, Need};
use super::figure::{self, Figure};
use super::{
    Build, DEFAULT_ATTEMPTS, Expansion, Group, Located, MAX_ATTEMPTS, MAX_COUNT, MAX_NAME, Plan,
    Play, Ranks, Source, Span, Test, VERSION, expand,
};
use super::{problem, raw};
use crate::build::Fours;
use crate::game::Size;
use crate::input;
use crate::limits::{MAX_SCORE, MAX_SIDE, MAX_TILE_RANK, MIN_SIDE};
use crate::policy::{Births, Condition, Order, Policy, Range, Until};
use crate::seed::Probability;
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

    fn test(&mut self, raw: raw::Test) -> Option<Test> {
        let span = raw.name.span();
        let name = raw.name.get_ref().clone();
        if let Err(message) = check_name(&name) {
            self.add(span.clone(), message);
        }
        let group = match raw.group {
            raw::Group::Sample => Group::Sample,
            raw::Group::Secret => Group::Secret,
        };
        let require = raw.require.as_ref();
        let require = require.map_or_else(Condition::default, |c| condition(c.get_ref()));
        let written = usize::from(raw.state.is_some()) + usize::from(raw.file.is_some());
        let made = usize::from(raw.play.is_some()) + usize::from(raw.build.is_some());
        let (expansion, source) = match (written, made) {
            (1, 0) => (Expansion::Single, self.written(raw)?),
            (0, 1) => self.made(raw)?,
            _ => {
                self.add(span, "a test has exactly one of `state`, `file`, `play` and `build`");
                return None;
            }
        };
        Some(Test { name, span, group, expansion, source, require })
    }

    /// A state in the plan or in a file: one case of the size that it says itself.
    fn written(&mut self, raw: raw::Test) -> Option<Source> {
        for (key, span) in [
            ("size", raw.size.map(|size| size.span())),
            ("sizes", raw.sizes.map(|sizes| sizes.span())),
            ("count", raw.count.map(|count| count.span())),
        ] {
            if let Some(span) = span {
                self.add(span, format!("only a test that is made has `{key}`"));
            }
        }
        let witness = raw.witness.map(located).inspect(|witness| self.inside(witness));
        match (raw.state, raw.file) {
            (Some(state), _) => {
                Some(Source::State { state: self.state(&state)?, span: state.span(), witness })
            }
            (None, file) => {
                let path = file.map(located).inspect(|path| self.inside(path))?;
                Some(Source::File { path, witness })
            }
        }
    }

    /// A simulated game or a constructed extreme, of one size or expanding over several.
    fn made(&mut self, raw: raw::Test) -> Option<(Expansion, Source)> {
        if let Some(witness) = &raw.witness {
            self.add(witness.span(), "a test that is made carries its own witness");
        }
        match (&raw.size, &raw.sizes) {
            (None, None) => {
                self.add(raw.name.span(), "a test that is made needs `size` or `sizes`");
            }
            (Some(size), Some(_)) => self.add(size.span(), "a test has either `size` or `sizes`"),
            (Some(_), None) | (None, Some(_)) => {}
        }
        let size = raw.size.as_ref().and_then(|size| self.size(size));
        let expansion = self.expansion(raw.sizes.as_ref(), raw.count.as_ref());
        let source = match (raw.play, raw.build) {
            (Some(play), _) => self.play(play, size).map(Source::Play),
            (None, build) => self.build(build?, size).map(Source::Build),
        };
        Some((expansion?, source?))
    }

    fn build(&mut self, raw: Spanned<raw::Build>, size: Option<Size>) -> Option<Build> {
        let span = raw.span();
        let raw = raw.into_inner();
        let ranks = match raw.ranks.into_inner() {
            raw::Ranks::FullChain => Ranks::FullChain,
            raw::Ranks::Top => Ranks::Top,
            raw::Ranks::List(ranks) => Ranks::List(ranks),
        };
        let fours = match raw.fours.map(Spanned::into_inner) {
            None | Some(raw::Fours::Fewest) => Fours::Fewest,
            Some(raw::Fours::None) => Fours::None,
            Some(raw::Fours::All) => Fours::All,
            Some(raw::Fours::Exactly(number)) => Fours::Exactly(number),
        };
        let then = match raw.then {
            None => None,
            Some(then) => Some(self.play(then, size)?),
        };
        Some(Build { size, ranks, fours, then, span })
    }

    fn size(&mut self, raw: &Spanned<i64>) -> Option<Size> {
        let size = usize::try_from(*raw.get_ref()).ok().and_then(Size::new);
        if size.is_none() {
            let message =
                format!("the size is {}, expected {MIN_SIDE} to {MAX_SIDE}", raw.get_ref());
            self.add(raw.span(), message);
        }
        size
    }

    fn sizes(&mut self, raw: &Spanned<Vec<Spanned<i64>>>) -> Vec<Size> {
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

    fn expansion(
        &mut self,
        sizes: Option<&Spanned<Vec<Spanned<i64>>>>,
        count: Option<&Spanned<i64>>,
    ) -> Option<Expansion> {
        if sizes.is_none() && count.is_none() {
            return Some(Expansion::Single);
        }
        let sizes = sizes.map(|sizes| self.sizes(sizes)).unwrap_or_default();
        let count = count.map_or(Some(1), |count| self.number("the count", count, MAX_COUNT))?;
        Some(Expansion::Numbered { sizes, count })
    }

    fn state(&mut self, raw: &Spanned<String>) -> Option<input::State> {
        // A plan may be saved with the line ends of another system; TOML leaves them to us.
        let text = raw.get_ref().replace("\r\n", "\n");
        match input::parse(text.as_bytes()) {
            Ok(state) => Some(state),
            Err(fault) => {
                let message = format!(
                    "the state is no input: line {}, column {}: {}",
                    fault.line, fault.column, fault.message
                );
                self.add(raw.span(), message);
                None
            }
        }
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

    fn play(&mut self, raw: Spanned<raw::Play>, size: Option<Size>) -> Option<Play> {
        let span = raw.span();
        let raw = raw.into_inner();
        let policy = self.policy(&raw);
        let births = match &raw.births {
            None => Some(Births::default()),
            Some(births) => self.births(births),
        };
        let until = self.until(&raw.until);
        let attempts = match &raw.attempts {
            None => Some(DEFAULT_ATTEMPTS),
            Some(attempts) => self.number("`attempts`", attempts, MAX_ATTEMPTS),
        };
        Some(Play {
            size,
            policy: policy?,
            births: births?,
            until: until?,
            attempts: attempts?,
            salt: raw.salt,
            span,
        })
    }

    fn policy(&mut self, raw: &raw::Play) -> Option<Policy> {
        if let (Some(order), false) = (&raw.order, raw.policy == raw::Policy::Corner) {
            self.add(order.span(), "only the policy `corner` has an `order`");
        }
        if let (Some(depth), false) = (&raw.depth, raw.policy == raw::Policy::Expectimax) {
            self.add(depth.span(), "only the policy `expectimax` has a `depth`");
        }
        match raw.policy {
            raw::Policy::Uniform => Some(Policy::Uniform),
            raw::Policy::Greedy => Some(Policy::Greedy),
            raw::Policy::NoMerge => Some(Policy::NoMerge),
            raw::Policy::Corner => match &raw.order {
                None => Some(Policy::Corner(Order::default())),
                Some(order) => {
                    let parsed = Order::parse(order.get_ref());
                    if parsed.is_none() {
                        let message = "the order must have each of `L`, `R`, `U`, `D` once";
                        self.add(order.span(), message);
                    }
                    parsed.map(Policy::Corner)
                }
            },
            raw::Policy::Expectimax => match &raw.depth {
                None => Some(Policy::EXPECTIMAX),
                Some(depth) => {
                    let depth = self.number("the depth", depth, u32::from(Policy::MAX_DEPTH))?;
                    Some(Policy::Expectimax { depth: u8::try_from(depth).ok()? })
                }
            },
        }
    }

    fn births(&mut self, raw: &Spanned<raw::Births>) -> Option<Births> {
        match *raw.get_ref() {
            raw::Births::Usual => Some(Births::default()),
            raw::Births::AllTwos => Some(Births::AllTwos),
            raw::Births::AllFours => Some(Births::AllFours),
            raw::Births::Adversarial => Some(Births::Adversarial),
            raw::Births::Four(chance) => match Probability::new(chance) {
                Ok(chance) => Some(Births::Chance(chance)),
                Err(error) => {
                    self.add(raw.span(), error.to_string());
                    None
                }
            },
        }
    }

    fn until(&mut self, raw: &Spanned<raw::Until>) -> Option<Until> {
        Some(match raw.get_ref() {
            raw::Until::GameOver => Until::GameOver,
            raw::Until::Moves(moves) => Until::Moves(*moves),
            raw::Until::Score(score) if *score > MAX_SCORE => {
                self.add(raw.span(), format!("no score is above {MAX_SCORE}"));
                return None;
            }
            raw::Until::Score(score) => Until::Score(*score),
            raw::Until::Tile(tile) => {
                if !tile.is_power_of_two() || *tile < 2 || *tile > 1 << MAX_TILE_RANK {
                    let message = format!("no tile is {tile}: tiles are powers of two, 2 to 2^50");
                    self.add(raw.span(), message);
                    return None;
                }
                Until::Tile(*tile)
            }
            raw::Until::First(asked) => Until::First(condition(asked)),
        })
    }

    fn needs(&mut self, raw: raw::Coverage) -> Vec<Need> {
        let mut needs = Vec::new();
        if let Some(ranks) = raw.ranks {
            let raw::Range { min, max } = *ranks.get_ref();
            let rank =
                |value| u8::try_from(value).ok().filter(|&r| (1..=MAX_TILE_RANK).contains(&r));
            match (rank(min), rank(max)) {
                (Some(min), Some(max)) => needs.push(Need {
                    what: format!("every tile from 2^{min} to 2^{max}"),
                    span: ranks.span(),
                    kind: Kind::Ranks { min, max },
                }),
                _ => self.add(ranks.span(), format!("ranks go from 1 to {MAX_TILE_RANK}")),
            }
        }
        for need in raw.needs {
            let sizes = need.sizes.map(|sizes| self.sizes(&sizes)).unwrap_or_default();
            let at_least = match need.at_least {
                None => Some(1),
                Some(number) => self.number("`at-least`", &number, u32::MAX),
            };
            let condition = condition(&need.condition);
            needs.push(Need {
                span: need.what.span(),
                what: need.what.into_inner(),
                kind: Kind::States { sizes, condition, at_least: at_least.unwrap_or(1) },
            });
        }
        needs
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

fn condition(raw: &raw::Condition) -> Condition {
    let range = |range: Option<raw::Range>| range.map(|raw::Range { min, max }| Range { min, max });
    Condition {
        moves: range(raw.moves),
        score: range(raw.score),
        fours: range(raw.fours),
        empty: range(raw.empty),
        tile: range(raw.tile),
        dead: raw.dead,
        rounded: raw.rounded,
    }
}
