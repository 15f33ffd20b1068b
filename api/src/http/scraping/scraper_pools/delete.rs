//! `DELETE /api/scraping/scraper-pools/{name}`

use axum::Json;
use clipmeter_db::audit::Action;
use clipmeter_db::scraper_pools::{self, Deleted};
use serde_json::json;

use super::pool::{self, ScraperPools, check_editable, load_pools};
use crate::http::error::{ErrorBody, ErrorCode, Problem};
use crate::http::input::PathId;
use crate::http::scope::Admin;

/// Delete a scraper pool
///
/// Admins only. Fails while groups or accounts select or allow it. Its sessions keep their set, and are not used until a pool has
/// this set or they get another one. Runs in progress continue.
#[utoipa::path(
    delete,
    path = "/api/scraping/scraper-pools/{name}",
    tag = "Scraping",
    security(("token" = [])),
    params(("name" = String, Path, description = "The pool")),
    responses(
        (status = 200, body = ScraperPools, description = "The pools after the change"),
        (status = 409, body = ErrorBody, description = "`scraper_pool_in_use`, or, on Kubernetes, `managed_elsewhere`"),
    ),
)]
pub(crate) async fn delete_scraper_pool(
    admin: Admin,
    PathId(name): PathId<String>,
) -> Result<Json<ScraperPools>, Problem> {
    let name = pool::existing_name(&name)?;
    let mut transaction = admin.write().await?;
    check_editable(&transaction)?;
    match scraper_pools::delete(&mut transaction, name).await? {
        Deleted::Done => {}
        Deleted::NotFound => return Err(ErrorCode::NotFound.into()),
        Deleted::InUse => return Err(ErrorCode::ScraperPoolInUse.into()),
    }
    let details = json!({"scraper_pool": name});
    admin
        .caller()
        .record(&mut transaction, Action::ScraperPoolDelete, None, details)
        .await?;
    let pools = load_pools(&mut transaction).await?;
    transaction.commit().await?;
    Ok(Json(pools))
}
