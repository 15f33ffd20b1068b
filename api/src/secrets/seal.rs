//! Encrypting an Instagram session and recognising it again.

use aes_gcm_siv::aead::{Aead as _, KeyInit as _, Payload};
use aes_gcm_siv::{Aes256GcmSiv, Nonce};
use hmac::{Hmac, Mac as _};
use secrecy::{ExposeSecret as _, SecretString};
use sha2::Sha256;

use super::{Secrets, fill_random};
use crate::ApiError;

/// Length of an AES-GCM-SIV nonce, bytes (RFC 8452). The mode survives a repeated one.
const NONCE_LENGTH: usize = 12;

/// First part of the associated data: what is sealed means nothing anywhere else.
const PURPOSE: &[u8] = b"clipmeter/instagram-session/1";

/// HMAC-SHA-256 of a session's value.
pub(crate) type Fingerprint = [u8; 32];

/// A session as it is stored.
#[derive(Debug)]
pub(crate) struct SealedSession {
    pub(crate) fingerprint: Fingerprint,
    pub(crate) nonce: [u8; NONCE_LENGTH],
    pub(crate) sealed: Vec<u8>,
}

impl Secrets {
    /// Encrypts a session's value, bound to its fingerprint.
    pub(crate) fn seal(&self, value: &SecretString) -> Result<SealedSession, ApiError> {
        let fingerprint = self.fingerprint(value.expose_secret().as_bytes())?;
        let mut nonce = [0; NONCE_LENGTH];
        fill_random(&mut nonce)?;
        let sealed = self
            .cipher()
            .encrypt(
                &Nonce::from(nonce),
                Payload {
                    msg: value.expose_secret().as_bytes(),
                    aad: &associated_data(&fingerprint),
                },
            )
            .map_err(|_| ApiError::Seal)?;
        Ok(SealedSession {
            fingerprint,
            nonce,
            sealed,
        })
    }

    /// The value of a stored session.
    pub(crate) fn open(
        &self,
        fingerprint: &[u8],
        nonce: &[u8],
        sealed: &[u8],
    ) -> Result<SecretString, ApiError> {
        let nonce = <[u8; NONCE_LENGTH]>::try_from(nonce).map_err(|_| ApiError::Seal)?;
        let value = self
            .cipher()
            .decrypt(
                &Nonce::from(nonce),
                Payload {
                    msg: sealed,
                    aad: &associated_data(fingerprint),
                },
            )
            .map_err(|_| ApiError::Seal)?;
        String::from_utf8(value)
            .map(SecretString::from)
            .map_err(|_| ApiError::Seal)
    }

    fn cipher(&self) -> Aes256GcmSiv {
        Aes256GcmSiv::new(self.sessions.bytes().into())
    }

    fn fingerprint(&self, value: &[u8]) -> Result<Fingerprint, ApiError> {
        let mut mac =
            Hmac::<Sha256>::new_from_slice(self.fingerprints.bytes()).map_err(|_| ApiError::Seal)?;
        mac.update(value);
        Ok(mac.finalize().into_bytes().into())
    }
}

fn associated_data(fingerprint: &[u8]) -> Vec<u8> {
    [PURPOSE, fingerprint].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sealed_session_opens_only_under_its_own_key_and_fingerprint() {
        let secrets = Secrets::generate().unwrap();
        let value = SecretString::from("17%3Atoken%3A5%3Aabc");
        let one = secrets.seal(&value).unwrap();
        let again = secrets.seal(&value).unwrap();
        assert_eq!(one.fingerprint, again.fingerprint);
        assert_ne!(one.sealed, again.sealed);

        let opened = secrets.open(&one.fingerprint, &one.nonce, &one.sealed).unwrap();
        assert_eq!(opened.expose_secret(), value.expose_secret());

        let mut other_row = one.fingerprint;
        other_row[0] ^= 1;
        assert!(secrets.open(&other_row, &one.nonce, &one.sealed).is_err());
        let others = Secrets::generate().unwrap();
        assert!(others.open(&one.fingerprint, &one.nonce, &one.sealed).is_err());
        assert!(
            secrets
                .open(&one.fingerprint, &one.nonce[..5], &one.sealed)
                .is_err()
        );
    }
}
