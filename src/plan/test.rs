//! One `[[test]]`: where its states come from, and how it expands.

use super::check::{Faults, check_name, located};
use super::condition::condition;
use super::{Build, Expansion, Group, MAX_COUNT, Ranks, Source, Test, raw};
use crate::build::Fours;
use crate::game::Size;
use crate::input;
use crate::policy::Condition;
use toml::Spanned;

impl Faults {
    pub(super) fn test(&mut self, raw: raw::Test) -> Option<Test> {
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
}
