//! The `Ingest` service, called by scrapers.

use std::sync::Arc;
use std::time::Duration;

use clipmeter_db::ingest::report::Report;
use clipmeter_db::pictures::NeededPictures;
use clipmeter_db::runs::RunStore;
use clipmeter_proto::child_span;
use clipmeter_proto::v1::ingest_server::Ingest;
use clipmeter_proto::v1::{
    CompleteRunRequest, CompleteRunResponse, FetchBatchRequest, FetchBatchResponse, HeartbeatRequest,
    HeartbeatResponse, ReportRequest, ReportResponse, ReservePermitsRequest, ReservePermitsResponse,
    StorePicturesRequest, StorePicturesResponse, TakeSessionRequest, TakeSessionResponse,
};
use futures::stream::{self, BoxStream, StreamExt as _};
use tokio::time::{Instant, sleep_until};
use tonic::metadata::MetadataMap;
use tonic::{Request, Response, Status, Streaming};
use tracing::{Instrument as _, Span};
use uuid::Uuid;

use super::status::{bounded, status, uuid};
use crate::control_plane::Authenticator;

/// Interval at which the token of an open stream is checked: a scraper's token ends with its pod, and no report is
/// stored more than ten seconds later.
const TOKEN_CHECK_INTERVAL: Duration = Duration::from_secs(3);

#[derive(Clone)]
pub(crate) struct IngestService {
    runs: RunStore,
    authenticator: Arc<dyn Authenticator>,
}

impl IngestService {
    pub(crate) fn new(runs: RunStore, authenticator: Arc<dyn Authenticator>) -> Self {
        Self { runs, authenticator }
    }

    /// Stores one message of a stream whose sender may report for `allowed`.
    async fn store(&self, allowed: Uuid, request: ReportRequest) -> Result<ReportResponse, Status> {
        let request = bounded(request)?;
        let report = Report {
            run: same_run(allowed, &request.run_id)?,
            lease_token: uuid("lease_token", &request.lease_token)?,
            sequence: request.sequence,
            body: request
                .body
                .ok_or_else(|| Status::invalid_argument("the report is empty"))?,
        };
        let span = child_span!("store report");
        self.runs.store(&report).instrument(span).await.map_err(status)?;
        let needed = self.runs.needed_pictures(report.run, &report.body).await;
        let needed = needed.unwrap_or_else(|error| {
            // The report is stored; its pictures are asked for in the next run.
            tracing::warn!(%error, "cannot determine which pictures are needed");
            NeededPictures::default()
        });
        Ok(ReportResponse {
            acknowledged: report.sequence,
            picture_items: needed.items,
            picture_of_account: needed.of_account,
        })
    }
}

/// An open report stream, whose sender may report for `allowed` while its token is valid.
struct OpenReportStream {
    service: IngestService,
    allowed: Uuid,
    metadata: MetadataMap,
    checked_at: Instant,
    messages: Streaming<ReportRequest>,
    /// The span of the call, which lasts as long as the stream.
    span: Span,
}

impl OpenReportStream {
    /// Stores the next message and acknowledges it; `None` at the end. The next message is read only after the previous
    /// one is committed, which also applies backpressure to a sender that is faster than the database.
    async fn next(&mut self) -> Result<Option<ReportResponse>, Status> {
        loop {
            let check_at = self.checked_at + TOKEN_CHECK_INTERVAL;
            tokio::select! {
                message = self.messages.message() => {
                    let Some(message) = message? else { return Ok(None) };
                    if Instant::now() >= check_at {
                        self.check().await?;
                    }
                    return self.service.store(self.allowed, message).await.map(Some);
                }
                () = sleep_until(check_at) => self.check().await?,
            }
        }
    }

    /// Fails when the token that the stream was opened with is no longer valid.
    async fn check(&mut self) -> Result<(), Status> {
        let allowed = self.service.authenticator.run(&self.metadata).await?;
        if allowed != self.allowed {
            return Err(Status::permission_denied("the token is for another run"));
        }
        self.checked_at = Instant::now();
        Ok(())
    }
}

