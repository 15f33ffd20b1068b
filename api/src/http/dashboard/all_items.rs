//! `GET /api/dashboard/all-instagram-posts`, `GET /api/dashboard/all-tiktok-videos`, and their exports

use std::ops::Add as _;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use clipmeter_db::content::listing::{ListingSums, gained_sum, page as page_of, sums as sums_of};
use clipmeter_db::content::{ContentItem, add_groups, add_pictures};
use clipmeter_db::settings;
use clipmeter_db::stats::days::Counts;
use clipmeter_proto::v1::Platform;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::content::item::{InstagramPostRow, TiktokVideoRow};
use crate::http::content::listing::{self, ContentFilter};
use crate::http::content::view::{instagram_post_row, tiktok_video_row};
use crate::http::database::Transaction;
use crate::http::error::{ErrorBody, Problem};
use crate::http::export::{ColumnsQuery, csv_response};
use crate::http::input::{Query, SplitQuery};
use crate::http::metrics::CountSums;
use crate::http::page::{PageQuery, PageRequest};
use crate::http::platforms::each_platform;
use crate::http::scope::SignedIn;
use crate::http::state::HttpState;

/// One page of the table of all Instagram posts.
#[derive(Serialize, ToSchema)]
pub(crate) struct InstagramPostPage {
    /// The items of the page, in the requested order.
    pub(crate) posts: Vec<InstagramPostRow>,
    /// Number of items that match the filters, or 10,000 if there are more and `total_is_minimum`.
    pub(crate) total: i64,
    /// Whether more than `total` items match. If `q`, `kind` or `min_views` restrict the list without an account, Clipmeter counts at most
    /// 10,000 items of all content, or of a group with more than 20,000.
    #[schema(example = false)]
    pub(crate) total_is_minimum: bool,
    /// Number of pages; 0 without content.
    pub(crate) pages: i64,
}

/// One page of the table of all TikTok videos.
#[derive(Serialize, ToSchema)]
pub(crate) struct TiktokVideoPage {
    /// The items of the page, in the requested order.
    pub(crate) videos: Vec<TiktokVideoRow>,
    /// Number of items that match the filters, or 10,000 if there are more and `total_is_minimum`.
    pub(crate) total: i64,
    /// Whether more than `total` items match. If `q`, `kind` or `min_views` restrict the list without an account, Clipmeter counts at most
    /// 10,000 items of all content, or of a group with more than 20,000.
    #[schema(example = false)]
    pub(crate) total_is_minimum: bool,
    /// Number of pages; 0 without content.
    pub(crate) pages: i64,
}

/// Sums over the items that match the filters.
#[derive(Serialize, ToSchema)]
pub(crate) struct ContentSums {
    /// Null without a filter, and if more than 100,000 items of a platform match.
    pub(crate) sums: Option<ItemSums>,
}

/// Sums over items; unknown numbers are left out.
#[derive(Serialize, ToSchema)]
pub(crate) struct ItemSums {
    #[serde(flatten)]
    #[schema(inline)]
    pub(crate) counts: CountSums,
    /// Views gained in the period from `gained_from` to `gained_to`; null without it, if the measurements of the period were deleted,
    /// and if more than 50,000 items of a platform match.
    pub(crate) gained_views: Option<i64>,
    /// Sum of the items' costs, each rounded to 2 decimals; null if none has a cost, or if they are in several currencies.
    pub(crate) cost: Option<f64>,
    /// Total cost over total views of the items with a cost, per thousand views, 4 decimals; null if none has a cost, if
    /// they are in several currencies, and over several platforms.
    pub(crate) cpm: Option<f64>,
    /// Total interactions as a percentage of total views of the items with a rate, 2 decimals; null if none has one, and
    /// over several platforms.
    pub(crate) engagement_rate: Option<f64>,
}

impl ItemSums {
    fn new(sums: ListingSums, gained_views: Option<i64>) -> Self {
        Self {
            counts: sums.counts.into(),
            gained_views,
            cost: sums.cost,
            cpm: sums.cpm,
            engagement_rate: sums.engagement_rate,
        }
    }
}

