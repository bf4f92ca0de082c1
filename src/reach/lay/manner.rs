//! The ways to lay a row.

use super::flow::Style;

/// How a row is laid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    /// The largest rank that is made at once where nothing is in the way.
    pub(super) head: u8,
    /// What counts, and what else where that fails.
    pub(super) styles: [Style; 3],
    /// Whether births are tried first in the column of the piece, and not along its row.
    pub(super) upright: bool,
    /// Whether boards on which a finished tile would merge count as what a slide makes of them.
    pub(super) ahead: bool,
}

const fn manner(head: u8, share: u64, merged: u64, other: Style, upright: bool) -> Manner {
    let styles = [Style::Flow { share, merged }, other, MERGING];
    Manner { head, styles, upright, ahead: false }
}

/// The same with a look ahead.
const fn ahead(manner: Manner) -> Manner {
    Manner { ahead: true, ..manner }
}

/// What larger tiles are made of counts, wherever they lie.
const MERGING: Style = Style::Flow { share: 180, merged: 30 };

/// A flow of which only the share matters.
const fn flow(share: u64) -> Style {
    Style::Flow { share, merged: 0 }
}

/// In turn: what one of them fails at another one may do. Found by trial.
pub(super) const MANNERS: [Manner; 10] = [
    manner(6, 180, 0, Style::Chain, false),
    ahead(manner(5, 180, 30, Style::Chain, false)),
    manner(6, 150, 0, flow(200), true),
    ahead(manner(7, 200, 0, Style::Chain, false)),
    manner(5, 180, 0, Style::Chain, true),
    ahead(manner(6, 180, 30, Style::Chain, false)),
    manner(7, 180, 0, flow(150), true),
    ahead(manner(5, 200, 3, Style::Chain, false)),
    manner(8, 180, 10, Style::Chain, false),
    ahead(manner(4, 150, 0, Style::Chain, false)),
];
