//! `GET /api/scraping/config/revisions`

use axum::Json;
use clipmeter_db::platform_config;

use crate::http::content::PageRequest;
use crate::http::error::Problem;
use crate::http::input::Query;
use crate::http::scope::Admin;
use crate::http::types::{ConfigRevision, ConfigRevisions, PageQuery};

/// List the revisions of the platform configuration
///
/// Admins only. Newest first, each with the whole layer after the change, so that it can be restored.
#[utoipa::path(
    get,
    path = "/api/scraping/config/revisions",
    tag = "Scraping",
    security(("token" = [])),
    params(PageQuery),
    responses(
        (status = 200, body = ConfigRevisions, description = "A page of them"),
    ),
)]
pub(super) async fn platform_config_revisions(
    admin: Admin,
    Query(query): Query<PageQuery>,
) -> Result<Json<ConfigRevisions>, Problem> {
    let page = PageRequest::try_from(query)?;
    let mut transaction = admin.read().await?;
    let total = platform_config::count(&mut transaction).await?;
    let changes = platform_config::page(&mut transaction, page.skip, page.take).await?;
    Ok(Json(ConfigRevisions {
        revisions: changes.into_iter().map(ConfigRevision::from).collect(),
        total,
        pages: page.pages(total),
    }))
}
