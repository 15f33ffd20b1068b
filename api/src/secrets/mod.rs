//! The keys that Clipmeter signs and encrypts with.

mod file;
mod seal;

use std::fmt;

use rand::TryRngCore as _;
use rand::rngs::OsRng;
use secrecy::{ExposeSecret, SecretBox};

use crate::ApiError;

/// Length of every key, bytes: what AES-256, HMAC-SHA-256 and HS256 want.
const KEY_LENGTH: usize = 32;

/// One key. It is wiped from memory when dropped, and never printed.
#[derive(Debug)]
pub struct Key(SecretBox<[u8; KEY_LENGTH]>);

impl Key {
    /// A key of these bytes.
    #[must_use]
    pub fn new(bytes: [u8; KEY_LENGTH]) -> Self {
        Self(SecretBox::new(Box::new(bytes)))
    }

    fn generate() -> Result<Self, ApiError> {
        let mut bytes = [0; KEY_LENGTH];
        fill_random(&mut bytes)?;
        Ok(Self::new(bytes))
    }

    pub(crate) fn bytes(&self) -> &[u8; KEY_LENGTH] {
        self.0.expose_secret()
    }
}

/// Every key of an installation. Whoever has them can sign in as anybody and read every session.
pub struct Secrets {
    /// Signs the tokens of signed-in users.
    pub users: Key,
    /// Signs the tokens of scrapers and control planes.
    pub runs: Key,
    /// Encrypts Instagram sessions.
    pub sessions: Key,
    /// Names the key above beside what it has encrypted, so that a later one can be told from it.
    pub sessions_key_id: String,
    /// Recognises a session that is stored already.
    pub fingerprints: Key,
}

impl Secrets {
    /// New keys from the system's random source.
    pub fn generate() -> Result<Self, ApiError> {
        let mut id = [0; 4];
        fill_random(&mut id)?;
        Ok(Self {
            users: Key::generate()?,
            runs: Key::generate()?,
            sessions: Key::generate()?,
            sessions_key_id: format!("{:08x}", u32::from_be_bytes(id)),
            fingerprints: Key::generate()?,
        })
    }
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Secrets")
            .field("sessions_key_id", &self.sessions_key_id)
            .finish_non_exhaustive()
    }
}

/// Fills `bytes` from the system's random source.
pub(crate) fn fill_random(bytes: &mut [u8]) -> Result<(), ApiError> {
    OsRng
        .try_fill_bytes(bytes)
        .map_err(|error| ApiError::Random(error.to_string()))
}
