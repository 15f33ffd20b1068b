//! Determines when a request may be sent: with a permit from the API's rate limit, which all scrapers share, or from the local rate
//! limiter if an older API has none.

use tokio::time::sleep;

use super::LocalRateLimiter;
use crate::core::failure::FetchError;
use crate::core::report::{PermitResult, Pool};

/// Issues permits to one run.
pub struct RateLimiter {
    /// `None`: there is no API to request permits from.
    pool: Option<Pool>,
    own: LocalRateLimiter,
}

impl RateLimiter {
    /// Creates a limiter that reserves permits from the pool; `own` replaces it if the API has no rate limit. A delay factor of 0
    /// disables permits and waiting.
    #[must_use]
    pub fn new(pool: Option<Pool>, own: LocalRateLimiter) -> Self {
        Self { pool, own }
    }

    /// Waits for a permit for a request to this endpoint; `session_id` is 0 for an anonymous client.
    pub(crate) async fn wait(&self, endpoint: &str, session_id: i64) -> Result<(), FetchError> {
        let delay_factor = self.own.delay_factor();
        let permit = match &self.pool {
            Some(pool) if delay_factor > 0.0 => pool.reserve_permit(endpoint, session_id, delay_factor).await,
            _ => Ok(PermitResult::Unsupported),
        };
        match permit {
            Ok(PermitResult::Granted(wait)) => sleep(wait).await,
            Ok(PermitResult::Unsupported) => self.own.wait().await,
            Ok(PermitResult::Deferred) => return Err(FetchError::Deferred),
            Err(error) => {
                // The lease's heartbeat encounters the same error and ends the run with it.
                tracing::error!(%error, "cannot reserve a rate-limit permit");
                return Err(FetchError::Stopped);
            }
        }
        Ok(())
    }
}
