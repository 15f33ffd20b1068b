//! `DELETE /api/share-links/{id}`

use axum::Json;
use clipmeter_db::audit::Action;
use clipmeter_db::share_links;
use serde_json::json;

use crate::http::common::Message;
use crate::http::error::{ErrorCode, Problem};
use crate::http::input::PathId;
use crate::http::scope::UserManager;

/// Delete a share link
///
/// Admins, and admins of its group. The API refuses the token from the next call on.
#[utoipa::path(
    delete,
    path = "/api/share-links/{id}",
    tag = "Groups",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The link")),
    responses(
        (status = 200, body = Message, description = "Deleted"),
    ),
)]
pub(crate) async fn delete_share_link(
    manager: UserManager,
    PathId(id): PathId,
) -> Result<Json<Message>, Problem> {
    let mut transaction = manager.write().await?;
    let link = share_links::find(&mut transaction, id)
        .await?
        .ok_or(ErrorCode::NotFound)?;
    if !share_links::delete(&mut transaction, id).await? {
        return Err(ErrorCode::NotFound.into());
    }
    let details = json!({"share_link_id": id, "name": link.name});
    manager
        .caller()
        .record(
            &mut transaction,
            Action::ShareLinkDelete,
            Some(link.group_id),
            details,
        )
        .await?;
    transaction.commit().await?;
    Ok(Json(Message {
        message: "Share link deleted".to_owned(),
    }))
}
