//! Injectable randomness, so that the jitter of cooldowns and permits is reproducible in tests.

use std::fmt::Debug;
use std::sync::{Mutex, PoisonError};

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

/// A source of random numbers for jitter. Not used for keys, tokens or passwords.
pub trait RandomSource: Debug + Send + Sync {
    /// Returns a number from 0 (inclusive) to 1 (exclusive).
    fn sample(&self) -> f64;
}

/// A random source seeded by the operating system.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemRandom;

impl RandomSource for SystemRandom {
    fn sample(&self) -> f64 {
        rand::random()
    }
}

/// A random source that returns the same sequence for the same seed.
#[derive(Debug)]
pub struct SeededRandom(Mutex<StdRng>);

impl SeededRandom {
    /// Creates a source from a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Mutex::new(StdRng::seed_from_u64(seed)))
    }
}

impl RandomSource for SeededRandom {
    fn sample(&self) -> f64 {
        // A panic while the lock was held leaves the generator usable.
        self.0.lock().unwrap_or_else(PoisonError::into_inner).random()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeded_random_repeats_the_sequence_of_its_seed() {
        let row = |seed| {
            let random = SeededRandom::new(seed);
            [random.sample(), random.sample(), random.sample()]
        };
        assert_eq!(row(1).map(f64::to_bits), row(1).map(f64::to_bits));
        assert_ne!(row(1).map(f64::to_bits), row(2).map(f64::to_bits));
        assert!(row(1).iter().all(|number| (0.0..1.0).contains(number)));
    }
}
