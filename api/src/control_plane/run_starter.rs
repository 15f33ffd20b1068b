//! How the scraper of a run is started.

use async_trait::async_trait;
use uuid::Uuid;

/// Starts the scraper of a run: a child process on a laptop, a Job on Kubernetes.
#[async_trait]
pub trait RunStarter: Send + Sync + std::fmt::Debug {
    /// Starts a scraper for a run whose rows are open already, and returns without waiting for its end. Whoever starts it
    /// also closes the run when the scraper is gone.
    async fn start(&self, run: Uuid) -> Result<(), StartRunError>;
}

/// Why no scraper could be started. The run is still open; its opener closes it.
#[derive(Debug, thiserror::Error)]
#[error("{reason}")]
pub struct StartRunError {
    reason: String,
}

impl StartRunError {
    /// An error with a reason for people.
    pub fn new(reason: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
        }
    }
}
