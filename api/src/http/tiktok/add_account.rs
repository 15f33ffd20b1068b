//! `POST /api/tiktok/accounts`

use axum::Json;

use crate::http::error::{Code, Problem};
use crate::http::types::{AddAccount, TiktokAccount};

/// Track a TikTok account
///
/// It is scraped at the next tick of the schedule.
#[utoipa::path(
    post,
    path = "/api/tiktok/accounts",
    tag = "TikTok",
    security(("token" = [])),
    request_body = AddAccount,
    responses(
        (status = 201, body = TiktokAccount, description = "The account, now tracked"),
        (status = 404, body = crate::http::error::ErrorBody, description = "`not_found`: no such group"),
        (status = 409, body = crate::http::error::ErrorBody, description = "`account_exists` or `account_limit_reached`"),
    ),
)]
pub async fn add_tiktok_account() -> Result<Json<TiktokAccount>, Problem> {
    Err(Code::Unavailable.into())
}
