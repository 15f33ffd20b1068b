//! `POST /api/auth/logout`

use axum::Json;
use serde_json::json;

use crate::http::error::Problem;
use crate::http::scope::SignedIn;
use crate::http::types::Message;
use crate::store::audit::Action;
use crate::store::users;

/// Sign out
///
/// Everywhere: every token of the user is no longer good.
#[utoipa::path(
    post,
    path = "/api/auth/logout",
    tag = "Authentication",
    security(("token" = [])),
    responses(
        (status = 200, body = Message, description = "Signed out"),
    ),
)]
pub(super) async fn logout(signed_in: SignedIn) -> Result<Json<Message>, Problem> {
    let caller = signed_in.caller();
    let mut transaction = caller.begin_own().await?;
    users::end_sign_ins(&mut transaction, caller.user().user_id).await?;
    caller
        .record(
            &mut transaction,
            Action::Logout,
            caller.user().group_id,
            json!({}),
        )
        .await?;
    transaction.commit().await?;
    Ok(Json(Message {
        message: "Signed out".to_owned(),
    }))
}
