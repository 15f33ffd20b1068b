//! An in-memory API for a single run.

use std::collections::BTreeMap;
use std::sync::Arc;

use async_trait::async_trait;
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{
    CompleteRunRequest, CompleteRunResponse, FetchBatchRequest, FetchBatchResponse, HeartbeatRequest,
    HeartbeatResponse, Observation, Profile, ReportRequest, ReportResponse, ReservePermitsRequest,
    ReservePermitsResponse, Session, StorePicturesRequest, StorePicturesResponse, TakeSessionRequest,
    TakeSessionResponse,
};
use clipmeter_scraper::core::report::{Acknowledgements, RunApi};
use futures::{StreamExt as _, stream};
use parking_lot::{Mutex, MutexGuard};
use tokio::sync::mpsc;
use tonic::Status;

/// The reports of a run.
#[derive(Debug, Default)]
pub(crate) struct Reports {
    /// Items by unit and ID.
    pub(crate) items: BTreeMap<(i64, String), Observation>,
    /// Outcomes of the units.
    pub(crate) outcomes: BTreeMap<i64, &'static str>,
    /// Owners of the items.
    pub(crate) profiles: BTreeMap<i64, Profile>,
}

/// The API client of one run.
#[derive(Debug, Clone)]
pub(crate) struct InMemoryApi {
    batch: FetchBatchResponse,
    session: Session,
    reports: Arc<Mutex<Reports>>,
}

impl InMemoryApi {
    /// Creates an API that leases this session for every unit.
    pub(crate) fn new(batch: FetchBatchResponse, session: Session) -> Self {
        Self {
            batch,
            session,
            reports: Arc::default(),
        }
    }

    /// Returns everything reported so far.
    pub(crate) fn reports(&self) -> MutexGuard<'_, Reports> {
        self.reports.lock()
    }

    fn note(&self, body: Body) {
        let mut reports = self.reports();
        match body {
            Body::Page(page) => {
                for item in page.observations {
                    reports
                        .items
                        .insert((page.unit_id, item.external_id.clone()), item);
                }
            }
            Body::Unit(unit) => {
                reports.outcomes.insert(unit.unit_id, unit.outcome().code());
                if let Some(profile) = unit.profile {
                    reports.profiles.insert(unit.unit_id, profile);
                }
            }
            _ => {}
        }
    }
}

#[async_trait]
impl RunApi for InMemoryApi {
    async fn fetch_batch(&self, _: FetchBatchRequest) -> Result<FetchBatchResponse, Status> {
        Ok(self.batch.clone())
    }

    async fn heartbeat(&self, _: HeartbeatRequest) -> Result<HeartbeatResponse, Status> {
        Ok(HeartbeatResponse::default())
    }

    async fn complete_run(&self, _: CompleteRunRequest) -> Result<CompleteRunResponse, Status> {
        Ok(CompleteRunResponse::default())
    }

    async fn take_session(&self, _: TakeSessionRequest) -> Result<TakeSessionResponse, Status> {
        Ok(TakeSessionResponse {
            session: Some(self.session.clone()),
            retry_after_seconds: 0,
        })
    }

    async fn reserve_permits(&self, _: ReservePermitsRequest) -> Result<ReservePermitsResponse, Status> {
        Ok(ReservePermitsResponse { wait_ms: vec![0] })
    }

    async fn store_pictures(&self, _: StorePicturesRequest) -> Result<StorePicturesResponse, Status> {
        Ok(StorePicturesResponse::default())
    }

    async fn report(&self, reports: mpsc::Receiver<ReportRequest>) -> Result<Acknowledgements, Status> {
        let memory = self.clone();
        let acknowledgements = stream::unfold((memory, reports), |(memory, mut reports)| async move {
            let report = reports.recv().await?;
            if let Some(body) = report.body {
                memory.note(body);
            }
            let acknowledged = report.sequence;
            let response = ReportResponse {
                acknowledged,
                ..ReportResponse::default()
            };
            Some((Ok(response), (memory, reports)))
        });
        Ok(acknowledgements.boxed())
    }
}
