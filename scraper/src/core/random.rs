//! The single source of randomness: jitter, device IDs, header names. Seeded in tests for reproducibility.

use std::ops::RangeInclusive;
use std::sync::Mutex;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// Letters of random header names: without vowels they form no word that a filter could match.
const CONSONANTS: &[u8] = b"bcdfghjklmnpqrstvwxz";

/// A random generator shared by several tasks.
#[derive(Debug)]
pub struct Random(Mutex<StdRng>);

impl Random {
    /// Creates a generator seeded from the OS.
    #[must_use]
    pub fn from_system() -> Self {
        Self(Mutex::new(rand::make_rng()))
    }

    /// Creates a generator that repeats the same sequence for the same seed.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self(Mutex::new(StdRng::seed_from_u64(seed)))
    }

    /// Returns a factor between `1 - spread` and `1 + spread`.
    pub fn factor(&self, spread: f64) -> f64 {
        self.with(|rng| rng.random_range(-1.0..=1.0)) * spread + 1.0
    }

    /// Returns a number in the range.
    pub fn number(&self, range: RangeInclusive<u64>) -> u64 {
        self.with(|rng| rng.random_range(range))
    }

    /// Returns `length` random lower-case consonants.
    pub fn consonants(&self, length: usize) -> String {
        self.with(|rng| {
            (0..length)
                .map(|_| char::from(CONSONANTS[rng.random_range(0..CONSONANTS.len())]))
                .collect()
        })
    }

    /// Returns `length` random lower-case hexadecimal digits.
    pub fn hex(&self, length: usize) -> String {
        self.with(|rng| {
            (0..length)
                .filter_map(|_| char::from_digit(rng.random_range(0..16), 16))
                .collect()
        })
    }

    fn with<T>(&self, sample: impl FnOnce(&mut StdRng) -> T) -> T {
        // A thread that panicked while drawing leaves the generator in a valid state.
        sample(&mut self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
    }
}
