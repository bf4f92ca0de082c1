//! The mutants: each a plausible mistake in the closed form that some state of the statement's
//! domain tells from the right one.

use super::formula::{Formula, Widths};
use super::parts::{Fours, Gap, Log, Print, Reading, Rounding, Term, Tiles};
use super::width::Width;

/// A mistaken closed form.
#[derive(Clone, Copy, Debug)]
pub struct Mutant {
    /// The name: `a`-`z`, `0`-`9` and `-`, no two alike.
    pub name: &'static str,
    /// The mistake, in words.
    pub mistake: &'static str,
    /// What is computed instead.
    pub formula: Formula,
}

const MODEL: Formula = Formula::MODEL;

const fn mutant(name: &'static str, mistake: &'static str, formula: Formula) -> Mutant {
    Mutant { name, mistake, formula }
}

const fn widths(name: &'static str, mistake: &'static str, widths: Widths) -> Mutant {
    mutant(name, mistake, Formula { widths, ..MODEL })
}

const fn reading(name: &'static str, mistake: &'static str, reading: Reading) -> Mutant {
    mutant(name, mistake, Formula { reading, ..MODEL })
}

const fn log(name: &'static str, mistake: &'static str, log: Log) -> Mutant {
    mutant(name, mistake, Formula { log, ..MODEL })
}

const EXACT: Widths = Widths::EXACT;

