//! What a scraper calls.

use std::sync::Arc;

use clipmeter_proto::v1::ingest_server::Ingest;
use clipmeter_proto::v1::{
    CompleteRunRequest, CompleteRunResponse, FetchBatchRequest, FetchBatchResponse, HeartbeatRequest,
    HeartbeatResponse, ReportRequest, ReportResponse, ReserveRequest, ReserveResponse, TakeSessionRequest,
    TakeSessionResponse,
};
use futures::stream::{self, BoxStream, StreamExt as _};
use tonic::{Request, Response, Status, Streaming};
use uuid::Uuid;

use super::status::{status, uuid};
use crate::control_plane::Callers;
use crate::store::{Report, RunStore};

#[derive(Clone)]
pub(super) struct IngestService {
    runs: RunStore,
    callers: Arc<dyn Callers>,
}

impl IngestService {
    pub(super) fn new(runs: RunStore, callers: Arc<dyn Callers>) -> Self {
        Self { runs, callers }
    }

    /// Stores one message of a stream whose sender may report for `allowed`.
    async fn store(&self, allowed: Uuid, request: ReportRequest) -> Result<ReportResponse, Status> {
        let report = Report {
            run: same_run(allowed, &request.run_id)?,
            lease_token: uuid("lease_token", &request.lease_token)?,
            sequence: request.sequence,
            body: request
                .body
                .ok_or_else(|| Status::invalid_argument("the report says nothing"))?,
        };
        self.runs.store(&report).await.map_err(status)?;
        Ok(ReportResponse {
            acknowledged: report.sequence,
        })
    }
}

#[tonic::async_trait]
impl Ingest for IngestService {
    type ReportStream = BoxStream<'static, Result<ReportResponse, Status>>;

    async fn fetch_batch(
        &self,
        request: Request<FetchBatchRequest>,
    ) -> Result<Response<FetchBatchResponse>, Status> {
        let allowed = self.callers.run(request.metadata()).await?;
        let request = request.into_inner();
        let run = same_run(allowed, &request.run_id)?;
        let token = match request.lease_token.as_str() {
            "" => None,
            token => Some(uuid("lease_token", token)?),
        };
        let egress = request.asks_for_sessions.then_some(request.egress.as_str());
        self.runs
            .fetch_batch_by(run, token, egress)
            .await
            .map(Response::new)
            .map_err(status)
    }

    async fn report(
        &self,
        request: Request<Streaming<ReportRequest>>,
    ) -> Result<Response<Self::ReportStream>, Status> {
        let allowed = self.callers.run(request.metadata()).await?;
        let state = (self.clone(), request.into_inner());
        // One at a time: the next message is read after the one before is committed, which also holds back a sender
        // that is faster than the database.
        let acknowledgements = stream::try_unfold(state, move |(service, mut messages)| async move {
            let Some(message) = messages.message().await? else {
                return Ok(None);
            };
            let acknowledgement = service.store(allowed, message).await?;
            Ok(Some((acknowledgement, (service, messages))))
        });
        Ok(Response::new(acknowledgements.boxed()))
    }

    async fn heartbeat(
        &self,
        request: Request<HeartbeatRequest>,
    ) -> Result<Response<HeartbeatResponse>, Status> {
        let allowed = self.callers.run(request.metadata()).await?;
        let request = request.into_inner();
        let run = same_run(allowed, &request.run_id)?;
        let token = uuid("lease_token", &request.lease_token)?;
        let cancelled = self.runs.heartbeat(run, token).await.map_err(status)?;
        Ok(Response::new(HeartbeatResponse { cancelled }))
    }

    async fn complete_run(
        &self,
        request: Request<CompleteRunRequest>,
    ) -> Result<Response<CompleteRunResponse>, Status> {
        let allowed = self.callers.run(request.metadata()).await?;
        let request = request.into_inner();
        let run = same_run(allowed, &request.run_id)?;
        let token = uuid("lease_token", &request.lease_token)?;
        self.runs
            .complete_run(run, token)
            .await
            .map(Response::new)
            .map_err(status)
    }

    async fn take_session(
        &self,
        request: Request<TakeSessionRequest>,
    ) -> Result<Response<TakeSessionResponse>, Status> {
        let allowed = self.callers.run(request.metadata()).await?;
        let request = request.into_inner();
        let run = same_run(allowed, &request.run_id)?;
        let token = uuid("lease_token", &request.lease_token)?;
        self.runs
            .take_session(run, token, request.unit_id, &request.refused)
            .await
            .map(Response::new)
            .map_err(status)
    }

    async fn reserve(&self, request: Request<ReserveRequest>) -> Result<Response<ReserveResponse>, Status> {
        let allowed = self.callers.run(request.metadata()).await?;
        let request = request.into_inner();
        let run = same_run(allowed, &request.run_id)?;
        let token = uuid("lease_token", &request.lease_token)?;
        let wait_ms = self.runs.reserve(run, token, &request).await.map_err(status)?;
        Ok(Response::new(ReserveResponse { wait_ms }))
    }
}

fn same_run(allowed: Uuid, run_id: &str) -> Result<Uuid, Status> {
    let run = uuid("run_id", run_id)?;
    if run == allowed {
        Ok(run)
    } else {
        Err(Status::permission_denied("the token is for another run"))
    }
}
