//! `GET /api/dashboard/all-tiktok-videos`

use axum::Json;
use clipmeter_proto::v1::Platform;

use crate::http::content::{PageRequest, tiktok_video_row};
use crate::http::error::Problem;
use crate::http::input::Query;
use crate::http::scope::SignedIn;
use crate::http::types::{PageQuery, TiktokVideoPage};
use crate::store::content;

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
pub(super) async fn all_tiktok_videos(
    caller: SignedIn,
    Query(query): Query<PageQuery>,
) -> Result<Json<TiktokVideoPage>, Problem> {
    let request = PageRequest::try_from(query)?;
    let mut transaction = caller.read().await?;
    let page = content::page(&mut transaction, Platform::Tiktok, request.skip, request.take).await?;
    Ok(Json(TiktokVideoPage {
        videos: page.items.into_iter().map(tiktok_video_row).collect(),
        total: page.total,
        pages: request.pages(page.total),
    }))
}
