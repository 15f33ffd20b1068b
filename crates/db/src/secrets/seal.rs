//! Encrypts Instagram sessions and recognizes stored ones.

use aes_gcm_siv::aead::{Aead as _, KeyInit as _, Payload};
use aes_gcm_siv::{Aes256GcmSiv, Nonce};
use hmac::{Hmac, Mac as _};
use secrecy::{ExposeSecret as _, SecretString};
use sha2::Sha256;

use super::{Key, Secrets, fill_random};
use crate::DbError;

/// Length of an AES-GCM-SIV nonce, bytes (RFC 8452). The mode tolerates nonce reuse.
const NONCE_LENGTH: usize = 12;

/// The purpose of a ciphertext, as the first part of the associated data: it cannot be used for another purpose.
#[derive(Clone, Copy)]
pub(super) enum Purpose {
    Session,
    Claim,
    Proxy,
}

impl Purpose {
    fn text(self) -> &'static [u8] {
        match self {
            Self::Session => b"clipmeter/instagram-session/1",
            Self::Claim => b"clipmeter/instagram-claim/1",
            Self::Proxy => b"clipmeter/proxy/1",
        }
    }
}

/// HMAC-SHA-256 of a session's value.
pub(crate) type Fingerprint = [u8; 32];

/// A session as stored.
#[derive(Debug)]
pub(crate) struct SealedSession {
    pub fingerprint: Fingerprint,
    pub nonce: [u8; NONCE_LENGTH],
    pub sealed: Vec<u8>,
}

/// The URL of a proxy as stored.
#[derive(Debug)]
pub(crate) struct SealedProxy {
    pub nonce: [u8; NONCE_LENGTH],
    pub sealed: Vec<u8>,
}

impl Secrets {
    /// Encrypts a session's value with the current key, bound to its fingerprint.
    pub(crate) fn seal(&self, value: &SecretString) -> Result<SealedSession, DbError> {
        let fingerprint = self.fingerprint(value.expose_secret().as_bytes())?;
        let key = &self.sessions.current.key;
        let (nonce, sealed) = encrypt(key, Purpose::Session, &fingerprint, value.expose_secret())?;
        Ok(SealedSession {
            fingerprint,
            nonce,
            sealed,
        })
    }

    /// Decrypts the value of a stored session with the key that encrypted it.
    pub fn open(
        &self,
        key_id: &str,
        fingerprint: &[u8],
        nonce: &[u8],
        sealed: &[u8],
    ) -> Result<SecretString, DbError> {
        decrypt(self.key(key_id)?, Purpose::Session, fingerprint, nonce, sealed)
    }

    /// Encrypts the claim of a session with the key that encrypted the session, bound to its fingerprint: the nonce,
    /// followed by the ciphertext.
    pub(crate) fn seal_claim(
        &self,
        key_id: &str,
        fingerprint: &[u8],
        claim: &str,
    ) -> Result<Vec<u8>, DbError> {
        let (nonce, sealed) = encrypt(self.key(key_id)?, Purpose::Claim, fingerprint, claim)?;
        Ok([&nonce[..], &sealed].concat())
    }

    /// Decrypts the claim of a stored session.
    pub(crate) fn open_claim(
        &self,
        key_id: &str,
        fingerprint: &[u8],
        claim: &[u8],
    ) -> Result<SecretString, DbError> {
        let (nonce, sealed) = claim.split_at_checked(NONCE_LENGTH).ok_or(DbError::Seal)?;
        decrypt(self.key(key_id)?, Purpose::Claim, fingerprint, nonce, sealed)
    }

    /// Encrypts the URL of a proxy with the current key, bound to the proxy's name.
    pub(crate) fn seal_proxy(&self, name: &str, url: &SecretString) -> Result<SealedProxy, DbError> {
        let key = &self.sessions.current.key;
        let (nonce, sealed) = encrypt(key, Purpose::Proxy, name.as_bytes(), url.expose_secret())?;
        Ok(SealedProxy { nonce, sealed })
    }

