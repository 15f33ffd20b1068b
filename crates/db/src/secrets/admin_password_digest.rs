//! Recognizes the password that the environment sets for the first admin.

use secrecy::{ExposeSecret as _, SecretString};

use super::Secrets;
use crate::DbError;

/// Prefix of the password, so that its digest differs from every other use of the same key.
const PURPOSE: &[u8] = b"clipmeter/admin-password/1\0";

/// HMAC-SHA-256 of a password. Without the key, passwords cannot be tested against it.
pub type PasswordDigest = [u8; 32];

impl Secrets {
    /// Returns the digest by which the next start recognizes the password.
    pub fn password_digest(&self, password: &SecretString) -> Result<PasswordDigest, DbError> {
        self.keyed_hash(&[PURPOSE, password.expose_secret().as_bytes()])
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
}
