//! The `Control` service, called by control planes.

use std::sync::Arc;

use clipmeter_db::runs::RunStore;
use clipmeter_proto::v1::control_server::Control;
use clipmeter_proto::v1::{
    CloseRunRequest, CloseRunResponse, ListDueRequest, ListDueResponse, ListRunsRequest, ListRunsResponse,
    OpenRunRequest, OpenRunResponse,
};
use clipmeter_scheduler::{Selection, UnitKey};
use tonic::{Request, Response, Status};

use super::status::{bounded, leader_term, status, uuid};
use crate::control_plane::Authenticator;

/// Maximum length of a stored reason, characters: a sentence and a system error.
const MAX_REASON: usize = 1_000;

pub(crate) struct ControlService {
    runs: RunStore,
    authenticator: Arc<dyn Authenticator>,
}

impl ControlService {
    pub(crate) fn new(runs: RunStore, authenticator: Arc<dyn Authenticator>) -> Self {
        Self { runs, authenticator }
    }
}

#[tonic::async_trait]
impl Control for ControlService {
    async fn list_due(&self, request: Request<ListDueRequest>) -> Result<Response<ListDueResponse>, Status> {
        self.authenticator.control(request.metadata()).await?;
        let request = bounded(request.into_inner())?;
        // A newer operator may request units of a platform that this version does not support.
        let requested = request.requested.iter();
        let requested = requested.filter_map(|key| UnitKey::try_from(key).ok()).collect();
        let now = self.runs.now().timestamp();
        let selection = Selection {
            now,
            within_seconds: request.within_seconds,
            requested: &requested,
            limit_per_platform: usize::try_from(request.limit_per_platform).unwrap_or(usize::MAX),
        };
        let due = self.runs.list_due(&selection).await.map_err(status)?;
        let capacity = self.runs.capacity().await.map_err(status)?;
        Ok(Response::new(ListDueResponse {
            units: due.units,
            capacity: Some(capacity),
            now,
            groups: due.groups,
            queues: due.queues,
        }))
    }

    async fn open_run(&self, request: Request<OpenRunRequest>) -> Result<Response<OpenRunResponse>, Status> {
        self.authenticator.control(request.metadata()).await?;
        let runs = self.runs.for_leader(leader_term(request.metadata())?);
        let request = bounded(request.into_inner())?;
        let run = uuid("run_id", &request.run_id)?;
        let pool = Some(request.scraper_pool.as_str()).filter(|pool| !pool.is_empty());
        let units = runs
            .open_run_of_pool(run, request.platform(), &request.units, request.trigger(), pool)
            .await
            .map_err(status)?;
        Ok(Response::new(OpenRunResponse { units }))
    }

    async fn list_runs(
        &self,
        request: Request<ListRunsRequest>,
    ) -> Result<Response<ListRunsResponse>, Status> {
        self.authenticator.control(request.metadata()).await?;
        let runs = self.runs.list_runs().await.map_err(status)?;
        Ok(Response::new(ListRunsResponse {
            runs,
            now: self.runs.now().timestamp(),
        }))
    }

    async fn close_run(
        &self,
        request: Request<CloseRunRequest>,
    ) -> Result<Response<CloseRunResponse>, Status> {
        self.authenticator.control(request.metadata()).await?;
        let runs = self.runs.for_leader(leader_term(request.metadata())?);
        let request = bounded(request.into_inner())?;
        let run = uuid("run_id", &request.run_id)?;
        let reason: String = request
            .reason
            .replace('\0', "")
            .chars()
            .take(MAX_REASON)
            .collect();
        runs.close_run(run, &reason).await.map_err(status)?;
        Ok(Response::new(CloseRunResponse {}))
    }
}
