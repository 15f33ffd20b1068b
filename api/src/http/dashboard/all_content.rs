//! `GET /api/dashboard/all-content`, its sums and its export: the items of all platforms in one table

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use clipmeter_db::content::listing::{CombinedPage, combined_page};
use clipmeter_db::content::{add_groups, add_pictures};
use clipmeter_proto::v1::Platform;
use serde::Serialize;
use utoipa::ToSchema;

use super::all_items::{ContentSums, content_sums};
use crate::http::content::item::ContentItemRow;
use crate::http::content::listing::{self, ContentFilter};
use crate::http::content::view::content_item_row;
use crate::http::database::Transaction;
use crate::http::error::{ErrorBody, Problem};
use crate::http::export::tables::everything;
use crate::http::export::{ColumnsQuery, csv_response};
use crate::http::input::{Query, SplitQuery};
use crate::http::page::{PageQuery, PageRequest};
use crate::http::scope::SignedIn;
use crate::http::state::HttpState;

/// One page of the table of all posts and videos.
#[derive(Serialize, ToSchema)]
pub(crate) struct ContentItemPage {
    /// The items of the page, in the requested order.
    pub(crate) items: Vec<ContentItemRow>,
    /// Number of items that match the filters, or 10,000 if there are more and `total_is_minimum`.
    pub(crate) total: i64,
    /// Whether more than `total` items match. If `q`, `kind` or `min_views` restrict the list without an account, Clipmeter counts at most
    /// 10,000 items of a platform, for all content or a group with more than 20,000 items of it.
    #[schema(example = false)]
    pub(crate) total_is_minimum: bool,
    /// Number of pages; 0 without content.
    pub(crate) pages: i64,
}

/// All posts and videos
///
/// A page of the posts and videos of all platforms, or of those that match the filters, newest first by default. Equal values are
/// ordered by platform, then by ID. Any signed-in user sees all of them, unless the
/// platform's settings limit members to what their group tracks.
#[utoipa::path(
    get,
    path = "/api/dashboard/all-content",
    tag = "Dashboard",
    security(("token" = [])),
    params(ContentFilter, PageQuery),
    responses(
        (status = 200, body = ContentItemPage, description = "The page"),
    ),
)]
pub(crate) async fn all_content(
    caller: SignedIn,
    SplitQuery(filter, params): SplitQuery<ContentFilter, PageQuery>,
) -> Result<Json<ContentItemPage>, Problem> {
    let request = PageRequest::try_from(params)?;
    let scope = caller.in_group(filter.group_id).await?;
    let mut transaction = scope.read().await?;
    let listings = listing::of_platforms(&mut transaction, &Platform::ALL, &filter).await?;
    let page = combined_page(&mut transaction, &listings, request.skip, request.take).await?;
    Ok(Json(with_details(&mut transaction, page, request).await?))
}

/// Adds what only the shown items need.
async fn with_details(
    transaction: &mut Transaction,
    page: CombinedPage,
    request: PageRequest,
) -> Result<ContentItemPage, Problem> {
    let (platforms, mut items): (Vec<_>, Vec<_>) = page.items.into_iter().unzip();
    add_pictures(transaction, &mut items).await?;
    add_groups(transaction, &mut items).await?;
    let rows = platforms.into_iter().zip(items);
    Ok(ContentItemPage {
        items: rows
            .map(|(platform, item)| content_item_row(platform, item))
            .collect(),
        total: page.total,
        total_is_minimum: page.total_is_minimum,
        pages: request.pages(page.total),
    })
}

/// Sum up all posts and videos
///
/// The sums over the posts and videos of all platforms that match the filters, whatever their order.
#[utoipa::path(
    get,
    path = "/api/dashboard/all-content/sums",
    tag = "Dashboard",
    security(("token" = [])),
    params(ContentFilter),
    responses(
        (status = 200, body = ContentSums, description = "The sums"),
    ),
)]
pub(crate) async fn all_content_sums(
    caller: SignedIn,
    Query(filter): Query<ContentFilter>,
) -> Result<Json<ContentSums>, Problem> {
    Ok(Json(content_sums(caller, &Platform::ALL, filter).await?))
}

/// Export all posts and videos
///
/// Every post and video that matches the filters as one CSV file, in the table's order, as of the time of the request. The file is UTF-8
/// with a byte order mark; unknown numbers are empty cells; a text that a spreadsheet would treat as a formula is prefixed with `'`. The
/// body is streamed: a truncated one is not complete.
#[utoipa::path(
    get,
    path = "/api/dashboard/all-content/export",
    tag = "Dashboard",
    security(("token" = [])),
    params(ContentFilter, ColumnsQuery<everything::Table>),
    responses(
        (status = 200, body = String, content_type = "text/csv", description = "The file",
         headers(("Content-Disposition" = String, description = "The suggested file name")),
         example = json!("platform,account,url,views\r\ninstagram,natgeo,https://www.instagram.com/p/C1a2B3c4D5e/,15200\r\n")),
        (status = 429, body = ErrorBody, description = "`export_under_way`: an export of the caller is already in progress; wait for Retry-After seconds"),
    ),
)]
pub(crate) async fn export_all_content(
    State(state): State<Arc<HttpState>>,
    caller: SignedIn,
    SplitQuery(filter, columns): SplitQuery<ContentFilter, ColumnsQuery<everything::Table>>,
) -> Result<Response, Problem> {
    csv_response(&state.exports, caller, filter, columns).await
}
