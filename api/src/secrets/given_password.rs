//! Recognising the password that the environment gives to the first admin.

use secrecy::{ExposeSecret as _, SecretString};

use super::Secrets;
use crate::ApiError;

/// Goes before the password, so that its mark is none that anything else could have under the same key.
const PURPOSE: &[u8] = b"clipmeter/given-password/1\0";

/// HMAC-SHA-256 of a password. Without the key nobody can try passwords against it.
pub(crate) type PasswordMark = [u8; 32];

impl Secrets {
    /// What the password is recognised by at the next start.
    pub(crate) fn mark_of(&self, password: &SecretString) -> Result<PasswordMark, ApiError> {
        self.keyed_hash(&[PURPOSE, password.expose_secret().as_bytes()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_one_passwords_under_one_key() {
        let (one, other) = (Secrets::generate().unwrap(), Secrets::generate().unwrap());
        let mark = |secrets: &Secrets, password: &str| secrets.mark_of(&password.into()).unwrap();
        assert_eq!(mark(&one, "a password"), mark(&one, "a password"));
        assert_ne!(mark(&one, "a password"), mark(&one, "another password"));
        assert_ne!(mark(&one, "a password"), mark(&other, "a password"));
    }
}
