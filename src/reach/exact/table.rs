//! The table of the 3×3 game: for some layers, every board that a slide leaves, with the fewest
//! and the most 4s.
//!
//! Two neighbouring layers in every [`SPACING`] are kept. A birth climbs one or two layers, so
//! every game passes through one of the two, and a search backwards from any board meets the
//! table after few births.
//!
//! As a file: [`MAGIC`], then for each kept layer the number of its boards and for each board,
//! ascending, the step from the board before (both in groups of 7 bits, low first) and one byte
//! that tells the f. The game is the same everywhere, so the file is too: its SHA-256 is
//! [`DIGEST`], and no other bytes are believed.

use super::layers::{Entry, LAST, Layer, layers};
use super::packed::Packed;
use sha2::{Digest, Sha256};
use std::fmt;
use std::ops::{Range, RangeInclusive};
use std::sync::OnceLock;

/// Of so many layers two are kept.
const SPACING: usize = 8;

/// The first bytes of the file.
const MAGIC: &[u8] = b"game-moves 3x3 table, version 1\n";

/// The SHA-256 of the file.
const DIGEST: [u8; 32] = [
    0x82, 0x32, 0x0a, 0x05, 0xba, 0xeb, 0xb9, 0x1f, 0x28, 0x53, 0xd9, 0x5c, 0xda, 0xa7, 0xc4, 0x4c,
    0x08, 0x88, 0xee, 0x06, 0xe9, 0x43, 0xfb, 0x79, 0x25, 0xfa, 0x9c, 0xa7, 0x8d, 0xba, 0xac, 0x11,
];

/// How many boards the game has up to symmetry, start boards and dead ones included.
pub const BOARDS: u64 = 48_713_519;

/// The largest f short of the bound is less than this below it, on every board.
const SHORTFALLS: u64 = 9;

/// Every board of some layers of the 3×3 game, with the fewest and the most 4s born.
pub struct Table {
    bytes: Vec<u8>,
    /// One for each half-sum, without bytes if it is not kept.
    layers: Vec<KeptLayer>,
}

/// Where a layer lies in the bytes, and its boards once they were asked for.
#[derive(Default)]
struct KeptLayer {
    bytes: Range<usize>,
    entries: OnceLock<Vec<Entry>>,
}

/// How far the enumeration is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Layers enumerated.
    pub layers: usize,
    /// Layers in all.
    pub of: usize,
}

/// The enumeration did not give the table that it must give: the machine or the program is at
/// fault, and no verdict is to be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildError {
    /// The boards counted.
    pub boards: u64,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the enumeration of the 3x3 game went wrong: it counted {} boards of {BOARDS}, or the \
             table has not the digest that it must have",
            self.boards
        )
    }
}

impl std::error::Error for BuildError {}

/// Whether the table keeps the layer.
pub(super) const fn is_kept(half_sum: usize) -> bool {
    half_sum >= SPACING && half_sum % SPACING < 2
}

/// An upper bound of f: what is not in 2s on the board was born in 4s at most.
pub(super) fn most_fours(half_sum: usize, board: Packed) -> Option<u64> {
    Some(u64::try_from(half_sum).ok()?.checked_sub(u64::from(board.count(1)))? / 2)
}

/// Enumerates the game up to half-sum `last`: the bytes of the table, and how many boards were
/// counted.
fn enumerate(last: usize, mut progress: impl FnMut(Progress)) -> (Vec<u8>, u64) {
    let mut bytes = MAGIC.to_vec();
    let mut boards = 0;
    layers(last, |layer| {
        boards += u64::try_from(layer.boards).unwrap_or(0);
        if is_kept(layer.half_sum) {
            write_layer(&mut bytes, layer);
        }
        progress(Progress { layers: layer.half_sum, of: last });
    });
    (bytes, boards)
}

fn write_layer(bytes: &mut Vec<u8>, layer: &Layer) {
    let mut body = Vec::new();
    let mut last = 0;
    for entry in &layer.settled {
        let (board, fours) = (entry.board(), entry.fours());
        write_number(&mut body, board.bits() - last);
        last = board.bits();
        let short = most_fours(layer.half_sum, board).unwrap_or(0).saturating_sub(*fours.end());
        // Out of range would spoil the digest, and so the whole table: nothing is cut silently.
        body.push(u8::try_from(fours.start() * SHORTFALLS + short).unwrap_or(u8::MAX));
    }
    write_number(bytes, u64::try_from(body.len()).unwrap_or(u64::MAX));
    bytes.append(&mut body);
}

fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number > 127 {
        bytes.push(number.to_le_bytes()[0] | 128);
        number >>= 7;
    }
    bytes.push(number.to_le_bytes()[0]);
}

fn read_number(bytes: &mut std::slice::Iter<'_, u8>) -> Option<u64> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let byte = *bytes.next()?;
        number |= u64::from(byte & 127) << shift;
        if byte < 128 {
            return Some(number);
        }
    }
    None
}

impl Table {
    /// The length of the file in bytes.
    pub const FILE_LENGTH: u64 = 20_136_042;

    /// Enumerates the 3×3 game, in about 20 seconds on one core, and keeps what is needed of it.
    ///
    /// # Errors
    /// If the result is not what it must be.
    pub fn build(progress: impl FnMut(Progress)) -> Result<Self, BuildError> {
        let (bytes, boards) = enumerate(LAST, progress);
        let table = if boards == BOARDS { Self::from_bytes(bytes) } else { None };
        table.ok_or(BuildError { boards })
    }

    /// The table of a file; `None` if the bytes are not exactly those of the table.
    #[must_use]
    pub fn from_bytes(bytes: Vec<u8>) -> Option<Self> {
        if Sha256::digest(&bytes)[..] == DIGEST { Self::parse(bytes, LAST) } else { None }
    }

    /// Finds the layers up to half-sum `last` in the bytes.
    fn parse(bytes: Vec<u8>, last: usize) -> Option<Self> {
        let mut at = MAGIC.len();
        let mut layers = Vec::new();
        for half_sum in 0..=last {
            let mut layer = KeptLayer::default();
            if is_kept(half_sum) {
                let mut rest = bytes.get(at..)?.iter();
                let length = usize::try_from(read_number(&mut rest)?).ok()?;
                let start = bytes.len() - rest.len();
                at = start.checked_add(length)?;
                layer.bytes = start..at;
            }
            layers.push(layer);
        }
        (at == bytes.len()).then_some(Self { bytes, layers })
    }

    /// The table of the game up to half-sum `last`, for tests that have no time for all of it.
    #[cfg(test)]
    pub(super) fn small(last: usize) -> Self {
        Self::parse(enumerate(last, |_| ()).0, last).expect("just written")
    }

    /// The bytes of its file.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The least and the largest f of a board that a slide leaves, in a layer that is kept;
    /// `None` if no game has the board. The board is the least of its symmetric ones.
    pub(super) fn fours(&self, half_sum: usize, board: Packed) -> Option<RangeInclusive<u64>> {
        let layer = self.layers.get(half_sum)?;
        let entries =
            layer.entries.get_or_init(|| decode(half_sum, &self.bytes[layer.bytes.clone()]));
        let at = entries.binary_search_by_key(&board, |entry| entry.board()).ok()?;
        Some(entries[at].fours())
    }
}

/// The boards of a layer. The bytes are known to be those of the table.
fn decode(half_sum: usize, bytes: &[u8]) -> Vec<Entry> {
    let mut bytes = bytes.iter();
    let mut last = 0;
    let mut next = || {
        last += read_number(&mut bytes)?;
        let board = Packed::from_bits(last);
        let byte = u64::from(*bytes.next()?);
        let most = most_fours(half_sum, board)?.checked_sub(byte % SHORTFALLS)?;
        Some(Entry::new(board, byte / SHORTFALLS, most))
    };
    let mut entries = Vec::new();
    entries.extend(std::iter::from_fn(&mut next));
    entries
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Table({} bytes)", self.bytes.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_written() {
        let numbers = [0, 1, 127, 128, 300, 1 << 36, u64::MAX >> 1];
        let mut bytes = Vec::new();
        for number in numbers {
            write_number(&mut bytes, number);
        }
        let mut read = bytes.iter();
        for number in numbers {
            assert_eq!(read_number(&mut read), Some(number));
        }
        assert_eq!(read_number(&mut read), None);
        assert_eq!(read_number(&mut [255; 12].iter()), None);
    }

    #[test]
    fn other_bytes_are_not_believed() {
        assert!(Table::from_bytes(Table::small(40).bytes).is_none());
        assert!(Table::from_bytes(Vec::new()).is_none());
        assert!(Table::from_bytes(MAGIC.to_vec()).is_none());
    }
}
