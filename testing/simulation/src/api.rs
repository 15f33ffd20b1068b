//! The API from a run's perspective: the real services, called over the bridge without a network connection.

use std::sync::Arc;

use async_trait::async_trait;
use clipmeter_proto::v1::ingest_client::IngestClient;
use clipmeter_proto::v1::{
    CompleteRunRequest, CompleteRunResponse, FetchBatchRequest, FetchBatchResponse, HeartbeatRequest,
    HeartbeatResponse, ReportRequest, ReportResponse, ReservePermitsRequest, ReservePermitsResponse,
    StorePicturesRequest, StorePicturesResponse, TakeSessionRequest, TakeSessionResponse,
};
use clipmeter_proto::{Bearer, Credential};
use clipmeter_scraper::core::report::{Acknowledgements, RunApi};
use futures::StreamExt as _;
use futures::stream;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::service::Routes;
use tonic::service::interceptor::InterceptedService;
use tonic::{Response, Status, Streaming};
use uuid::Uuid;

use crate::bridge::Bridge;
use crate::error::SimulationError;
use crate::recorder::Recorder;

/// The API client of one run.
pub(crate) struct BridgedApi {
    bridge: Arc<Bridge>,
    client: IngestClient<InterceptedService<Routes, Bearer>>,
    recorder: Arc<Recorder>,
    run: Uuid,
}

impl BridgedApi {
    /// Creates the client of the run that `token` belongs to.
    pub(crate) fn new(bridge: Arc<Bridge>, token: Credential, recorder: Arc<Recorder>, run: Uuid) -> Self {
        let routes = bridge.api().grpc_routes(bridge.api().token_authenticator());
        Self {
            bridge,
            client: IngestClient::with_interceptor(routes, Bearer(token)),
            recorder,
            run,
        }
    }

    fn call<T: Send + 'static>(
        &self,
        call: impl Future<Output = Result<Response<T>, Status>> + Send + 'static,
    ) -> Result<T, Status> {
        let lost = |error: SimulationError| Status::internal(error.to_string());
        let response = self.bridge.call(call).map_err(lost)?;
        response.map(Response::into_inner)
    }
}

#[async_trait]
impl RunApi for BridgedApi {
    async fn fetch_batch(&self, request: FetchBatchRequest) -> Result<FetchBatchResponse, Status> {
        let mut client = self.client.clone();
        let batch = self.call(async move { client.fetch_batch(request).await })?;
        self.recorder.leased(self.run, &batch);
        Ok(batch)
    }

    async fn heartbeat(&self, request: HeartbeatRequest) -> Result<HeartbeatResponse, Status> {
        let mut client = self.client.clone();
        self.call(async move { client.heartbeat(request).await })
    }

    async fn complete_run(&self, request: CompleteRunRequest) -> Result<CompleteRunResponse, Status> {
        let mut client = self.client.clone();
        let done = self.call(async move { client.complete_run(request).await })?;
        self.recorder.ended(self.run);
        Ok(done)
    }

    async fn report(&self, reports: mpsc::Receiver<ReportRequest>) -> Result<Acknowledgements, Status> {
        let mut client = self.client.clone();
        let (sender, receiver) = mpsc::channel(1);
        let responses = self.call(async move { client.report(ReceiverStream::new(receiver)).await })?;
        let reports = RecordedReports {
            bridge: Arc::clone(&self.bridge),
            recorder: Arc::clone(&self.recorder),
            reports,
            sender,
            responses,
        };
        Ok(stream::unfold(reports, RecordedReports::next).boxed())
    }

    async fn take_session(&self, request: TakeSessionRequest) -> Result<TakeSessionResponse, Status> {
        let mut client = self.client.clone();
        let taken = self.call(async move { client.take_session(request).await })?;
        self.recorder.session_leased(self.run, &taken);
        Ok(taken)
    }

    async fn reserve_permits(
        &self,
        request: ReservePermitsRequest,
    ) -> Result<ReservePermitsResponse, Status> {
        self.recorder.permits(self.run, &request);
        let mut client = self.client.clone();
        self.call(async move { client.reserve_permits(request).await })
    }

    async fn store_pictures(&self, request: StorePicturesRequest) -> Result<StorePicturesResponse, Status> {
        let mut client = self.client.clone();
        self.call(async move { client.store_pictures(request).await })
    }
}

/// Processes reports one at a time: each is stored before the next one is read.
struct RecordedReports {
    bridge: Arc<Bridge>,
    recorder: Arc<Recorder>,
    reports: mpsc::Receiver<ReportRequest>,
    sender: mpsc::Sender<ReportRequest>,
    responses: Streaming<ReportResponse>,
}

impl RecordedReports {
    /// Returns the next acknowledgement; `None` when no more reports will come.
    async fn next(mut self) -> Option<(Result<ReportResponse, Status>, Self)> {
        let report = self.reports.recv().await?;
        let (sender, mut responses) = (self.sender, self.responses);
        let message = report.clone();
        let stored = self.bridge.call(async move {
            let response = match sender.send(message).await {
                Ok(()) => responses.message().await,
                Err(_) => Err(Status::unavailable("the API ended the stream")),
            };
            (response, sender, responses)
        });
        // A closed bridge ends the stream, and soon after its run.
        let (response, sender, responses) = stored.ok()?;
        let response = response
            .and_then(|response| response.ok_or_else(|| Status::unavailable("the API ended the stream")));
        if response.is_ok() {
            self.recorder.stored(&report);
        }
        let reports = Self {
            sender,
            responses,
            ..self
        };
        Some((response, reports))
    }
}
