use std::io;
use std::path::{Path, PathBuf};

/// An error of the private server. Every message contains the remedy.
#[derive(Debug, thiserror::Error)]
pub enum PostgresError {
    /// A file system operation failed.
    #[error("cannot {action} {path}: {source}")]
    Io {
        /// The attempted operation, as a verb: "create", "read".
        action: &'static str,
        path: PathBuf,
        source: io::Error,
    },
    /// The server's programs could not be downloaded.
    #[error(
        "cannot download PostgreSQL {version}: {reason}; connect to the Internet once, \
         or set DATABASE_URL to a PostgreSQL 18 server that is already running"
    )]
    Download {
        /// The required version.
        version: &'static str,
        reason: String,
    },
    /// The data directory belongs to another major version.
    #[error(
        "{path} was created by PostgreSQL {found}, but this version of Clipmeter runs PostgreSQL {expected}"
    )]
    OtherVersion {
        path: PathBuf,
        /// The major version that created the directory.
        found: String,
        /// The major version of this server.
        expected: &'static str,
    },
    /// Files of the database are missing.
    #[error(
        "{path} contains files but no PG_VERSION, so it is not a complete database; \
         restore the missing files, or restore a backup into another folder"
    )]
    Incomplete { path: PathBuf },
    /// The password of an existing database is missing.
    #[error(
        "{path} is missing, and the database beside it accepts no other password; restore the file, or restore a backup into another \
         folder"
    )]
    NoPassword { path: PathBuf },
    /// The unprivileged user cannot reach the folder.
    #[error(
        "PostgreSQL cannot run as root, and the unprivileged user that it runs as cannot enter {path}; \
         use a folder outside of it (such as /var/lib/clipmeter), or run `chmod o+x {path}`"
    )]
    Unreachable {
        /// The first inaccessible parent folder.
        path: PathBuf,
    },
    /// `initdb` failed.
    #[error("cannot create a database in {path}: {output}")]
    Initialise {
        path: PathBuf,
        /// The last lines of `initdb`'s output.
        output: String,
    },
    /// The server ended or did not respond in time.
    #[error("PostgreSQL did not start: {reason}; see its log {log}")]
    Start {
        /// The observation.
        reason: String,
        /// Path of the server's log.
        log: PathBuf,
    },
    /// A statement needed for set-up failed.
    #[error("PostgreSQL rejected a setup statement: {0}")]
    Setup(#[from] sqlx::Error),
    /// A migration failed.
    #[error("cannot migrate the database: {0}")]
    Migrate(#[from] sqlx::migrate::MigrateError),
}

impl PostgresError {
    /// Wraps an I/O error with the operation and the path.
    pub(crate) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { action, path, source }
    }
}
