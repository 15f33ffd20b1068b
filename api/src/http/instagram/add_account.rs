//! `POST /api/instagram/accounts`

use axum::Json;

use crate::http::error::{Code, Problem};
use crate::http::types::{AddAccount, InstagramAccount};

/// Track an Instagram account
///
/// It is scraped at the next tick of the schedule.
#[utoipa::path(
    post,
    path = "/api/instagram/accounts",
    tag = "Instagram",
    security(("token" = [])),
    request_body = AddAccount,
    responses(
        (status = 201, body = InstagramAccount, description = "The account, now tracked"),
        (status = 404, body = crate::http::error::ErrorBody, description = "`not_found`: no such group"),
        (status = 409, body = crate::http::error::ErrorBody, description = "`account_exists` or `account_limit_reached`"),
    ),
)]
pub async fn add_instagram_account() -> Result<Json<InstagramAccount>, Problem> {
    Err(Code::Unavailable.into())
}
