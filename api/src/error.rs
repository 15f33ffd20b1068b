//! What can go wrong in the API.

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
    /// A migration failed, or the database has one that this version does not know.
    #[error("cannot migrate the database: {0}")]
    Migrate(#[from] sqlx::migrate::MigrateError),
    /// A query failed.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
}
