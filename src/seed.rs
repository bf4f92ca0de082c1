//! Streams of random numbers, the same on every machine.
//!
//! Each test has a stream of its own, derived from the plan's seed and the test's name, size,
//! index and attempt alone: adding, removing or reordering tests changes no other test. This is
//! the only file that names `rand`, and all it takes from there is the ChaCha12 key stream;
//! drawing below a bound and drawing with a probability are defined here, so that no release of
//! a sampling library can change the bytes of a data set.

use crate::game::Size;
use rand::rngs::ChaCha12Rng;
use rand::{Rng, SeedableRng};
use sha2::{Digest, Sha256};
use std::fmt;

/// The first bytes of what is hashed into a key. Another derivation needs another version.
const DOMAIN: &[u8] = b"game-moves stream 1\n";

/// One more than the largest 32-bit number: the denominator of a [`Probability`].
const WHOLE: u64 = 1 << 32;

/// A source of random numbers: the ChaCha12 key stream with a zero nonce, in 32-bit
/// little-endian words.
pub struct Stream {
    words: ChaCha12Rng,
}

impl Stream {
    /// The stream of one attempt at one test.
    ///
    /// The key is the SHA-256 of a version line, the plan's seed and the test's name (each after
    /// its length in bytes as a 64-bit little-endian number), the size as one byte, and `index`
    /// and `attempt` as 32-bit little-endian numbers: different arguments hash different bytes.
    #[must_use]
    pub fn derive(plan_seed: &str, test: &str, size: Size, index: u32, attempt: u32) -> Self {
        let mut hash = Sha256::new();
        hash.update(DOMAIN);
        for text in [plan_seed, test] {
            // `usize` is at most 64 bits wide on every platform that Rust has.
            hash.update(u64::try_from(text.len()).unwrap_or(u64::MAX).to_le_bytes());
            hash.update(text);
        }
        // A side is 2..=7.
        hash.update([u8::try_from(size.side()).unwrap_or(u8::MAX)]);
        hash.update(index.to_le_bytes());
        hash.update(attempt.to_le_bytes());
        Self::from_key(hash.finalize().into())
    }

    /// The stream of a 256-bit key.
    #[must_use]
    pub fn from_key(key: [u8; 32]) -> Self {
        Self { words: ChaCha12Rng::from_seed(key) }
    }

    /// The next 32 bits.
    pub fn next_u32(&mut self) -> u32 {
        self.words.next_u32()
    }

    /// The next 64 bits: two words, the low one first.
    pub fn next_u64(&mut self) -> u64 {
        let low = u64::from(self.next_u32());
        low | u64::from(self.next_u32()) << 32
    }

    /// A number below `bound`, all equally likely; 0 if `bound` is 0.
    ///
    /// Multiplication with rejection (D. Lemire, "Fast Random Integer Generation in an
    /// Interval", 2019): mostly one word, more with a chance below `bound` / 2^32.
    pub fn below(&mut self, bound: u32) -> u32 {
        let low = |product: u64| product & (WHOLE - 1);
        let mut product = u64::from(self.next_u32()) * u64::from(bound);
        if low(product) < u64::from(bound) {
            let surplus = u64::from(bound.wrapping_neg() % bound);
            while low(product) < surplus {
                product = u64::from(self.next_u32()) * u64::from(bound);
            }
        }
        u32::try_from(product >> 32).unwrap_or(u32::MAX)
    }

    /// True with the given probability. Always takes one word.
    pub fn chance(&mut self, probability: Probability) -> bool {
        u64::from(self.next_u32()) < probability.parts
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").finish_non_exhaustive()
    }
}

/// A probability, held exactly as a number of 2^32 parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Probability {
    parts: u64,
}

impl Probability {
    /// What never happens.
    pub const NEVER: Self = Self { parts: 0 };
    /// What always happens.
    pub const ALWAYS: Self = Self { parts: WHOLE };
    /// The chance of a 4 in the common game: one in ten, to the nearest part.
    pub const TENTH: Self = Self { parts: (WHOLE + 5) / 10 };

    /// The probability `value`, rounded to the nearest of 2^32 parts.
    ///
    /// # Errors
    /// If `value` is not a number from 0 to 1.
    pub fn new(value: f64) -> Result<Self, ProbabilityError> {
        if !(0.0..=1.0).contains(&value) {
            return Err(ProbabilityError { value });
        }
        // A product with a power of two and the rounding are exact in IEEE arithmetic, so every
        // machine gets the same parts; a number of 0..=2^32 has an exact place in 64 bits.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let parts = (value * 4_294_967_296.0).round() as u64;
        Ok(Self { parts })
    }

