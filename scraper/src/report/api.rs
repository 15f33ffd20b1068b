//! The conversation about one run: its lease and its end, with patience.

use std::sync::Arc;
use std::time::Duration;

use clipmeter_proto::v1::{
    Address, CompleteRunRequest, CompleteRunResponse, FetchBatchRequest, FetchBatchResponse,
    HeartbeatRequest, Platform, PlatformConfig, ReportRequest, Session, Unit,
};
use tokio::sync::mpsc;
use tonic::{Code, Status};

use super::api_backoff::ApiBackoff;
use super::client::{Acknowledgements, RunApi};
use crate::error::ScraperError;

/// The right to work a run. Its token fences out scrapers that were given up for dead.
#[derive(Clone)]
pub struct Lease {
    /// UUID of the run.
    pub run_id: String,
    /// Sent with every call.
    pub token: String,
    /// How long the lease lasts after the last sign of life.
    pub length: Duration,
}

impl std::fmt::Debug for Lease {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Lease")
            .field("run_id", &self.run_id)
            .field("length", &self.length)
            .finish_non_exhaustive()
    }
}

/// The work of a run and what it is done with.
pub struct Batch {
    /// The right to do it.
    pub lease: Lease,
    /// Where it is done.
    pub platform: Platform,
    /// Units without an outcome.
    pub units: Vec<Unit>,
    /// Of an older API, on Instagram: the run's session. Others are asked for sessions.
    pub session: Option<Session>,
    /// What the API knows about the platforms; `None` where it leaves that to the scraper.
    pub platform_config: Option<PlatformConfig>,
    /// Where requests leave from, as the API knows it; nothing is said in it where the API knows no addresses.
    pub address: Address,
    /// Nobody has looked for the ids of stored queries lately: this run may.
    pub may_discover: bool,
    /// The API is told what units cost that are given back.
    pub accepts_requeues: bool,
}

/// What leasing a run yields.
pub enum Leased {
    /// Work.
    Batch(Box<Batch>),
    /// Somebody else ended the run; there is nothing left to do.
    Ended,
}

/// The API as a run sees it.
#[derive(Clone)]
pub struct Api {
    pub(super) calls: Arc<dyn RunApi>,
}

impl Api {
    /// The API that these calls reach.
    #[must_use]
    pub fn new(calls: Arc<dyn RunApi>) -> Self {
        Self { calls }
    }

    /// Takes the lease of the run, waiting while another scraper holds it or the API is away. `source_address` names the address that
    /// requests leave from without a proxy; empty: the one of all scrapers.
    pub async fn lease(&self, run_id: &str, source_address: &str) -> Result<Leased, ScraperError> {
        let request = FetchBatchRequest {
            run_id: run_id.to_owned(),
            requests_sessions: true,
            source_address: source_address.to_owned(),
            ..FetchBatchRequest::default()
        };
        let mut backoff = ApiBackoff::new();
        loop {
            match self.calls.fetch_batch(request.clone()).await {
                Ok(response) => return Ok(leased(run_id, response)),
                Err(status) if status.code() == Code::FailedPrecondition => {
                    tracing::info!(reason = status.message(), "the run has ended already");
                    return Ok(Leased::Ended);
                }
                Err(status) => backoff.failed(&status).await?,
            }
        }
    }

    /// Says that the scraper lives. Returns whether the run was cancelled.
    pub(super) async fn heartbeat(&self, lease: &Lease) -> Result<bool, Status> {
        let request = HeartbeatRequest {
            run_id: lease.run_id.clone(),
            lease_token: lease.token.clone(),
        };
        Ok(self.calls.heartbeat(request).await?.cancelled)
    }

    /// Ends the run; units without an outcome return to the queue.
    pub async fn complete(&self, lease: &Lease) -> Result<CompleteRunResponse, ScraperError> {
        let request = CompleteRunRequest {
            run_id: lease.run_id.clone(),
            lease_token: lease.token.clone(),
        };
        let mut backoff = ApiBackoff::new();
        loop {
            match self.calls.complete_run(request.clone()).await {
                Ok(response) => return Ok(response),
                Err(status) => backoff.failed(&status).await?,
            }
        }
    }

    /// Sends reports as they come, until their channel is closed.
    pub(super) async fn report(
        &self,
        reports: mpsc::Receiver<ReportRequest>,
    ) -> Result<Acknowledgements, Status> {
        self.calls.report(reports).await
    }
}

fn leased(run_id: &str, response: FetchBatchResponse) -> Leased {
    let platform = response.platform();
    let length = Duration::from_secs(u64::from(response.lease_seconds));
    let lease = Lease {
        run_id: run_id.to_owned(),
        token: response.lease_token,
        length,
    };
    Leased::Batch(Box::new(Batch {
        lease,
        platform,
        units: response.units,
        session: response.session,
        platform_config: response.platform_config,
        address: response.address.unwrap_or_default(),
        may_discover: response.may_discover,
        accepts_requeues: response.accepts_requeues,
    }))
}
