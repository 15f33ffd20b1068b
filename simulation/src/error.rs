//! Why a week did not pass.

use clipmeter_api::ApiError;
use clipmeter_postgres::PostgresError;
use clipmeter_proto::ClientConfigError;
use clipmeter_scraper::error::ScraperError;
use clipmeter_simulator::SimulatorError;

use crate::Violation;

/// Why a week did not pass.
#[derive(Debug, thiserror::Error)]
pub enum SimulationError {
    /// Clipmeter did something that it must not.
    #[error("{0}")]
    Violated(Box<Violation>),
    /// A run could not be worked to its end, although nothing stood in its way.
    #[error("a run failed: {0}")]
    Run(#[from] ScraperError),
    /// A task ended early.
    #[error("a task was lost: {0}")]
    Task(#[from] tokio::task::JoinError),
    /// The API's threads did not answer.
    #[error("the API's side of the bridge is gone")]
    Bridge,
    /// A runtime could not be started, or a file not be written.
    #[error("{what}: {source}")]
    Io {
        /// What was tried.
        what: &'static str,
        /// Why it failed.
        source: std::io::Error,
    },
    /// The simulator does not take its settings.
    #[error(transparent)]
    Simulator(#[from] SimulatorError),
    /// There is no database.
    #[error(transparent)]
    Postgres(#[from] PostgresError),
    /// The API refused something, or failed.
    #[error(transparent)]
    Api(#[from] ApiError),
    /// What is stored cannot be read.
    #[error("cannot read what is stored: {0}")]
    Stored(#[from] sqlx::Error),
    /// A token of the API is none.
    #[error(transparent)]
    Token(#[from] ClientConfigError),
}

impl From<Violation> for SimulationError {
    fn from(violation: Violation) -> Self {
        Self::Violated(Box::new(violation))
    }
}
