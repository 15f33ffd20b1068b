//! An operator that calls the API of a world.

use clipmeter_api::Api;
use clipmeter_db::ChangeNotification;
use clipmeter_fixtures::database::World;
use clipmeter_proto::v1::tracking_client::TrackingClient;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{
    ListProgressRequest, Progress, RemoveGroupRequest, RemoveTrackedRequest, ScraperPool, SyncGroupRequest,
    SyncPlatformConfigRequest, SyncPolicyRequest, SyncScraperPoolsRequest, SyncTrackedRequest, TrackedKind,
    TrackedName,
};
use tokio::sync::broadcast::Receiver;
use tonic::transport::Channel;
use tonic::{Code, Request, Status};

use crate::grpc::{serve, with};

#[derive(Clone)]
pub(super) struct Operator {
    client: TrackingClient<Channel>,
    api: Api,
    /// `None`: a valid one for each call, since tests let days pass.
    token: Option<String>,
}

/// A group that may track ten accounts of each platform.
pub(super) fn group(resource: &str, display_name: &str) -> SyncGroupRequest {
    SyncGroupRequest {
        group: resource.to_owned(),
        namespace: format!("cg-{resource}"),
        display_name: display_name.to_owned(),
        max_instagram_accounts: 10,
        max_tiktok_accounts: 10,
        ..SyncGroupRequest::default()
    }
}

pub(super) fn name(group: &str, kind: TrackedKind, object: &str) -> TrackedName {
    TrackedName {
        group: group.to_owned(),
        kind: kind.into(),
        object: object.to_owned(),
    }
}

pub(super) fn tracked(name: TrackedName, subject: &str) -> SyncTrackedRequest {
    SyncTrackedRequest {
        name: Some(name),
        subject: subject.to_owned(),
        ..SyncTrackedRequest::default()
    }
}

/// Returns a request for an Instagram account of the group `acme`. The object is named after the account.
pub(super) fn instagram(username: &str) -> SyncTrackedRequest {
    tracked(name("acme", TrackedKind::InstagramAccount, username), username)
}

/// Returns a request for a TikTok account of the group `acme`. The object is named after the account.
pub(super) fn tiktok(username: &str) -> SyncTrackedRequest {
    tracked(name("acme", TrackedKind::TiktokAccount, username), username)
}

/// A video in the group `acme`.
pub(super) fn video(object: &str, address: &str) -> SyncTrackedRequest {
    tracked(name("acme", TrackedKind::TiktokVideo, object), address)
}

impl Operator {
    pub(super) async fn of(world: &World) -> Self {
        Self {
            client: TrackingClient::new(serve(world).await),
            api: world.api.clone(),
            token: None,
        }
    }

    pub(super) fn with_token(&self, token: &str) -> Self {
        Self {
            token: Some(token.to_owned()),
            ..self.clone()
        }
    }

    fn authorized<T>(&self, message: T) -> Request<T> {
        match &self.token {
            Some(token) => with(token, message),
            None => with(&self.api.control_token().unwrap(), message),
        }
    }

    pub(super) async fn policy(&self, instagram: u32, tiktok: u32) -> Result<(), Status> {
        let request = SyncPolicyRequest {
            instagram_minutes: instagram,
            tiktok_minutes: tiktok,
        };
        self.client
            .clone()
            .sync_policy(self.authorized(request))
            .await
            .map(drop)
    }

    /// Returns the row in the database; the resource is empty if there is none.
    pub(super) async fn platform_config(&self, resource: &str, document: &str) -> Result<u64, Status> {
        let request = SyncPlatformConfigRequest {
            resource: resource.to_owned(),
            document: document.to_owned(),
            managed_by: "kubectl".to_owned(),
        };
        let response = self
            .client
            .clone()
            .sync_platform_config(self.authorized(request))
            .await?;
        Ok(response.into_inner().revision)
    }

    pub(super) async fn pools(&self, pools: &[ScraperPool]) -> Result<(), Status> {
        let request = SyncScraperPoolsRequest {
            pools: pools.to_vec(),
        };
        self.client
            .clone()
            .sync_scraper_pools(self.authorized(request))
            .await
            .map(drop)
    }

    pub(super) async fn group(&self, request: &SyncGroupRequest) -> Result<i64, Status> {
        let response = self
            .client
            .clone()
            .sync_group(self.authorized(request.clone()))
            .await?;
        Ok(response.into_inner().group_id)
    }

    pub(super) async fn remove_group(&self, group: &str, retain: bool) -> Result<(), Status> {
        let request = RemoveGroupRequest {
            group: group.to_owned(),
            retain,
        };
        self.client
            .clone()
            .remove_group(self.authorized(request))
            .await
            .map(drop)
    }

    /// The id of the account or video that runs name.
    pub(super) async fn track(&self, request: &SyncTrackedRequest) -> Result<i64, Status> {
        let response = self
            .client
            .clone()
            .sync_tracked(self.authorized(request.clone()))
            .await?;
        match response.into_inner().unit.and_then(|unit| unit.id) {
            Some(Id::AccountId(id) | Id::VideoId(id)) => Ok(id),
            None => Err(Status::internal("no unit")),
        }
    }

    pub(super) async fn remove(&self, request: &SyncTrackedRequest) -> Result<(), Status> {
        let request = RemoveTrackedRequest {
            name: request.name.clone(),
            retain: None,
        };
        self.client
            .clone()
            .remove_tracked(self.authorized(request))
            .await
            .map(drop)
    }

    pub(super) async fn progress(&self, attempted_since: Option<i64>) -> Result<Vec<Progress>, Status> {
        let request = ListProgressRequest { attempted_since };
        let mut stream = self
            .client
            .clone()
            .list_progress(self.authorized(request))
            .await?
            .into_inner();
        let mut all = Vec::new();
        while let Some(progress) = stream.message().await? {
            all.push(progress);
        }
        Ok(all)
    }
}

/// The code and the text of a refusal.
pub(super) fn refusal<T: std::fmt::Debug>(result: Result<T, Status>) -> (Code, String) {
    let status = result.unwrap_err();
    (status.code(), status.message().to_owned())
}

/// Subscribes to notifications from now on.
pub(super) async fn subscribe_to_changes(world: &World) -> Receiver<ChangeNotification> {
    let mut notifications = world.api.change_notifications();
    let marker = world.group("so far").await;
    while notifications.recv().await.unwrap() != ChangeNotification::GroupChanged(marker) {}
    notifications
}

/// Asserts that there was no notification since.
pub(super) async fn assert_silent(world: &World, mut notifications: Receiver<ChangeNotification>) {
    let marker = world.group("and no further").await;
    assert_eq!(
        notifications.recv().await.unwrap(),
        ChangeNotification::GroupChanged(marker)
    );
}
