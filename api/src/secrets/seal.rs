//! Encrypting an Instagram session and recognising it again.

use aes_gcm_siv::aead::{Aead as _, KeyInit as _, Payload};
use aes_gcm_siv::{Aes256GcmSiv, Nonce};
use hmac::{Hmac, Mac as _};
use secrecy::{ExposeSecret as _, SecretString};
use sha2::Sha256;

use super::{Key, Secrets, fill_random};
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
    /// Encrypts a session's value with the current key, bound to its fingerprint.
    pub(crate) fn seal(&self, value: &SecretString) -> Result<SealedSession, ApiError> {
        let fingerprint = self.fingerprint(value.expose_secret().as_bytes())?;
        let mut nonce = [0; NONCE_LENGTH];
        fill_random(&mut nonce)?;
        let sealed = cipher(&self.sessions.current.key)
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

    /// The value of a stored session, whichever of the keys sealed it.
    pub(crate) fn open(
        &self,
        key_id: &str,
        fingerprint: &[u8],
        nonce: &[u8],
        sealed: &[u8],
    ) -> Result<SecretString, ApiError> {
        let nonce = <[u8; NONCE_LENGTH]>::try_from(nonce).map_err(|_| ApiError::Seal)?;
        let key = self.sessions.find(key_id).ok_or(ApiError::Seal)?;
        let value = cipher(key)
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

    fn fingerprint(&self, value: &[u8]) -> Result<Fingerprint, ApiError> {
        self.keyed_hash(&[value])
    }

    /// HMAC-SHA-256 of the parts one after the other.
    pub(super) fn keyed_hash(&self, parts: &[&[u8]]) -> Result<[u8; 32], ApiError> {
        let mut mac =
            Hmac::<Sha256>::new_from_slice(self.fingerprints.bytes()).map_err(|_| ApiError::Seal)?;
        for part in parts {
            mac.update(part);
        }
        Ok(mac.finalize().into_bytes().into())
    }
}

fn cipher(key: &Key) -> Aes256GcmSiv {
    Aes256GcmSiv::new(key.bytes().into())
}

fn associated_data(fingerprint: &[u8]) -> Vec<u8> {
    [PURPOSE, fingerprint].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(secrets: &Secrets, key_id: &str, session: &SealedSession) -> Result<SecretString, ApiError> {
        secrets.open(key_id, &session.fingerprint, &session.nonce, &session.sealed)
    }

    #[test]
    fn a_sealed_session_opens_only_under_its_own_key_and_fingerprint() {
        let secrets = Secrets::generate().unwrap();
        let id = secrets.sessions.current().id().to_owned();
        let value = SecretString::from("17%3Atoken%3A5%3Aabc");
        let one = secrets.seal(&value).unwrap();
        let again = secrets.seal(&value).unwrap();
        assert_eq!(one.fingerprint, again.fingerprint);
        assert_ne!(one.sealed, again.sealed);
        assert_eq!(
            open(&secrets, &id, &one).unwrap().expose_secret(),
            value.expose_secret()
        );

        assert!(open(&secrets, "other", &one).is_err());
        assert!(open(&Secrets::generate().unwrap(), &id, &one).is_err());
        assert!(
            secrets
                .open(&id, &one.fingerprint, &one.nonce[..5], &one.sealed)
                .is_err()
        );
        let mut other_row = one;
        other_row.fingerprint[0] ^= 1;
        assert!(open(&secrets, &id, &other_row).is_err());
    }

    #[test]
    fn what_a_retired_key_sealed_still_opens_and_is_sealed_anew_by_the_current_one() {
        let mut secrets = Secrets::generate().unwrap();
        let value = SecretString::from("17%3Atoken%3A5%3Aabc");
        let old_id = secrets.sessions.current().id().to_owned();
        let old = secrets.seal(&value).unwrap();
        secrets.sessions.rotate().unwrap();
        let new_id = secrets.sessions.current().id().to_owned();
        let new = secrets.seal(&value).unwrap();
        assert_eq!(old.fingerprint, new.fingerprint);
        for (id, session) in [(&old_id, &old), (&new_id, &new)] {
            assert_eq!(
                open(&secrets, id, session).unwrap().expose_secret(),
                value.expose_secret()
            );
        }
        assert!(open(&secrets, &new_id, &old).is_err());
    }
}
