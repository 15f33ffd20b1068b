//! `DELETE /api/views/{id}`

use axum::Json;
use clipmeter_db::audit::Action;
use clipmeter_db::saved_views;
use serde_json::json;

use super::changing;
use crate::http::common::Message;
use crate::http::error::{ErrorCode, Problem};
use crate::http::input::PathId;
use crate::http::scope::SignedIn;

/// Delete a saved view
///
/// Only admins of the group delete views that are shared with it.
#[utoipa::path(
    delete,
    path = "/api/views/{id}",
    tag = "Dashboard",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The view")),
    responses(
        (status = 200, body = Message, description = "Deleted"),
    ),
)]
pub(crate) async fn delete_view(caller: SignedIn, PathId(id): PathId) -> Result<Json<Message>, Problem> {
    let scope = caller.in_group(None).await?;
    let (mut transaction, view) = changing(&scope, id).await?;
    if !saved_views::delete(&mut transaction, id).await? {
        return Err(ErrorCode::NotFound.into());
    }
    let details = json!({"view_id": id, "name": view.name});
    scope
        .caller()
        .record(&mut transaction, Action::ViewDelete, view.group_id, details)
        .await?;
    transaction.commit().await?;
    Ok(Json(Message {
        message: "View deleted".to_owned(),
    }))
}
