use std::io;
use std::path::{Path, PathBuf};

/// Why the private server cannot be had. Every text says what to do.
#[derive(Debug, thiserror::Error)]
pub enum PostgresError {
    /// The file system refused.
    #[error("cannot {action} {path}: {source}")]
    Io {
        /// What was tried, as a verb: "create", "read".
        action: &'static str,
        /// On what.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The server's programs could not be fetched.
    #[error(
        "cannot download PostgreSQL {version}: {reason}; connect to the Internet once, \
         or set DATABASE_URL to a PostgreSQL 18 server that is already running"
    )]
    Download {
        /// The version that is wanted.
        version: &'static str,
        /// What the download said.
        reason: String,
    },
    /// The data directory belongs to another major version.
    #[error("{path} was made by PostgreSQL {found}; this version of Clipmeter runs PostgreSQL {expected}")]
    OtherVersion {
        /// The data directory.
        path: PathBuf,
        /// The major version that made it.
        found: String,
        /// The major version that runs here.
        expected: &'static str,
    },
    /// The unprivileged user cannot reach the folder.
    #[error(
        "PostgreSQL does not run as root, and the unprivileged user it runs as instead cannot enter {path}: \
         choose a folder outside of it (such as /var/lib/clipmeter) or allow it with `chmod o+x {path}`"
    )]
    Unreachable {
        /// The first folder on the way that is closed.
        path: PathBuf,
    },
    /// `initdb` failed.
    #[error("cannot make a database in {path}: {output}")]
    Initialise {
        /// The data directory.
        path: PathBuf,
        /// The last lines that `initdb` wrote.
        output: String,
    },
    /// The server ended or did not answer in time.
    #[error("PostgreSQL did not start: {reason}; its log is {log}")]
    Start {
        /// What was seen.
        reason: String,
        /// Where the server writes its log.
        log: PathBuf,
    },
    /// A statement needed for set-up failed.
    #[error("PostgreSQL refused a set-up statement: {0}")]
    Setup(#[from] sqlx::Error),
    /// A migration failed.
    #[error("cannot migrate the database: {0}")]
    Migrate(#[from] sqlx::migrate::MigrateError),
}

impl PostgresError {
    /// Wraps an I/O error with what was tried on which path.
    pub(crate) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { action, path, source }
    }
}
