//! Errors of standalone mode. Each message is one line with the remedy.

mod backup;

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use clipmeter_api::ApiError;
use clipmeter_db::DbError;
use clipmeter_embedded_postgres::PostgresError;

pub use backup::BackupError;

/// An error that ends the program.
#[derive(Debug, thiserror::Error)]
pub enum StandaloneError {
    /// The address cannot be bound.
    #[error("cannot listen on {address}: {source}; choose another address with --listen")]
    Listen {
        /// The requested address.
        address: SocketAddr,
        source: io::Error,
    },
    /// `clipmeter ready` found no ready server.
    #[error("http://{address} is not ready: {reason}")]
    NotReady {
        /// The address that was requested, after 0.0.0.0 and [::] became loopback.
        address: SocketAddr,
        /// The status line or the network error.
        reason: String,
    },
    /// The data folder cannot be used.
    #[error("cannot {action} {path}: {source}; choose a folder that you may write to with --data-dir")]
    DataDir {
        /// The attempted operation, as a verb.
        action: &'static str,
        path: PathBuf,
        source: io::Error,
    },
    /// The data folder contains foreign files.
    #[error(
        "{path} is not a Clipmeter data folder and is not empty; choose an empty or new folder with --data-dir"
    )]
    ForeignDataDir { path: PathBuf },
    /// The data folder has no installation.
    #[error("there is no Clipmeter data in {path}; name its folder with --data-dir")]
    NoDataDir { path: PathBuf },
    /// Another Clipmeter process has locked the data folder.
    #[error(
        "{path} is in use by another Clipmeter; stop that one first, or choose another folder with --data-dir"
    )]
    DataDirInUse { path: PathBuf },
    /// The data folder is from a newer version.
    #[error(
        "{path} was written by a newer Clipmeter (layout {found}, this one knows {known}); upgrade this program"
    )]
    NewerDataDir {
        path: PathBuf,
        /// The folder's layout version.
        found: u32,
        /// The newest layout version that this program supports.
        known: u32,
    },
    /// The scraper program is missing.
    #[error("there is no scraper program at {path}; build it with `cargo build` or name it with --scraper")]
    ScraperMissing {
        /// The path that was checked.
        path: PathBuf,
    },
    /// `DATABASE_URL` is invalid. The message does not repeat the URL, because it contains a password.
    #[error("DATABASE_URL is not a PostgreSQL URL; write it as postgres://user:password@host:5432/database")]
    DatabaseUrl,
    /// The disk has no space for a new installation.
    #[error(
        "the disk at {disk} has {free} free, and {folder} needs {needed} for a start; make room on it, or choose a folder on \
         another disk with --data-dir"
    )]
    DiskTooSmall {
        /// The mount point.
        disk: PathBuf,
        /// The data folder.
        folder: PathBuf,
        /// Free space, with its unit.
        free: String,
        /// Required space, with its unit.
        needed: String,
    },
    /// The disk of the database is full.
    #[error(
        "the disk at {disk} that holds {folder} is full: {free} free, {missing} more needed; make room on it and start again \
         ({error})"
    )]
    DiskFull {
        /// The mount point.
        disk: PathBuf,
        /// The folder of the database.
        folder: PathBuf,
        /// Free space, with its unit.
        free: String,
        /// Space to free, with its unit.
        missing: String,
        /// The operation that failed.
        error: Box<Self>,
    },
    /// The managed database server failed.
    #[error(transparent)]
    Postgres(#[from] PostgresError),
    /// The managed database server keeps failing.
    #[error("PostgreSQL keeps ending ({times} times in a row); its log is {log}")]
    DatabaseUnstable {
        /// Attempted restarts.
        times: u32,
        /// Path of the server's log.
        log: PathBuf,
    },
    /// The API failed.
    #[error(transparent)]
    Api(#[from] ApiError),
    /// A query failed, or the keys cannot be used.
    #[error(transparent)]
    Db(#[from] DbError),
    /// The resources cannot be exported.
    #[error("cannot write {place}: {reason}")]
    Export {
        /// Path of the output.
        place: String,
        reason: String,
    },
    /// A backup or restore failed.
    #[error(transparent)]
    Backup(#[from] BackupError),
    /// The simulator of demo mode failed.
    #[error("cannot start the simulator: {0}")]
    Simulator(#[from] clipmeter_simulator::SimulatorError),
    /// The asynchronous runtime failed.
    #[error("cannot start: {0}")]
    Runtime(#[source] io::Error),
    /// A server ended unexpectedly.
    #[error("the {server} server failed: {reason}")]
    Serve {
        /// Name of the server.
        server: &'static str,
        reason: String,
    },
}
