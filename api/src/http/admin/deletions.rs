//! Deleted accounts, videos and groups, which can be restored until they are purged.

use std::time::Duration;

use axum::Json;
use chrono::{DateTime, Utc};
use clipmeter_db::audit::Action;
use clipmeter_db::groups::{self, GroupRow};
use clipmeter_db::tombstones::{self, Restored, Tombstone};
use clipmeter_db::tracking::intent::{GroupName, Intent};
use clipmeter_db::tracking::limits::{no_more_accounts, no_more_videos};
use clipmeter_db::{DbError, codes};
use clipmeter_proto::v1::Platform;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use crate::http::common::{Message, PlatformName};
use crate::http::database::Transaction;
use crate::http::database::desired::{group_intent, group_name};
use crate::http::error::{ErrorBody, ErrorCode, Problem};
use crate::http::execution::{retried, retried_for, spawn_to_completion};
use crate::http::input::{PathId, SplitQuery, searched};
use crate::http::page::{PageQuery, PageRequest};
use crate::http::scope::Admin;

/// Maximum length of a search text, characters.
const MAX_SEARCH_LENGTH: usize = 254;

/// The kind of the deleted object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DeletionKind {
    /// A tracked account.
    Account,
    /// A single TikTok video.
    Video,
    /// A client group, with its users, accounts and videos.
    Group,
}

impl DeletionKind {
    fn of(tombstone: &Tombstone) -> Self {
        match tombstone.kind.as_str() {
            "account" => Self::Account,
            "video" => Self::Video,
            _ => Self::Group,
        }
    }
}

/// A deleted account, video or group that can be restored.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Deletion {
    /// Deletion ID.
    pub(crate) id: i64,
    /// The kind of the deleted object.
    pub(crate) kind: DeletionKind,
    /// Platform of an account or video; null for a group.
    pub(crate) platform: Option<PlatformName>,
    /// The username, the URL of a video, or the name of a group.
    #[schema(example = "natgeo")]
    pub(crate) name: String,
    /// The group that tracked it, or the group itself.
    pub(crate) group_id: i64,
    /// The group's name.
    #[schema(example = "Northwind")]
    pub(crate) group_name: String,
    /// The group was deleted too, and must be restored first.
    pub(crate) group_is_deleted: bool,
    /// When it was deleted.
    pub(crate) deleted_at: DateTime<Utc>,
    /// When its data is purged, after which it cannot be restored; null: never.
    pub(crate) purge_at: Option<DateTime<Utc>>,
}

/// Restricts the list of deleted objects.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct DeletionFilter {
    /// Part of the name, ignoring case; at most 254 characters.
    #[param(max_length = 254)]
    pub(crate) search: Option<String>,
}

/// A page of the deleted accounts, videos and groups that can be restored.
#[derive(Debug, Serialize, ToSchema)]
#[expect(clippy::struct_field_names, reason = "the name of the field in the API")]
pub(crate) struct Deletions {
    /// Latest first. Accounts and videos that were deleted with their group are restored with it, and are not listed.
    pub(crate) deletions: Vec<Deletion>,
    /// Number of deletions that match the search, on all pages.
    pub(crate) total: i64,
    /// Number of pages; 0 without deletions.
    pub(crate) pages: i64,
}

/// List deleted accounts, videos and groups
///
/// Admins only.
#[utoipa::path(
    get,
    path = "/api/admin/deletions",
    tag = "Admin",
    security(("token" = [])),
    params(DeletionFilter, PageQuery),
    responses(
        (status = 200, body = Deletions, description = "A page of the list"),
    ),
)]
pub(crate) async fn list_deletions(
    admin: Admin,
    SplitQuery(filter, page): SplitQuery<DeletionFilter, PageQuery>,
) -> Result<Json<Deletions>, Problem> {
    let page = PageRequest::try_from(page)?;
    let name = searched("search", filter.search, MAX_SEARCH_LENGTH)?.unwrap_or_default();
    let mut transaction = admin.read().await?;
    let total = tombstones::count(&mut transaction, &name).await?;
    let deleted = tombstones::list(&mut transaction, &name, page.skip, page.take).await?;
    Ok(Json(Deletions {
        total,
        pages: page.pages(total),
        deletions: deleted
            .into_iter()
            .map(|tombstone| Deletion {
                id: tombstone.id,
                kind: DeletionKind::of(&tombstone),
                platform: tombstone
                    .platform
                    .as_deref()
                    .map(|code| codes::platform(code).into()),
                name: tombstone.name,
                group_id: tombstone.group_id,
                group_name: tombstone.group_name,
                group_is_deleted: tombstone.group_is_deleted,
                deleted_at: tombstone.deleted_at,
                purge_at: tombstone.purge_at,
            })
            .collect(),
    }))
}

