//! The one source of randomness: jitter, device ids, header names. Seeded in tests, so that they repeat exactly.

use std::ops::RangeInclusive;
use std::sync::Mutex;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// Letters of random header names: without vowels they spell no word that a filter could know.
const CONSONANTS: &[u8] = b"bcdfghjklmnpqrstvwxz";

/// A random generator that several tasks share.
#[derive(Debug)]
pub struct Random(Mutex<StdRng>);

impl Random {
    /// A generator that differs in every process.
    #[must_use]
    pub fn from_system() -> Self {
        Self(Mutex::new(rand::make_rng()))
    }

    /// A generator that repeats itself for the same seed.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        Self(Mutex::new(StdRng::seed_from_u64(seed)))
    }

    /// A factor between `1 - spread` and `1 + spread`.
    pub fn factor(&self, spread: f64) -> f64 {
        self.with(|rng| rng.random_range(-1.0..=1.0)) * spread + 1.0
    }

    /// A number of the range.
    pub fn number(&self, range: RangeInclusive<u64>) -> u64 {
        self.with(|rng| rng.random_range(range))
    }

    /// `length` random lower-case consonants.
    pub fn consonants(&self, length: usize) -> String {
        self.with(|rng| {
            (0..length)
                .map(|_| char::from(CONSONANTS[rng.random_range(0..CONSONANTS.len())]))
                .collect()
        })
    }

    /// `length` random lower-case hexadecimal digits.
    pub fn hex(&self, length: usize) -> String {
        self.with(|rng| {
            (0..length)
                .filter_map(|_| char::from_digit(rng.random_range(0..16), 16))
                .collect()
        })
    }

    fn with<T>(&self, sample: impl FnOnce(&mut StdRng) -> T) -> T {
        // A thread that panicked while drawing leaves a generator that is as good as before.
        sample(&mut self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
    }
}
