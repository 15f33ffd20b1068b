//! `GET /api/tiktok/accounts/{id}/videos`

use axum::Json;

use crate::http::error::{Code, Problem};
use crate::http::types::TiktokVideos;

/// List the videos of a TikTok account
///
/// Newest first.
#[utoipa::path(
    get,
    path = "/api/tiktok/accounts/{id}/videos",
    tag = "TikTok",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The account")),
    responses(
        (status = 200, body = TiktokVideos, description = "The videos"),
    ),
)]
pub async fn tiktok_account_videos() -> Result<Json<TiktokVideos>, Problem> {
    Err(Code::Unavailable.into())
}
