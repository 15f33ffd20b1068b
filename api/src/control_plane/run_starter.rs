//! Starts the scrapers of runs.

use async_trait::async_trait;
use uuid::Uuid;

/// Starts the scraper of a run: a child process in standalone mode, a Job on Kubernetes.
#[async_trait]
pub trait RunStarter: Send + Sync + std::fmt::Debug {
    /// Starts a scraper for a run whose rows are already open, without waiting for its end. The implementation also
    /// closes the run when the scraper has ended.
    async fn start(&self, run: Uuid) -> Result<(), StartRunError>;
}

/// Why no scraper could be started. The run is still open; its opener closes it.
#[derive(Debug, thiserror::Error)]
#[error("{reason}")]
pub struct StartRunError {
    reason: String,
}

impl StartRunError {
    /// Creates an error with a human-readable reason.
    pub fn new(reason: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
        }
    }
}
