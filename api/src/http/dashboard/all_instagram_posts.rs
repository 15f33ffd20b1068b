//! `GET /api/dashboard/all-instagram-posts` and its export

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use clipmeter_proto::v1::Platform;

use super::table::page;
use crate::http::content::instagram_post_row;
use crate::http::error::{ErrorBody, Problem};
use crate::http::export::{ColumnsQuery, InstagramPosts};
use crate::http::input::SplitQuery;
use crate::http::scope::SignedIn;
use crate::http::state::HttpState;
use crate::http::types::{ContentFilter, InstagramPostPage, PageQuery};

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
pub(super) async fn all_instagram_posts(
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
         headers(("Content-Disposition" = String, description = "What to call it")),
         example = "account,url,views\r\nnatgeo,https://www.instagram.com/p/C8xYz12AbCd/,15200\r\n"),
        (status = 429, body = ErrorBody, description = "`export_under_way`: the caller has a file made already; wait for Retry-After seconds"),
    ),
)]
pub(super) async fn export_instagram_posts(
    State(state): State<Arc<HttpState>>,
    caller: SignedIn,
    SplitQuery(filter, columns): SplitQuery<ContentFilter, ColumnsQuery<InstagramPosts>>,
) -> Result<Response, Problem> {
    state.exports.csv(caller, filter, columns).await
}
