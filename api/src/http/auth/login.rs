//! `POST /api/auth/login`

use axum::Json;

use crate::http::error::{Code, Problem};
use crate::http::types::{Credentials, SignedInUser};

/// Sign in
///
/// Gives a token for later calls. The name is the username or the email, upper or lower case.
#[utoipa::path(
    post,
    path = "/api/auth/login",
    tag = "Authentication",
    request_body = Credentials,
    responses(
        (status = 200, body = SignedInUser, description = "Signed in"),
        (status = 401, body = crate::http::error::ErrorBody, description = "`invalid_credentials` or `inactive`"),
        (status = 429, body = crate::http::error::ErrorBody, description = "`too_many_attempts`: wait for Retry-After seconds"),
    ),
)]
pub async fn login() -> Result<Json<SignedInUser>, Problem> {
    Err(Code::Unavailable.into())
}
