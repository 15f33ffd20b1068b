//! The verifiers that `PostgreSQL` stores instead of passwords (RFC 5802, RFC 7677).

use std::num::NonZeroU32;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::pbkdf2::{PBKDF2_HMAC_SHA256, derive};
use ring::{digest, hmac};
use secrecy::{ExposeSecret as _, SecretString};

use crate::DbError;
use crate::secrets::fill_random;

/// The server's default, and the fixed value of servers before version 16, which have no setting for it.
pub(super) const DEFAULT_ITERATIONS: NonZeroU32 = NonZeroU32::new(4096).unwrap();
/// The length that the server itself uses.
const SALT_LENGTH: usize = 16;

/// Returns a verifier for the password, with a new salt. The iterations are the server's setting
/// `scram_iterations`.
pub(super) fn verifier(password: &SecretString, iterations: NonZeroU32) -> Result<String, DbError> {
    let password = password.expose_secret();
    // Other characters would have to be normalized first.
    if !password.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(DbError::Roles(vec![
            "the password of a database role contains characters other than printable ASCII; use another password"
                .to_owned(),
        ]));
    }
    let mut salt = [0; SALT_LENGTH];
    fill_random(&mut salt)?;
    Ok(with_salt(password.as_bytes(), &salt, iterations))
}

fn with_salt(password: &[u8], salt: &[u8], iterations: NonZeroU32) -> String {
    let mut salted = [0; digest::SHA256_OUTPUT_LEN];
    derive(PBKDF2_HMAC_SHA256, iterations, salt, password, &mut salted);
    let key = hmac::Key::new(hmac::HMAC_SHA256, &salted);
    let client = hmac::sign(&key, b"Client Key");
    let stored = digest::digest(&digest::SHA256, client.as_ref());
    let server = hmac::sign(&key, b"Server Key");
    let [salt, stored, server] = [salt, stored.as_ref(), server.as_ref()].map(|part| STANDARD.encode(part));
    format!("SCRAM-SHA-256${iterations}:{salt}${stored}:{server}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example exchange of RFC 7677, section 3.
    #[test]
    fn scram_verifier_matches_rfc_7677_example() {
        let salt = STANDARD.decode("W22ZaJ0SNY7soEsUEjb6gQ==").unwrap();
        assert_eq!(
            with_salt(b"pencil", &salt, DEFAULT_ITERATIONS),
            "SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:\
             wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU="
        );
    }

    #[test]
    fn scram_verifier_refuses_password_that_needs_normalization() {
        assert!(verifier(&"pässword".into(), DEFAULT_ITERATIONS).is_err());
        assert!(verifier(&"password".into(), DEFAULT_ITERATIONS).is_ok());
    }
}
