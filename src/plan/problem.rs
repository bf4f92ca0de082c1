//! `[problem]`: what packages say about the problem as a whole.

use super::check::Fault;
use super::{Span, raw};
use std::collections::BTreeMap;
use toml::Spanned;

/// The licenses that the package formats know.
pub const LICENSES: [&str; 7] =
    ["unknown", "public domain", "cc0", "cc by", "cc by-sa", "educational", "permission"];

/// Name, authors and rights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where it stands.
    pub span: Span,
    /// The name by language (`en`, `ko`); there is one in English.
    pub name: BTreeMap<String, String>,
    /// Tells the problem from all others, whatever their names.
    pub uuid: String,
    /// The authors, at least one.
    pub authors: Vec<String>,
    /// One of [`LICENSES`].
    pub license: String,
    /// Who has the rights.
    pub rights_owner: String,
}

impl Problem {
    /// The name in English.
    #[must_use]
    pub fn english(&self) -> &str {
        self.name.get("en").map_or("", String::as_str)
    }
}

/// Turns the table as read into one that packages can be made of.
///
/// # Errors
/// Everything in it that makes no sense.
pub(super) fn check(raw: Spanned<raw::Problem>) -> Result<Problem, Vec<Fault>> {
    let span = raw.span();
    let raw = raw.into_inner();
    let mut faults = Vec::new();
    let mut add = |span: Span, message: String| faults.push(Fault { span, message });
    if !raw.name.get_ref().contains_key("en") {
        add(raw.name.span(), "the problem needs a name in English, `en`".to_owned());
    }
    for (language, name) in raw.name.get_ref() {
        let letters = language.len() == 2 && language.bytes().all(|byte| byte.is_ascii_lowercase());
        if !letters || name.trim().is_empty() || name.contains(char::is_control) {
            let language = language.escape_debug();
            let message = format!("`{language}` is no language of two letters, or has no name");
            add(raw.name.span(), message);
        }
    }
    if !is_uuid(raw.uuid.get_ref()) {
        let message = "expected 32 hexadecimal digits in five groups, 8-4-4-4-12".to_owned();
        add(raw.uuid.span(), message);
    }
    // Importers split the text of legacy packages at these.
    let one = |author: &String| {
        let split = [",", "&", " and ", "<"].iter().any(|mark| author.contains(mark));
        !split && !author.trim().is_empty() && !author.contains(char::is_control)
    };
    if raw.authors.get_ref().is_empty() || !raw.authors.get_ref().iter().all(one) {
        let message = "expected one author or more, each without `,`, `&`, `<` or `and`".to_owned();
        add(raw.authors.span(), message);
    }
    if !LICENSES.contains(&raw.license.get_ref().as_str()) {
        add(raw.license.span(), format!("expected one of `{}`", LICENSES.join("`, `")));
    }
    if faults.is_empty() {
        Ok(Problem {
            span,
            name: raw.name.into_inner(),
            uuid: raw.uuid.into_inner(),
            authors: raw.authors.into_inner(),
            license: raw.license.into_inner(),
            rights_owner: raw.rights_owner,
        })
    } else {
        Err(faults)
    }
}

fn is_uuid(text: &str) -> bool {
    let groups: Vec<&str> = text.split('-').collect();
    groups.iter().map(|group| group.len()).eq([8, 4, 4, 4, 12])
        && groups.concat().bytes().all(|byte| byte.is_ascii_hexdigit())
}