macro_rules! operations {
    ($module:ident, $Platform:ident, $code:literal, $name:literal, $named:literal, $item:literal, $items:literal) => {
        pub(super) mod $module {
            #[allow(clippy::wildcard_imports, reason = "the operation's own file")]
            use super::*;
            use crate::http::export::tables::$module::Table;
            use crate::http::platforms::$module::{EXAMPLE_LINK, ItemPage};

            #[utoipa::path(
                get,
                path = concat!("/api/dashboard/all-", $code, "-", $items),
                tag = "Dashboard",
                operation_id = concat!("all_", $code, "_", $items),
                summary = concat!("All ", $name, " ", $items),
                description = concat!(
                    "A page of all collected ",
                    $items,
                    ", or of those that match the filters, newest first by default. Any signed-in user sees\nall of them, unless \
                     the platform's settings limit members to what their group tracks."
                ),
                security(("token" = [])),
                params(ContentFilter, PageQuery),
                responses(
                    (status = 200, body = ItemPage, description = "The page"),
                ),
            )]
            pub(crate) async fn list(
                caller: SignedIn,
                SplitQuery(filter, params): SplitQuery<ContentFilter, PageQuery>,
            ) -> Result<Json<ItemPage>, Problem> {
                let page = page(caller, Platform::$Platform, filter, params).await?;
                Ok(Json(page.into()))
            }

            #[utoipa::path(
                get,
                path = concat!("/api/dashboard/all-", $code, "-", $items, "/sums"),
                tag = "Dashboard",
                operation_id = concat!($code, "_", $items, "_sums"),
                summary = concat!("Sum up ", $name, " ", $items),
                description = concat!("The sums over all ", $items, " that match the filters, whatever their order."),
                security(("token" = [])),
                params(ContentFilter),
                responses(
                    (status = 200, body = ContentSums, description = "The sums"),
                ),
            )]
            pub(crate) async fn sums(
                caller: SignedIn,
                Query(filter): Query<ContentFilter>,
            ) -> Result<Json<ContentSums>, Problem> {
                Ok(Json(content_sums(caller, &[Platform::$Platform], filter).await?))
            }

            #[utoipa::path(
                get,
                path = concat!("/api/dashboard/all-", $code, "-", $items, "/export"),
                tag = "Dashboard",
                operation_id = concat!("export_", $code, "_", $items),
                summary = concat!("Export all ", $name, " ", $items),
                description = concat!(
                    "Every ",
                    $item,
                    " that matches the filters as one CSV file, in the table's order, as of the time of the request. The file\nis \
                     UTF-8 with a byte order mark; unknown numbers are empty cells; a text that a spreadsheet would treat as a \
                     formula\nis prefixed with `'`. The body is streamed: a truncated one is not complete."
                ),
                security(("token" = [])),
                params(ContentFilter, ColumnsQuery<Table>),
                responses(
                    (status = 200, body = String, content_type = "text/csv", description = "The file",
                     headers(("Content-Disposition" = String, description = "The suggested file name")),
                     example = json!(format!("account,url,views\r\nnatgeo,{EXAMPLE_LINK},15200\r\n"))),
                    (status = 429, body = ErrorBody, description = "`export_under_way`: an export of the caller is already in progress; wait for Retry-After seconds"),
                ),
            )]
            pub(crate) async fn export(
                State(state): State<Arc<HttpState>>,
                caller: SignedIn,
                SplitQuery(filter, columns): SplitQuery<ContentFilter, ColumnsQuery<Table>>,
            ) -> Result<Response, Problem> {
                csv_response(&state.exports, caller, filter, columns).await
            }
        }
    };
}

each_platform!(operations);

/// A page of a platform's table.
pub(crate) struct TablePage {
    pub(crate) items: Vec<ContentItem>,
    /// Number of rows of the whole table.
    pub(crate) total: i64,
    /// Whether the table has more rows.
    pub(crate) total_is_minimum: bool,
    /// Number of pages.
    pub(crate) pages: i64,
}

impl From<TablePage> for InstagramPostPage {
    fn from(page: TablePage) -> Self {
        Self {
            posts: page.items.into_iter().map(instagram_post_row).collect(),
            total: page.total,
            total_is_minimum: page.total_is_minimum,
            pages: page.pages,
        }
    }
}

impl From<TablePage> for TiktokVideoPage {
    fn from(page: TablePage) -> Self {
        Self {
            videos: page.items.into_iter().map(tiktok_video_row).collect(),
            total: page.total,
            total_is_minimum: page.total_is_minimum,
            pages: page.pages,
        }
    }
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
    let listing = listing::of_table(&mut transaction, platform, &filter).await?;
    let mut page = page_of(&mut transaction, &listing, request.skip, request.take).await?;
    add_pictures(&mut transaction, &mut page.items).await?;
    add_groups(&mut transaction, &mut page.items).await?;
    Ok(TablePage {
        items: page.items,
        total: page.total,
        total_is_minimum: page.total_is_minimum,
        pages: request.pages(page.total),
    })
}

/// Returns the sums over the items of these platforms.
pub(super) async fn content_sums(
    caller: SignedIn,
    platforms: &[Platform],
    filter: ContentFilter,
) -> Result<ContentSums, Problem> {
    let scope = caller.in_group(filter.group_id).await?;
    let mut transaction = scope.read().await?;
    let mut parts = Vec::new();
    let mut gained = Some(0);
    for listing in listing::of_platforms(&mut transaction, platforms, &filter).await? {
        let Some(sums) = sums_of(&mut transaction, &listing).await? else {
            return Ok(ContentSums { sums: None });
        };
        let views = gained_sum(&mut transaction, &listing).await?;
        gained = gained.zip(views).map(|(sum, views)| sum + views);
        parts.push(sums);
    }
    let mut sums = total(&parts);
    if sums.cost.is_some() && costs_differ(&mut transaction, &filter).await? {
        (sums.cost, sums.cpm) = (None, None);
    }
    Ok(ContentSums {
        sums: Some(ItemSums::new(sums, gained)),
    })
}

/// Adds up the sums of platforms. Several platforms have no common ratios.
fn total(parts: &[ListingSums]) -> ListingSums {
    if let [only] = parts {
        return *only;
    }
    let cents = |cost: f64| (cost * 100.0).round();
    let costs: Vec<f64> = parts.iter().filter_map(|part| part.cost).map(cents).collect();
    ListingSums {
        counts: parts
            .iter()
            .map(|part| part.counts)
            .fold(Counts::default(), Counts::add),
        cost: (!costs.is_empty()).then(|| costs.iter().sum::<f64>() / 100.0),
        cpm: None,
        engagement_rate: None,
    }
}

/// Returns whether the items have costs in several currencies: those of the caller's group in its own, and all others, if the caller
/// sees them, in the platform's.
async fn costs_differ(transaction: &mut Transaction, filter: &ContentFilter) -> Result<bool, Problem> {
    if filter.group_id.is_some() {
        return Ok(false);
    }
    let settings = settings::of_user(transaction).await?;
    Ok(settings.sees_all_content && settings.currency != settings.default_currency)
}
