//! The gRPC client of the service `Ingest`.

use std::time::Duration;

use async_trait::async_trait;
use clipmeter_proto::v1::ingest_client::IngestClient;
use clipmeter_proto::v1::{
    CompleteRunRequest, CompleteRunResponse, FetchBatchRequest, FetchBatchResponse, HeartbeatRequest,
    HeartbeatResponse, ReportRequest, ReservePermitsRequest, ReservePermitsResponse, StorePicturesRequest,
    StorePicturesResponse, TakeSessionRequest, TakeSessionResponse,
};
use clipmeter_proto::{Authority, Bearer, Credential};
use futures::StreamExt as _;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::Status;
use tonic::service::interceptor::InterceptedService;
use tonic::transport::Channel;

use super::api::{Acknowledgements, RunApi};
use crate::error::ScraperError;

/// A call without a response by then is repeated. The API responds within milliseconds unless it is restarting.
const CALL_TIMEOUT: Duration = Duration::from_secs(20);
/// Time until a silently broken connection is noticed.
const KEEP_ALIVE: Duration = Duration::from_secs(10);

/// The API over the network. Nothing is sent before the first call; a lost connection is reestablished automatically.
#[derive(Clone)]
pub struct GrpcApi {
    client: IngestClient<InterceptedService<Channel, Bearer>>,
}

impl GrpcApi {
    /// Creates the client of the API at `address`; `authority` has the certificates to trust, by default those of the system.
    pub fn new(
        address: &str,
        authority: Option<Authority<'_>>,
        token: Credential,
    ) -> Result<Self, ScraperError> {
        let channel = clipmeter_proto::endpoint(address, authority)?
            .connect_timeout(CALL_TIMEOUT)
            .http2_keep_alive_interval(KEEP_ALIVE)
            .keep_alive_timeout(KEEP_ALIVE)
            .keep_alive_while_idle(true)
            .connect_lazy();
        Ok(Self {
            client: IngestClient::with_interceptor(channel, Bearer(token)),
        })
    }
}

#[async_trait]
impl RunApi for GrpcApi {
    async fn fetch_batch(&self, request: FetchBatchRequest) -> Result<FetchBatchResponse, Status> {
        limited(self.client.clone().fetch_batch(request)).await
    }

    async fn heartbeat(&self, request: HeartbeatRequest) -> Result<HeartbeatResponse, Status> {
        limited(self.client.clone().heartbeat(request)).await
    }

    async fn complete_run(&self, request: CompleteRunRequest) -> Result<CompleteRunResponse, Status> {
        limited(self.client.clone().complete_run(request)).await
    }

    async fn report(&self, reports: mpsc::Receiver<ReportRequest>) -> Result<Acknowledgements, Status> {
        let response = self.client.clone().report(ReceiverStream::new(reports)).await?;
        Ok(response.into_inner().boxed())
    }

    async fn take_session(&self, request: TakeSessionRequest) -> Result<TakeSessionResponse, Status> {
        limited(self.client.clone().take_session(request)).await
    }

    async fn reserve_permits(
        &self,
        request: ReservePermitsRequest,
    ) -> Result<ReservePermitsResponse, Status> {
        limited(self.client.clone().reserve_permits(request)).await
    }

    async fn store_pictures(&self, request: StorePicturesRequest) -> Result<StorePicturesResponse, Status> {
        limited(self.client.clone().store_pictures(request)).await
    }
}

/// Makes one unary call within [`CALL_TIMEOUT`].
async fn limited<T>(call: impl Future<Output = Result<tonic::Response<T>, Status>>) -> Result<T, Status> {
    match tokio::time::timeout(CALL_TIMEOUT, call).await {
        Ok(response) => response.map(tonic::Response::into_inner),
        Err(_) => Err(Status::deadline_exceeded("no response within the time limit")),
    }
}
