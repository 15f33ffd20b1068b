//! `POST /api/tiktok/accounts/{id}/refresh`

use axum::Json;

use crate::http::error::{Code, Problem};
use crate::http::types::TiktokRefresh;

/// Scrape a TikTok account now
///
/// Goes ahead of the queue and waits a while for the end.
#[utoipa::path(
    post,
    path = "/api/tiktok/accounts/{id}/refresh",
    tag = "TikTok",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The account")),
    responses(
        (status = 200, body = TiktokRefresh, description = "Ended, or going on in the background"),
        (status = 502, body = crate::http::error::ErrorBody, description = "`scrape_failed`: the platform did not give the account; the text says why"),
    ),
)]
pub async fn refresh_tiktok_account() -> Result<Json<TiktokRefresh>, Problem> {
    Err(Code::Unavailable.into())
}
