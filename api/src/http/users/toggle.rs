//! `POST /api/admin/users/{id}/toggle-status`

use axum::Json;
use clipmeter_db::audit::Action;
use clipmeter_db::users;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::user::User;
use super::{no_such_user, removable_user};
use crate::http::error::{ErrorBody, Problem};
use crate::http::input::PathId;
use crate::http::scope::UserManager;

/// A user who was activated or deactivated.
#[derive(Serialize, ToSchema)]
pub(crate) struct ToggledUser {
    /// Human-readable message.
    pub(crate) message: String,
    /// The user after the change.
    pub(crate) user: User,
}

/// Activate or deactivate a user
///
/// Admins, and admins of the user's group. A deactivated user is signed out immediately and cannot sign in. Admins cannot be
/// deactivated, and group admins cannot deactivate themselves.
#[utoipa::path(
    post,
    path = "/api/admin/users/{id}/toggle-status",
    tag = "Admin",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The user")),
    responses(
        (status = 200, body = ToggledUser, description = "The user after the change"),
        (status = 409, body = ErrorBody, description = "`admin_protected`, `own_user`"),
    ),
)]
pub(crate) async fn toggle_user(
    manager: UserManager,
    PathId(id): PathId,
) -> Result<Json<ToggledUser>, Problem> {
    let mut transaction = manager.write().await?;
    let user = removable_user(&manager, &mut transaction, id).await?;
    let is_active = users::toggle(&mut transaction, id)
        .await?
        .ok_or_else(no_such_user)?;
    let (action, message) = if is_active {
        (Action::UserActivate, "User activated successfully")
    } else {
        (Action::UserDeactivate, "User deactivated successfully")
    };
    let details = json!({"user_id": id, "username": user.username});
    manager
        .caller()
        .record(&mut transaction, action, user.group_id, details)
        .await?;
    transaction.commit().await?;
    Ok(Json(ToggledUser {
        message: message.to_owned(),
        user: User {
            is_active,
            ..User::from(&user)
        },
    }))
}
