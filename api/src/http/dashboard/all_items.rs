//! `GET /api/dashboard/all-instagram-posts`, `GET /api/dashboard/all-tiktok-videos`, and their exports

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use clipmeter_db::content::ContentItem;
use clipmeter_db::content::listing::page as page_of;
use clipmeter_proto::v1::Platform;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::content::item::{InstagramPostRow, TiktokVideoRow};
use crate::http::content::listing::{self, ContentFilter};
use crate::http::content::view::{instagram_post_row, tiktok_video_row};
use crate::http::error::{ErrorBody, Problem};
use crate::http::export::{ColumnsQuery, InstagramPosts, TiktokVideos, csv_response};
use crate::http::input::SplitQuery;
use crate::http::page::{PageQuery, PageRequest};
use crate::http::scope::SignedIn;
use crate::http::state::HttpState;

/// One page of the table of all Instagram posts.
#[derive(Serialize, ToSchema)]
pub(crate) struct InstagramPostPage {
    /// The items of the page, in the requested order.
    pub(crate) posts: Vec<InstagramPostRow>,
    /// Total number of items.
    pub(crate) total: i64,
    /// Number of pages; 0 without content.
    pub(crate) pages: i64,
}

/// One page of the table of all TikTok videos.
#[derive(Serialize, ToSchema)]
pub(crate) struct TiktokVideoPage {
    /// The items of the page, in the requested order.
    pub(crate) videos: Vec<TiktokVideoRow>,
    /// Total number of items.
    pub(crate) total: i64,
    /// Number of pages; 0 without content.
    pub(crate) pages: i64,
}

/// All Instagram posts
///
/// A page of all collected posts, or of those that match the filters, newest first by default. Any signed-in user sees
/// all of them, unless the platform's settings limit members to what their group tracks.
#[utoipa::path(
    get,
    path = "/api/dashboard/all-instagram-posts",
    tag = "Dashboard",
    security(("token" = [])),
    params(ContentFilter, PageQuery),
    responses(
        (status = 200, body = InstagramPostPage, description = "The page"),
    ),
)]
pub(crate) async fn all_instagram_posts(
    caller: SignedIn,
    SplitQuery(filter, params): SplitQuery<ContentFilter, PageQuery>,
) -> Result<Json<InstagramPostPage>, Problem> {
    let page = page(caller, Platform::Instagram, filter, params).await?;
    Ok(Json(InstagramPostPage {
        posts: page.items.into_iter().map(instagram_post_row).collect(),
        total: page.total,
        pages: page.pages,
    }))
}

/// Export all Instagram posts
///
/// Every post that matches the filters as one CSV file, in the table's order, as of the time of the request. The file
/// is UTF-8 with a byte order mark; unknown numbers are empty cells; a text that a spreadsheet would treat as a formula
/// is prefixed with `'`. The body is streamed: a truncated one is not complete.
#[utoipa::path(
    get,
    path = "/api/dashboard/all-instagram-posts/export",
    tag = "Dashboard",
    security(("token" = [])),
    params(ContentFilter, ColumnsQuery<InstagramPosts>),
    responses(
        (status = 200, body = String, content_type = "text/csv", description = "The file",
         headers(("Content-Disposition" = String, description = "The suggested file name")),
         example = "account,url,views\r\nnatgeo,https://www.instagram.com/p/C8xYz12AbCd/,15200\r\n"),
        (status = 429, body = ErrorBody, description = "`export_under_way`: an export of the caller is already in progress; wait for Retry-After seconds"),
    ),
)]
pub(crate) async fn export_instagram_posts(
    State(state): State<Arc<HttpState>>,
    caller: SignedIn,
    SplitQuery(filter, columns): SplitQuery<ContentFilter, ColumnsQuery<InstagramPosts>>,
) -> Result<Response, Problem> {
    csv_response(&state.exports, caller, filter, columns).await
}

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
pub(crate) async fn all_tiktok_videos(
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
         headers(("Content-Disposition" = String, description = "The suggested file name")),
         example = "account,url,views\r\nnatgeo,https://www.tiktok.com/@natgeo/video/7301234567890123456,15200\r\n"),
        (status = 429, body = ErrorBody, description = "`export_under_way`: an export of the caller is already in progress; wait for Retry-After seconds"),
    ),
)]
pub(crate) async fn export_tiktok_videos(
    State(state): State<Arc<HttpState>>,
    caller: SignedIn,
    SplitQuery(filter, columns): SplitQuery<ContentFilter, ColumnsQuery<TiktokVideos>>,
) -> Result<Response, Problem> {
    csv_response(&state.exports, caller, filter, columns).await
}

/// A page of a platform's table.
struct TablePage {
    items: Vec<ContentItem>,
    /// Number of rows of the whole table.
    total: i64,
    /// Number of pages.
    pages: i64,
}

/// Returns the requested page.
async fn page(
    caller: SignedIn,
    platform: Platform,
    filter: ContentFilter,
    params: PageQuery,
) -> Result<TablePage, Problem> {
    let request = PageRequest::try_from(params)?;
    let scope = caller.in_group(filter.group_id).await?;
    let mut transaction = scope.read().await?;
    let listing = listing::of_table(&mut transaction, platform, filter).await?;
    let page = page_of(&mut transaction, &listing, request.skip, request.take).await?;
    Ok(TablePage {
        items: page.items,
        total: page.total,
        pages: request.pages(page.total),
    })
}
