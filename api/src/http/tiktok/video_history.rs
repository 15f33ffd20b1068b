//! `GET /api/tiktok/videos/{id}/history`

use axum::Json;

use crate::http::error::{Code, Problem};
use crate::http::types::History;

/// The measurements of a TikTok video
///
/// Oldest first, one per minute at most.
#[utoipa::path(
    get,
    path = "/api/tiktok/videos/{id}/history",
    tag = "TikTok",
    security(("token" = [])),
    params(("id" = i64, Path, description = "The video")),
    responses(
        (status = 200, body = History, description = "The measurements"),
    ),
)]
pub async fn tiktok_video_history() -> Result<Json<History>, Problem> {
    Err(Code::Unavailable.into())
}
