//! Passphrase prompts.

use clipmeter_db::secrets::check_passphrase;
use secrecy::{ExposeSecret as _, SecretString};

use crate::error::{BackupError, StandaloneError};

/// Environment variable that provides the passphrase in scripts.
const VARIABLE: &str = "CLIPMETER_BACKUP_PASSPHRASE";

/// Prompts twice for a new passphrase.
pub(super) fn chosen() -> Result<SecretString, StandaloneError> {
    if let Some(from_environment) = from_environment() {
        check_passphrase(&from_environment)?;
        return Ok(from_environment);
    }
    let first = prompt_passphrase("Passphrase for the keys in the backup: ")?;
    check_passphrase(&first)?;
    let again = prompt_passphrase("Repeat the passphrase: ")?;
    if first.expose_secret() != again.expose_secret() {
        return Err(BackupError::PassphrasesDiffer.into());
    }
    Ok(first)
}

/// Prompts for the passphrase of a backup.
pub(super) fn known() -> Result<SecretString, BackupError> {
    from_environment().map_or_else(|| prompt_passphrase("Passphrase of the keys in the backup: "), Ok)
}

fn from_environment() -> Option<SecretString> {
    std::env::var(VARIABLE).ok().map(SecretString::from)
}

fn prompt_passphrase(prompt: &str) -> Result<SecretString, BackupError> {
    rpassword::prompt_password(prompt)
        .map(SecretString::from)
        .map_err(|source| BackupError::NoPassphrase { source })
}