/// All mutants; each must be killed by some test.
pub const MUTANTS: &[Mutant] = &[
    // The start.
    mutant("starts-0", "no start tiles", Formula { starts: 0, ..MODEL }),
    mutant("starts-1", "one start tile", Formula { starts: 1, ..MODEL }),
    mutant("starts-3", "three start tiles", Formula { starts: 3, ..MODEL }),
    mutant("starts-added", "the start tiles added", Formula { starts: -2, ..MODEL }),
    // The constants.
    mutant("half-1", "the sum not halved", Formula { half: 1, ..MODEL }),
    mutant("half-3", "the sum divided by 3", Formula { half: 3, ..MODEL }),
    mutant("half-4", "the sum divided by 4", Formula { half: 4, ..MODEL }),
    mutant("four-1", "a born 4 saves 1 point", Formula { four_points: 1, ..MODEL }),
    mutant("four-2", "a born 4 saves 2 points", Formula { four_points: 2, ..MODEL }),
    mutant("four-3", "a born 4 saves 3 points", Formula { four_points: 3, ..MODEL }),
    mutant("four-5", "a born 4 saves 5 points", Formula { four_points: 5, ..MODEL }),
    mutant("four-8", "a born 4 saves 8 points", Formula { four_points: 8, ..MODEL }),
    mutant("four-16", "a born 4 saves 16 points", Formula { four_points: 16, ..MODEL }),
    mutant("rank-0", "every rank one too large", Formula { rank_less: 0, ..MODEL }),
    mutant("rank-2", "every rank one too small", Formula { rank_less: 2, ..MODEL }),
    // The operators.
    mutant(
        "fours-ignored",
        "every birth taken for a 2",
        Formula { fours: Fours::Ignored, ..MODEL },
    ),
    mutant("fours-added", "the born 4s added", Formula { fours: Fours::Added, ..MODEL }),
    mutant("fours-twice", "the born 4s subtracted twice", Formula { fours: Fours::Twice, ..MODEL }),
    mutant("fours-visible", "only the 4s on the board", Formula { fours: Fours::Visible, ..MODEL }),
    mutant("fours-gone", "the 4s on the board left out", Formula { fours: Fours::Gone, ..MODEL }),
    mutant("gap-reversed", "score − Φ", Formula { gap: Gap::Reversed, ..MODEL }),
    mutant("gap-total", "Φ + score", Formula { gap: Gap::Total, ..MODEL }),
    mutant("gap-score", "the score in place of Φ − score", Formula { gap: Gap::Score, ..MODEL }),
    mutant("gap-potential", "the score forgotten", Formula { gap: Gap::Potential, ..MODEL }),
    mutant(
        "term-half",
        "a merge scores half of its tile",
        Formula { term: Term::HalfProduct, ..MODEL },
    ),
    mutant(
        "term-double",
        "a merge scores twice its tile",
        Formula { term: Term::DoubleProduct, ..MODEL },
    ),
    mutant("term-sum", "v + r in place of v·r", Formula { term: Term::Sum, ..MODEL }),
    mutant("term-at-least-once", "a 2 scores too", Formula { term: Term::AtLeastOnce, ..MODEL }),
    mutant(
        "term-once",
        "only the last merge of a tile scores",
        Formula { term: Term::Once, ..MODEL },
    ),
    // The tiles.
    mutant("without-2", "the 2s left out", Formula { tiles: Tiles::Without(2), ..MODEL }),
    mutant("without-4", "the 4s left out", Formula { tiles: Tiles::Without(4), ..MODEL }),
    mutant("without-16", "the 16s left out", Formula { tiles: Tiles::Without(16), ..MODEL }),
    mutant("distinct", "equal tiles counted once", Formula { tiles: Tiles::Distinct, ..MODEL }),
    mutant("largest", "the largest tile alone", Formula { tiles: Tiles::Largest, ..MODEL }),
    mutant(
        "empty-is-1",
        "an empty cell taken for 2^0",
        Formula { tiles: Tiles::EmptyIsOne, ..MODEL },
    ),
    // The reading.
    reading("score-first", "the score before the board", Reading::ScoreFirst),
    reading("side-2", "every board taken for 2x2", Reading::Side(2)),
    reading("side-3", "every board taken for 3x3", Reading::Side(3)),
    reading("side-4", "every board taken for 4x4", Reading::Side(4)),
    reading("side-5", "every board taken for 5x5", Reading::Side(5)),
    reading("side-6", "every board taken for 6x6", Reading::Side(6)),
    reading("side-7", "every board taken for 7x7", Reading::Side(7)),
    reading("last-row-lost", "one row too few", Reading::LastRowLost),
    reading("last-cell-lost", "one cell too few", Reading::LastCellLost),
    reading("until-empty", "the board ends at an empty cell", Reading::UntilEmpty),
    // The logarithm.
    log("log-floats", "a quotient of logarithms in floats", Log::Floats),
    log("log-doubles-up", "a quotient of logarithms in doubles, rounded up", Log::DoublesUp),
    log("log-at-most-11", "a table of tiles up to 2048", Log::AtMost(11)),
    log("log-at-most-16", "a table of tiles up to 2^16", Log::AtMost(16)),
    log("log-at-most-17", "a table of tiles up to 2^17, the largest on 4x4", Log::AtMost(17)),
    log("log-at-most-20", "a table of tiles up to 2^20", Log::AtMost(20)),
    log("log-at-most-30", "a table of tiles up to 2^30", Log::AtMost(30)),
    log("log-at-most-31", "a table of tiles up to 2^31", Log::AtMost(31)),
    log("log-at-most-32", "a table of tiles up to 2^32", Log::AtMost(32)),
    log("log-at-most-40", "a loop of 40 steps", Log::AtMost(40)),
    log("log-at-most-48", "a loop of 48 steps", Log::AtMost(48)),
    log("log-at-most-49", "a loop of 49 steps", Log::AtMost(49)),
    log("log-shift-int", "a tile above 2^30 not found among shifts", Log::ZeroAbove(30)),
    log("log-shift-unsigned", "a tile above 2^31 not found among shifts", Log::ZeroAbove(31)),
    log("log-shift-wraps", "a shift count modulo 32", Log::Modulo(32)),
    // The widths.
    widths("all-i32", "everything in 32 bits", Widths::all(Width::I32)),
    widths("all-u32", "everything in 32 bits without a sign", Widths::all(Width::U32)),
    widths("all-f32", "everything in floats", Widths::all(Width::F32)),
    widths("all-f64", "everything in doubles", Widths::all(Width::F64)),
    widths("tile-i32", "a tile in 32 bits", Widths { tile: Width::I32, ..EXACT }),
    widths("tile-u32", "a tile in 32 bits without a sign", Widths { tile: Width::U32, ..EXACT }),
    widths("tile-nearest", "a tile read into 32 bits", Widths { tile: Width::Nearest32, ..EXACT }),
    widths("sum-i32", "the sum in 32 bits", Widths { sum: Width::I32, ..EXACT }),
    widths("sum-u32", "the sum in 32 bits without a sign", Widths { sum: Width::U32, ..EXACT }),
    widths("sum-f32", "the sum in a float", Widths { sum: Width::F32, ..EXACT }),
    widths("term-i32", "a product v·r in 32 bits", Widths { term: Width::I32, ..EXACT }),
    widths("term-u32", "v·r in 32 bits without a sign", Widths { term: Width::U32, ..EXACT }),
    widths("potential-i32", "Φ in 32 bits", Widths { potential: Width::I32, ..EXACT }),
    widths(
        "potential-u32",
        "Φ in 32 bits without a sign",
        Widths { potential: Width::U32, ..EXACT },
    ),
    widths("potential-f32", "Φ in a float", Widths { potential: Width::F32, ..EXACT }),
    widths("potential-f64", "Φ in a double", Widths { potential: Width::F64, ..EXACT }),
    widths("score-i32", "the score in 32 bits", Widths { score: Width::I32, ..EXACT }),
    widths(
        "score-u32",
        "the score in 32 bits without a sign",
        Widths { score: Width::U32, ..EXACT },
    ),
    widths(
        "score-nearest",
        "the score read into 32 bits",
        Widths { score: Width::Nearest32, ..EXACT },
    ),
    widths("score-f32", "the score in a float", Widths { score: Width::F32, ..EXACT }),
    widths("score-f64", "the score in a double", Widths { score: Width::F64, ..EXACT }),
    widths("gap-i32", "Φ − score in 32 bits", Widths { gap: Width::I32, ..EXACT }),
    widths("gap-u32", "Φ − score in 32 bits without a sign", Widths { gap: Width::U32, ..EXACT }),
    widths("gap-f32", "Φ − score in a float", Widths { gap: Width::F32, ..EXACT }),
    widths("fours-i32", "the born 4s in 32 bits", Widths { fours: Width::I32, ..EXACT }),
    widths(
        "fours-u32",
        "the born 4s in 32 bits without a sign",
        Widths { fours: Width::U32, ..EXACT },
    ),
    widths("fours-f32", "the born 4s in a float", Widths { fours: Width::F32, ..EXACT }),
    widths("answer-i32", "the answer in 32 bits", Widths { answer: Width::I32, ..EXACT }),
    widths(
        "answer-u32",
        "the answer in 32 bits without a sign",
        Widths { answer: Width::U32, ..EXACT },
    ),
    widths("answer-f32", "the answer in a float", Widths { answer: Width::F32, ..EXACT }),
    mutant(
        "gap-wraps",
        "score − Φ without a sign, then added",
        Formula {
            gap: Gap::Reversed,
            fours: Fours::Added,
            widths: Widths { gap: Width::U64, ..EXACT },
            ..MODEL
        },
    ),
    // The printing.
    mutant(
        "print-6-digits",
        "an exponent above six digits",
        Formula { print: Print::Significant(6), ..MODEL },
    ),
    mutant(
        "print-9-digits",
        "an exponent above nine digits",
        Formula { print: Print::Significant(9), ..MODEL },
    ),
    mutant(
        "print-15-digits",
        "an exponent above fifteen digits",
        Formula { print: Print::Significant(15), ..MODEL },
    ),
    mutant("print-decimal", "a decimal", Formula { print: Print::Decimal, ..MODEL }),
    mutant("print-grouped", "commas between thousands", Formula { print: Print::Grouped, ..MODEL }),
];

