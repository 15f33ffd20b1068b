//! A gRPC API that keeps its rows in memory.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{SystemTime, UNIX_EPOCH};

use clipmeter_proto::LEADER_TERM;
use clipmeter_proto::v1::control_server::{Control, ControlServer};
use clipmeter_proto::v1::tracking_server::{Tracking, TrackingServer};
use clipmeter_proto::v1::{
    CloseRunRequest, CloseRunResponse, ListProgressRequest, ListRunsRequest, ListRunsResponse,
    ListUnitsRequest, ListUnitsResponse, OpenRun, OpenRunRequest, OpenRunResponse, Progress,
    RemoveGroupRequest, RemoveGroupResponse, RemoveTrackedRequest, RemoveTrackedResponse, SyncGroupRequest,
    SyncGroupResponse, SyncPlatformConfigRequest, SyncPlatformConfigResponse, SyncPolicyRequest,
    SyncPolicyResponse, SyncTrackedRequest, SyncTrackedResponse,
};
use tokio::net::TcpListener;
use tokio_stream::wrappers::TcpListenerStream;
use tonic::transport::Server;
use tonic::{Request, Response, Status};

use super::rows::{Rows, Run, name};

#[derive(Clone)]
pub(crate) struct Api {
    pub(crate) address: SocketAddr,
    rows: Arc<Mutex<Rows>>,
}

impl Api {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let api = Self {
            address: listener.local_addr().unwrap(),
            rows: Arc::default(),
        };
        let serving = Server::builder()
            .add_service(ControlServer::new(api.clone()))
            .add_service(TrackingServer::new(api.clone()))
            .serve_with_incoming(TcpListenerStream::new(listener));
        tokio::spawn(serving);
        api
    }

    pub(crate) fn rows(&self) -> MutexGuard<'_, Rows> {
        self.rows.lock().unwrap()
    }

    fn called<T>(&self, method: &'static str, request: &Request<T>) -> Result<MutexGuard<'_, Rows>, Status> {
        let mut rows = self.rows();
        *rows.calls.entry(method).or_default() += 1;
        let token = request.metadata().get("authorization").unwrap();
        rows.tokens.push(token.to_str().unwrap().to_owned());
        let term = request.metadata().get(LEADER_TERM).unwrap();
        rows.terms.push(term.to_str().unwrap().parse().unwrap());
        if rows.away {
            return Err(Status::unavailable("the database is unavailable"));
        }
        Ok(rows)
    }
}

/// 2033-05-18T03:33:20Z.
const RESTORABLE_UNTIL: i64 = 2_000_000_000;

pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    i64::try_from(since.as_secs()).unwrap()
}

#[tonic::async_trait]
impl Control for Api {
    async fn list_units(
        &self,
        request: Request<ListUnitsRequest>,
    ) -> Result<Response<ListUnitsResponse>, Status> {
        let rows = self.called("ListUnits", &request)?;
        Ok(Response::new(ListUnitsResponse {
            units: rows.units(),
            capacity: rows.capacity.clone(),
            now: now(),
        }))
    }

    async fn open_run(&self, request: Request<OpenRunRequest>) -> Result<Response<OpenRunResponse>, Status> {
        let mut rows = self.called("OpenRun", &request)?;
        let OpenRunRequest {
            run_id,
            platform,
            units,
            trigger,
        } = request.into_inner();
        let count = u32::try_from(units.len()).unwrap();
        let open = OpenRun {
            run_id: run_id.clone(),
            platform,
            trigger,
            units: count,
            opened_at: now(),
            lease_expires_at: None,
        };
        rows.runs.insert(run_id, Run { open, units });
        Ok(Response::new(OpenRunResponse { units: count }))
    }

    async fn list_runs(
        &self,
        request: Request<ListRunsRequest>,
    ) -> Result<Response<ListRunsResponse>, Status> {
        let rows = self.called("ListRuns", &request)?;
        let runs = rows.runs.values().map(|run| run.open.clone()).collect();
        Ok(Response::new(ListRunsResponse { runs, now: now() }))
    }

