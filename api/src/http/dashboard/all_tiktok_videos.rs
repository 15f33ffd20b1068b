//! `GET /api/dashboard/all-tiktok-videos` and its export

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use clipmeter_proto::v1::Platform;

use super::table::page;
use crate::http::content::tiktok_video_row;
use crate::http::error::{ErrorBody, Problem};
use crate::http::export::{ColumnsQuery, TiktokVideos};
use crate::http::input::SplitQuery;
use crate::http::scope::SignedIn;
use crate::http::state::HttpState;
use crate::http::types::{ContentFilter, PageQuery, TiktokVideoPage};

/// All TikTok videos
///
/// A page of all collected videos, or of those that match the filters, newest first by default. Any signed-in user sees
/// all of them, unless the platform's settings limit members to what their group tracks.
#[utoipa::path(
    get,
    path = "/api/dashboard/all-tiktok-videos",
    tag = "Dashboard",
    security(("token" = [])),
    params(ContentFilter, PageQuery),
    responses(
        (status = 200, body = TiktokVideoPage, description = "The page"),
    ),
)]
pub(super) async fn all_tiktok_videos(
    caller: SignedIn,
    SplitQuery(filter, params): SplitQuery<ContentFilter, PageQuery>,
) -> Result<Json<TiktokVideoPage>, Problem> {
    let page = page(caller, Platform::Tiktok, filter, params).await?;
    Ok(Json(TiktokVideoPage {
        videos: page.items.into_iter().map(tiktok_video_row).collect(),
        total: page.total,
        pages: page.pages,
    }))
}

/// Export all TikTok videos
///
/// Every video that matches the filters as one CSV file, in the table's order, as of the time of the request. The file
/// is UTF-8 with a byte order mark; unknown numbers are empty cells; a text that a spreadsheet would treat as a formula
/// is prefixed with `'`. The body is streamed: a truncated one is not complete.
#[utoipa::path(
    get,
    path = "/api/dashboard/all-tiktok-videos/export",
    tag = "Dashboard",
    security(("token" = [])),
    params(ContentFilter, ColumnsQuery<TiktokVideos>),
    responses(
        (status = 200, body = String, content_type = "text/csv", description = "The file",
         headers(("Content-Disposition" = String, description = "What to call it")),
         example = "account,url,views\r\nnatgeo,https://www.tiktok.com/@natgeo/video/7301234567890123456,15200\r\n"),
        (status = 429, body = ErrorBody, description = "`export_under_way`: the caller has a file made already; wait for Retry-After seconds"),
    ),
)]
pub(super) async fn export_tiktok_videos(
    State(state): State<Arc<HttpState>>,
    caller: SignedIn,
    SplitQuery(filter, columns): SplitQuery<ContentFilter, ColumnsQuery<TiktokVideos>>,
) -> Result<Response, Problem> {
    state.exports.csv(caller, filter, columns).await
}
