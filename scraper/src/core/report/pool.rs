//! Resources that scrapers share, as requested by one run: sessions, and permits to send requests.

use std::time::Duration;

use clipmeter_proto::v1::{ReservePermitsRequest, TakeSessionRequest, TakeSessionResponse};

use super::api_backoff::with_backoff;
use super::{Api, Lease};
use crate::error::ScraperError;

/// The longest wait for a permit. The API reserves none that is further away.
pub(crate) const MAX_WAIT: Duration = Duration::from_mins(1);

/// The result of a request for a permit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PermitResult {
    /// The permit is valid after this time.
    Granted(Duration),
    /// Nothing was reserved: the next permit is further away than [`MAX_WAIT`].
    Deferred,
}

/// The API's session pool and rate limits, for one run. Clones belong to the same run.
#[derive(Clone)]
pub struct Pool {
    api: Api,
    lease: Lease,
}

impl Pool {
    /// Creates the pool for the holder of this lease.
    #[must_use]
    pub fn new(api: Api, lease: Lease) -> Self {
        Self { api, lease }
    }

    /// Leases a session for a unit in which the sessions in `refused` were refused. It is exclusive to this run until the
    /// next one is taken.
    pub(crate) async fn take_session(
        &self,
        unit_id: i64,
        refused: &[i64],
    ) -> Result<TakeSessionResponse, ScraperError> {
        let request = TakeSessionRequest {
            run_id: self.lease.run_id.clone(),
            lease_token: self.lease.token.clone(),
            unit_id,
            refused: refused.to_vec(),
        };
        with_backoff(|| self.api.calls.take_session(request.clone())).await
    }

    /// Reserves a permit for a request to this endpoint; `session_id` is 0 for an anonymous client, and `delay_factor`
    /// stretches the pauses.
    pub(crate) async fn reserve_permit(
        &self,
        endpoint: &str,
        session_id: i64,
        delay_factor: f64,
    ) -> Result<PermitResult, ScraperError> {
        let request = ReservePermitsRequest {
            run_id: self.lease.run_id.clone(),
            lease_token: self.lease.token.clone(),
            endpoint: endpoint.to_owned(),
            session_id,
            permits: 1,
            delay_factor,
        };
        let response = with_backoff(|| self.api.calls.reserve_permits(request.clone())).await?;
        let wait = response.wait_ms.first().copied().unwrap_or_default();
        let wait = Duration::from_millis(wait.into());
        Ok(if wait > MAX_WAIT {
            PermitResult::Deferred
        } else {
            PermitResult::Granted(wait)
        })
    }
}
