//! What `PostgreSQL` stores in place of a password (RFC 5802, RFC 7677).

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use secrecy::{ExposeSecret as _, SecretString};
use sha2::{Digest as _, Sha256};

use crate::ApiError;
use crate::secrets::fill_random;

/// As many as the server takes by default.
const ITERATIONS: u32 = 4096;
/// The server's own.
const SALT_LENGTH: usize = 16;

/// A verifier for the password, with a new salt.
pub(super) fn verifier(password: &SecretString) -> Result<String, ApiError> {
    let password = password.expose_secret();
    // Others would have to be normalized first.
    if !password.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(ApiError::Roles(vec![
            "a password of a database role has characters other than printable ASCII; use another one"
                .to_owned(),
        ]));
    }
    let mut salt = [0; SALT_LENGTH];
    fill_random(&mut salt)?;
    with_salt(password.as_bytes(), &salt)
}

fn with_salt(password: &[u8], salt: &[u8]) -> Result<String, ApiError> {
    let mut block = hmac(password, &[salt, &1_u32.to_be_bytes()])?;
    let mut salted = block;
    for _ in 1..ITERATIONS {
        block = hmac(password, &[&block])?;
        for (sum, byte) in salted.iter_mut().zip(block) {
            *sum ^= byte;
        }
    }
    let stored = Sha256::digest(hmac(&salted, &[b"Client Key"])?);
    let server = hmac(&salted, &[b"Server Key"])?;
    let [salt, stored, server] =
        [salt, stored.as_slice(), server.as_slice()].map(|part| STANDARD.encode(part));
    Ok(format!("SCRAM-SHA-256${ITERATIONS}:{salt}${stored}:{server}"))
}

fn hmac(key: &[u8], parts: &[&[u8]]) -> Result<[u8; 32], ApiError> {
    let mut mac =
        Hmac::<Sha256>::new_from_slice(key).map_err(|error| ApiError::Roles(vec![error.to_string()]))?;
    for part in parts {
        mac.update(part);
    }
    Ok(mac.finalize().into_bytes().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The exchange of RFC 7677, section 3.
    #[test]
    fn the_verifier_is_the_one_of_the_standard() {
        let salt = STANDARD.decode("W22ZaJ0SNY7soEsUEjb6gQ==").unwrap();
        assert_eq!(
            with_salt(b"pencil", &salt).unwrap(),
            "SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:\
             wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU="
        );
    }

    #[test]
    fn a_password_that_would_have_to_be_normalized_is_refused() {
        assert!(verifier(&"pässword".into()).is_err());
        assert!(verifier(&"password".into()).is_ok());
    }
}
