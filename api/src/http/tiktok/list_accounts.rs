//! `GET /api/tiktok/accounts`

use axum::Json;

use crate::http::error::{Code, Problem};
use crate::http::types::{AccountScope, TiktokAccounts};

/// List the tracked TikTok accounts
///
/// A member's own group's, or for admins those of one group or all.
#[utoipa::path(
    get,
    path = "/api/tiktok/accounts",
    tag = "TikTok",
    security(("token" = [])),
    params(AccountScope),
    responses(
        (status = 200, body = TiktokAccounts, description = "The accounts"),
    ),
)]
pub async fn list_tiktok_accounts() -> Result<Json<TiktokAccounts>, Problem> {
    Err(Code::Unavailable.into())
}
