//! Why standalone mode cannot run, each in one line that says what to do.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use clipmeter_api::ApiError;
use clipmeter_postgres::PostgresError;

use crate::backup::BackupError;

/// Why the program ended.
#[derive(Debug, thiserror::Error)]
pub enum StandaloneError {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {source}; choose another address with --listen")]
    Listen {
        /// The address that was asked for.
        address: SocketAddr,
        /// What the system said.
        source: io::Error,
    },
    /// `clipmeter ready` found no server that is ready.
    #[error("http://{address} is not ready: {reason}")]
    NotReady {
        /// The address that was requested, after 0.0.0.0 and [::] became loopback.
        address: SocketAddr,
        /// The status line or the network's error.
        reason: String,
    },
    /// The data folder cannot be used.
    #[error("cannot {action} {path}: {source}; choose a folder that you may write to with --data-dir")]
    DataDir {
        /// What was tried, as a verb.
        action: &'static str,
        /// On what.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The data folder holds somebody else's files.
    #[error(
        "{path} is not a Clipmeter data folder and is not empty; choose an empty or new folder with --data-dir"
    )]
    ForeignDataDir {
        /// The folder.
        path: PathBuf,
    },
    /// There is nothing to work with.
    #[error("there is no Clipmeter data in {path}; name its folder with --data-dir")]
    NoDataDir {
        /// The folder.
        path: PathBuf,
    },
    /// Another Clipmeter has it.
    #[error(
        "{path} is in use by another Clipmeter; stop that one first, or choose another folder with --data-dir"
    )]
    DataDirInUse {
        /// The folder.
        path: PathBuf,
    },
    /// The data folder is from a newer version.
    #[error(
        "{path} was written by a newer Clipmeter (layout {found}, this one knows {known}); upgrade this program"
    )]
    NewerDataDir {
        /// The folder.
        path: PathBuf,
        /// The layout it has.
        found: u32,
        /// The newest layout that this program knows.
        known: u32,
    },
    /// There is no scraper program.
    #[error("there is no scraper program at {path}; build it with `cargo build` or name it with --scraper")]
    ScraperMissing {
        /// Where it was looked for.
        path: PathBuf,
    },
    /// `DATABASE_URL` cannot be read. The text does not repeat it, since it holds a password.
    #[error("DATABASE_URL is no PostgreSQL address; write it as postgres://user:password@host:5432/database")]
    DatabaseUrl,
    /// The disk has no room for a new installation.
    #[error(
        "the disk at {disk} has {free} free, and {folder} needs {needed} for a start; make room on it, or choose a folder on \
         another disk with --data-dir"
    )]
    DiskTooSmall {
        /// Where the disk is mounted.
        disk: PathBuf,
        /// The data folder.
        folder: PathBuf,
        /// What is free, with its unit.
        free: String,
        /// What is needed, with its unit.
        needed: String,
    },
    /// The disk below the database is full.
    #[error(
        "the disk at {disk} that holds {folder} is full: {free} free, {missing} more needed; make room on it and start again \
         ({error})"
    )]
    DiskFull {
        /// Where the disk is mounted.
        disk: PathBuf,
        /// The folder of the database.
        folder: PathBuf,
        /// What is free, with its unit.
        free: String,
        /// What has to be freed, with its unit.
        missing: String,
        /// What failed.
        error: Box<Self>,
    },
    /// The private database server.
    #[error(transparent)]
    Postgres(#[from] PostgresError),
    /// The private database server ends again and again.
    #[error("PostgreSQL keeps ending ({times} times in a row); its log is {log}")]
    DatabaseUnstable {
        /// Restarts that were tried.
        times: u32,
        /// Where its log is.
        log: PathBuf,
    },
    /// The API.
    #[error(transparent)]
    Api(#[from] ApiError),
    /// The resources cannot be written down.
    #[error("cannot write {place}: {reason}")]
    Export {
        /// Where to.
        place: String,
        /// What went wrong.
        reason: String,
    },
    /// A backup cannot be made or restored.
    #[error(transparent)]
    Backup(#[from] BackupError),
    /// The simulator of demo mode.
    #[error("cannot start the simulator: {0}")]
    Simulator(#[from] clipmeter_simulator::SimulatorError),
    /// The asynchronous runtime.
    #[error("cannot start: {0}")]
    Runtime(#[source] io::Error),
    /// A server ended although nobody stopped it.
    #[error("the {server} server failed: {reason}")]
    Serve {
        /// Which one.
        server: &'static str,
        /// What it said.
        reason: String,
    },
}
