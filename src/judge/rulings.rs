//! What every judge says of one output, side by side.

use super::judges::{Judge, Panel, Ruling};

/// The rulings of all judges on one output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rulings([(Judge, Ruling); Judge::ALL.len()]);

impl Rulings {
    /// The judges by whom contestants are judged, in the order of [`Judge::ALL`]: all but
    /// [`Judge::BtStrict`], which is meant for answer files.
    pub const SHOWN: [Judge; 7] = [
        Judge::Kattis,
        Judge::Domjudge,
        Judge::Bt,
        Judge::Wcmp,
        Judge::Ncmp,
        Judge::Hcmp,
        Judge::Lcmp,
    ];

    /// What the judges of a finished panel say.
    #[must_use]
    pub fn of(panel: &Panel<'_>) -> Self {
        Self(Judge::ALL.map(|judge| (judge, panel.ruling(judge))))
    }

    /// The shown judges, each with its own word: `AC`, `OK`, `WA` or `PE`.
    pub fn words(&self) -> impl Iterator<Item = (Judge, &'static str)> + '_ {
        self.shown().map(|(judge, ruling)| (judge, judge.word(ruling)))
    }

    /// Whether some of the shown judges accept the output and some do not. WA and PE are the same
    /// in this.
    #[must_use]
    pub fn differ(&self) -> bool {
        let accepted = self.shown().filter(|&(_, ruling)| ruling == Ruling::Accept).count();
        accepted != 0 && accepted != Self::SHOWN.len()
    }

    fn shown(&self) -> impl Iterator<Item = (Judge, Ruling)> + '_ {
        self.0.iter().copied().filter(|(judge, _)| Self::SHOWN.contains(judge))
    }
}
