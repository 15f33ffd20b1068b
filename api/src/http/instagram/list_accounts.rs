//! `GET /api/instagram/accounts`

use axum::Json;

use crate::http::error::{Code, Problem};
use crate::http::types::{AccountScope, InstagramAccounts};

/// List the tracked Instagram accounts
///
/// A member's own group's, or for admins those of one group or all.
#[utoipa::path(
    get,
    path = "/api/instagram/accounts",
    tag = "Instagram",
    security(("token" = [])),
    params(AccountScope),
    responses(
        (status = 200, body = InstagramAccounts, description = "The accounts"),
    ),
)]
pub async fn list_instagram_accounts() -> Result<Json<InstagramAccounts>, Problem> {
    Err(Code::Unavailable.into())
}
