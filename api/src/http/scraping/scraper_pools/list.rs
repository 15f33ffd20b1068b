//! `GET /api/scraping/scraper-pools`

use axum::Json;

use super::pool::{ScraperPools, load_pools};
use crate::http::error::Problem;
use crate::http::scope::Admin;

/// List the scraper pools
///
/// Admins only. Groups select a pool, and accounts select another one that their group allows. Without a selection, requests
/// leave as the proxies' `serves` says, with the sessions that have no set.
#[utoipa::path(
    get,
    path = "/api/scraping/scraper-pools",
    tag = "Scraping",
    security(("token" = [])),
    responses(
        (status = 200, body = ScraperPools, description = "The pools, sorted by name"),
    ),
)]
pub(crate) async fn list_scraper_pools(admin: Admin) -> Result<Json<ScraperPools>, Problem> {
    let mut transaction = admin.read().await?;
    Ok(Json(load_pools(&mut transaction).await?))
}
