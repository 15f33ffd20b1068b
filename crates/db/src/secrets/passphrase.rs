//! Keys in a backup, encrypted with a passphrase.

use std::path::Path;

use aes_gcm_siv::aead::{Aead as _, KeyInit as _, Payload};
use aes_gcm_siv::{Aes256GcmSiv, Nonce};
use argon2::{Algorithm, Argon2, Params, Version};
use secrecy::zeroize::Zeroizing;
use secrecy::{ExposeSecret as _, SecretString};

use super::file::key_file_path;
use super::{KEY_LENGTH, Secrets, fill_random};
use crate::DbError;

/// Memory in KiB, passes and lanes: the second recommendation of RFC 9106 for argon2id. Changing it requires a new
/// backup format.
const MEMORY_KIB: u32 = 64 * 1024;
const PASSES: u32 = 3;
const LANES: u32 = 4;

/// Length of a salt, bytes (RFC 9106, 3.1).
const SALT_LENGTH: usize = 16;
/// Length of an AES-GCM-SIV nonce, bytes (RFC 8452).
const NONCE_LENGTH: usize = 12;

/// Separates this ciphertext from every other one.
const PURPOSE: &[u8] = b"clipmeter/backup-keys/1\0";

/// Minimum length of a passphrase, in characters. An attacker with a copy of the backup can try passphrases without
/// a rate limit.
const MIN: usize = 12;

/// Fails when the passphrase is too short to protect keys.
pub fn check_passphrase(passphrase: &SecretString) -> Result<(), DbError> {
    if passphrase.expose_secret().chars().count() < MIN {
        return Err(DbError::Invalid(format!(
            "the passphrase is too short; use at least {MIN} characters"
        )));
    }
    Ok(())
}

impl Secrets {
    /// Encrypts the keys of a folder: salt, nonce, and the file. `context` identifies the backup, and must be the same
    /// when the keys are restored.
    pub fn sealed_copy(folder: &Path, passphrase: &SecretString, context: &[u8]) -> Result<Vec<u8>, DbError> {
        let text = Self::read_for_backup(folder)?
            .to_text()
            .map_err(|_| DbError::Seal)?;
        let mut salt = [0; SALT_LENGTH];
        let mut nonce = [0; NONCE_LENGTH];
        fill_random(&mut salt)?;
        fill_random(&mut nonce)?;
        let payload = Payload {
            msg: text.as_bytes(),
            aad: &[PURPOSE, context].concat(),
        };
        let sealed = cipher(passphrase, &salt)?
            .encrypt(&Nonce::from(nonce), payload)
            .map_err(|_| DbError::Seal)?;
        Ok([&salt[..], &nonce, &sealed].concat())
    }

    /// Returns the IDs of the session keys of a folder. Both steps of a rotation change them, and none restores earlier ones.
    pub fn session_key_ids(folder: &Path) -> Result<Vec<String>, DbError> {
        Ok(Self::read_for_backup(folder)?.sessions.ids())
    }

    fn read_for_backup(folder: &Path) -> Result<Self, DbError> {
        Self::read_own(folder)?.ok_or_else(|| DbError::SecretsFile {
            path: key_file_path(folder),
            reason: "the file is missing, so the keys cannot be backed up".to_owned(),
        })
    }

    /// Decrypts keys from a backup. None: wrong passphrase or context.
    pub fn unsealed_copy(
        sealed: &[u8],
        passphrase: &SecretString,
        context: &[u8],
    ) -> Result<Option<Self>, DbError> {
        let Some((salt, rest)) = sealed.split_first_chunk::<SALT_LENGTH>() else {
            return Ok(None);
        };
        let Some((nonce, sealed)) = rest.split_first_chunk::<NONCE_LENGTH>() else {
            return Ok(None);
        };
        let payload = Payload {
            msg: sealed,
            aad: &[PURPOSE, context].concat(),
        };
        let Ok(text) = cipher(passphrase, salt)?.decrypt(&Nonce::from(*nonce), payload) else {
            return Ok(None);
        };
        Ok(Self::from_text(&Zeroizing::new(text)))
    }
}

fn cipher(passphrase: &SecretString, salt: &[u8]) -> Result<Aes256GcmSiv, DbError> {
    let failed = |error: argon2::Error| DbError::KeyDerivation(error.to_string());
    let params = Params::new(MEMORY_KIB, PASSES, LANES, Some(KEY_LENGTH)).map_err(failed)?;
    let mut key = Zeroizing::new([0; KEY_LENGTH]);
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
        .hash_password_into(passphrase.expose_secret().as_bytes(), salt, key.as_mut())
        .map_err(failed)?;
    Ok(Aes256GcmSiv::new((&*key).into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_copy_opens_only_with_its_passphrase_and_backup() {
        let folder = tempfile::tempdir().unwrap();
        let passphrase = SecretString::from("a passphrase");
        let copy = || Secrets::sealed_copy(folder.path(), &passphrase, b"backup");
        assert!(copy().is_err(), "there are none");
        let secrets = Secrets::create(folder.path()).unwrap();
        let sealed = copy().unwrap();
        let back = |sealed: &[u8], passphrase: &str, context: &[u8]| {
            Secrets::unsealed_copy(sealed, &passphrase.into(), context).unwrap()
        };
        let found = back(&sealed, "a passphrase", b"backup").unwrap();
        assert_eq!(found.users.bytes(), secrets.users.bytes());
        assert_eq!(found.sessions.ids(), secrets.sessions.ids());
        assert!(back(&sealed, "b passphrase", b"backup").is_none());
        assert!(back(&sealed, "a passphrase", b"other backup").is_none());
        assert!(back(&sealed[..20], "a passphrase", b"backup").is_none());
    }

    #[test]
    fn passphrase_under_12_characters_is_refused() {
        assert!(check_passphrase(&"elevenchars".into()).is_err());
        assert!(check_passphrase(&"twelve chars".into()).is_ok());
    }
}
