//! Chance as a parameter, so that rests and turns, which are spread by it, can be tested and repeated.

use std::fmt::Debug;
use std::sync::{Mutex, PoisonError};

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

/// Where chance comes from. Keys, tokens and passwords have nothing to do with it.
pub trait RandomSource: Debug + Send + Sync {
    /// A number from 0 to 1, without 1.
    fn sample(&self) -> f64;
}

/// Dice that fall differently in every process.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemRandom;

impl RandomSource for SystemRandom {
    fn sample(&self) -> f64 {
        rand::random()
    }
}

/// Dice that fall the same for the same seed, as long as they are rolled in the same order.
#[derive(Debug)]
pub struct SeededRandom(Mutex<StdRng>);

impl SeededRandom {
    /// The dice of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Mutex::new(StdRng::seed_from_u64(seed)))
    }
}

impl RandomSource for SeededRandom {
    fn sample(&self) -> f64 {
        // A thread that panicked while rolling leaves dice that are as good as before.
        self.0.lock().unwrap_or_else(PoisonError::into_inner).random()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_row_of_numbers() {
        let row = |seed| {
            let random = SeededRandom::new(seed);
            [random.sample(), random.sample(), random.sample()]
        };
        assert_eq!(row(1).map(f64::to_bits), row(1).map(f64::to_bits));
        assert_ne!(row(1).map(f64::to_bits), row(2).map(f64::to_bits));
        assert!(row(1).iter().all(|number| (0.0..1.0).contains(number)));
    }
}
