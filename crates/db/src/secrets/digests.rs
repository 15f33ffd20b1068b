//! Recognizes passwords, erased handles and keys without storing them: each digest begins with a purpose, so that it
//! differs from every other use of the same key.

use std::fmt;

use secrecy::{ExposeSecret as _, SecretString};

use super::{Secrets, hex};
use crate::DbError;

/// Prefix of the admin password that the environment sets.
const ADMIN_PASSWORD_PURPOSE: &[u8] = b"clipmeter/admin-password/1\0";

/// HMAC-SHA-256 of a password. Without the key, passwords cannot be tested against it.
pub type PasswordDigest = [u8; 32];

impl Secrets {
    /// Returns the digest by which the next start recognizes the password.
    pub fn password_digest(&self, password: &SecretString) -> Result<PasswordDigest, DbError> {
        self.keyed_hash(&[ADMIN_PASSWORD_PURPOSE, password.expose_secret().as_bytes()])
    }
}

/// Prefix of an erased handle or ID.
const ERASED_HANDLE_PURPOSE: &[u8] = b"clipmeter/erased-handle/1\0";

/// HMAC-SHA-256 of a handle or ID. Without the key, handles cannot be tested against it.
pub(crate) type HandleDigest = [u8; 32];

impl Secrets {
    /// Returns the digest of a handle in lower case.
    pub(crate) fn digest_of_name(&self, platform: &str, name: &str) -> Result<HandleDigest, DbError> {
        self.keyed_hash(&[ERASED_HANDLE_PURPOSE, platform.as_bytes(), b"@", name.as_bytes()])
    }

    /// Returns the digest of a platform's account ID.
    pub(crate) fn digest_of_id(&self, platform: &str, id: &str) -> Result<HandleDigest, DbError> {
        self.keyed_hash(&[ERASED_HANDLE_PURPOSE, platform.as_bytes(), b"#", id.as_bytes()])
    }
}

/// Prefix of the fingerprint.
const KEY_FINGERPRINT_PURPOSE: &[u8] = b"clipmeter/key-fingerprint/1\0";

/// Bytes that are displayed: enough to tell two files apart.
const SHOWN: usize = 4;

/// HMAC-SHA-256 of a constant with the key that is never rotated. It reveals nothing about the key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct KeyFingerprint(pub [u8; 32]);

impl fmt::Display for KeyFingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0[..SHOWN]))
    }
}

impl Secrets {
    /// Returns the fingerprint by which the database recognizes these keys. A rotation does not change it.
    pub(crate) fn key_fingerprint(&self) -> Result<KeyFingerprint, DbError> {
        Ok(KeyFingerprint(self.keyed_hash(&[KEY_FINGERPRINT_PURPOSE])?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn password_digest_depends_on_password_and_key() {
        let (one, other) = (Secrets::generate().unwrap(), Secrets::generate().unwrap());
        let digest = |secrets: &Secrets, password: &str| secrets.password_digest(&password.into()).unwrap();
        assert_eq!(digest(&one, "a password"), digest(&one, "a password"));
        assert_ne!(digest(&one, "a password"), digest(&one, "another password"));
        assert_ne!(digest(&one, "a password"), digest(&other, "a password"));
    }

    #[test]
    fn handle_digest_depends_on_kind_platform_and_key() {
        let (one, other) = (Secrets::generate().unwrap(), Secrets::generate().unwrap());
        let digests = [
            one.digest_of_name("instagram", "17"),
            one.digest_of_id("instagram", "17"),
            one.digest_of_name("tiktok", "17"),
            other.digest_of_name("instagram", "17"),
        ];
        let digests: std::collections::HashSet<HandleDigest> =
            digests.into_iter().map(Result::unwrap).collect();
        assert_eq!(digests.len(), 4);
    }

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
