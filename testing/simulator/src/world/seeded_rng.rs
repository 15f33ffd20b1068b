//! Random numbers that depend only on the seed and their purpose.

use chacha20::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};

/// A random stream for one account (`item` 0 is the account itself, n + 1 its item n).
pub(super) struct SeededRng(ChaCha8Rng);

/// The purpose of a random stream. Each has its own, so that one does not shift the others.
#[derive(Debug, Clone, Copy)]
pub(super) enum Purpose {
    /// The properties of an account or item.
    Making = 0,
    /// When an account is renamed.
    Names = 1,
    /// When an account is private.
    Privacy = 2,
    /// When an account or an item is deleted.
    End = 3,
    /// When the likes of an item are hidden.
    Hiding = 4,
}

impl SeededRng {
    pub(super) fn new(seed: u64, account: u32, item: u32) -> Self {
        Self::of(seed, account, item, Purpose::Making)
    }

    pub(super) fn of(seed: u64, account: u32, item: u32, purpose: Purpose) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..12].copy_from_slice(&account.to_le_bytes());
        key[12..16].copy_from_slice(&item.to_le_bytes());
        key[16] = purpose as u8;
        Self(ChaCha8Rng::from_seed(key))
    }

    /// Returns a number in `low..high`.
    pub(super) fn between(&mut self, low: u64, high: u64) -> u64 {
        self.0.random_range(low..high)
    }

    /// Returns true with a probability of `per_mille` in 1000.
    pub(super) fn chance(&mut self, per_mille: u64) -> bool {
        self.between(0, 1000) < per_mille
    }

    /// Returns a number from 0 up to, but not including, 1.
    pub(super) fn fraction(&mut self) -> f64 {
        self.0.random()
    }

    /// Returns a number in `low..high` whose logarithm is uniformly distributed: small accounts are common, large ones rare.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a random number needs no precision"
    )]
    pub(super) fn spread(&mut self, low: u64, high: u64) -> u64 {
        let (low, high) = (low.max(1) as f64, high.max(1) as f64);
        (low * (high / low).powf(self.fraction())) as u64
    }

    pub(super) fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T
    where
        &'a T: Default,
    {
        let at = usize::try_from(self.between(0, from.len().max(1) as u64)).unwrap_or_default();
        from.get(at).copied().unwrap_or_default()
    }

    pub(super) fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        self.0.fill(&mut bytes);
        bytes
    }
}
