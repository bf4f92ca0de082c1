//! Faults of inputs and witnesses as diagnostics, in the file that they are in.

use crate::report::Diagnostic;
use crate::validate::{Fault, Place};
use std::path::Path;

/// The diagnostic of a fault of the input `name` with this text, or of the witness at hand.
pub(super) fn diagnostic(
    fault: &Fault,
    name: &str,
    text: &[u8],
    witness: Option<(&Path, &[u8])>,
) -> Diagnostic {
    let Fault { rule, message, place, help } = fault;
    let input = || Diagnostic::error(name, message.as_str());
    let diagnostic = match (*place, witness) {
        (Place::Input(line, column, width), _) => input().at(text, line, column, width),
        (Place::Witness(line, column), Some((path, text))) => {
            Diagnostic::error(path.display().to_string(), message.as_str())
                .at(text, line, column, 1)
        }
        (Place::Witness(..), None) | (Place::Nowhere, _) => input(),
    };
    diagnostic.with_rule(*rule).with_help(*help)
}
