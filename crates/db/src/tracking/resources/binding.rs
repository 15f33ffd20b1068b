//! Writes the desired state from the resources in a group's namespace.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::tracked::{DesiredTracked, ResourceKind, ResourceSubject};
use crate::tracking::accounts::{self, AddOutcome, NewAccounts};
use crate::tracking::limits::{no_more_accounts, no_more_videos};
use crate::tracking::videos;
use crate::{DbError, tombstones};

/// Makes a group track a resource's subject that no row of the group matches, within its limit. A subject that was
/// deleted is restored, also by a former username.
pub async fn add(
    connection: &mut PgConnection,
    group_id: i64,
    subject: &ResourceSubject,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    match subject {
        ResourceSubject::Account { platform, username } => {
            let renamed =
                tombstones::renamed_account(connection, group_id, platform.code(), username).await?;
            let username = renamed.as_ref().unwrap_or(username);
            let new = NewAccounts {
                platform: *platform,
                group_id,
                usernames: std::slice::from_ref(username),
                added_by: None,
            };
            let added = accounts::add(connection, new, now)
                .await?
                .ok_or(DbError::NoSuchGroup)?;
            match added.outcomes.as_slice() {
                [AddOutcome::Tracked(_)] => Ok(()),
                [AddOutcome::LimitReached] => {
                    Err(DbError::LimitReached(no_more_accounts(*platform, added.limit)))
                }
                // A scrape has just found that the name belongs to an account that the group already tracks.
                _ => Err(DbError::Contended),
            }
        }
        ResourceSubject::Video(video) => {
            let added = videos::add(connection, group_id, std::slice::from_ref(video), None, now)
                .await?
                .ok_or(DbError::NoSuchGroup)?;
            match added.outcomes.as_slice() {
                [videos::AddVideoOutcome::Tracked] => Ok(()),
                [videos::AddVideoOutcome::LimitReached] => {
                    Err(DbError::LimitReached(no_more_videos(added.limit)))
                }
                _ => Err(DbError::Contended),
            }
        }
    }
}

/// Stores a row's resource, whether it is suspended, and its deletion policy.
pub async fn link_resource(
    connection: &mut PgConnection,
    id: i64,
    desired: &DesiredTracked,
) -> Result<(), sqlx::Error> {
    let update = match desired.subject {
        ResourceSubject::Account { .. } => sqlx::query!(
            "UPDATE tracked_accounts SET resource = $2, suspended = $3, managed_by = $4, retain = $5 WHERE id = $1",
            id,
            desired.resource,
            desired.suspended,
            desired.managed_by,
            desired.retain
        ),
        ResourceSubject::Video(_) => sqlx::query!(
            "UPDATE tracked_videos SET resource = $2, suspended = $3, managed_by = $4, retain = $5 WHERE id = $1",
            id,
            desired.resource,
            desired.suspended,
            desired.managed_by,
            desired.retain
        ),
    };
    update.execute(connection).await?;
    Ok(())
}

/// Returns the ids (`tracked_accounts.id`) of the suspended accounts in scope.
pub async fn suspended_accounts(connection: &mut PgConnection) -> Result<HashSet<i64>, sqlx::Error> {
    let ids = sqlx::query_scalar!("SELECT id FROM tracked_accounts WHERE suspended")
        .fetch_all(connection)
        .await?;
    Ok(ids.into_iter().collect())
}

/// Clears a row's resource and the resource's settings, so that another resource may adopt the row.
pub async fn release(connection: &mut PgConnection, kind: ResourceKind, id: i64) -> Result<(), sqlx::Error> {
    match kind {
        ResourceKind::Account(_) => release_accounts(connection, Some(id)).await,
        ResourceKind::Video => release_videos(connection, Some(id)).await,
    }
}

/// Clears the resources of everything that is tracked.
pub(super) async fn release_all(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    release_accounts(connection, None).await?;
    release_videos(connection, None).await
}

async fn release_accounts(connection: &mut PgConnection, id: Option<i64>) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE tracked_accounts SET resource = NULL, managed_by = '', suspended = false, retain = NULL
         WHERE ($1::bigint IS NULL OR id = $1)
           AND (resource IS NOT NULL OR managed_by <> '' OR suspended OR retain IS NOT NULL)",
        id
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn release_videos(connection: &mut PgConnection, id: Option<i64>) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "UPDATE tracked_videos SET resource = NULL, managed_by = '', suspended = false, retain = NULL
         WHERE ($1::bigint IS NULL OR id = $1)
           AND (resource IS NOT NULL OR managed_by <> '' OR suspended OR retain IS NOT NULL)",
        id
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns the id of the row that a resource in a group's namespace is linked to.
pub async fn named(
    connection: &mut PgConnection,
    group_id: i64,
    kind: ResourceKind,
    resource: &str,
) -> Result<Option<i64>, sqlx::Error> {
    match kind {
        ResourceKind::Account(platform) => {
            sqlx::query_scalar!(
                "SELECT t.id FROM tracked_accounts t JOIN platform_accounts a ON a.id = t.account_id
                 WHERE t.group_id = $1 AND a.platform = $2 AND t.resource = $3",
                group_id,
                platform.code(),
                resource
            )
            .fetch_optional(connection)
            .await
        }
        ResourceKind::Video => {
            sqlx::query_scalar!(
                "SELECT id FROM tracked_videos WHERE group_id = $1 AND resource = $2",
                group_id,
                resource
            )
            .fetch_optional(connection)
            .await
        }
    }
}
