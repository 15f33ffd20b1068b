//! `GET /api/scraping/config`

use axum::Json;
use chrono::{DateTime, Utc};
use clipmeter_db::DbError;
use clipmeter_db::platform_config::{self, Current};
use clipmeter_db::tracking::resources;
use clipmeter_db::tracking::resources::platform_config::PlatformConfigResource;
use http::HeaderName;
use http::header::ETAG;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::http::error::Problem;
use crate::http::scope::Admin;

/// The platform configuration: IDs of stored queries, user agents, sizes and rate limits.
#[derive(Serialize, ToSchema)]
pub(crate) struct PlatformConfigResponse {
    /// Number of changes; 0 without any.
    pub(crate) revision: i64,
    /// When the last change was made; null without any.
    pub(crate) made_at: Option<DateTime<Utc>>,
    /// The admin who made the change, or the resource, such as `PlatformConfig default`; null if the value was
    /// discovered in a platform's scripts.
    #[schema(example = "admin")]
    pub(crate) made_by: Option<String>,
    /// The reason given by the admin.
    #[schema(example = "ID of the new revision")]
    pub(crate) note: String,
    /// On a cluster: the resource that manages the admins' layer, which cannot be changed here then; null without one.
    pub(crate) managed: Option<ManagingResource>,
    /// The admins' layer: a JSON merge patch (RFC 7396) over the built-in and discovered values.
    #[schema(value_type = Object, example = json!({"instagram": {"app_id": "936619743392459"}}))]
    pub(crate) own: Value,
    /// The discovered layer: a merge patch over the built-in configuration.
    #[schema(value_type = Object, example = json!({}))]
    pub(crate) discovered: Value,
    /// The effective configuration of this release.
    #[schema(value_type = Object, example = json!({"format": 1, "instagram": {"app_id": "936619743392459", "page_size": 12}}))]
    pub(crate) effective: Value,
}

/// A resource of the kind `PlatformConfig`.
#[derive(Serialize, ToSchema)]
pub(crate) struct ManagingResource {
    /// Name of the resource.
    #[schema(example = "default")]
    pub(crate) resource: String,
    /// The tool that manages the resource.
    #[schema(example = "argocd-controller")]
    pub(crate) managed_by: String,
}

impl From<PlatformConfigResource> for ManagingResource {
    fn from(manager: PlatformConfigResource) -> Self {
        let PlatformConfigResource { resource, managed_by } = manager;
        Self { resource, managed_by }
    }
}

/// A response with the revision that it describes.
pub(crate) type Tagged = ([(HeaderName, String); 1], Json<PlatformConfigResponse>);

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
pub(crate) async fn platform_config(admin: Admin) -> Result<Tagged, Problem> {
    let mut transaction = admin.read().await?;
    let current = platform_config::current(&mut transaction).await?;
    let manager = resources::platform_config::manager(&mut transaction).await?;
    response(&current, manager)
}

/// Converts the configuration to the response.
pub(crate) fn response(
    current: &Current,
    manager: Option<PlatformConfigResource>,
) -> Result<Tagged, Problem> {
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
