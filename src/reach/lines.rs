//! One line of a settled board as a word, and the tiles of it that a slide may have merged.
//!
//! Byte `at` of a line is the rank in the cell `at`, counted from the edge that the slide moved
//! toward; a settled line has its tiles in its lowest bytes.

const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// The longest line there is.
const LONGEST: usize = 7;

/// The high bit of every byte that holds a tile.
pub(crate) const fn occupied(line: u64) -> u64 {
    (line + !HIGH) & HIGH
}

/// The high bits of the bytes of a full line.
pub(crate) const fn everywhere<const N: usize>() -> u64 {
    HIGH >> (8 * (8 - N))
}

/// The cells whose bytes `mask` has, one bit each.
pub(crate) const fn cells(mask: u64) -> u8 {
    // One bit of each byte, moved together.
    (mask & LOW).wrapping_mul(0x0102_0408_1020_4080).to_be_bytes()[0]
}

/// How many tiles the line holds.
pub(crate) const fn tiles(line: u64) -> usize {
    occupied(line).count_ones() as usize
}

/// The high bit of every byte that holds a tile of more than that rank.
pub(crate) const fn larger(line: u64, rank: u8) -> u64 {
    (line + (!HIGH - rank as u64 * LOW)) & HIGH
}

/// How many tiles of more than that rank the line holds.
const fn above(line: u64, rank: u8) -> usize {
    larger(line, rank).count_ones() as usize
}

/// How many tiles the line holds that are merges or born 4s: rank 2 or more.
pub(crate) const fn divisible(line: u64) -> usize {
    above(line, 1)
}

/// How many tiles of 16 or more the line holds.
pub(crate) const fn large(line: u64) -> usize {
    above(line, 3)
}

/// Whether no tile is larger than the rank at the same place in `most`.
pub(crate) const fn is_within(line: u64, most: u64) -> bool {
    ((most | HIGH) - line) & HIGH == HIGH
}

/// The tiles of the line: the cell and the rank of each.
pub(crate) fn placed(line: u64) -> impl Iterator<Item = (usize, u64)> {
    let mut rest = line;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let at = rest.trailing_zeros() / 8;
            let rank = rest >> (8 * at) & 0xff;
            rest ^= rank << (8 * at);
            (at as usize, rank)
        })
    })
}

/// How many tiles the line can be split into, a tile of 16 or more counted as 8.
pub(crate) const fn leaves(line: u64) -> usize {
    tiles(line) + above(line, 1) + 2 * above(line, 2) + 4 * above(line, 3)
}

/// One past the last tile; for a settled line its number of tiles.
pub(crate) const fn length(line: u64) -> usize {
    (71 - line.leading_zeros() as usize) / 8
}

/// Whether the tiles stand without a gap from the first cell on.
pub(crate) const fn is_packed(line: u64) -> bool {
    tiles(line) == length(line)
}

/// The rank in the cell `at`.
pub(crate) const fn rank(line: u64, at: usize) -> u8 {
    line.to_le_bytes()[at]
}

/// Half the sum of the tiles.
pub(crate) const fn half_sum(line: u64) -> u64 {
    let mut rest = line;
    let mut sum = 0;
    while rest != 0 {
        rest >>= rest.trailing_zeros() & !7;
        sum += (1 << (rest & 0x3f)) >> 1;
        rest >>= 8;
    }
    sum
}

/// The sum of the ranks.
pub(crate) const fn rank_sum(line: u64) -> i64 {
    // Pairs of bytes first: seven ranks can sum to more than a byte holds.
    let pairs = (line & 0x00ff_00ff_00ff_00ff) + (line >> 8 & 0x00ff_00ff_00ff_00ff);
    (pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48).cast_signed()
}

/// How much the ranks rise from each tile to the next: 10 for each rise, 1 for each rank of it.
pub(crate) const fn ascent(line: u64) -> i64 {
    rise(line, line >> 8)
}