/// A change of the closed form that no state can tell from it, and why.
#[derive(Clone, Copy, Debug)]
pub struct Equivalent {
    /// The changed form.
    pub mutant: Mutant,
    /// Why it answers as the closed form does on every reachable state within the limits.
    pub argument: &'static str,
}

/// Changes that must not be among the mutants, since no test can kill them.
pub const EQUIVALENT: &[Equivalent] = &[
    Equivalent {
        mutant: mutant(
            "gap-absolute",
            "Φ − score without its sign",
            Formula { gap: Gap::Absolute, ..MODEL },
        ),
        argument: "Φ − score = 4f with f born 4s, so it is not negative",
    },
    Equivalent {
        mutant: mutant(
            "rounding-up",
            "both divisions round up",
            Formula { rounding: Rounding::Up, ..MODEL },
        ),
        argument: "both divisions are exact: the sum of the tiles is even and Φ − score is 4f",
    },
    Equivalent {
        mutant: mutant(
            "not-below-0",
            "births not below 0",
            Formula { fours: Fours::SubtractedDownToZero, ..MODEL },
        ),
        argument: "S/2 − f is the number of births, at least the two of the start",
    },
    Equivalent {
        mutant: reading("columns", "the tiles column by column", Reading::Columns),
        argument: "S and Φ are sums over the tiles in any order",
    },
    Equivalent {
        mutant: mutant(
            "without-8",
            "the 8s left out",
            Formula { tiles: Tiles::Without(8), ..MODEL },
        ),
        argument: "a tile v of rank r adds v/2 − v·(r − 1)/4 to the answer: nothing for r = 3",
    },
    Equivalent {
        mutant: log("log-at-most-50", "a loop of 50 steps", Log::AtMost(50)),
        argument: "no tile of an input is above 2^50",
    },
    Equivalent {
        mutant: log("log-doubles", "a quotient of logarithms in doubles, cut", Log::Doubles),
        argument: "for each of the ranks 1 to 50 the quotient is the rank or above it by less than 1",
    },
    Equivalent {
        mutant: widths("all-i64", "everything in 64 bits", Widths::all(Width::I64)),
        argument: "S is below 2^51, as the largest 7x7 chain is, and Φ < 50·S, below 2^57",
    },
    Equivalent {
        mutant: widths("all-u64", "everything in 64 bits without a sign", Widths::all(Width::U64)),
        argument: "no number on the way is negative, and all are below 2^57",
    },
    Equivalent {
        mutant: widths("sum-f64", "the sum in a double", Widths { sum: Width::F64, ..EXACT }),
        argument: "S is below 2^51, and doubles hold every whole number below 2^53",
    },
    Equivalent {
        mutant: widths("term-f64", "v·r in a double", Widths { term: Width::F64, ..EXACT }),
        argument: "v·r is a power of two times r, which has at most 6 bits",
    },
    Equivalent {
        mutant: widths("gap-f64", "Φ − score in a double", Widths { gap: Width::F64, ..EXACT }),
        argument: "Φ − score = 4f, and f is at most a quarter of S: below 2^51",
    },
    Equivalent {
        mutant: widths(
            "answer-f64",
            "the answer in a double",
            Widths { fours: Width::F64, answer: Width::F64, ..EXACT },
        ),
        argument: "born 4s and moves number less than S, below 2^51",
    },
    Equivalent {
        mutant: mutant(
            "print-16-digits",
            "an exponent above sixteen digits",
            Formula { print: Print::Significant(16), ..MODEL },
        ),
        argument: "moves number less than S/2, below 2^50, which has 16 digits",
    },
];
