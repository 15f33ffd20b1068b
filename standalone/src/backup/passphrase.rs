//! Asking for a passphrase.

use clipmeter_api::check_passphrase;
use secrecy::{ExposeSecret as _, SecretString};

use super::error::BackupError;
use crate::error::StandaloneError;

/// Sets the passphrase in scripts.
const VARIABLE: &str = "CLIPMETER_BACKUP_PASSPHRASE";

/// A new one, typed twice.
pub(super) fn chosen() -> Result<SecretString, StandaloneError> {
    if let Some(given) = given() {
        check_passphrase(&given)?;
        return Ok(given);
    }
    let first = ask("Passphrase for the keys in the backup: ")?;
    check_passphrase(&first)?;
    let again = ask("The same again: ")?;
    if first.expose_secret() != again.expose_secret() {
        return Err(BackupError::PassphrasesDiffer.into());
    }
    Ok(first)
}

/// The one that a backup was made with.
pub(super) fn known() -> Result<SecretString, BackupError> {
    given().map_or_else(|| ask("Passphrase of the keys in the backup: "), Ok)
}

fn given() -> Option<SecretString> {
    std::env::var(VARIABLE).ok().map(SecretString::from)
}

fn ask(prompt: &str) -> Result<SecretString, BackupError> {
    rpassword::prompt_password(prompt)
        .map(SecretString::from)
        .map_err(|source| BackupError::NoPassphrase { source })
}
