//! The keys that Clipmeter signs and encrypts with.

mod digests;
mod file;
mod passphrase;
mod seal;
mod session_keys;

use std::fmt::{self, Write as _};

use rand::TryRng as _;
use rand::rngs::SysRng;
use secrecy::{ExposeSecret, SecretBox};

use crate::DbError;

pub use digests::PasswordDigest;
pub(crate) use digests::{HandleDigest, KeyFingerprint};
pub(crate) use file::key_file_path;
pub use passphrase::check_passphrase;
pub use session_keys::{SessionKey, SessionKeys};

/// Length of every key, bytes: required by AES-256, HMAC-SHA-256 and HS256.
const KEY_LENGTH: usize = 32;

/// One key. It is wiped from memory when dropped, and never printed.
#[derive(Debug)]
pub struct Key(SecretBox<[u8; KEY_LENGTH]>);

impl Key {
    /// Creates a key from these bytes.
    #[must_use]
    pub fn new(bytes: [u8; KEY_LENGTH]) -> Self {
        Self(SecretBox::new(Box::new(bytes)))
    }

    fn generate() -> Result<Self, DbError> {
        let mut bytes = [0; KEY_LENGTH];
        fill_random(&mut bytes)?;
        Ok(Self::new(bytes))
    }

    #[must_use]
    pub fn bytes(&self) -> &[u8; KEY_LENGTH] {
        self.0.expose_secret()
    }
}

/// All keys of an installation. A holder can sign in as any user and decrypt every session.
pub struct Secrets {
    /// Signs the tokens of users.
    pub users: Key,
    /// Signs the tokens of scrapers and control planes.
    pub runs: Key,
    /// Encrypt Instagram sessions.
    pub sessions: SessionKeys,
    /// Recognizes sessions that are already stored, and passwords that were set before. It encrypts nothing and is
    /// never rotated: with two keys a session could be stored twice, and a holder of this key alone can only test
    /// whether a known value is stored.
    pub fingerprints: Key,
}

impl Secrets {
    /// Generates keys from the system's random source.
    pub fn generate() -> Result<Self, DbError> {
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
pub(crate) fn fill_random(bytes: &mut [u8]) -> Result<(), DbError> {
    SysRng
        .try_fill_bytes(bytes)
        .map_err(|error| DbError::Random(error.to_string()))
}

/// Formats each byte as two lower-case digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a `String` cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
