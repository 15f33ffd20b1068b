//! Syncs global settings: the default scrape intervals, and the admin layer of the platform configuration.

use clipmeter_db::DbError;
use clipmeter_db::audit::{self, Action};
use clipmeter_db::platform_config::{self, Current, Layer, LayerChange};
use clipmeter_db::settings;
use clipmeter_db::tracking::resources::platform_config::{
    PlatformConfigResource, manager, release, set_manager,
};
use clipmeter_proto::v1::{Platform, SyncPlatformConfigRequest, SyncPolicyRequest};
use serde_json::{Value, json};
use sqlx::PgConnection;
use tonic::Status;

use super::{KUBERNETES, TrackingStore, check};

/// Returns the default interval of each platform.
pub(super) fn desired_policy(request: SyncPolicyRequest) -> Result<DesiredIntervals, Status> {
    Ok([
        (
            Platform::Instagram,
            check::minutes("instagram_minutes", request.instagram_minutes)?,
        ),
        (
            Platform::Tiktok,
            check::minutes("tiktok_minutes", request.tiktok_minutes)?,
        ),
    ])
}

/// Minutes.
type DesiredIntervals = [(Platform, i32); 2];

impl TrackingStore {
    pub(super) async fn sync_policy(&self, desired: DesiredIntervals) -> Result<(), DbError> {
        let mut transaction = self.begin().await?;
        let stored = settings::intervals(&mut transaction).await?;
        if desired
            .iter()
            .all(|(platform, minutes)| stored.of(*platform) == *minutes)
        {
            return Ok(());
        }
        settings::set_intervals(&mut transaction, &desired).await?;
        let by_code = desired.map(|(platform, minutes)| (platform.code().to_owned(), json!(minutes)));
        let details = Value::Object(by_code.into_iter().collect());
        audit::record(
            &mut transaction,
            self.clock.now(),
            KUBERNETES,
            Action::IntervalsUpdate,
            None,
            details,
        )
        .await?;
        Ok(transaction.commit().await?)
    }
}

/// Comment of the revision that resets the layer after the resource was deleted.
const RESOURCE_DELETED: &str = "The resource was deleted";

/// The layer that a resource defines.
pub(super) struct DesiredPlatformConfig {
    manager: PlatformConfigResource,
    document: Value,
}

/// Parses the request. Returns `None` if there is no resource.
pub(super) fn desired_config(
    request: &SyncPlatformConfigRequest,
) -> Result<Option<DesiredPlatformConfig>, Status> {
    if request.resource.is_empty() {
        return Ok(None);
    }
    let no_object = || Status::invalid_argument("document must be a JSON object");
    let document: Value = serde_json::from_str(&request.document).map_err(|_| no_object())?;
    if !document.is_object() {
        return Err(no_object());
    }
    let managed_by = match check::manager(&request.managed_by)? {
        // The cluster does not name the manager.
        "" => KUBERNETES.username,
        manager => manager,
    };
    Ok(Some(DesiredPlatformConfig {
        manager: PlatformConfigResource {
            resource: check::object("resource", &request.resource)?.to_owned(),
            managed_by: managed_by.to_owned(),
        },
        document,
    }))
}

impl TrackingStore {
    /// Makes the admins' layer match the resource and returns its revision.
    pub(super) async fn sync_platform_config(
        &self,
        desired: Option<&DesiredPlatformConfig>,
    ) -> Result<i64, DbError> {
        let mut transaction = self.begin().await?;
        let current = platform_config::current_to_change(&mut transaction).await?;
        let before = manager(&mut transaction).await?;
        let revision = match desired {
            None => self.reset_to_admin(&mut transaction, &current, before).await?,
            Some(desired) => {
                if let Err(refused) = current.check(&desired.document) {
                    // The layer of a previous resource is reset even if the new one is invalid.
                    let other = before.filter(|before| before.resource != desired.manager.resource);
                    self.reset_to_admin(&mut transaction, &current, other).await?;
                    transaction.commit().await?;
                    return Err(refused);
                }
                if before.as_ref() != Some(&desired.manager) {
                    set_manager(&mut transaction, &desired.manager).await?;
                }
                let (resource, document) = (&desired.manager.resource, desired.document.clone());
                self.put_document(&mut transaction, &current, resource, document, "")
                    .await?
            }
        };
        transaction.commit().await?;
        Ok(revision)
    }

    /// Returns the layer to the admins, empty, if a resource managed it.
    async fn reset_to_admin(
        &self,
        connection: &mut PgConnection,
        current: &Current,
        before: Option<PlatformConfigResource>,
    ) -> Result<i64, DbError> {
        let Some(before) = before else {
            return Ok(current.own_revision());
        };
        release(connection).await?;
        self.put_document(connection, current, &before.resource, json!({}), RESOURCE_DELETED)
            .await
    }

    /// Stores the document as the admins' layer, unless it is the same, and returns the revision.
    async fn put_document(
        &self,
        connection: &mut PgConnection,
        current: &Current,
        resource: &str,
        document: Value,
        note: &str,
    ) -> Result<i64, DbError> {
        if current.own_document() == document {
            return Ok(current.own_revision());
        }
        let now = self.clock.now();
        let author = format!("PlatformConfig {resource}");
        let change = LayerChange {
            document,
            made_at: now,
            made_by: Some(&author),
            note,
        };
        let made = platform_config::put(connection, current, Layer::Admin, change).await?;
        let details = json!({"revision": made.revision, "note": note, "resource": resource});
        audit::record(
            connection,
            now,
            KUBERNETES,
            Action::PlatformConfigUpdate,
            None,
            details,
        )
        .await?;
        Ok(made.revision)
    }
}
