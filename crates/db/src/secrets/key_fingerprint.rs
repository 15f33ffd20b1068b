//! Recognizes the keys of an installation.

use std::fmt;

use super::Secrets;
use crate::DbError;

/// Separates this digest from every other one with the same key.
const PURPOSE: &[u8] = b"clipmeter/key-fingerprint/1\0";

/// Bytes that are displayed: enough to tell two files apart.
const SHOWN: usize = 4;

/// HMAC-SHA-256 of a constant with the key that is never rotated. It reveals nothing about the key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct KeyFingerprint(pub [u8; 32]);

impl fmt::Display for KeyFingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0[..SHOWN]
            .iter()
            .try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Secrets {
    /// Returns the fingerprint by which the database recognizes these keys. A rotation does not change it.
    pub(crate) fn key_fingerprint(&self) -> Result<KeyFingerprint, DbError> {
        Ok(KeyFingerprint(self.keyed_hash(&[PURPOSE])?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_fingerprint_survives_rotation_and_differs_between_files() {
        let (mut one, other) = (Secrets::generate().unwrap(), Secrets::generate().unwrap());
        let before = one.key_fingerprint().unwrap();
        assert!(before != other.key_fingerprint().unwrap());
        one.sessions.rotate().unwrap();
        assert!(before == one.key_fingerprint().unwrap());
        assert_eq!(before.to_string().len(), 2 * SHOWN);
    }
}
