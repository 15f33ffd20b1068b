//! Errors of backup and restore.

use std::io;
use std::path::PathBuf;

/// An error of backup or restore. Each message is one line with the remedy.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The file already exists.
    #[error("{path} already exists; choose another name, or replace it with --overwrite")]
    Exists { path: PathBuf },
    /// The backup cannot be written.
    #[error("cannot write {path}: {source}; nothing was left behind")]
    Write { path: PathBuf, source: io::Error },
    /// The backup cannot be read.
    #[error("cannot read {path}: {source}")]
    Read { path: PathBuf, source: io::Error },
    /// The file is not a backup.
    #[error("{path} is not a backup of Clipmeter, or was cut off at its beginning; name another file")]
    Foreign { path: PathBuf },
    /// The backup is damaged: its digest differs.
    #[error(
        "{path} was cut off or altered since it was written, and nothing of it was restored; use another copy"
    )]
    Damaged { path: PathBuf },
    /// This program is too old for the backup.
    #[error(
        "{path} was made by a newer Clipmeter ({clipmeter}): {reason}; restore it with that version or a later one"
    )]
    Newer {
        path: PathBuf,
        /// The version that made the backup.
        clipmeter: String,
        /// The evidence for the newer version.
        reason: String,
    },
    /// The target folder is not empty.
    #[error("{path} is not empty; restore into a new or empty folder, which --data-dir names")]
    NotEmpty { path: PathBuf },
    /// The folder cannot be created.
    #[error("cannot restore into {path}: {source}; name a folder that does not exist yet with --data-dir")]
    Folder { path: PathBuf, source: io::Error },
    /// The passphrase does not decrypt the keys.
    #[error(
        "the passphrase is not the one that the keys in {path} were encrypted with; nothing was restored"
    )]
    WrongPassphrase { path: PathBuf },
    /// There is no terminal to prompt for a passphrase.
    #[error("cannot prompt for the passphrase: {source}; set CLIPMETER_BACKUP_PASSPHRASE")]
    NoPassphrase { source: io::Error },
    /// The two passphrases differ.
    #[error("the two passphrases are not the same; nothing was written")]
    PassphrasesDiffer,
    /// The installation has no database of its own.
    #[error(
        "there is no database in {path}; one that DATABASE_URL names is backed up with its own tools (pg_dump)"
    )]
    NoDatabase {
        /// The data folder.
        path: PathBuf,
    },
    /// A signal interrupted the operation.
    #[error("stopped before it was done; nothing was left behind")]
    Stopped,
}
