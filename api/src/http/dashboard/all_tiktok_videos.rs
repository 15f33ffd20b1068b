//! `GET /api/dashboard/all-tiktok-videos`

use axum::Json;

use crate::http::error::{Code, Problem};
use crate::http::types::{PageQuery, TiktokVideoPage};

/// All TikTok videos
///
/// A page of all collected videos, newest first. Any signed-in user sees all of them.
#[utoipa::path(
    get,
    path = "/api/dashboard/all-tiktok-videos",
    tag = "Dashboard",
    security(("token" = [])),
    params(PageQuery),
    responses(
        (status = 200, body = TiktokVideoPage, description = "The page"),
    ),
)]
pub async fn all_tiktok_videos() -> Result<Json<TiktokVideoPage>, Problem> {
    Err(Code::Unavailable.into())
}