#[tonic::async_trait]
impl Ingest for IngestService {
    type ReportStream = BoxStream<'static, Result<ReportResponse, Status>>;

    async fn fetch_batch(
        &self,
        request: Request<FetchBatchRequest>,
    ) -> Result<Response<FetchBatchResponse>, Status> {
        let allowed = self.authenticator.run(request.metadata()).await?;
        let request = bounded(request.into_inner())?;
        let run = same_run(allowed, &request.run_id)?;
        let token = match request.lease_token.as_str() {
            "" => None,
            token => Some(uuid("lease_token", token)?),
        };
        self.runs
            .fetch_batch(run, token, &request.source_address)
            .await
            .map(Response::new)
            .map_err(status)
    }

    async fn report(
        &self,
        request: Request<Streaming<ReportRequest>>,
    ) -> Result<Response<Self::ReportStream>, Status> {
        let allowed = self.authenticator.run(request.metadata()).await?;
        let conversation = OpenReportStream {
            service: self.clone(),
            allowed,
            metadata: request.metadata().clone(),
            checked_at: Instant::now(),
            messages: request.into_inner(),
            span: Span::current(),
        };
        let acknowledgements = stream::try_unfold(conversation, |mut conversation| async move {
            let span = conversation.span.clone();
            let acknowledgement = conversation.next().instrument(span).await?;
            Ok(acknowledgement.map(|acknowledgement| (acknowledgement, conversation)))
        });
        Ok(Response::new(acknowledgements.boxed()))
    }

    async fn heartbeat(
        &self,
        request: Request<HeartbeatRequest>,
    ) -> Result<Response<HeartbeatResponse>, Status> {
        let allowed = self.authenticator.run(request.metadata()).await?;
        let request = bounded(request.into_inner())?;
        let run = same_run(allowed, &request.run_id)?;
        let token = uuid("lease_token", &request.lease_token)?;
        let cancelled = self.runs.heartbeat(run, token).await.map_err(status)?;
        Ok(Response::new(HeartbeatResponse { cancelled }))
    }

    async fn complete_run(
        &self,
        request: Request<CompleteRunRequest>,
    ) -> Result<Response<CompleteRunResponse>, Status> {
        let allowed = self.authenticator.run(request.metadata()).await?;
        let request = bounded(request.into_inner())?;
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
        let allowed = self.authenticator.run(request.metadata()).await?;
        let request = bounded(request.into_inner())?;
        let run = same_run(allowed, &request.run_id)?;
        let token = uuid("lease_token", &request.lease_token)?;
        self.runs
            .take_session(run, token, request.unit_id, &request.refused)
            .await
            .map(Response::new)
            .map_err(status)
    }

    async fn reserve_permits(
        &self,
        request: Request<ReservePermitsRequest>,
    ) -> Result<Response<ReservePermitsResponse>, Status> {
        let allowed = self.authenticator.run(request.metadata()).await?;
        let request = bounded(request.into_inner())?;
        let run = same_run(allowed, &request.run_id)?;
        let token = uuid("lease_token", &request.lease_token)?;
        let wait_ms = self
            .runs
            .reserve_permits(run, token, &request)
            .await
            .map_err(status)?;
        Ok(Response::new(ReservePermitsResponse { wait_ms }))
    }

    async fn store_pictures(
        &self,
        request: Request<StorePicturesRequest>,
    ) -> Result<Response<StorePicturesResponse>, Status> {
        let allowed = self.authenticator.run(request.metadata()).await?;
        let request = bounded(request.into_inner())?;
        let run = same_run(allowed, &request.run_id)?;
        let token = uuid("lease_token", &request.lease_token)?;
        let stored = self
            .runs
            .store_pictures(run, token, request.unit_id, &request.pictures)
            .await
            .map_err(status)?;
        Ok(Response::new(StorePicturesResponse { stored }))
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
