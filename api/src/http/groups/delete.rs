//! `DELETE /api/groups/{id}`

use axum::Json;
use clipmeter_db::audit::Action;
use clipmeter_db::groups;
use clipmeter_db::tombstones::Burial;
use clipmeter_db::tracking::intent::Intent;
use serde_json::json;

use crate::http::common::Message;
use crate::http::database::desired::editable_group;
use crate::http::error::{ErrorBody, ErrorCode, Problem};
use crate::http::execution::{retried, spawn_to_completion};
use crate::http::input::PathId;
use crate::http::scope::Admin;

/// Delete a client group
///
/// Also deletes its users, accounts and videos, and, after a week, all posts and measurements that no other group tracks.
/// Until then, an admin can restore the group. Admins only.
/// A deletion that exceeds the time limit of the request continues after the error `unavailable`.
#[utoipa::path(
    delete,
    path = "/api/groups/{id}",
    tag = "Groups",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The group")),
    responses(
        (status = 200, body = Message, description = "Deleted"),
        (status = 409, body = ErrorBody, description = "`managed_elsewhere`, on Kubernetes"),
    ),
)]
pub(crate) async fn delete_group(admin: Admin, PathId(id): PathId) -> Result<Json<Message>, Problem> {
    spawn_to_completion(async move { retried(|| delete(&admin, id)).await }).await?;
    Ok(Json(Message {
        message: "Group deleted successfully".to_owned(),
    }))
}

async fn delete(admin: &Admin, id: i64) -> Result<(), Problem> {
    let mut transaction = admin.write().await?;
    let resource = groups::resource(&mut transaction, id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    editable_group(&mut transaction, &resource).await?;
    let name = groups::delete(&mut transaction, id, Burial::at(admin.caller().now()))
        .await?
        .ok_or(ErrorCode::NotFound)?;
    admin
        .caller()
        .record(
            &mut transaction,
            Action::GroupDelete,
            Some(id),
            json!({"name": name}),
        )
        .await?;
    transaction
        .commit_desired(vec![Intent::NoGroup(resource.name)])
        .await
}
