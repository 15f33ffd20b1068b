//! Determines when a request may be sent: with a permit from the API's rate limit, which all scrapers share.

use clipmeter_proto::trace_context::TRACES;
use tokio::time::sleep;
use tracing::trace;

use super::milliseconds;
use crate::core::failure::FetchError;
use crate::core::report::{PermitResult, Pool};

/// Waits for the permits of one run.
pub struct RateLimiter {
    pool: Pool,
    delay_factor: f64,
}

impl RateLimiter {
    /// Creates a limiter. `delay_factor` stretches every wait; 0 disables permits and waiting.
    #[must_use]
    pub fn new(pool: Pool, delay_factor: f64) -> Self {
        Self { pool, delay_factor }
    }

    /// Waits for a permit for a request to this endpoint; `session_id` is 0 for an anonymous client.
    pub(crate) async fn wait(&self, endpoint: &str, session_id: i64) -> Result<(), FetchError> {
        if self.delay_factor <= 0.0 {
            return Ok(());
        }
        let permit = self.pool.reserve_permit(endpoint, session_id, self.delay_factor);
        match permit.await {
            Ok(PermitResult::Granted(wait)) => {
                if !wait.is_zero() {
                    trace!(target: TRACES, endpoint, wait_ms = milliseconds(wait), "rate limit wait");
                }
                sleep(wait).await;
            }
            Ok(PermitResult::Deferred) => {
                trace!(target: TRACES, endpoint, "rate limit deferred");
                return Err(FetchError::Deferred);
            }
            Err(error) => {
                // The lease's heartbeat encounters the same error and ends the run with it.
                tracing::error!(%error, "cannot reserve a rate-limit permit");
                return Err(FetchError::Stopped);
            }
        }
        Ok(())
    }
}
