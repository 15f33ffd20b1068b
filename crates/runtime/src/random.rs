//! The source of random numbers: jitter, device IDs, header names. Reproducible in tests. Not used for keys, tokens or passwords.

use std::ops::RangeInclusive;

use parking_lot::Mutex;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

/// A random generator shared by several tasks.
#[derive(Debug)]
pub struct Random(Mutex<StdRng>);

impl Random {
    /// Creates a generator seeded by the operating system.
    #[must_use]
    pub fn from_system() -> Self {
        Self(Mutex::new(rand::make_rng()))
    }

    /// Creates a generator that repeats the same sequence for the same seed.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self(Mutex::new(StdRng::seed_from_u64(seed)))
    }

    /// Returns a number from 0 (inclusive) to 1 (exclusive).
    pub fn sample(&self) -> f64 {
        self.with(rand::RngExt::random)
    }

    /// Returns a factor between `1 - spread` and `1 + spread`.
    pub fn factor(&self, spread: f64) -> f64 {
        self.with(|rng| rng.random_range(-1.0..=1.0)) * spread + 1.0
    }

    /// Returns a number in the range.
    pub fn number(&self, range: RangeInclusive<u64>) -> u64 {
        self.with(|rng| rng.random_range(range))
    }

    /// Returns `length` random characters of an ASCII alphabet, which must not be empty.
    pub fn text(&self, alphabet: &[u8], length: usize) -> String {
        self.with(|rng| {
            (0..length)
                .map(|_| char::from(alphabet[rng.random_range(0..alphabet.len())]))
                .collect()
        })
    }

    /// Returns `length` random lower-case hexadecimal digits.
    pub fn hex(&self, length: usize) -> String {
        self.text(b"0123456789abcdef", length)
    }

    fn with<T>(&self, sample: impl FnOnce(&mut StdRng) -> T) -> T {
        // A thread that panicked while drawing leaves the generator in a valid state.
        sample(&mut self.0.lock())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeded_random_repeats_the_sequence_of_its_seed() {
        let row = |seed| {
            let random = Random::seeded(seed);
            [random.sample(), random.sample(), random.sample()]
        };
        assert_eq!(row(1).map(f64::to_bits), row(1).map(f64::to_bits));
        assert_ne!(row(1).map(f64::to_bits), row(2).map(f64::to_bits));
        assert!(row(1).iter().all(|number| (0.0..1.0).contains(number)));
    }

    #[test]
    fn random_text_has_length_and_alphabet() {
        let text = Random::seeded(1).text(b"xyz", 100);
        assert_eq!(text.len(), 100);
        for letter in ['x', 'y', 'z'] {
            assert!(text.contains(letter));
        }
        assert!(text.trim_matches(['x', 'y', 'z']).is_empty());
    }
}