/// Restore a deleted account, video or group
///
/// An account or video is tracked again by its group, with its settings and its history. A group is restored with its users and
/// everything that was deleted with it, as far as its limits allow. Admins only.
/// A restore that exceeds the time limit of the request continues after the error `unavailable`.
#[utoipa::path(
    post,
    path = "/api/admin/deletions/{id}/restore",
    tag = "Admin",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The deletion")),
    responses(
        (status = 200, body = Message, description = "Restored"),
        (status = 404, body = ErrorBody, description = "`not_found`: there is no such deletion, or its group was deleted too"),
        (status = 409, body = ErrorBody, description = "`group_exists`: another group has the name; `account_exists` or `account_limit_reached`"),
    ),
)]
pub(crate) async fn restore_deletion(admin: Admin, PathId(id): PathId) -> Result<Json<Message>, Problem> {
    spawn_to_completion(async move {
        let (group_id, restored) = retried_for(TERMINATION_TIMEOUT, || restore(&admin, id)).await?;
        if restored == Restored::Group {
            // In a separate transaction: on a cluster, the group's namespace must exist.
            retried_for(TERMINATION_TIMEOUT, || apply_tracked(&admin, group_id)).await?;
        }
        Ok(Json(Message {
            message: "Restored".to_owned(),
        }))
    })
    .await
}

/// How long a restore waits for the cluster: what was deleted, and the namespace of a group, may still be terminating.
const TERMINATION_TIMEOUT: Duration = Duration::from_mins(2);

