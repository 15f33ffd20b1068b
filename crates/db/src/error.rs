//! Errors of the database and of the keys.

use std::path::PathBuf;

use clipmeter_platform_config::PlatformConfigError;

use crate::pooler_error::is_refused_by_pooler;
use crate::storage::{NoRoom, WriteRefusal};

/// An error of a query, of the connection or of the keys. The HTTP and gRPC layers decide what a caller sees of it: details are only logged.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DbError {
    /// The server cannot be reached or refuses the login.
    #[error("cannot connect to the database: {0}; check DATABASE_URL, and that the server is running")]
    Connect(#[source] sqlx::Error),
    /// A connection pooler refuses the login.
    #[error(
        "the connection pooler refuses a login ({0}); check the password in DATABASE_URL, and that the pooler can read the \
         passwords of Clipmeter's roles with auth_query, see docs/operator/operations.md, \"Connection poolers\""
    )]
    PoolerLogin(#[source] sqlx::Error),
    /// A connection pooler runs the statements of one connection in several sessions.
    #[error(
        "a connection pooler runs the statements of the role {role} in changing sessions (transaction or statement pooling), which loses \
         notifications, timeouts and locks; set its pool_mode to session and its server_reset_query to DISCARD ALL, or set DATABASE_URL to the server itself"
    )]
    TransactionPooling {
        /// The role that it does so for.
        role: String,
    },
    /// A connection pooler reuses a session as a closed connection has left it.
    #[error(
        "a connection pooler gave the role {role} a session with the settings of a closed connection; set its server_reset_query to \
         DISCARD ALL, or set DATABASE_URL to the server itself"
    )]
    SessionNotReset {
        /// The role that it does so for.
        role: String,
    },
    /// There is no second session.
    #[error(
        "the database gave the role {role} no second session within 10 s; if there is a connection pooler, increase its pool size as \
         described in docs/operator/operations.md, \"Connection poolers\""
    )]
    NoSession {
        /// The role that needs it.
        role: String,
    },
    /// The server is older than the schema needs.
    #[error("the database server is PostgreSQL {found}; Clipmeter needs version {needed} or later")]
    ServerTooOld {
        /// Major version of the server.
        found: i32,
        /// Oldest major version that works.
        needed: i32,
    },
    /// Database roles have too many rights or too few; one sentence each.
    #[error("the database roles are not set up correctly: {}", .0.join("; "))]
    Roles(Vec<String>),
    /// There is no password from which to derive a role's password.
    #[error(
        "the database's address has no password, from which the password of the role {role} would be derived; add one to \
         DATABASE_URL, or set CLIPMETER_APP_PASSWORD, CLIPMETER_INGEST_PASSWORD and CLIPMETER_MAINTENANCE_PASSWORD"
    )]
    RolePassword { role: String },
    /// A migration failed, or the database has one that this version does not have.
    #[error("cannot migrate the database: {0}")]
    Migrate(#[from] sqlx::migrate::MigrateError),
    /// A query failed.
    #[error("database error: {0}")]
    Database(#[from] sqlx::Error),
    /// The key file cannot be used.
    #[error("cannot use {}: {reason}", path.display())]
    SecretsFile {
        /// Path of the key file.
        path: PathBuf,
        /// What is wrong and how to fix it.
        reason: String,
    },
    /// The operating system's random source failed.
    #[error("the system's random source failed: {0}")]
    Random(String),
    /// A key cannot be derived from a passphrase.
    #[error("cannot derive a key from the passphrase: {0}")]
    KeyDerivation(String),
    /// A session or proxy cannot be encrypted, or was tampered with or encrypted with another key.
    #[error("cannot encrypt or decrypt a session or proxy with the keys of this installation")]
    Seal,
    /// The address of the named proxy cannot be decrypted.
    #[error(
        "cannot decrypt the address of the proxy \"{0}\" with the keys of this installation; delete the proxy and add it again"
    )]
    Proxy(String),
    /// A scraper pool cannot be used; the message names what is missing.
    #[error("{0}")]
    ScraperPool(String),
    /// The platform configuration is invalid.
    #[error("invalid platform configuration: {0}")]
    PlatformConfig(#[from] PlatformConfigError),
    /// A caller sent an invalid value.
    #[error("{0}")]
    Invalid(String),
    /// No group has this name or id.
    #[error("the group does not exist")]
    NoSuchGroup,
    /// Another resource already manages this one's target.
    #[error("{0}")]
    Taken(String),
    /// A group has reached its limit; the message says what to do.
    #[error("{0}")]
    LimitReached(String),
    /// The handle's data was erased on request.
    #[error("erased: the data of this handle was erased on request, and the handle cannot be tracked again")]
    Erased,
    /// No run has this id.
    #[error("the run does not exist")]
    NoSuchRun,
    /// The run was completed by its scraper, or closed.
    #[error("the run has ended")]
    RunEnded,
    /// Another scraper holds the run's lease.
    #[error("another scraper holds the lease of this run; try again after the lease expires")]
    LeaseHeld,
    /// Another scraper has taken the run over.
    #[error("another scraper has taken over the lease of this run; nothing was stored")]
    LeaseLost,
    /// The caller is an operator that no longer leads.
    #[error("another operator leads since; nothing was stored")]
    Deposed,
    /// Concurrent updates of the same rows conflicted.
    #[error("the data was changed concurrently; try again")]
    Contended,
    /// The disk of the database is full.
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
}

impl DbError {
    /// Returns why there is no connection.
    pub(crate) fn connect(error: sqlx::Error) -> Self {
        if is_refused_by_pooler(&error) {
            Self::PoolerLogin(error)
        } else {
            Self::Connect(error)
        }
    }

    /// Returns why the database rejected a write that is itself valid.
    pub(crate) fn write_refusal(&self) -> Option<WriteRefusal> {
        match self {
            Self::Database(error) => WriteRefusal::of(error),
            _ => None,
        }
    }

    /// Returns whether the data itself is invalid, so that a retry always fails: a check of this crate, or SQLSTATE class 22 (data
    /// exceptions) or 23 (integrity constraints). References and keys that another call deleted or took are not included.
    #[must_use]
    pub fn is_refusal_of_data(&self) -> bool {
        const PASSING: [&str; 2] = ["23503", "23505"];
        match self {
            Self::Invalid(_) => true,
            Self::Database(error) => error
                .as_database_error()
                .and_then(sqlx::error::DatabaseError::code)
                .is_some_and(|code| {
                    (code.starts_with("22") || code.starts_with("23")) && !PASSING.contains(&code.as_ref())
                }),
            _ => false,
        }
    }

    /// Returns an error for a caller's mistake; the message says what to do.
    pub fn invalid(reason: impl Into<String>) -> Self {
        Self::Invalid(reason.into())
    }
}
