//! What a control plane calls.

use clipmeter_proto::v1::control_server::Control;
use clipmeter_proto::v1::{
    CloseRunRequest, CloseRunResponse, ListRunsRequest, ListRunsResponse, ListUnitsRequest,
    ListUnitsResponse, OpenRunRequest, OpenRunResponse,
};
use tonic::{Request, Response, Status};

use super::RunTokens;
use super::status::{status, uuid};
use crate::store::RunStore;

pub(super) struct ControlService {
    runs: RunStore,
    tokens: RunTokens,
}

impl ControlService {
    pub(super) fn new(runs: RunStore, tokens: RunTokens) -> Self {
        Self { runs, tokens }
    }
}

#[tonic::async_trait]
impl Control for ControlService {
    async fn list_units(
        &self,
        request: Request<ListUnitsRequest>,
    ) -> Result<Response<ListUnitsResponse>, Status> {
        self.tokens.control(request.metadata())?;
        let units = self.runs.list_units().await.map_err(status)?;
        Ok(Response::new(ListUnitsResponse { units }))
    }

    async fn open_run(&self, request: Request<OpenRunRequest>) -> Result<Response<OpenRunResponse>, Status> {
        self.tokens.control(request.metadata())?;
        let request = request.into_inner();
        let run = uuid("run_id", &request.run_id)?;
        let units = self
            .runs
            .open_run(run, request.platform(), &request.units, request.trigger())
            .await
            .map_err(status)?;
        Ok(Response::new(OpenRunResponse { units }))
    }

    async fn list_runs(
        &self,
        request: Request<ListRunsRequest>,
    ) -> Result<Response<ListRunsResponse>, Status> {
        self.tokens.control(request.metadata())?;
        let runs = self.runs.list_runs().await.map_err(status)?;
        Ok(Response::new(ListRunsResponse { runs }))
    }

    async fn close_run(
        &self,
        request: Request<CloseRunRequest>,
    ) -> Result<Response<CloseRunResponse>, Status> {
        self.tokens.control(request.metadata())?;
        let request = request.into_inner();
        let run = uuid("run_id", &request.run_id)?;
        self.runs.close_run(run, &request.reason).await.map_err(status)?;
        Ok(Response::new(CloseRunResponse {}))
    }
}
