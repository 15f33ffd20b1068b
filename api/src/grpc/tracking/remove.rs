//! Removes or detaches rows whose resource is deleted.

use clipmeter_db::audit::Action;
use clipmeter_db::tracking::resources::{self, ResourceKind};
use clipmeter_db::tracking::{accounts, videos};
use clipmeter_db::{DbError, groups};
use clipmeter_proto::v1::{RemoveGroupRequest, TrackedName};
use serde_json::json;
use sqlx::PgConnection;

use super::TrackingStore;

impl TrackingStore {
    pub(crate) async fn remove_group(&self, request: &RemoveGroupRequest) -> Result<(), DbError> {
        let mut transaction = self.begin().await?;
        let Some(id) = locked(&mut transaction, &request.group).await? else {
            return Ok(());
        };
        if request.retain {
            let name = resources::group::retire(&mut transaction, id).await?;
            let details = json!({"name": name, "is_active": false});
            self.note(&mut transaction, Action::GroupToggle, id, details)
                .await?;
        } else {
            let Some(name) = groups::delete(&mut transaction, id).await? else {
                return Ok(());
            };
            self.note(&mut transaction, Action::GroupDelete, id, json!({"name": name}))
                .await?;
        }
        Ok(transaction.commit().await?)
    }

    pub(crate) async fn remove_tracked(&self, name: &TrackedName, kind: ResourceKind) -> Result<(), DbError> {
        let mut transaction = self.begin().await?;
        let Some(group_id) = locked(&mut transaction, &name.group).await? else {
            return Ok(());
        };
        let Some(id) = resources::named(&mut transaction, group_id, kind, &name.object).await? else {
            return Ok(());
        };
        let (action, details) = match kind {
            ResourceKind::Account(platform) => {
                let removed = accounts::remove(&mut transaction, platform, &[id]).await?;
                if removed.is_empty() {
                    return Ok(());
                }
                let usernames: Vec<String> = removed.into_iter().map(|account| account.username).collect();
                let details = json!({"platform": platform.code(), "usernames": usernames});
                (Action::AccountDelete, details)
            }
            ResourceKind::Video => {
                let Some(removed) = videos::remove(&mut transaction, id).await? else {
                    return Ok(());
                };
                (Action::VideoDelete, json!({"urls": [removed.url]}))
            }
        };
        self.note(&mut transaction, action, group_id, details).await?;
        Ok(transaction.commit().await?)
    }
}

/// Locks the group of a resource for the rest of the transaction, so that concurrent decisions are serialized. Returns
/// `None` if the group was deleted or detached from the resource in the meantime.
async fn locked(connection: &mut PgConnection, resource: &str) -> Result<Option<i64>, DbError> {
    let Some(id) = resources::group::id(connection, resource).await? else {
        return Ok(None);
    };
    groups::lock(connection, id).await?;
    let now = resources::group::id(connection, resource).await?;
    Ok(now.filter(|now| *now == id))
}
