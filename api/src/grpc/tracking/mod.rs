//! The `Tracking` service, which the operator calls on behalf of resources.

mod check;
mod cost;
mod group;
mod platform;
mod progress;
mod remove;
mod scraper_pools;
mod tracked;

use std::sync::Arc;

use clipmeter_proto::LeaderTerm;
use clipmeter_proto::v1::tracking_server::Tracking;
use clipmeter_proto::v1::{
    ListProgressRequest, Progress, RemoveGroupRequest, RemoveGroupResponse, RemoveTrackedRequest,
    RemoveTrackedResponse, SyncGroupRequest, SyncGroupResponse, SyncPlatformConfigRequest,
    SyncPlatformConfigResponse, SyncPolicyRequest, SyncPolicyResponse, SyncScraperPoolsRequest,
    SyncScraperPoolsResponse, SyncTrackedRequest, SyncTrackedResponse, UnitKey, unit_key,
};
use futures::stream::{self, BoxStream, StreamExt as _};
use sqlx::{Postgres, Transaction};
use tonic::metadata::MetadataMap;
use tonic::{Request, Response, Status};

use super::status::{bounded, leader_term, status};
use crate::control_plane::Authenticator;
use clipmeter_db::DbError;
use clipmeter_db::Pool;
use clipmeter_db::Pools;
use clipmeter_db::audit::Actor;
use clipmeter_db::leader::begin_as_leader;
use clipmeter_db::secrets::Secrets;
use clipmeter_db::tracking::resources::ResourceKind;
use clipmeter_db::{Access, Scope, is_lost, retried};
use clipmeter_runtime::Clock;

/// Audit-log actor for changes from Kubernetes resources. The Kubernetes audit log names the user who changed the
/// resource.
const KUBERNETES: Actor<'static> = Actor {
    user_id: None,
    username: "Kubernetes",
    address: "",
};

/// Syncs resources to rows: pools with the web's role, and the clock.
#[derive(Clone)]
struct TrackingStore {
    /// Limits calls that may wait for the lock of a group.
    pool: Pool,
    /// Limits read-only calls, so that they need not wait for the others.
    reading: Pool,
    clock: Arc<dyn Clock>,
    /// The key that recognizes erased handles.
    secrets: Arc<Secrets>,
    /// The term of the calling operator.
    leader: Option<LeaderTerm>,
}

impl TrackingStore {
    /// Begins a transaction that fails unless the caller leads.
    async fn begin(&self) -> Result<Transaction<'static, Postgres>, DbError> {
        begin_as_leader(self.leader, || Scope::Admin.begin(&self.pool, Access::Write)).await
    }
}

pub(crate) struct TrackingService {
    rows: TrackingStore,
    authenticator: Arc<dyn Authenticator>,
}

impl TrackingService {
    pub(crate) fn new(
        pools: &Pools,
        clock: Arc<dyn Clock>,
        secrets: Arc<Secrets>,
        authenticator: Arc<dyn Authenticator>,
    ) -> Self {
        let rows = TrackingStore {
            pool: pools.desired_state.clone(),
            reading: pools.app.clone(),
            clock,
            secrets,
            leader: None,
        };
        Self { rows, authenticator }
    }

    /// Authorizes a call and returns the rows with its caller's term.
    async fn admit(&self, metadata: &MetadataMap) -> Result<TrackingStore, Status> {
        self.authenticator.control(metadata).await?;
        Ok(TrackingStore {
            leader: leader_term(metadata)?,
            ..self.rows.clone()
        })
    }
}

#[tonic::async_trait]
impl Tracking for TrackingService {
    type ListProgressStream = BoxStream<'static, Result<Progress, Status>>;

    async fn sync_policy(
        &self,
        request: Request<SyncPolicyRequest>,
    ) -> Result<Response<SyncPolicyResponse>, Status> {
        let rows = self.admit(request.metadata()).await?;
        let desired = platform::desired_policy(bounded(request.into_inner())?)?;
        attempts(|| rows.sync_policy(desired)).await?;
        Ok(Response::new(SyncPolicyResponse {}))
    }

    async fn sync_platform_config(
        &self,
        request: Request<SyncPlatformConfigRequest>,
    ) -> Result<Response<SyncPlatformConfigResponse>, Status> {
        let rows = self.admit(request.metadata()).await?;
        let request = bounded(request.into_inner())?;
        let desired = platform::desired_config(&request)?;
        let revision = attempts(|| rows.sync_platform_config(desired.as_ref())).await?;
        Ok(Response::new(SyncPlatformConfigResponse {
            revision: revision.unsigned_abs(),
        }))
    }

