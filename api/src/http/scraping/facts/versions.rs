//! `GET /api/scraping/facts/versions`

use axum::Json;

use crate::http::content::PageRequest;
use crate::http::error::Problem;
use crate::http::input::Query;
use crate::http::scope::Admin;
use crate::http::types::{FactsChange, FactsChanges, PageQuery};
use crate::store::facts;

/// List the changes of what scrapers are told
///
/// Admins only. The newest first, each with the whole layer as it was from then on, so that it can be said again.
#[utoipa::path(
    get,
    path = "/api/scraping/facts/versions",
    tag = "Scraping",
    security(("token" = [])),
    params(PageQuery),
    responses(
        (status = 200, body = FactsChanges, description = "A page of them"),
    ),
)]
pub(super) async fn facts_versions(
    admin: Admin,
    Query(query): Query<PageQuery>,
) -> Result<Json<FactsChanges>, Problem> {
    let page = PageRequest::try_from(query)?;
    let mut transaction = admin.read().await?;
    let total = facts::count(&mut transaction).await?;
    let changes = facts::page(&mut transaction, page.skip, page.take).await?;
    Ok(Json(FactsChanges {
        versions: changes.into_iter().map(FactsChange::from).collect(),
        total,
        pages: page.pages(total),
    }))
}
