//! The API calls of a run, independent of the transport.

use async_trait::async_trait;
use clipmeter_proto::v1::{
    CompleteRunRequest, CompleteRunResponse, FetchBatchRequest, FetchBatchResponse, HeartbeatRequest,
    HeartbeatResponse, ReportRequest, ReportResponse, ReservePermitsRequest, ReservePermitsResponse,
    TakeSessionRequest, TakeSessionResponse,
};
use futures::stream::BoxStream;
use tokio::sync::mpsc;
use tonic::Status;

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

    /// Leases a session for a unit. The default behaves like an older API that does not support the call.
    async fn take_session(&self, _: TakeSessionRequest) -> Result<TakeSessionResponse, Status> {
        Err(Status::unimplemented("this API gives the session with the batch"))
    }

    /// Reserves permits. The default behaves like an older API that does not support the call.
    async fn reserve_permits(&self, _: ReservePermitsRequest) -> Result<ReservePermitsResponse, Status> {
        Err(Status::unimplemented("this API has no rate limits"))
    }
}
