//! The exchangeable parts of the closed form.

use crate::game::board::tile_value;
use crate::input::State;

/// Which numbers of the input are taken for the tiles, and which for the score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// As the statement says.
    Rows,
    /// The same tiles, column by column.
    Columns,
    /// n·n numbers after the first for the tiles are right, but the score comes before them.
    ScoreFirst,
    /// The board is taken for one of this side; numbers that are not there are 0.
    Side(usize),
    /// One row too few: the score is the first number of the last row.
    LastRowLost,
    /// One cell too few: the score is the last cell.
    LastCellLost,
    /// The tiles end at the first empty cell; the score is right.
    UntilEmpty,
}

impl Reading {
    /// The numbers taken for tiles, and the one taken for the score.
    pub(super) fn numbers(self, state: &State) -> (Vec<i128>, i128) {
        let n = state.board.size().side();
        let tiles = || state.board.ranks().iter().map(|&rank| i128::from(tile_value(rank)));
        let score = i128::from(state.score);
        let all: Vec<i128> = tiles().chain([score]).collect();
        let first = |count: usize| {
            let taken = all.iter().copied().take(count).collect();
            (taken, all.get(count).copied().unwrap_or(0))
        };
        match self {
            Self::Rows => first(n * n),
            Self::Columns => {
                let cell = |at: usize| all[at % n * n + at / n];
                ((0..n * n).map(cell).collect(), score)
            }
            Self::ScoreFirst => (all[1..].to_vec(), all[0]),
            Self::Side(side) => first(side * side),
            Self::LastRowLost => first(n * n - n),
            Self::LastCellLost => first(n * n - 1),
            Self::UntilEmpty => (tiles().take_while(|&tile| tile != 0).collect(), score),
        }
    }
}

/// Which of the numbers read count as tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tiles {
    /// All that are not 0.
    All,
    /// All but those of this value.
    Without(i128),
    /// Each value once.
    Distinct,
    /// The largest alone.
    Largest,
    /// An empty cell is taken for a tile 2^0.
    EmptyIsOne,
}

impl Tiles {
    pub(super) fn counted(self, read: &[i128]) -> Vec<i128> {
        let mut tiles: Vec<i128> = read.iter().copied().filter(|&tile| tile != 0).collect();
        match self {
            Self::All => {}
            Self::Without(value) => tiles.retain(|&tile| tile != value),
            Self::Distinct => {
                tiles.sort_unstable();
                tiles.dedup();
            }
            Self::Largest => tiles = tiles.into_iter().max().into_iter().collect(),
            Self::EmptyIsOne => tiles.resize(read.len(), 1),
        }
        tiles
    }
}

/// How the rank of a tile is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Log {
    /// The number of halvings down to 1.
    Exact,
    /// No more than this: a table or a loop that ends there.
    AtMost(i128),
    /// 0 above this: a search among shifts that does not find the tile.
    ZeroAbove(i128),
    /// Modulo this: a shift count that wraps.
    Modulo(i128),
    /// The quotient of two logarithms in floats, cut to a whole number.
    Floats,
    /// The quotient of two logarithms in doubles, cut to a whole number.
    Doubles,
    /// The quotient of two logarithms in doubles, rounded up.
    DoublesUp,
}

impl Log {
    /// The rank of a number by this way; of a number that is no power of two the one below.
    pub(super) fn rank(self, tile: i128) -> i128 {
        let rank = tile.checked_ilog2().unwrap_or(0);
        match self {
            Self::Exact => rank.into(),
            Self::AtMost(most) => i128::from(rank).min(most),
            Self::ZeroAbove(most) => {
                if i128::from(rank) > most {
                    0
                } else {
                    rank.into()
                }
            }
            Self::Modulo(modulus) => i128::from(rank) % modulus,
            Self::Floats => float_quotient(rank),
            Self::Doubles => double_quotient(rank, f64::floor),
            Self::DoublesUp => double_quotient(rank, f64::ceil),
        }
    }
}

/// ln(2^rank) / ln 2 in floats: the logarithm correctly rounded, then the quotient.
#[allow(clippy::cast_possible_truncation, reason = "rounding to a float is what is asked")]
fn float_quotient(rank: u32) -> i128 {
    let logarithm = (f64::from(rank) * std::f64::consts::LN_2) as f32;
    (logarithm / std::f32::consts::LN_2) as i128
}

