//! `POST /api/admin/users/{id}/reset-password`

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use clipmeter_db::audit::Action;
use clipmeter_db::users;
use rand::rand_core::UnwrapErr;
use rand::rngs::SysRng;
use secrecy::ExposeSecret;
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use crate::auth::generate;
use crate::http::error::{ErrorBody, Problem};
use crate::http::input::PathId;
use crate::http::scope::UserManager;
use crate::http::state::HttpState;

/// A new password to hand over.
#[derive(Serialize, ToSchema)]
pub(crate) struct ResetPassword {
    /// Human-readable message.
    pub(crate) message: String,
    /// Returned only in this response; only a hash is stored.
    pub(crate) password: String,
}

/// Reset a user's password
///
/// Admins, and admins of the user's group, who can reset neither the password of an admin nor their own. The new password is generated and only in
/// this response. The user is signed out everywhere, and must replace the password at the next sign-in.
#[utoipa::path(
    post,
    path = "/api/admin/users/{id}/reset-password",
    tag = "Admin",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The user")),
    responses(
        (status = 200, body = ResetPassword, description = "The new password"),
        (status = 409, body = ErrorBody, description = "`admin_protected`, `own_user`"),
    ),
)]
pub(crate) async fn reset_password(
    State(state): State<Arc<HttpState>>,
    manager: UserManager,
    PathId(id): PathId,
) -> Result<Json<ResetPassword>, Problem> {
    manager.check_other(id)?;
    let password = generate(&mut UnwrapErr(SysRng))?;
    let password_hash = state.passwords.hash(password.clone()).await?;
    let mut transaction = manager.write().await?;
    let user = super::user(&manager, &mut transaction, id).await?;
    users::set_password(&mut transaction, id, &password_hash, true).await?;
    let details = json!({"user_id": id, "username": user.username});
    manager
        .caller()
        .record(
            &mut transaction,
            Action::UserResetPassword,
            user.group_id,
            details,
        )
        .await?;
    transaction.commit().await?;
    Ok(Json(ResetPassword {
        message: "Password reset. Give the new password to the user now; it is not shown again.".to_owned(),
        password: password.expose_secret().to_owned(),
    }))
}
