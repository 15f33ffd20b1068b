//! What can go wrong in the API.

use std::path::PathBuf;

use clipmeter_rules::platform_config::PlatformConfigError;

use crate::auth::WeakPassword;
use crate::storage::{NoRoom, WriteRefusal};

/// An error of the API. What a caller over HTTP or gRPC sees of it is decided there: details stay in the log.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ApiError {
    /// The server cannot be reached or refuses the login.
    #[error("cannot connect to the database; check DATABASE_URL and that the server runs: {0}")]
    Connect(#[source] sqlx::Error),
    /// The server is older than the schema needs.
    #[error("the database server is PostgreSQL {found}; Clipmeter needs version {needed} or later")]
    ServerTooOld {
        /// Major version of the server.
        found: i32,
        /// Oldest major version that works.
        needed: i32,
    },
    /// Roles of the database have too many rights or too few; a sentence each.
    #[error("the database's roles are not set up right: {}", .0.join("; "))]
    Roles(Vec<String>),
    /// There is no password to derive a role's from.
    #[error(
        "the database's address has no password, from which the password of the role {role} would be derived; add one to \
         DATABASE_URL, or set CLIPMETER_APP_PASSWORD, CLIPMETER_INGEST_PASSWORD and CLIPMETER_MAINTENANCE_PASSWORD"
    )]
    RolePassword {
        /// The role.
        role: String,
    },
    /// A migration failed, or the database has one that this version does not know.
    #[error("cannot migrate the database: {0}")]
    Migrate(#[from] sqlx::migrate::MigrateError),
    /// A query failed.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// The file of keys cannot be used.
    #[error("cannot use {}: {reason}", path.display())]
    SecretsFile {
        /// The file.
        path: PathBuf,
        /// What is wrong and what to do.
        reason: String,
    },
    /// The system gives no random numbers.
    #[error("the system's random source failed: {0}")]
    Random(String),
    /// A session or proxy cannot be encrypted, or was encrypted with another key or tampered with.
    #[error("a session or proxy cannot be encrypted or decrypted with the keys of this installation")]
    Seal,
    /// The address of the proxy by this name does not open.
    #[error(
        "the address of the proxy \"{0}\" cannot be decrypted with the keys of this installation; delete it and add it again"
    )]
    Proxy(String),
    /// What is known of the platforms cannot be read.
    #[error("invalid platform configuration: {0}")]
    PlatformConfig(#[from] PlatformConfigError),
    /// A token cannot be signed.
    #[error("a token cannot be signed: {0}")]
    Token(#[source] jsonwebtoken::errors::Error),
    /// A password cannot be hashed or the stored hash is damaged.
    #[error("a password cannot be hashed or compared: {0}")]
    PasswordHash(String),
    /// A password that may not be set.
    #[error(transparent)]
    WeakPassword(#[from] WeakPassword),
    /// A caller sent something that cannot be meant.
    #[error("{0}")]
    Invalid(String),
    /// No group has this name or id.
    #[error("there is no such group")]
    NoSuchGroup,
    /// Another resource has what this one asks for.
    #[error("{0}")]
    Taken(String),
    /// A group tracks as much as it may; in words that say what to do.
    #[error("{0}")]
    LimitReached(String),
    /// What was collected of the handle was erased on request.
    #[error("erased: what was collected of this handle was erased on request, and it is not tracked again")]
    Erased,
    /// No run has this id.
    #[error("there is no such run")]
    NoSuchRun,
    /// The run has ended, by its scraper or because it was given up.
    #[error("the run has ended")]
    RunEnded,
    /// Another scraper works the run.
    #[error("another scraper holds the lease of this run; try again when it expires")]
    LeaseHeld,
    /// Another scraper has taken the run over.
    #[error("the lease of this run was lost to another scraper; nothing was stored")]
    LeaseLost,
    /// The database could not decide between callers that changed the same rows.
    #[error("others changed the same rows at the same time; try again")]
    Contended,
    /// The disk of the database is full.
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
}

impl ApiError {
    /// Why the database did not carry out a write, where the write is not at fault.
    pub(crate) fn write_refusal(&self) -> Option<WriteRefusal> {
        match self {
            Self::Database(error) => WriteRefusal::of(error),
            _ => None,
        }
    }

    /// A caller's mistake, in words that say what to do.
    pub(crate) fn invalid(reason: impl Into<String>) -> Self {
        Self::Invalid(reason.into())
    }
}
