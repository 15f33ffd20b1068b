//! The calls of a run, whoever carries them.

use async_trait::async_trait;
use clipmeter_proto::v1::{
    CompleteRunRequest, CompleteRunResponse, FetchBatchRequest, FetchBatchResponse, HeartbeatRequest,
    HeartbeatResponse, ReportRequest, ReportResponse, ReservePermitsRequest, ReservePermitsResponse,
    TakeSessionRequest, TakeSessionResponse,
};
use futures::stream::BoxStream;
use tokio::sync::mpsc;
use tonic::Status;

/// What becomes of reports: an acknowledgement for each, in order.
pub type Acknowledgements = BoxStream<'static, Result<ReportResponse, Status>>;

/// The service `Ingest` as one try to call it each. Patience with its faults is the caller's.
#[async_trait]
pub trait RunApi: Send + Sync {
    /// Takes the lease of a run.
    async fn fetch_batch(&self, request: FetchBatchRequest) -> Result<FetchBatchResponse, Status>;

    /// Extends the lease.
    async fn heartbeat(&self, request: HeartbeatRequest) -> Result<HeartbeatResponse, Status>;

    /// Ends the run.
    async fn complete_run(&self, request: CompleteRunRequest) -> Result<CompleteRunResponse, Status>;

    /// Sends reports as they come, until their channel is closed.
    async fn report(&self, reports: mpsc::Receiver<ReportRequest>) -> Result<Acknowledgements, Status>;

    /// Takes a session for a unit. An API that has none to give is like an older one, which does not know the call.
    async fn take_session(&self, _: TakeSessionRequest) -> Result<TakeSessionResponse, Status> {
        Err(Status::unimplemented("this API gives the session with the batch"))
    }

    /// Reserves turns. An API that has none to give is like an older one, which does not know the call.
    async fn reserve_permits(&self, _: ReservePermitsRequest) -> Result<ReservePermitsResponse, Status> {
        Err(Status::unimplemented("this API has no rate limits"))
    }
}
