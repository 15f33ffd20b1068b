//! `GET /api/auth/me`

use axum::Json;

use crate::http::error::Problem;
use crate::http::scope::SignedIn;
use crate::http::types::CurrentUser;

/// Show the current user
///
/// The user to whom the token belongs, as stored now.
#[utoipa::path(
    get,
    path = "/api/auth/me",
    tag = "Authentication",
    security(("token" = [])),
    responses(
        (status = 200, body = CurrentUser, description = "The user"),
    ),
)]
pub(super) async fn me(signed_in: SignedIn) -> Result<Json<CurrentUser>, Problem> {
    Ok(Json(CurrentUser {
        user: signed_in.caller().user().into(),
    }))
}
