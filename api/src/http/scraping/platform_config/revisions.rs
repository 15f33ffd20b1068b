//! `GET /api/scraping/config/revisions`

use axum::Json;
use chrono::{DateTime, Utc};
use clipmeter_db::platform_config::{self, StoredConfigRevision};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::http::error::Problem;
use crate::http::input::Query;
use crate::http::page::{PageQuery, PageRequest};
use crate::http::scope::Admin;

/// A layer of the platform configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ConfigLayer {
    /// Discovered in a platform's scripts.
    Discovered,
    /// Set by an admin.
    Admin,
}

/// A revision of the platform configuration.
#[derive(Serialize, ToSchema)]
pub(crate) struct ConfigRevision {
    /// Number of the change.
    pub(crate) revision: i64,
    /// The layer that was changed.
    pub(crate) layer: ConfigLayer,
    /// When the change was made.
    pub(crate) made_at: DateTime<Utc>,
    /// The admin who made the change, or the resource, such as `PlatformConfig default`; null if the value was
    /// discovered in a platform's scripts.
    #[schema(example = "admin")]
    pub(crate) made_by: Option<String>,
    /// The reason given by the admin.
    #[schema(example = "ID of the new revision")]
    pub(crate) note: String,
    /// The whole layer after the change.
    #[schema(value_type = Object, example = json!({"instagram": {"app_id": "936619743392459"}}))]
    pub(crate) document: Value,
}

/// A page of revisions.
#[derive(Serialize, ToSchema)]
pub(crate) struct ConfigRevisions {
    /// Newest first.
    pub(crate) revisions: Vec<ConfigRevision>,
    /// Changes on all pages. The last 100 of each layer are retained.
    pub(crate) total: i64,
    /// Number of pages; 0 without changes.
    pub(crate) pages: i64,
}

impl From<StoredConfigRevision> for ConfigRevision {
    fn from(change: StoredConfigRevision) -> Self {
        Self {
            revision: change.revision,
            layer: match change.made_by {
                Some(_) => ConfigLayer::Admin,
                None => ConfigLayer::Discovered,
            },
            made_at: change.made_at,
            made_by: change.made_by,
            note: change.note,
            document: change.document,
        }
    }
}

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
        (status = 200, body = ConfigRevisions, description = "A page of revisions"),
    ),
)]
pub(crate) async fn platform_config_revisions(
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
