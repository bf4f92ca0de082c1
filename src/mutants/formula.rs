//! The closed form with every part of it exchangeable, in exact integers.

use super::parts::{Fours, Gap, Log, Print, Reading, Rounding, Term, Tiles};
use super::width::Width;
use crate::input::State;

/// A solution of the problem by the closed form: moves = S/2 − (Φ − score)/4 − 2, or by one that
/// differs from it in some part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Formula {
    /// Which numbers of the input are taken for the tiles and for the score.
    pub reading: Reading,
    /// Which tiles count.
    pub tiles: Tiles,
    /// How the rank of a tile is found.
    pub log: Log,
    /// What a tile adds to Φ.
    pub term: Term,
    /// What is subtracted from a rank in Φ.
    pub rank_less: i128,
    /// What the sum is divided by.
    pub half: i128,
    /// How Φ and the score are put together.
    pub gap: Gap,
    /// What that is divided by.
    pub four_points: i128,
    /// How both divisions round.
    pub rounding: Rounding,
    /// What is done with the 4s.
    pub fours: Fours,
    /// The tiles that the game starts with.
    pub starts: i128,
    /// What holds the numbers on the way.
    pub widths: Widths,
    /// How the answer is printed.
    pub print: Print,
}

/// What holds the numbers on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Widths {
    /// A tile that was read.
    pub tile: Width,
    /// S, after each addition.
    pub sum: Width,
    /// A tile's part of Φ.
    pub term: Width,
    /// Φ, after each addition.
    pub potential: Width,
    /// The score that was read.
    pub score: Width,
    /// Φ − score.
    pub gap: Width,
    /// The 4s.
    pub fours: Width,
    /// The answer.
    pub answer: Width,
}

impl Widths {
    /// Every number as large as it is.
    pub const EXACT: Self = Self::all(Width::Exact);

    /// Every number in the same type.
    #[must_use]
    pub const fn all(width: Width) -> Self {
        Self {
            tile: width,
            sum: width,
            term: width,
            potential: width,
            score: width,
            gap: width,
            fours: width,
            answer: width,
        }
    }
}

impl Formula {
    /// The closed form.
    pub const MODEL: Self = Self {
        reading: Reading::Rows,
        tiles: Tiles::All,
        log: Log::Exact,
        term: Term::Product,
        rank_less: 1,
        half: 2,
        gap: Gap::Difference,
        four_points: 4,
        rounding: Rounding::Down,
        fours: Fours::Subtracted,
        starts: 2,
        widths: Widths::EXACT,
        print: Print::Digits,
    };

    /// What a contestant with this formula prints for a state.
    #[must_use]
    pub fn answer(&self, state: &State) -> String {
        let widths = &self.widths;
        let (numbers, score) = self.reading.numbers(state);
        let read: Vec<i128> = numbers.into_iter().map(|tile| widths.tile.hold(tile)).collect();
        let tiles = self.tiles.counted(&read);
        let sum = tiles.iter().fold(0, |sum, &tile| widths.sum.hold(sum + tile));
        let potential = tiles.iter().fold(0, |potential, &tile| {
            let term = self.term.of(tile, self.log.rank(tile) - self.rank_less);
            widths.potential.hold(potential + widths.term.hold(term))
        });
        let score = widths.score.hold(score);
        let gap = widths.gap.hold(self.gap.of(potential, score));
        let born = widths.fours.hold(self.rounding.divide(gap, self.four_points));
        let visible = tiles.iter().filter(|&&tile| tile == 4).count();
        let births = self.rounding.divide(sum, self.half);
        let births = self.fours.apply(births, born, i128::try_from(visible).unwrap_or(0));
        self.print.shown(widths.answer.hold(births - self.starts))
    }
}
