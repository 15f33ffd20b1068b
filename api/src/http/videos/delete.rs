//! `DELETE /api/tiktok/videos/{id}`

use axum::Json;
use clipmeter_db::audit::Action;
use clipmeter_db::tombstones::Burial;
use clipmeter_db::tracking::videos;
use serde_json::json;

use crate::http::common::{AccountScope, Message};
use crate::http::database::desired::{editable, not_tracked};
use crate::http::error::{ErrorBody, ErrorCode, Problem};
use crate::http::execution::{retried, spawn_to_completion};
use crate::http::input::PathId;
use crate::http::scope::AccountManager;

/// Stop tracking a single TikTok video
///
/// If no other group tracks the video or its author's account, its metrics and history are deleted after a week. Adding
/// it again until then restores them.
#[utoipa::path(
    delete,
    path = "/api/tiktok/videos/{id}",
    tag = "TikTok",
    security(("token" = [])),
    params(AccountScope, ("id" = i64, Path, description = "The `tracked_id` of the video")),
    responses(
        (status = 200, body = Message, description = "Deleted"),
        (status = 409, body = ErrorBody, description = "`managed_elsewhere`, on Kubernetes"),
    ),
)]
pub(crate) async fn delete_tiktok_video(
    scope: AccountManager,
    PathId(id): PathId,
) -> Result<Json<Message>, Problem> {
    spawn_to_completion(async move { retried(|| delete(&scope, id)).await }).await?;
    Ok(Json(Message {
        message: "Video deleted".to_owned(),
    }))
}

async fn delete(scope: &AccountManager, id: i64) -> Result<(), Problem> {
    let mut transaction = scope.write().await?;
    let mut resources = videos::resources(&mut transaction, &[id]).await?;
    let resource = resources.remove(&id).ok_or(ErrorCode::NotFound)?;
    editable(&mut transaction, &resource).await?;
    let removed = videos::remove(&mut transaction, id, Burial::at(scope.caller().now()))
        .await?
        .ok_or(ErrorCode::NotFound)?;
    let details = json!({"urls": [removed.url]});
    scope
        .caller()
        .record(
            &mut transaction,
            Action::VideoDelete,
            Some(removed.group_id),
            details,
        )
        .await?;
    let intents = not_tracked(&mut transaction, [resource]).await?;
    transaction.commit_desired(intents).await
}