    async fn close_run(
        &self,
        request: Request<CloseRunRequest>,
    ) -> Result<Response<CloseRunResponse>, Status> {
        let mut rows = self.called("CloseRun", &request)?;
        let CloseRunRequest { run_id, reason } = request.into_inner();
        let run = rows
            .runs
            .remove(&run_id)
            .ok_or_else(|| Status::not_found("no such run"))?;
        // A unit that was not scraped becomes due again after the interval, so that a test observes one run.
        for unit in run.units {
            for row in rows.tracked.values_mut().filter(|row| row.unit == unit) {
                row.progress.last_attempt_at.get_or_insert(now());
            }
        }
        rows.closed.insert(run_id, reason);
        Ok(Response::new(CloseRunResponse {}))
    }
}

#[tonic::async_trait]
impl Tracking for Api {
    async fn sync_policy(
        &self,
        request: Request<SyncPolicyRequest>,
    ) -> Result<Response<SyncPolicyResponse>, Status> {
        let mut rows = self.called("SyncPolicy", &request)?;
        rows.policy = Some(request.into_inner());
        Ok(Response::new(SyncPolicyResponse {}))
    }

    async fn sync_platform_config(
        &self,
        request: Request<SyncPlatformConfigRequest>,
    ) -> Result<Response<SyncPlatformConfigResponse>, Status> {
        let mut rows = self.called("SyncPlatformConfig", &request)?;
        let revision = rows.sync_platform_config(request.into_inner())?;
        Ok(Response::new(SyncPlatformConfigResponse { revision }))
    }

    async fn sync_group(
        &self,
        request: Request<SyncGroupRequest>,
    ) -> Result<Response<SyncGroupResponse>, Status> {
        let mut rows = self.called("SyncGroup", &request)?;
        let group = request.into_inner();
        rows.groups.insert(group.group.clone(), group);
        Ok(Response::new(SyncGroupResponse { group_id: 1 }))
    }

    async fn remove_group(
        &self,
        request: Request<RemoveGroupRequest>,
    ) -> Result<Response<RemoveGroupResponse>, Status> {
        let mut rows = self.called("RemoveGroup", &request)?;
        let RemoveGroupRequest { group, retain } = request.into_inner();
        rows.groups.remove(&group);
        if retain {
            rows.retained.push(group);
        }
        Ok(Response::new(RemoveGroupResponse {
            restorable_until: (!retain).then_some(RESTORABLE_UNTIL),
        }))
    }

    async fn sync_tracked(
        &self,
        request: Request<SyncTrackedRequest>,
    ) -> Result<Response<SyncTrackedResponse>, Status> {
        let mut rows = self.called("SyncTracked", &request)?;
        let unit = rows.sync_tracked(request.into_inner())?;
        Ok(Response::new(SyncTrackedResponse { unit: Some(unit) }))
    }

    async fn remove_tracked(
        &self,
        request: Request<RemoveTrackedRequest>,
    ) -> Result<Response<RemoveTrackedResponse>, Status> {
        let mut rows = self.called("RemoveTracked", &request)?;
        let RemoveTrackedRequest { name: of, retain } = request.into_inner();
        rows.remove_tracked(&name(&of.unwrap()), retain);
        Ok(Response::new(RemoveTrackedResponse {
            restorable_until: (retain != Some(true)).then_some(RESTORABLE_UNTIL),
        }))
    }

    type ListProgressStream = tokio_stream::Iter<std::vec::IntoIter<Result<Progress, Status>>>;

    async fn list_progress(
        &self,
        request: Request<ListProgressRequest>,
    ) -> Result<Response<Self::ListProgressStream>, Status> {
        let rows = self.called("ListProgress", &request)?;
        let since = request.into_inner().attempted_since.unwrap_or(i64::MIN);
        let all: Vec<_> = rows
            .tracked
            .values()
            .filter(|row| row.progress.last_attempt_at.unwrap_or(i64::MIN) >= since)
            .map(|row| Ok(row.progress.clone()))
            .collect();
        Ok(Response::new(tokio_stream::iter(all)))
    }
}
