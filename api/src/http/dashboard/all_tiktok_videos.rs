//! `GET /api/dashboard/all-tiktok-videos`

use axum::Json;
use clipmeter_proto::v1::Platform;

use crate::http::content::{PageRequest, listing, tiktok_video_row};
use crate::http::error::Problem;
use crate::http::input::Query;
use crate::http::scope::SignedIn;
use crate::http::types::{ContentQuery, PageQuery, TiktokVideoPage};
use crate::store::listing::page;

/// All TikTok videos
///
/// A page of all collected videos, or of those that the filters leave, newest first unless asked otherwise. Any signed-in
/// user sees all of them, unless the platform's settings limit members to what their group tracks.
#[utoipa::path(
    get,
    path = "/api/dashboard/all-tiktok-videos",
    tag = "Dashboard",
    security(("token" = [])),
    params(ContentQuery),
    responses(
        (status = 200, body = TiktokVideoPage, description = "The page"),
    ),
)]
pub(super) async fn all_tiktok_videos(
    caller: SignedIn,
    Query(query): Query<ContentQuery>,
) -> Result<Json<TiktokVideoPage>, Problem> {
    let request = PageRequest::try_from(PageQuery {
        page: query.page,
        per_page: query.per_page,
    })?;
    let scope = caller.in_group(query.group_id).await?;
    let mut transaction = scope.read().await?;
    let wanted = listing::of_table(&mut transaction, Platform::Tiktok, query).await?;
    let page = page(&mut transaction, &wanted, request.skip, request.take).await?;
    Ok(Json(TiktokVideoPage {
        videos: page.items.into_iter().map(tiktok_video_row).collect(),
        total: page.total,
        pages: request.pages(page.total),
    }))
}
