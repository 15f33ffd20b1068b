//! Hashes and verifies passwords with argon2id, off the async threads.

use std::sync::Arc;

use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};
use rand::distr::{Distribution, Uniform};
use secrecy::{ExposeSecret, SecretString};
use tokio::sync::Semaphore;

use crate::ApiError;

const LANES: u32 = 1;

/// Cost of a new hash, and of each verification of that password.
#[derive(Clone, Copy, Debug)]
pub struct PasswordCost {
    memory_kib: u32,
    passes: u32,
}

impl PasswordCost {
    /// The recommendation of OWASP for argon2id.
    pub const RECOMMENDED: Self = Self {
        memory_kib: 19 * 1024,
        passes: 2,
    };

    /// Cost for tests, whose passwords protect nothing.
    pub const LOWEST: Self = Self {
        memory_kib: Params::MIN_M_COST,
        passes: Params::MIN_T_COST,
    };
}

/// Concurrent hashes. Each takes a core and 19 MiB; more at a time would only slow down the rest of the service.
const MAX_CONCURRENT_HASHES: usize = 2;

/// Characters of a generated password: 24 of 57 are 140 bits.
const GENERATED_LENGTH: usize = 24;

/// No 0/O, 1/l/I: the password is read from a terminal and typed.
const GENERATED_ALPHABET: &[u8; 57] = b"23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/// The hash of a password that no user has, so that an unknown user costs the same time as a wrong password.
const DUMMY_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$Y2xpcG1ldGVyLW5vYm9keQ$qUYZ5Tc1pDYI5nqUZ3kzkdR2aZ6pz0S7y2kK0xq8h2k";

/// Hashes and verifies passwords, a bounded number at a time and off the event loop.
#[derive(Clone, Debug)]
pub(crate) struct Passwords {
    cost: PasswordCost,
    slots: Arc<Semaphore>,
}

impl Passwords {
    pub(crate) fn new(cost: PasswordCost) -> Self {
        Self {
            cost,
            slots: Arc::new(Semaphore::new(MAX_CONCURRENT_HASHES)),
        }
    }

    /// Returns the PHC string to store for a password.
    pub(crate) async fn hash(&self, password: SecretString) -> Result<String, ApiError> {
        let cost = self.cost;
        self.run(move || {
            hasher(cost)?
                .hash_password(password.expose_secret().as_bytes())
                .map(|hash| hash.to_string())
                .map_err(failed)
        })
        .await
    }

    /// Returns whether the password matches the PHC string. Without a PHC string, does the same work and returns false.
    pub(crate) async fn verify(
        &self,
        password: SecretString,
        stored: Option<String>,
    ) -> Result<bool, ApiError> {
        let cost = self.cost;
        self.run(move || {
            let known = stored.is_some();
            let stored = stored.unwrap_or_else(|| DUMMY_HASH.to_owned());
            let hash = PasswordHash::new(&stored).map_err(failed)?;
            // The parameters stored in the hash are used.
            let matches = hasher(cost)?
                .verify_password(password.expose_secret().as_bytes(), &hash)
                .is_ok();
            Ok(matches && known)
        })
        .await
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let slot = Arc::clone(&self.slots).acquire_owned().await.map_err(failed)?;
        tokio::task::spawn_blocking(move || {
            let result = work();
            drop(slot);
            result
        })
        .await
        .map_err(failed)?
    }
}

fn failed(error: impl std::fmt::Display) -> ApiError {
    ApiError::PasswordHash(error.to_string())
}

fn hasher(cost: PasswordCost) -> Result<Argon2<'static>, ApiError> {
    let params = Params::new(cost.memory_kib, cost.passes, LANES, None).map_err(failed)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

/// Returns a random password of [`GENERATED_LENGTH`] characters.
pub(crate) fn generate(random: &mut impl rand::CryptoRng) -> Result<SecretString, ApiError> {
    let index = Uniform::new(0, GENERATED_ALPHABET.len()).map_err(failed)?;
    let text: String = (0..GENERATED_LENGTH)
        .map(|_| char::from(GENERATED_ALPHABET[index.sample(random)]))
        .collect();
    Ok(text.into())
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    #[tokio::test]
    async fn asvs_11_4_2_password_verifies_only_against_its_own_hash() {
        let passwords = Passwords::new(PasswordCost::RECOMMENDED);
        let hash = passwords.hash("correct horse".into()).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(
            passwords
                .verify("correct horse".into(), Some(hash.clone()))
                .await
                .unwrap()
        );
        assert!(
            !passwords
                .verify("correct horsE".into(), Some(hash))
                .await
                .unwrap()
        );
        assert!(!passwords.verify("correct horse".into(), None).await.unwrap());
    }

    #[test]
    fn asvs_6_3_8_dummy_password_hash_costs_as_much_as_real_one() {
        let dummy = PasswordHash::new(DUMMY_HASH).unwrap();
        let real = hasher(PasswordCost::RECOMMENDED)
            .unwrap()
            .hash_password(b"x")
            .unwrap();
        assert_eq!(dummy.algorithm, real.algorithm);
        assert_eq!(dummy.version, real.version);
        assert_eq!(dummy.params, real.params);
        assert_eq!(
            dummy.hash.map(|hash| hash.as_bytes().len()),
            real.hash.map(|hash| hash.as_bytes().len())
        );
    }

    #[test]
    fn asvs_11_5_1_generated_passwords_are_long_and_differ() {
        let mut random = chacha20::ChaCha20Rng::seed_from_u64(1);
        let first = generate(&mut random).unwrap();
        let second = generate(&mut random).unwrap();
        assert_eq!(first.expose_secret().len(), GENERATED_LENGTH);
        assert_ne!(first.expose_secret(), second.expose_secret());
    }
}