/// The same from the tiles of a line to those beside them in the next.
pub(crate) const fn rise(line: u64, next: u64) -> i64 {
    let gap = (next | HIGH) - line;
    let rising = gap & HIGH;
    let larger = occupied(gap & !HIGH & (rising - (rising >> 7)));
    10 * (larger.count_ones() as i64) + rank_sum(gap & !HIGH & (rising - (rising >> 7)))
}

/// The line of `N` cells seen from its other end.
pub(crate) const fn mirrored<const N: usize>(line: u64) -> u64 {
    line.swap_bytes() >> (8 * (8 - N))
}

/// `line` without the cell `at`; the tiles beyond move up by one.
pub(crate) const fn without(line: u64, at: usize) -> u64 {
    let below = (1 << (8 * at)) - 1;
    (line & below) | ((line >> 8) & !below)
}

/// `line` with a free cell `at`; the tiles from there on move down by one.
pub(crate) const fn with_gap(line: u64, at: usize) -> u64 {
    let below = (1 << (8 * at)) - 1;
    (line & below) | ((line & !below) << 8)
}

/// The tiles of a packed `line`, in order, on the cells whose bits `cells` has.
pub(crate) fn spread(line: u64, mut cells: u8) -> u64 {
    let mut rest = line;
    let mut out = 0;
    while rest != 0 && cells != 0 {
        out |= (rest & 0xff) << (8 * cells.trailing_zeros());
        rest >>= 8;
        cells &= cells - 1;
    }
    out
}

/// The line before the slide, packed: each tile whose bit `mask` has is split into its halves.
pub(crate) fn expanded(line: u64, mask: u8) -> u64 {
    let mut rest = line;
    let mut splits = mask;
    let mut out = 0;
    let mut shift = 0;
    while splits != 0 {
        let kept = splits.trailing_zeros();
        if kept > 0 {
            out |= (rest & ((1 << (8 * kept)) - 1)) << shift;
            rest >>= 8 * kept;
            shift += 8 * kept;
        }
        out |= (((rest & 0xff) - 1) * 0x0101) << shift;
        rest >>= 8;
        shift += 16;
        splits >>= kept + 1;
    }
    if rest == 0 { out } else { out | rest << shift }
}

/// For each count of tiles all sets of so many, those with fewer members first.
const BY_COUNT: [[u8; 1 << LONGEST]; LONGEST + 1] = {
    let mut all = [[0; 1 << LONGEST]; LONGEST + 1];
    let mut tiles = 0;
    while tiles <= LONGEST {
        let mut filled = 0;
        let mut count = 0;
        while count <= 7 {
            let mut set = 0u8;
            while (set as usize) < 1 << tiles {
                if set.count_ones() == count {
                    all[tiles][filled] = set;
                    filled += 1;
                }
                set += 1;
            }
            count += 1;
        }
        tiles += 1;
    }
    all
};

/// For each count of tiles where in [`BY_COUNT`] the sets of more than so many members begin.
const UP_TO: [[usize; LONGEST + 1]; LONGEST + 1] = {
    let mut all = [[0; LONGEST + 1]; LONGEST + 1];
    let mut tiles = 0;
    while tiles <= LONGEST {
        let mut set = 0;
        while set < 1 << tiles {
            let mut most = BY_COUNT[tiles][set].count_ones() as usize;
            while most <= LONGEST {
                all[tiles][most] = set + 1;
                most += 1;
            }
            set += 1;
        }
        tiles += 1;
    }
    all
};

/// The sets of tiles that one slide may have merged, for one settled line.
///
/// At most 16: a line of 5 tiles in 7 cells has the most, 1 + 5 + 10.
#[derive(Clone, Copy)]
pub(crate) struct Splits {
    masks: [u8; 16],
    count: u8,
}