async fn restore(admin: &Admin, id: i64) -> Result<(i64, Restored), Problem> {
    let mut transaction = admin.write().await?;
    let tombstone = tombstones::find(&mut transaction, id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    let group_id = tombstone.group_id;
    let kind = DeletionKind::of(&tombstone);
    if kind == DeletionKind::Group {
        restore_group(admin, transaction, tombstone).await?;
        return Ok((group_id, Restored::Group));
    }
    groups::lock(&mut transaction, group_id).await?;
    let group = groups::find(&mut transaction, group_id).await?.ok_or_else(|| {
        let text = format!(
            "The group {} was deleted too. Restore it first.",
            tombstone.group_name
        );
        Problem::new(ErrorCode::NotFound, text)
    })?;
    let now = admin.caller().now();
    let (restored, action, details) = if kind == DeletionKind::Video {
        let restored = tombstones::restore_video(&mut transaction, id, now).await;
        let restored = restored.map_err(|error| limit_reached(&tombstone, &group, error))?;
        let details = json!({"urls": [tombstone.name]});
        (restored.map(Restored::Video), Action::VideoRestore, details)
    } else {
        let restored = tombstones::restore_account(&mut transaction, id, now).await;
        let restored = restored.map_err(|error| limit_reached(&tombstone, &group, error))?;
        let details = json!({"platform": tombstone.platform, "usernames": [tombstone.name]});
        (restored.map(Restored::Account), Action::AccountRestore, details)
    };
    let restored = restored.ok_or_else(|| {
        Problem::new(
            ErrorCode::AccountExists,
            "The group already tracks it again, with its history.",
        )
    })?;
    admin
        .caller()
        .record(&mut transaction, action, Some(group_id), details)
        .await?;
    let intents = tombstones::intents(&mut transaction, group_id, restored).await?;
    let group = group_name(&mut transaction, group_id).await?;
    transaction
        .commit_desired(vec![Intent::Track(group, intents)])
        .await?;
    Ok((group_id, restored))
}

async fn restore_group(
    admin: &Admin,
    mut transaction: Transaction,
    tombstone: Tombstone,
) -> Result<(), Problem> {
    let restored = tombstones::restore_group(&mut transaction, tombstone.id, admin.caller().now()).await;
    let group_id = match restored {
        Err(DbError::Taken(_)) => return Err(ErrorCode::GroupExists.into()),
        restored => restored?.ok_or(ErrorCode::NotFound)?,
    };
    let details = json!({"name": tombstone.name});
    admin
        .caller()
        .record(&mut transaction, Action::GroupRestore, Some(group_id), details)
        .await?;
    let name = GroupName {
        resource: None,
        namespace: None,
        display_name: tombstone.name,
    };
    let intent = group_intent(&mut transaction, group_id, name).await?;
    transaction.commit_desired(vec![intent]).await
}

/// Applies the desired state of everything that a restored group tracks.
async fn apply_tracked(admin: &Admin, group_id: i64) -> Result<(), Problem> {
    let mut transaction = admin.write().await?;
    let intents = tombstones::intents(&mut transaction, group_id, Restored::Group).await?;
    if intents.is_empty() {
        return Ok(());
    }
    let group = group_name(&mut transaction, group_id).await?;
    drop(transaction);
    // One by one: after an error, the objects that a list has created are deleted again, and what they stand for with them.
    let mut refused = None;
    for intent in intents {
        let transaction = admin.write().await?;
        let track = Intent::Track(group.clone(), vec![intent]);
        match transaction.commit_desired(vec![track]).await {
            Ok(()) => {}
            Err(problem) if problem.is_early() => return Err(problem),
            // The others are restored nevertheless.
            Err(problem) => {
                refused.get_or_insert(problem);
            }
        }
    }
    refused.map_or(Ok(()), Err)
}

fn limit_reached(tombstone: &Tombstone, group: &GroupRow, error: sqlx::Error) -> Problem {
    let constraint = error.as_database_error().and_then(|error| error.constraint());
    let text = match constraint {
        Some("tracked_accounts_limit") => {
            let platform = codes::platform(tombstone.platform.as_deref().unwrap_or_default());
            let limit = match platform {
                Platform::Tiktok => group.max_tiktok_accounts,
                _ => group.max_instagram_accounts,
            };
            no_more_accounts(platform, limit)
        }
        Some("tracked_videos_limit") => no_more_videos(group.max_tiktok_videos),
        _ => return error.into(),
    };
    Problem::new(ErrorCode::AccountLimitReached, text)
}

/// Purge a deleted account, video or group
///
/// Deletes the collected data that no group tracks now, instead of at `purge_at`. For a group, this includes everything
/// that was deleted from it. Admins only. A deletion that exceeds the time limit of the request continues after the error
/// `unavailable`.
#[utoipa::path(
    delete,
    path = "/api/admin/deletions/{id}",
    tag = "Admin",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The deletion")),
    responses(
        (status = 200, body = Message, description = "Deleted"),
    ),
)]
pub(crate) async fn purge_deletion(admin: Admin, PathId(id): PathId) -> Result<Json<Message>, Problem> {
    spawn_to_completion(async move { retried(|| purge(&admin, id)).await }).await?;
    Ok(Json(Message {
        message: "Deleted".to_owned(),
    }))
}

async fn purge(admin: &Admin, id: i64) -> Result<(), Problem> {
    let mut transaction = admin.write().await?;
    let tombstone = tombstones::find(&mut transaction, id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    tombstones::discard(&mut transaction, id).await?;
    let key = match DeletionKind::of(&tombstone) {
        DeletionKind::Account => json!({"platform": tombstone.platform, "usernames": [tombstone.name]}),
        DeletionKind::Video => json!({"urls": [tombstone.name]}),
        DeletionKind::Group => json!({"name": tombstone.name}),
    };
    admin
        .caller()
        .record(
            &mut transaction,
            Action::DeletionPurge,
            Some(tombstone.group_id),
            key,
        )
        .await?;
    Ok(transaction.commit().await?)
}