#[allow(clippy::cast_possible_truncation, reason = "the quotient was rounded to a whole number")]
fn double_quotient(rank: u32, round: fn(f64) -> f64) -> i128 {
    let logarithm = f64::from(rank) * std::f64::consts::LN_2;
    round(logarithm / std::f64::consts::LN_2) as i128
}

/// What a tile v of rank r adds to Φ, where r is already less by what is subtracted from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Term {
    /// v·r.
    Product,
    /// v/2·r: a merge scores one of the two tiles.
    HalfProduct,
    /// 2·v·r.
    DoubleProduct,
    /// v + r.
    Sum,
    /// v·r, but at least v: a tile is thought to have scored at least once.
    AtLeastOnce,
    /// v: only the last merge scored.
    Once,
}

impl Term {
    pub(super) fn of(self, tile: i128, rank: i128) -> i128 {
        match self {
            Self::Product => tile * rank,
            Self::HalfProduct => tile / 2 * rank,
            Self::DoubleProduct => 2 * tile * rank,
            Self::Sum => tile + rank,
            Self::AtLeastOnce => tile * rank.max(1),
            Self::Once => {
                if rank > 0 {
                    tile
                } else {
                    0
                }
            }
        }
    }
}

/// How Φ and the score are put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    /// Φ − score.
    Difference,
    /// Φ − score without its sign.
    Absolute,
    /// score − Φ.
    Reversed,
    /// Φ + score.
    Total,
    /// The score alone.
    Score,
    /// Φ alone.
    Potential,
}

impl Gap {
    pub(super) fn of(self, potential: i128, score: i128) -> i128 {
        match self {
            Self::Difference => potential - score,
            Self::Absolute => (potential - score).abs(),
            Self::Reversed => score - potential,
            Self::Total => potential + score,
            Self::Score => score,
            Self::Potential => potential,
        }
    }
}

/// How divisions round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// Toward 0, as most languages do.
    Down,
    /// Up.
    Up,
}

impl Rounding {
    pub(super) fn divide(self, number: i128, by: i128) -> i128 {
        match self {
            Self::Down => number / by,
            Self::Up => -(-number).div_euclid(by),
        }
    }
}

/// What is done with the 4s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fours {
    /// The born ones are subtracted from S/2.
    Subtracted,
    /// They are added.
    Added,
    /// They are subtracted twice.
    Twice,
    /// They are forgotten.
    Ignored,
    /// Those on the board are subtracted instead.
    Visible,
    /// Those that are no more on the board are subtracted.
    Gone,
    /// The born ones are subtracted, and no birth is left below 0.
    SubtractedDownToZero,
}

impl Fours {
    pub(super) fn apply(self, half: i128, born: i128, visible: i128) -> i128 {
        match self {
            Self::Subtracted => half - born,
            Self::Added => half + born,
            Self::Twice => half - 2 * born,
            Self::Ignored => half,
            Self::Visible => half - visible,
            Self::Gone => half - (born - visible).max(0),
            Self::SubtractedDownToZero => (half - born).max(0),
        }
    }
}

/// How the answer is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Print {
    /// As digits.
    Digits,
    /// With this many significant digits, and with an exponent where there are more.
    Significant(usize),
    /// With a decimal.
    Decimal,
    /// With commas between thousands.
    Grouped,
}

impl Print {
    pub(super) fn shown(self, answer: i128) -> String {
        let digits = answer.to_string();
        match self {
            Self::Digits => digits,
            Self::Significant(most) if digits.len() <= most => digits,
            // Digits that differ from the answer are wrong, whatever follows.
            Self::Significant(most) => format!("{}e+{:02}", &digits[..most], digits.len() - most),
            Self::Decimal => format!("{digits}.0"),
            Self::Grouped => {
                let mut grouped = String::new();
                for (at, digit) in digits.chars().enumerate() {
                    if at > 0 && (digits.len() - at).is_multiple_of(3) && !grouped.ends_with('-') {
                        grouped.push(',');
                    }
                    grouped.push(digit);
                }
                grouped
            }
        }
    }
}
