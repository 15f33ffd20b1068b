//! `DELETE /api/admin/users/{id}`

use axum::Json;
use serde_json::json;

use super::managed::{no_such_user, unprotected_user};
use crate::http::error::{ErrorBody, Problem};
use crate::http::input::PathId;
use crate::http::scope::Admin;
use crate::http::to_the_end::to_the_end;
use crate::http::types::Message;
use crate::store::audit::Action;
use crate::store::users;

/// Delete a user
///
/// Admins only. The accounts and single videos that the user added go too, with their posts and videos and the history of
/// these, except for what another group tracks as well. Admins cannot be deleted. What takes longer than the answer waits
/// goes on after `unavailable`.
#[utoipa::path(
    delete,
    path = "/api/admin/users/{id}",
    tag = "Admin",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The user")),
    responses(
        (status = 200, body = Message, description = "Deleted"),
        (status = 409, body = ErrorBody, description = "`admin_protected`"),
    ),
)]
pub(super) async fn delete_user(admin: Admin, PathId(id): PathId) -> Result<Json<Message>, Problem> {
    to_the_end(delete(admin, id)).await?;
    Ok(Json(Message {
        message: "User and all associated data deleted successfully".to_owned(),
    }))
}

async fn delete(admin: Admin, id: i64) -> Result<(), Problem> {
    let mut transaction = admin.write().await?;
    let user = unprotected_user(&mut transaction, id).await?;
    let added = users::added_by(&mut transaction, id).await?;
    if !users::delete(&mut transaction, id).await? {
        return Err(no_such_user());
    }
    let details = json!({
        "user_id": id, "username": user.username, "accounts": added.accounts, "videos": added.videos,
    });
    admin
        .caller()
        .record(&mut transaction, Action::UserDelete, user.group_id, details)
        .await?;
    Ok(transaction.commit().await?)
}
