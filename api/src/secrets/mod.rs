//! The keys that Clipmeter signs and encrypts with.

mod admin_password_digest;
mod erased;
mod file;
mod key_fingerprint;
mod lost;
mod open;
mod passphrase;
mod seal;
mod session_keys;

use std::fmt;

use rand::TryRng as _;
use rand::rngs::SysRng;
use secrecy::{ExposeSecret, SecretBox};

use crate::ApiError;

pub(crate) use admin_password_digest::PasswordDigest;
pub(crate) use erased::HandleDigest;
pub(crate) use key_fingerprint::KeyFingerprint;
pub use lost::LostKeys;
pub use open::{IfLost, KeyFile, OpenedKeys};
pub use passphrase::check_passphrase;
pub use session_keys::{SessionKey, SessionKeys};

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
    /// Encrypt Instagram sessions.
    pub sessions: SessionKeys,
    /// Recognises a session that is stored already, and a password that was given before. It encrypts nothing and is never rotated: two at a time would let
    /// a session in twice, and whoever has it alone can only ask whether a value that they have already is stored.
    pub fingerprints: Key,
}

impl Secrets {
    /// New keys from the system's random source.
    pub fn generate() -> Result<Self, ApiError> {
        Ok(Self {
            users: Key::generate()?,
            runs: Key::generate()?,
            sessions: SessionKeys::new(SessionKey::generate()?, Vec::new()),
            fingerprints: Key::generate()?,
        })
    }
}

impl fmt::Debug for Secrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Secrets")
            .field("session_keys", &self.sessions.ids())
            .finish_non_exhaustive()
    }
}

/// Fills `bytes` from the system's random source.
pub(crate) fn fill_random(bytes: &mut [u8]) -> Result<(), ApiError> {
    SysRng
        .try_fill_bytes(bytes)
        .map_err(|error| ApiError::Random(error.to_string()))
}
