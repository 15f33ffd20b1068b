//! Calls to the API about one run: lease and completion, with retries.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use clipmeter_proto::trace_context::Traceparent;
use clipmeter_proto::v1::{
    Address, CompleteRunRequest, CompleteRunResponse, FetchBatchRequest, FetchBatchResponse,
    HeartbeatRequest, HeartbeatResponse, Platform, PlatformConfig, ReportRequest, ReportResponse,
    ReservePermitsRequest, ReservePermitsResponse, StorePicturesRequest, StorePicturesResponse,
    TakeSessionRequest, TakeSessionResponse, Unit,
};
use futures::stream::BoxStream;
use tokio::sync::mpsc;
use tonic::{Code, Status};

use super::api_backoff::{ApiBackoff, with_backoff};
use crate::error::ScraperError;

/// Acknowledgements of reports, one for each, in order.
pub type Acknowledgements = BoxStream<'static, Result<ReportResponse, Status>>;

/// The service `Ingest`, with a single try per call. The caller handles retries.
#[async_trait]
pub trait RunApi: Send + Sync {
    async fn fetch_batch(&self, request: FetchBatchRequest) -> Result<FetchBatchResponse, Status>;

    async fn heartbeat(&self, request: HeartbeatRequest) -> Result<HeartbeatResponse, Status>;

    async fn complete_run(&self, request: CompleteRunRequest) -> Result<CompleteRunResponse, Status>;

    /// Sends reports as they arrive, until their channel is closed.
    async fn report(&self, reports: mpsc::Receiver<ReportRequest>) -> Result<Acknowledgements, Status>;

    async fn take_session(&self, request: TakeSessionRequest) -> Result<TakeSessionResponse, Status>;

    async fn reserve_permits(&self, request: ReservePermitsRequest)
    -> Result<ReservePermitsResponse, Status>;

    async fn store_pictures(&self, request: StorePicturesRequest) -> Result<StorePicturesResponse, Status>;
}

/// The right to execute a run. Its token fences out scrapers that were presumed dead.
#[derive(Clone)]
pub struct Lease {
    /// UUID of the run.
    pub run_id: String,
    /// Sent with every call.
    pub token: String,
    /// Duration of the lease after the last heartbeat or report.
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

/// The work of a run and the resources for it.
pub struct Batch {
    pub lease: Lease,
    pub platform: Platform,
    /// Units without an outcome.
    pub units: Vec<Unit>,
    /// The platform configuration from the API; `None` if the API leaves it to the scraper.
    pub platform_config: Option<PlatformConfig>,
    /// The address that requests leave from, as configured in the API; empty if the API does not manage addresses.
    pub address: Address,
    /// No run has recently searched for query documents: this run may.
    pub may_discover: bool,
    /// The span in which the run was opened.
    pub traceparent: Option<Traceparent>,
}

/// The result of leasing a run.
pub enum Leased {
    Batch(Box<Batch>),
    /// The run was ended elsewhere, or its scraper pool cannot be used; there is nothing left to do.
    Ended,
}

/// The API from the perspective of a run.
#[derive(Clone)]
pub struct Api {
    pub(super) calls: Arc<dyn RunApi>,
}

impl Api {
    /// Creates an API that uses these calls.
    #[must_use]
    pub fn new(calls: Arc<dyn RunApi>) -> Self {
        Self { calls }
    }

    /// Leases the run, waiting while another scraper holds the lease or the API is unavailable. `source_address` names the address
    /// that requests leave from without a proxy; empty: the one shared by all scrapers.
    pub async fn lease(&self, run_id: &str, source_address: &str) -> Result<Leased, ScraperError> {
        let request = FetchBatchRequest {
            run_id: run_id.to_owned(),
            source_address: source_address.to_owned(),
            ..FetchBatchRequest::default()
        };
        let mut backoff = ApiBackoff::new();
        loop {
            match self.calls.fetch_batch(request.clone()).await {
                Ok(response) => return Ok(leased(run_id, response)),
                Err(status) if status.code() == Code::FailedPrecondition => {
                    tracing::info!(reason = status.message(), "the API did not lease the run");
                    return Ok(Leased::Ended);
                }
                Err(status) => backoff.failed(&status).await?,
            }
        }
    }

    /// Extends the lease. Returns whether the run was canceled.
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
        with_backoff(|| self.calls.complete_run(request.clone())).await
    }

    /// Sends pictures once.
    pub(crate) async fn store_pictures(
        &self,
        request: StorePicturesRequest,
    ) -> Result<StorePicturesResponse, Status> {
        self.calls.store_pictures(request).await
    }

    /// Sends reports as they arrive, until their channel is closed.
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
        platform_config: response.platform_config,
        address: response.address.unwrap_or_default(),
        may_discover: response.may_discover,
        traceparent: response.traceparent.parse().ok(),
    }))
}
