//! The API as a run sees it: the real services, called over the bridge without a connection between.

use std::sync::Arc;

use async_trait::async_trait;
use clipmeter_proto::v1::ingest_client::IngestClient;
use clipmeter_proto::v1::{
    CompleteRunRequest, CompleteRunResponse, FetchBatchRequest, FetchBatchResponse, HeartbeatRequest,
    HeartbeatResponse, ReportRequest, ReportResponse, ReserveRequest, ReserveResponse, TakeSessionRequest,
    TakeSessionResponse,
};
use clipmeter_proto::{Bearer, Credential};
use clipmeter_scraper::report::{Acknowledgements, RunApi};
use futures::StreamExt as _;
use futures::stream;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::service::Routes;
use tonic::service::interceptor::InterceptedService;
use tonic::{Response, Status, Streaming};
use uuid::Uuid;

use crate::bridge::Bridge;
use crate::error::WeekError;
use crate::witness::Witness;

/// The calls of one run.
pub(crate) struct BridgedApi {
    bridge: Arc<Bridge>,
    client: IngestClient<InterceptedService<Routes, Bearer>>,
    witness: Arc<Witness>,
    run: Uuid,
}

impl BridgedApi {
    /// The calls of the run that this is the token of.
    pub(crate) fn new(bridge: Arc<Bridge>, token: Credential, witness: Arc<Witness>, run: Uuid) -> Self {
        let routes = bridge.api().grpc_routes(bridge.api().token_callers());
        Self {
            bridge,
            client: IngestClient::with_interceptor(routes, Bearer(token)),
            witness,
            run,
        }
    }

    fn call<T: Send + 'static>(
        &self,
        call: impl Future<Output = Result<Response<T>, Status>> + Send + 'static,
    ) -> Result<T, Status> {
        let lost = |error: WeekError| Status::internal(error.to_string());
        let answer = self.bridge.call(call).map_err(lost)?;
        answer.map(Response::into_inner)
    }
}

#[async_trait]
impl RunApi for BridgedApi {
    async fn fetch_batch(&self, request: FetchBatchRequest) -> Result<FetchBatchResponse, Status> {
        let mut client = self.client.clone();
        let batch = self.call(async move { client.fetch_batch(request).await })?;
        self.witness.leased(self.run, &batch);
        Ok(batch)
    }

    async fn heartbeat(&self, request: HeartbeatRequest) -> Result<HeartbeatResponse, Status> {
        let mut client = self.client.clone();
        self.call(async move { client.heartbeat(request).await })
    }

    async fn complete_run(&self, request: CompleteRunRequest) -> Result<CompleteRunResponse, Status> {
        let mut client = self.client.clone();
        let done = self.call(async move { client.complete_run(request).await })?;
        self.witness.ended(self.run);
        Ok(done)
    }

    async fn report(&self, reports: mpsc::Receiver<ReportRequest>) -> Result<Acknowledgements, Status> {
        let mut client = self.client.clone();
        let (sender, receiver) = mpsc::channel(1);
        let answers = self.call(async move { client.report(ReceiverStream::new(receiver)).await })?;
        let line = ReportLine {
            bridge: Arc::clone(&self.bridge),
            witness: Arc::clone(&self.witness),
            reports,
            sender,
            answers,
        };
        Ok(stream::unfold(line, ReportLine::next).boxed())
    }

    async fn take_session(&self, request: TakeSessionRequest) -> Result<TakeSessionResponse, Status> {
        let mut client = self.client.clone();
        let taken = self.call(async move { client.take_session(request).await })?;
        self.witness.lent(self.run, &taken);
        Ok(taken)
    }

    async fn reserve(&self, request: ReserveRequest) -> Result<ReserveResponse, Status> {
        self.witness.turns(self.run, &request);
        let mut client = self.client.clone();
        self.call(async move { client.reserve(request).await })
    }
}

/// Reports on their way, one at a time: each is stored before the next one is looked at.
struct ReportLine {
    bridge: Arc<Bridge>,
    witness: Arc<Witness>,
    reports: mpsc::Receiver<ReportRequest>,
    sender: mpsc::Sender<ReportRequest>,
    answers: Streaming<ReportResponse>,
}

impl ReportLine {
    /// The next acknowledgement; none when no report will come.
    async fn next(mut self) -> Option<(Result<ReportResponse, Status>, Self)> {
        let report = self.reports.recv().await?;
        let (sender, mut answers) = (self.sender, self.answers);
        let message = report.clone();
        let stored = self.bridge.call(async move {
            let answer = match sender.send(message).await {
                Ok(()) => answers.message().await,
                Err(_) => Err(Status::unavailable("the API ended the stream")),
            };
            (answer, sender, answers)
        });
        // A bridge that is gone ends the stream, and its run soon after.
        let (answer, sender, answers) = stored.ok()?;
        let answer =
            answer.and_then(|answer| answer.ok_or_else(|| Status::unavailable("the API ended the stream")));
        if answer.is_ok() {
            self.witness.stored(&report);
        }
        let line = Self {
            sender,
            answers,
            ..self
        };
        Some((answer, line))
    }
}
