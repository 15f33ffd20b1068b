//! Errors of backup and restore.

use std::io;
use std::path::PathBuf;

/// An error of backup or restore. Each message is one line with the remedy.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The file already exists.
    #[error("{path} already exists; use another name, or --overwrite to replace the file")]
    Exists { path: PathBuf },
    /// The backup cannot be written.
    #[error("cannot write {path}: {source}; the incomplete file was removed")]
    Write { path: PathBuf, source: io::Error },
    /// The backup cannot be read.
    #[error("cannot read {path}: {source}")]
    Read { path: PathBuf, source: io::Error },
    /// The file is not a backup.
    #[error("{path} is not a Clipmeter backup, or is truncated; use another file")]
    Foreign { path: PathBuf },
    /// The backup is damaged: its digest differs.
    #[error(
        "{path} was truncated or modified after it was written, so nothing was restored; use another copy"
    )]
    Damaged { path: PathBuf },
    /// This program is too old for the backup.
    #[error(
        "{path} was created by a newer version of Clipmeter ({clipmeter}): {reason}; use that version or a later one"
    )]
    Newer {
        path: PathBuf,
        /// The version that made the backup.
        clipmeter: String,
        /// The evidence for the newer version.
        reason: String,
    },
    /// The target folder is not empty.
    #[error("{path} is not empty; use --data-dir to restore into a new or empty folder")]
    NotEmpty { path: PathBuf },
    /// The folder cannot be created.
    #[error("cannot restore into {path}: {source}; use --data-dir with a folder that does not exist yet")]
    Folder { path: PathBuf, source: io::Error },
    /// The passphrase does not decrypt the keys.
    #[error("the passphrase of the keys in {path} is wrong; nothing was restored")]
    WrongPassphrase { path: PathBuf },
    /// There is no terminal to prompt for a passphrase.
    #[error("cannot prompt for the passphrase: {source}; set CLIPMETER_BACKUP_PASSPHRASE")]
    NoPassphrase { source: io::Error },
    /// The keys in the backup would not be those of its sessions.
    #[error("the session key was rotated during the backup, so nothing was written; run the command again")]
    KeysRotated,
    /// The two passphrases differ.
    #[error("the passphrases do not match; nothing was written")]
    PassphrasesDiffer,
    /// The data folder contains no database; the installation may use an external one.
    #[error(
        "there is no database in {path}; to back up the database of DATABASE_URL, use its own tools (pg_dump)"
    )]
    NoDatabase {
        /// The data folder.
        path: PathBuf,
    },
    /// A signal interrupted the operation.
    #[error("interrupted; incomplete files were removed")]
    Stopped,
}
