//! Errors of standalone mode. Each message is one line with the remedy.

mod backup;

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use clipmeter_api::ApiError;
use clipmeter_db::DbError;
use clipmeter_domain::WeakPassword;
use clipmeter_embedded_postgres::PostgresError;

pub use backup::BackupError;

/// An error that ends the program.
#[derive(Debug, thiserror::Error)]
pub enum StandaloneError {
    /// The address cannot be bound.
    #[error("cannot listen on {address}: {source}; set another address with --listen")]
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
    #[error("cannot {action} {path}: {source}; use --data-dir with a folder that you can write to")]
    DataDir {
        /// The attempted operation, as a verb.
        action: &'static str,
        path: PathBuf,
        source: io::Error,
    },
    /// The data folder contains foreign files.
    #[error(
        "{path} is not a Clipmeter data folder and is not empty; use --data-dir with a new or empty folder"
    )]
    ForeignDataDir { path: PathBuf },
    /// The data folder has no installation.
    #[error("there is no Clipmeter data in {path}; set the data folder with --data-dir")]
    NoDataDir { path: PathBuf },
    /// Another Clipmeter process has locked the data folder.
    #[error(
        "{path} is in use by another Clipmeter process; stop that process, or use --data-dir with another folder"
    )]
    DataDirInUse { path: PathBuf },
    /// The data folder is from a newer version.
    #[error(
        "{path} was written by a newer version of Clipmeter (layout {found}; this version supports {known}); upgrade Clipmeter"
    )]
    NewerDataDir {
        path: PathBuf,
        /// The folder's layout version.
        found: u32,
        /// The newest layout version that this program supports.
        known: u32,
    },
    /// The environment sets a password that is refused.
    #[error("CLIPMETER_ADMIN_PASSWORD cannot be used: {0}")]
    AdminPassword(#[from] WeakPassword),
    /// The scraper program is missing.
    #[error(
        "there is no scraper program at {path}; build it with `cargo build`, or set its path with --scraper"
    )]
    ScraperMissing {
        /// The path that was checked.
        path: PathBuf,
    },
    /// `DATABASE_URL` is invalid. The message does not repeat the URL, because it contains a password.
    #[error("DATABASE_URL is not a PostgreSQL URL; write it as postgres://user:password@host:5432/database")]
    DatabaseUrl,
    /// The disk has no space for a new installation.
    #[error(
        "the disk at {disk} has {free} free, but a new installation in {folder} needs {needed}; free some space, or use \
         --data-dir with a folder on another disk"
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
        "the disk at {disk} with {folder} is full: {free} free, {missing} more needed; free some space and start again \
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
    #[error("PostgreSQL exited unexpectedly {times} times in a row; see its log {log}")]
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
    /// `--demo` would scrape the accounts of an installation from the simulator.
    #[error(
        "this installation has client groups of its own, whose accounts --demo would scrape from a simulator; start without --demo, or \
         use --data-dir with a new folder and no DATABASE_URL"
    )]
    NoDemo,
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
