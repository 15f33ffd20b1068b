//! Removes rows whose resource is deleted.

use chrono::{DateTime, Utc};
use clipmeter_db::audit::Action;
use clipmeter_db::tombstones::{self, Burial};
use clipmeter_db::tracking::resources::{self, ResourceKind};
use clipmeter_db::tracking::{accounts, videos};
use clipmeter_db::{DbError, groups};
use clipmeter_proto::v1::{RemoveGroupRequest, TrackedName};
use serde_json::json;
use sqlx::PgConnection;

use super::TrackingStore;

impl TrackingStore {
    /// Deletes the group. Returns until when it can be restored; `None`: it was deleted before, or is kept.
    pub(crate) async fn remove_group(
        &self,
        request: &RemoveGroupRequest,
    ) -> Result<Option<DateTime<Utc>>, DbError> {
        let mut transaction = self.begin().await?;
        let Some(id) = locked(&mut transaction, &request.group).await? else {
            return Ok(None);
        };
        let Some(name) = groups::delete(&mut transaction, id, self.burial(Some(request.retain))).await?
        else {
            return Ok(None);
        };
        self.note(&mut transaction, Action::GroupDelete, id, json!({"name": name}))
            .await?;
        let until = tombstones::last_purge_at(&mut transaction, id).await?;
        transaction.commit().await?;
        Ok(until)
    }

    /// Deletes the account or video. Returns until when it can be restored; `None`: it was deleted before, or is kept.
    pub(crate) async fn remove_tracked(
        &self,
        name: &TrackedName,
        kind: ResourceKind,
        retain: Option<bool>,
    ) -> Result<Option<DateTime<Utc>>, DbError> {
        let mut transaction = self.begin().await?;
        let Some(group_id) = locked(&mut transaction, &name.group).await? else {
            return Ok(None);
        };
        let Some(id) = resources::named(&mut transaction, group_id, kind, &name.object).await? else {
            return Ok(None);
        };
        let burial = self.burial(retain);
        let (action, details) = match kind {
            ResourceKind::Account(platform) => {
                let removed = accounts::remove(&mut transaction, platform, &[id], burial).await?;
                if removed.is_empty() {
                    return Ok(None);
                }
                let usernames: Vec<String> = removed.into_iter().map(|account| account.username).collect();
                let details = json!({"platform": platform.code(), "usernames": usernames});
                (Action::AccountDelete, details)
            }
            ResourceKind::Video => {
                let Some(removed) = videos::remove(&mut transaction, id, burial).await? else {
                    return Ok(None);
                };
                (Action::VideoDelete, json!({"urls": [removed.url]}))
            }
        };
        self.note(&mut transaction, action, group_id, details).await?;
        let until = tombstones::last_purge_at(&mut transaction, group_id).await?;
        transaction.commit().await?;
        Ok(until)
    }

    fn burial(&self, retained: Option<bool>) -> Burial {
        Burial {
            at: self.clock.now(),
            retained,
        }
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
