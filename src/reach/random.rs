//! A small stream of numbers for the searches: splitmix64, seeded by the state that is asked
//! about, so that a decision can be repeated.

/// Splitmix64 (Steele, Lea, Flood 2014).
#[derive(Clone, Debug)]
pub(crate) struct Stream(u64);

impl Stream {
    pub(crate) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below `bound`, which must not be 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % (bound as u64)).unwrap_or(0)
    }

    /// True once in `of` times.
    pub(crate) const fn once_in(&mut self, of: u64) -> bool {
        self.next().is_multiple_of(of)
    }
}

/// The scrambling of splitmix64.
pub(crate) const fn mix(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// A number from words.
pub(crate) fn digest(words: &[u64], seed: u64) -> u64 {
    words.iter().fold(seed, |state, &word| mix(state.wrapping_add(word) ^ 0x9e37_79b9_7f4a_7c15))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers that the published algorithm gives for the seed 1234567.
    #[test]
    fn known_numbers() {
        let mut stream = Stream::new(1_234_567);
        assert_eq!(stream.next(), 6_457_827_717_110_365_317);
        assert_eq!(stream.next(), 3_203_168_211_198_807_973);
    }
}
