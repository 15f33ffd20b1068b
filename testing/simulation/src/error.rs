//! Errors of the simulation.

use clipmeter_api::ApiError;
use clipmeter_db::DbError;
use clipmeter_embedded_postgres::PostgresError;
use clipmeter_proto::ClientConfigError;
use clipmeter_scraper::error::ScraperError;
use clipmeter_simulator::SimulatorError;

use crate::Violation;

/// The reason why a simulation failed.
#[derive(Debug, thiserror::Error)]
pub enum SimulationError {
    /// Clipmeter violated an invariant.
    #[error("{0}")]
    Violated(Box<Violation>),
    /// A run failed although nothing prevented it.
    #[error("a run failed: {0}")]
    Run(#[from] ScraperError),
    /// A task ended early.
    #[error("a task ended unexpectedly: {0}")]
    Task(#[from] tokio::task::JoinError),
    /// The API's threads did not respond.
    #[error("the thread of the API has ended")]
    Bridge,
    /// A runtime could not be started, or a file could not be written.
    #[error("{what}: {source}")]
    Io {
        /// The attempted operation.
        what: &'static str,
        source: std::io::Error,
    },
    /// The simulator rejected its configuration.
    #[error(transparent)]
    Simulator(#[from] SimulatorError),
    /// The database could not be started.
    #[error(transparent)]
    Postgres(#[from] PostgresError),
    /// The API returned an error.
    #[error(transparent)]
    Api(#[from] ApiError),
    /// A query failed, or the keys cannot be used.
    #[error(transparent)]
    Db(#[from] DbError),
    /// The stored data cannot be read.
    #[error("cannot read the stored data: {0}")]
    Stored(#[from] sqlx::Error),
    /// A token of the API is invalid.
    #[error(transparent)]
    Token(#[from] ClientConfigError),
}

impl From<Violation> for SimulationError {
    fn from(violation: Violation) -> Self {
        Self::Violated(Box::new(violation))
    }
}