    async fn sync_scraper_pools(
        &self,
        request: Request<SyncScraperPoolsRequest>,
    ) -> Result<Response<SyncScraperPoolsResponse>, Status> {
        let rows = self.admit(request.metadata()).await?;
        let request = bounded(request.into_inner())?;
        let desired = scraper_pools::desired(&request)?;
        attempts(|| rows.sync_scraper_pools(&desired)).await?;
        Ok(Response::new(SyncScraperPoolsResponse {}))
    }

    async fn sync_group(
        &self,
        request: Request<SyncGroupRequest>,
    ) -> Result<Response<SyncGroupResponse>, Status> {
        let rows = self.admit(request.metadata()).await?;
        let request = bounded(request.into_inner())?;
        let desired = group::desired(&request)?;
        let group_id = attempts(|| rows.sync_group(&desired)).await?;
        Ok(Response::new(SyncGroupResponse { group_id }))
    }

    async fn remove_group(
        &self,
        request: Request<RemoveGroupRequest>,
    ) -> Result<Response<RemoveGroupResponse>, Status> {
        let rows = self.admit(request.metadata()).await?;
        let request = bounded(request.into_inner())?;
        let until =
            spawn_to_completion(async move { attempts(|| rows.remove_group(&request)).await }).await?;
        Ok(Response::new(RemoveGroupResponse {
            restorable_until: until.map(|until| until.timestamp()),
        }))
    }

    async fn sync_tracked(
        &self,
        request: Request<SyncTrackedRequest>,
    ) -> Result<Response<SyncTrackedResponse>, Status> {
        let rows = self.admit(request.metadata()).await?;
        let (group, desired) = tracked::desired(bounded(request.into_inner())?)?;
        let unit_id = attempts(|| rows.sync_tracked(&group, &desired)).await?;
        Ok(Response::new(SyncTrackedResponse {
            unit: Some(unit_key(desired.subject.kind(), unit_id)),
        }))
    }

    async fn remove_tracked(
        &self,
        request: Request<RemoveTrackedRequest>,
    ) -> Result<Response<RemoveTrackedResponse>, Status> {
        let rows = self.admit(request.metadata()).await?;
        let RemoveTrackedRequest { name, retain } = bounded(request.into_inner())?;
        let name = name.unwrap_or_default();
        let kind = check::kind(&name)?;
        let until =
            spawn_to_completion(async move { attempts(|| rows.remove_tracked(&name, kind, retain)).await })
                .await?;
        Ok(Response::new(RemoveTrackedResponse {
            restorable_until: until.map(|until| until.timestamp()),
        }))
    }

    async fn list_progress(
        &self,
        request: Request<ListProgressRequest>,
    ) -> Result<Response<Self::ListProgressStream>, Status> {
        let rows = self.admit(request.metadata()).await?;
        let since = progress::since(bounded(request.into_inner())?)?;
        let all = rows.progress(since).await.map_err(status)?;
        Ok(Response::new(stream::iter(all.into_iter().map(Ok)).boxed()))
    }
}

/// Runs a piece of work in its own transaction, and retries it when the transaction was aborted by a conflict.
async fn attempts<T, W: Future<Output = Result<T, DbError>>>(work: impl FnMut() -> W) -> Result<T, Status> {
    let is_lost = |error: &DbError| matches!(error, DbError::Database(error) if is_lost(error));
    retried(is_lost, work).await.map_err(status)
}

/// Runs a call to completion even if the caller disconnects: otherwise a deletion of a large group would be rolled back
/// every time.
async fn spawn_to_completion<T: Send + 'static>(
    work: impl Future<Output = Result<T, Status>> + Send + 'static,
) -> Result<T, Status> {
    tokio::spawn(work).await.unwrap_or_else(|error| {
        tracing::error!(%error, "the task of a gRPC call failed");
        Err(Status::internal(
            "the call failed; see the API's log for the reason",
        ))
    })
}

/// Returns the key of the unit that a resource of this kind tracks.
fn unit_key(kind: ResourceKind, id: i64) -> UnitKey {
    UnitKey {
        platform: kind.platform().into(),
        id: Some(match kind {
            ResourceKind::Account(_) => unit_key::Id::AccountId(id),
            ResourceKind::Video => unit_key::Id::VideoId(id),
        }),
    }
}
