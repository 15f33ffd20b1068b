//! Why there is no backup, or nothing was restored.

use std::io;
use std::path::PathBuf;

/// Each in one line that says what to do.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// There is such a file.
    #[error("{path} is there already; choose another name, or replace it with --overwrite")]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The backup cannot be written.
    #[error("cannot write {path}: {source}; nothing was left behind")]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The backup cannot be read.
    #[error("cannot read {path}: {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It does not begin like a backup.
    #[error("{path} is not a backup of Clipmeter, or was cut off at its beginning; name another file")]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// It is not what was written.
    #[error(
        "{path} was cut off or altered since it was written, and nothing of it was restored; use another copy"
    )]
    Damaged {
        /// The file.
        path: PathBuf,
    },
    /// This program cannot know what is in it.
    #[error(
        "{path} was made by a newer Clipmeter ({clipmeter}): {reason}; restore it with that version or a later one"
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// The version that made it.
        clipmeter: String,
        /// How that shows.
        reason: String,
    },
    /// The target folder is not empty.
    #[error("{path} is not empty; restore into a new or empty folder, which --data-dir names")]
    NotEmpty {
        /// The folder.
        path: PathBuf,
    },
    /// The folder cannot be made.
    #[error("cannot restore into {path}: {source}; name a folder that does not exist yet with --data-dir")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The keys do not open.
    #[error(
        "the passphrase is not the one that the keys in {path} were encrypted with; nothing was restored"
    )]
    WrongPassphrase {
        /// The file.
        path: PathBuf,
    },
    /// There is no terminal to ask for a passphrase.
    #[error("cannot ask for the passphrase: {source}; set CLIPMETER_BACKUP_PASSPHRASE")]
    NoPassphrase {
        /// What the terminal said.
        source: io::Error,
    },
    /// Two passphrases were typed.
    #[error("the two passphrases are not the same; nothing was written")]
    PassphrasesDiffer,
    /// There is no database of our own.
    #[error(
        "there is no database in {path}; one that DATABASE_URL names is backed up with its own tools (pg_dump)"
    )]
    NoDatabase {
        /// The data folder.
        path: PathBuf,
    },
    /// A signal stopped it.
    #[error("stopped before it was done; nothing was left behind")]
    Stopped,
}
