//! Pages of the tables of all content.

use clipmeter_db::content::ContentItem;
use clipmeter_db::content::listing::page as page_of;
use clipmeter_proto::v1::Platform;

use crate::http::content::{PageRequest, listing};
use crate::http::error::Problem;
use crate::http::scope::SignedIn;
use crate::http::types::{ContentFilter, PageQuery};

/// A page of a platform's table.
pub(super) struct TablePage {
    pub(super) items: Vec<ContentItem>,
    /// Number of rows of the whole table.
    pub(super) total: i64,
    /// Number of pages.
    pub(super) pages: i64,
}

/// Returns the requested page.
pub(super) async fn page(
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