    /// Decrypts the URL of a stored proxy with the key that encrypted it.
    pub(crate) fn open_proxy(
        &self,
        key_id: &str,
        name: &str,
        nonce: &[u8],
        sealed: &[u8],
    ) -> Result<SecretString, DbError> {
        decrypt(self.key(key_id)?, Purpose::Proxy, name.as_bytes(), nonce, sealed)
    }

    fn key(&self, id: &str) -> Result<&Key, DbError> {
        self.sessions.find(id).ok_or(DbError::Seal)
    }

    fn fingerprint(&self, value: &[u8]) -> Result<Fingerprint, DbError> {
        self.keyed_hash(&[value])
    }

    /// HMAC-SHA-256 of the concatenated parts.
    pub(super) fn keyed_hash(&self, parts: &[&[u8]]) -> Result<[u8; 32], DbError> {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.fingerprints.bytes()).map_err(|_| DbError::Seal)?;
        for part in parts {
            mac.update(part);
        }
        Ok(mac.finalize().into_bytes().into())
    }
}

/// Encrypts a text, bound to its purpose and its identifier.
pub(super) fn encrypt(
    key: &Key,
    purpose: Purpose,
    name: &[u8],
    text: &str,
) -> Result<([u8; NONCE_LENGTH], Vec<u8>), DbError> {
    let mut nonce = [0; NONCE_LENGTH];
    fill_random(&mut nonce)?;
    let payload = Payload {
        msg: text.as_bytes(),
        aad: &[purpose.text(), name].concat(),
    };
    let sealed = cipher(key)
        .encrypt(&Nonce::from(nonce), payload)
        .map_err(|_| DbError::Seal)?;
    Ok((nonce, sealed))
}

/// Decrypts a text.
pub(super) fn decrypt(
    key: &Key,
    purpose: Purpose,
    name: &[u8],
    nonce: &[u8],
    sealed: &[u8],
) -> Result<SecretString, DbError> {
    let nonce = <[u8; NONCE_LENGTH]>::try_from(nonce).map_err(|_| DbError::Seal)?;
    let payload = Payload {
        msg: sealed,
        aad: &[purpose.text(), name].concat(),
    };
    let text = cipher(key)
        .decrypt(&Nonce::from(nonce), payload)
        .map_err(|_| DbError::Seal)?;
    String::from_utf8(text)
        .map(SecretString::from)
        .map_err(|_| DbError::Seal)
}

fn cipher(key: &Key) -> Aes256GcmSiv {
    Aes256GcmSiv::new(key.bytes().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(secrets: &Secrets, key_id: &str, session: &SealedSession) -> Result<SecretString, DbError> {
        secrets.open(key_id, &session.fingerprint, &session.nonce, &session.sealed)
    }

    #[test]
    fn sealed_session_opens_only_with_its_key_and_fingerprint() {
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
    fn sealed_session_of_retired_key_opens_after_rotation() {
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
    #[test]
    fn sealed_claim_opens_only_as_claim_of_its_session() {
        let secrets = Secrets::generate().unwrap();
        let id = secrets.sessions.current().id().to_owned();
        let session = secrets.seal(&SecretString::from("17%3Atoken")).unwrap();
        let sealed = secrets
            .seal_claim(&id, &session.fingerprint, "hmac.AR0x")
            .unwrap();
        let claim = secrets.open_claim(&id, &session.fingerprint, &sealed).unwrap();
        assert_eq!(claim.expose_secret(), "hmac.AR0x");
        assert!(secrets.open_claim(&id, &[0; 32], &sealed).is_err());
        assert!(
            secrets
                .open_claim(&id, &session.fingerprint, &sealed[..5])
                .is_err()
        );
        let (nonce, sealed) = sealed.split_at(NONCE_LENGTH);
        assert!(secrets.open(&id, &session.fingerprint, nonce, sealed).is_err());
    }
}
