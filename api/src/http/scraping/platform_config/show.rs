//! `GET /api/scraping/config`

use axum::Json;
use clipmeter_db::DbError;
use clipmeter_db::platform_config::{self, Current};
use clipmeter_db::tracking::resources;
use clipmeter_db::tracking::resources::platform_config::PlatformConfigResource;
use http::HeaderName;
use http::header::ETAG;

use crate::http::error::Problem;
use crate::http::scope::Admin;
use crate::http::types::{ManagingResource, PlatformConfigResponse};

/// A response with the revision that it describes.
pub(super) type Tagged = ([(HeaderName, String); 1], Json<PlatformConfigResponse>);

/// Show the platform configuration
///
/// Admins only. The built-in configuration, overridden by discovered values, overridden by the admins' layer. The
/// header `ETag` contains the revision: send it in `If-Match` when changing the configuration.
#[utoipa::path(
    get,
    path = "/api/scraping/config",
    tag = "Scraping",
    security(("token" = [])),
    responses(
        (status = 200, body = PlatformConfigResponse, description = "The current platform configuration",
            headers(("ETag" = String, description = "Names the revision"))),
    ),
)]
pub(super) async fn platform_config(admin: Admin) -> Result<Tagged, Problem> {
    let mut transaction = admin.read().await?;
    let current = platform_config::current(&mut transaction).await?;
    let manager = resources::platform_config::manager(&mut transaction).await?;
    shown(&current, manager)
}

/// Converts the configuration to the response.
pub(super) fn shown(current: &Current, manager: Option<PlatformConfigResource>) -> Result<Tagged, Problem> {
    let newest = current.newest();
    let effective = current.effective()?.value().map_err(DbError::from)?;
    let platform_config = PlatformConfigResponse {
        revision: current.revision(),
        made_at: newest.map(|change| change.made_at),
        made_by: newest.and_then(|change| change.made_by.clone()),
        note: newest.map(|change| change.note.clone()).unwrap_or_default(),
        managed: manager.map(ManagingResource::from),
        own: current.own_document(),
        discovered: current.discovered_document(),
        effective,
    };
    Ok((
        [(ETAG, format!("\"{}\"", platform_config.revision))],
        Json(platform_config),
    ))
}
