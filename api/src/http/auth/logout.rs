//! `POST /api/auth/logout` and `POST /api/auth/logout-everywhere`

use axum::Json;
use clipmeter_db::audit::Action;
use clipmeter_db::users;
use serde_json::json;

use crate::auth::MAX_TOKEN_LIFETIME;
use crate::http::common::Message;
use crate::http::error::Problem;
use crate::http::scope::PasswordHolder;

/// Sign out
///
/// Ends the sign-in of this token. Other devices stay signed in; `POST /api/auth/logout-everywhere` signs those out too.
#[utoipa::path(
    post,
    path = "/api/auth/logout",
    tag = "Authentication",
    security(("token" = [])),
    responses(
        (status = 200, body = Message, description = "Signed out"),
    ),
)]
pub(crate) async fn logout(holder: PasswordHolder) -> Result<Json<Message>, Problem> {
    let caller = holder.caller();
    let user = caller.user();
    let mut transaction = caller.begin_own().await?;
    match caller.sign_in() {
        Some(sign_in) => {
            // The token is rejected from then on, even if the clock was set back after it was issued.
            let expires_at = caller.now() + MAX_TOKEN_LIFETIME;
            users::end_sign_in(&mut transaction, user.user_id, sign_in, expires_at, caller.now()).await?;
        }
        // A token of the previous version can only be revoked together with the user's others.
        None => users::end_sign_ins(&mut transaction, user.user_id).await?,
    }
    caller
        .record(&mut transaction, Action::Logout, user.group_id, json!({}))
        .await?;
    transaction.commit().await?;
    Ok(Json(Message {
        message: "Signed out".to_owned(),
    }))
}

/// Sign out everywhere
///
/// Ends every sign-in of the user, on every device, including this one.
#[utoipa::path(
    post,
    path = "/api/auth/logout-everywhere",
    tag = "Authentication",
    security(("token" = [])),
    responses(
        (status = 200, body = Message, description = "Signed out everywhere"),
    ),
)]
pub(crate) async fn logout_everywhere(holder: PasswordHolder) -> Result<Json<Message>, Problem> {
    let caller = holder.caller();
    let user = caller.user();
    let mut transaction = caller.begin_own().await?;
    users::end_sign_ins(&mut transaction, user.user_id).await?;
    let details = json!({"everywhere": true});
    caller
        .record(&mut transaction, Action::Logout, user.group_id, details)
        .await?;
    transaction.commit().await?;
    Ok(Json(Message {
        message: "Signed out everywhere".to_owned(),
    }))
}
