//! `GET /api/auth/me`

use axum::Json;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::error::Problem;
use crate::http::scope::SignedIn;
use crate::http::users::user::User;

/// The user to whom the token of a call belongs.
#[derive(Serialize, ToSchema)]
pub(crate) struct CurrentUser {
    /// The user as stored now, not as it was at sign-in.
    pub(crate) user: User,
}

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
pub(crate) async fn me(signed_in: SignedIn) -> Result<Json<CurrentUser>, Problem> {
    Ok(Json(CurrentUser {
        user: signed_in.caller().user().into(),
    }))
}