    /// The parts of 2^32.
    #[must_use]
    pub const fn parts(self) -> u64 {
        self.parts
    }
}

impl fmt::Display for Probability {
    /// The shortest decimal that rounds to the same parts, as in `0.1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Ten places tell all parts apart: 10^10 is above 2^32.
        for places in 0..=10 {
            let scale = 10u128.pow(places);
            let parts = u128::from(self.parts);
            let digits = (parts * scale + u128::from(WHOLE / 2)) / u128::from(WHOLE);
            if (digits * u128::from(WHOLE) + scale / 2) / scale == parts {
                let (whole, rest) = (digits / scale, digits % scale);
                return match usize::try_from(places) {
                    Ok(width) if width > 0 => write!(f, "{whole}.{rest:0width$}"),
                    Ok(_) | Err(_) => write!(f, "{whole}"),
                };
            }
        }
        write!(f, "{}/{WHOLE}", self.parts)
    }
}

/// The number that was given is no probability.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProbabilityError {
    /// The number.
    pub value: f64,
}

impl fmt::Display for ProbabilityError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a probability is `{}`, expected a number from 0 to 1", self.value)
    }
}

impl std::error::Error for ProbabilityError {}

#[cfg(test)]
mod tests {
    use super::*;

    /// ChaCha as RFC 8439 §2.1–2.3 describes it, slowly, for any number of rounds.
    fn block(state: [u32; 16], rounds: usize) -> [u32; 16] {
        fn quarter(s: &mut [u32; 16], [a, b, c, d]: [usize; 4]) {
            for (x, y, z, left) in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)] {
                s[x] = s[x].wrapping_add(s[y]);
                s[z] = (s[z] ^ s[x]).rotate_left(left);
            }
        }
        let mut s = state;
        for round in 0..rounds {
            for i in 0..4 {
                let turn = |row: usize, by: usize| 4 * row + (i + by) % 4;
                let by = if round % 2 == 0 { [0, 0, 0, 0] } else { [0, 1, 2, 3] };
                quarter(&mut s, [0, 1, 2, 3].map(|row| turn(row, by[row])));
            }
        }
        std::array::from_fn(|i| s[i].wrapping_add(state[i]))
    }

    fn words(bytes: &[u8]) -> Vec<u32> {
        bytes.chunks(4).map(|four| u32::from_le_bytes(four.try_into().unwrap())).collect()
    }

    fn state(key: [u8; 32], tail: [u32; 4]) -> [u32; 16] {
        let mut state = words(b"expand 32-byte k");
        state.extend(words(&key));
        state.extend(tail);
        state.try_into().unwrap()
    }

    fn key(plan_seed: &str, test: &str, side: usize, index: u32, attempt: u32) -> [u8; 8] {
        let size = Size::new(side).unwrap();
        Stream::derive(plan_seed, test, size, index, attempt).next_u64().to_le_bytes()
    }

    /// The block of RFC 8439 §2.3.2, so that the slow ChaCha of these tests is the real one.
    #[test]
    fn slow_chacha_gives_the_block_of_the_rfc() {
        let key = std::array::from_fn(|i| u8::try_from(i).unwrap());
        let got = block(state(key, [1, 0x0900_0000, 0x4a00_0000, 0]), 20);
        let rfc = [
            0xe4e7_f110,
            0x1559_3bd1,
            0x1fdd_0f50,
            0xc471_20a3,
            0xc7f4_d1c7,
            0x0368_c033,
            0x9aaa_2204,
            0x4e6c_d4c3,
            0x4664_82d2,
            0x09aa_9f07,
            0x05d7_c214,
            0xa202_8bd9,
            0xd19c_12b5,
            0xb94e_16de,
            0xe883_d0cb,
            0x4e3c_50a2,
        ];
        assert_eq!(got, rfc);
    }

    /// The stream is ChaCha12, word by word, over several blocks.
    #[test]
    fn stream_is_chacha12() {
        let key = std::array::from_fn(|i| u8::try_from(7 * i + 3).unwrap());
        let mut stream = Stream::from_key(key);
        for counter in 0..20 {
            let expected = block(state(key, [counter, 0, 0, 0]), 12);
            let got = std::array::from_fn(|_| stream.next_u32());
            assert_eq!(got, expected, "block {counter}");
        }
    }

    /// Zero key, zero nonce, 12 rounds: TC1 of J. Strombergson, "Test Vectors for the Stream
    /// Cipher ChaCha" (draft-strombergson-chacha-test-vectors-01), the first 16 bytes.
    #[test]
    fn stream_starts_as_the_published_vector() {
        let mut stream = Stream::from_key([0; 32]);
        let mut bytes = stream.next_u64().to_le_bytes().to_vec();
        bytes.extend(stream.next_u64().to_le_bytes());
        let expected = [
            0x9b, 0xf4, 0x9a, 0x6a, 0x07, 0x55, 0xf9, 0x53, 0x81, 0x1f, 0xce, 0x12, 0x5f, 0x26,
            0x83, 0xd5,
        ];
        assert_eq!(bytes, expected);
    }

    /// Values of a separate program (SHA-256 of Python's `hashlib`, ChaCha12 written out from
    /// the RFC's text): the first 64 bits of four streams. No release may change them.
    #[test]
    fn derived_streams_are_pinned() {
        for (plan_seed, test, side, index, attempt, first) in [
            ("", "", 2, 0, 0, 0x097c_b946_dddd_738d_u64),
            ("game moves", "random-play", 4, 1, 0, 0x8df8_c27b_b76c_6c95),
            ("game moves", "random-play", 4, 1, 1, 0xbe05_0bc4_4f90_2a08),
            ("2048", "dead-board", 7, u32::MAX, 12, 0x4250_a9f7_6607_4945),
        ] {
            let size = Size::new(side).unwrap();
            let mut stream = Stream::derive(plan_seed, test, size, index, attempt);
            assert_eq!(stream.next_u64(), first, "{plan_seed} {test} {side} {index} {attempt}");
        }
    }

    #[test]
    fn different_arguments_derive_different_streams() {
        let mut all = vec![
            key("a", "b", 4, 1, 0),
            key("a", "b", 5, 1, 0),
            key("a", "b", 4, 2, 0),
            key("a", "b", 4, 1, 1),
            key("a", "b", 4, 0, 1),
            key("ab", "", 4, 1, 0),
            key("", "ab", 4, 1, 0),
            key("b", "a", 4, 1, 0),
        ];
        assert_eq!(key("a", "b", 4, 1, 0), all[0]);
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 8);
    }

    #[test]
    fn below_rejects_what_would_bias() {
        // With this bound 2^31 − 1 of the 2^32 words are refused: a biased draw takes one each.
        let bound = (1 << 31) + 1;
        let mut stream = Stream::from_key([1; 32]);
        let mut plain = Stream::from_key([1; 32]);
        let mut refused = 0;
        for _ in 0..1000 {
            let got = stream.below(bound);
            assert!(got < bound);
            loop {
                let product = u64::from(plain.next_u32()) * u64::from(bound);
                if product % WHOLE >= WHOLE % u64::from(bound) {
                    assert_eq!(u64::from(got), product / WHOLE);
                    break;
                }
                refused += 1;
            }
        }
        assert!((800..1200).contains(&refused), "{refused} refused");
    }

    #[test]
    fn below_is_even_on_small_bounds() {
        let mut stream = Stream::from_key([2; 32]);
        let mut seen = [0u32; 24];
        for _ in 0..24_000 {
            seen[stream.below(24) as usize] += 1;
        }
        assert!(seen.iter().all(|count| (850..1150).contains(count)), "{seen:?}");
        assert_eq!((stream.below(1), stream.below(0)), (0, 0));
    }

    #[test]
    fn probabilities_are_numbers_from_0_to_1() {
        for (value, parts) in [
            (0.0, 0),
            (-0.0, 0),
            (1.0, WHOLE),
            (0.5, WHOLE / 2),
            (0.1, 429_496_730),
            (1e-10, 0),
            (2f64.powi(-32), 1),
        ] {
            assert_eq!(Probability::new(value).unwrap().parts(), parts, "{value}");
        }
        assert_eq!(Probability::new(0.1), Ok(Probability::TENTH));
        for value in [-1e-300, 1.000_000_1, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(Probability::new(value).is_err(), "{value}");
        }
    }

    #[test]
    fn probabilities_print_as_they_were_given() {
        for text in ["0", "1", "0.5", "0.1", "0.05", "0.9", "0.001", "0.3333333333"] {
            let value: f64 = text.parse().unwrap();
            assert_eq!(Probability::new(value).unwrap().to_string(), text);
        }
        let least = Probability::new(2f64.powi(-32)).unwrap();
        assert_eq!(least.to_string().parse().map(Probability::new), Ok(Ok(least)));
    }

    #[test]
    fn chance_keeps_the_ends_exact() {
        let mut stream = Stream::from_key([3; 32]);
        for _ in 0..1000 {
            assert!(!stream.chance(Probability::NEVER));
            assert!(stream.chance(Probability::ALWAYS));
        }
    }
}
