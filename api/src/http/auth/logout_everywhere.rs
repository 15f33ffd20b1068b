//! `POST /api/auth/logout-everywhere`

use axum::Json;
use clipmeter_db::audit::Action;
use clipmeter_db::users;
use serde_json::json;

use crate::http::error::Problem;
use crate::http::scope::SignedIn;
use crate::http::types::Message;

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
pub(super) async fn logout_everywhere(signed_in: SignedIn) -> Result<Json<Message>, Problem> {
    let caller = signed_in.caller();
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