impl Splits {
    /// All legal sets for the packed `line` among `cells` cells, the smallest first.
    ///
    /// A tile that was not merged (x) can stand next to one that was not merged only if they
    /// differ, and before one that was merged only if that one's halves differ from x; behind a
    /// merged tile anything may stand. The halves must find room.
    pub(crate) fn of(line: u64, cells: usize) -> Self {
        let length = length(line);
        let mut equal = 0u8;
        let mut double = 0u8;
        let mut divisible = 0u8;
        let mut before = 0;
        for at in 0..length {
            let rank = rank(line, at);
            let bit = 1 << at;
            if at > 0 && rank == before {
                equal |= bit;
            }
            if at > 0 && rank == before + 1 {
                double |= bit;
            }
            if rank > 1 {
                divisible |= bit;
            }
            before = rank;
        }
        let mut splits = Self { masks: [0; 16], count: 0 };
        for &mask in &BY_COUNT[length][..UP_TO[length][cells - length]] {
            let clash = !(mask << 1) & ((equal & !mask) | (double & mask));
            if mask & !divisible == 0 && clash == 0 {
                splits.masks[usize::from(splits.count)] = mask;
                splits.count += 1;
            }
        }
        splits
    }

    pub(crate) fn masks(&self) -> &[u8] {
        &self.masks[..usize::from(self.count)]
    }
}

/// The line with these ranks.
#[cfg(test)]
pub(super) fn word(ranks: &[u8]) -> u64 {
    ranks.iter().rev().fold(0, |word, &rank| word << 8 | u64::from(rank))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Board, Direction, Size, slide};

    #[test]
    fn words() {
        let line = word(&[3, 1, 2, 0, 0]);
        assert_eq!((tiles(line), divisible(line), length(line)), (3, 2, 3));
        assert!(is_packed(line) && !is_packed(word(&[0, 1])) && is_packed(0));
        assert_eq!(mirrored::<5>(line), word(&[0, 0, 2, 1, 3]));
        assert_eq!(without(line, 1), word(&[3, 2]));
        assert_eq!((rank_sum(line), rank_sum(word(&[61; 7]))), (6, 427));
        assert_eq!((ascent(line), ascent(word(&[1, 4, 2, 2, 9]))), (11, 30));
        assert_eq!(spread(line, 0b11010), word(&[0, 3, 0, 1, 2]));
        assert_eq!(with_gap(line, 1), spread(line, 0b1101));
        assert_eq!((half_sum(line), half_sum(word(&[1, 0, 9])), half_sum(0)), (7, 257, 0));
        assert_eq!(placed(word(&[0, 7, 0, 2])).collect::<Vec<_>>(), [(1, 7), (3, 2)]);
        assert_eq!((large(word(&[3, 4, 0, 9])), leaves(word(&[1, 2, 3, 4, 9]))), (2, 23));
        assert!(is_within(line, word(&[3, 255, 2, 0, 0])) && !is_within(line, word(&[3, 1, 1])));
        assert_eq!(expanded(line, 0b101), word(&[2, 2, 1, 1, 1]));
        assert_eq!(expanded(word(&[3; 7]), 0), word(&[3; 7]));
    }

    /// Splitting is the inverse of sliding: for every packed line of few ranks, the legal sets
    /// are exactly those whose expanded line slides back to it, by the plain slide.
    #[test]
    fn legal_sets_are_those_that_slide_back() {
        for cells in 2..=7 {
            let size = Size::new(cells).unwrap();
            for length in 0..=cells {
                for code in 0..4usize.pow(u32::try_from(length.min(6)).unwrap()) {
                    let ranks: Vec<u8> = (0..length)
                        .map(|at| u8::try_from(code >> (2 * at.min(5)) & 3).unwrap() + 1)
                        .collect();
                    let line = word(&ranks);
                    let legal = Splits::of(line, cells);
                    for mask in 0..1u8 << length {
                        let fits = mask.count_ones() as usize + length <= cells;
                        let halves = (0..length).all(|at| mask >> at & 1 == 0 || ranks[at] > 1);
                        let slides_back = fits && halves && {
                            let mut board = Board::empty(size);
                            let before = expanded(line, mask);
                            for at in 0..cells {
                                board.set(at, rank(before, at));
                            }
                            let after = slide::slide(&board, Direction::Left).board;
                            (0..cells).all(|at| after.rank(at) == rank(line, at))
                        };
                        assert_eq!(
                            legal.masks().contains(&mask),
                            slides_back,
                            "{ranks:?} {mask:b}"
                        );
                    }
                }
            }
        }
    }
}
