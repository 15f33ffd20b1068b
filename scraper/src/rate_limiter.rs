//! When a request may leave: in a turn of the API's ledger, which all scrapers keep together; at this one's own pace where the API is an
//! older one without a ledger.

use tokio::time::sleep;

use crate::local_rate_limiter::LocalRateLimiter;
use crate::report::{PermitResult, Pool};
use crate::transport::FetchError;

/// Hands out turns to one run.
pub struct RateLimiter {
    /// `None`: there is nobody to ask.
    pool: Option<Pool>,
    own: LocalRateLimiter,
}

impl RateLimiter {
    /// The turns of the ledger; `own` takes its place where the API has none. A pace of 0 asks nobody and waits for nothing.
    #[must_use]
    pub fn new(pool: Option<Pool>, own: LocalRateLimiter) -> Self {
        Self { pool, own }
    }

    /// Returns when it is the turn of a request to this endpoint; `session_id` is 0 for a guest.
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
                // The lease's heartbeat finds the same, and ends the run with it.
                tracing::error!(%error, "cannot reserve a rate-limit permit");
                return Err(FetchError::Stopped);
            }
        }
        Ok(())
    }
}
