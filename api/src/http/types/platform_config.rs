//! The platform configuration.

use chrono::{DateTime, Utc};
use clipmeter_db::platform_config::StoredConfigRevision;
use clipmeter_db::tracking::resources::platform_config::PlatformConfigResource;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::present::null_as_default;

/// A layer of the platform configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ConfigLayer {
    /// Discovered in a platform's scripts.
    Discovered,
    /// Set by an admin.
    Admin,
}

/// The platform configuration: IDs of stored queries, user agents, sizes and rate limits.
#[derive(Serialize, ToSchema)]
pub struct PlatformConfigResponse {
    /// Number of changes; 0 without any.
    pub revision: i64,
    /// When the last change was made; null without any.
    pub made_at: Option<DateTime<Utc>>,
    /// The admin who made the change, or the resource, such as `PlatformConfig default`; null if the value was
    /// discovered in a platform's scripts.
    #[schema(example = "admin")]
    pub made_by: Option<String>,
    /// The reason given by the admin.
    #[schema(example = "New id of the timeline")]
    pub note: String,
    /// On a cluster: the resource that manages the admins' layer, which cannot be changed here then; null without one.
    pub managed: Option<ManagingResource>,
    /// The admins' layer: a JSON merge patch (RFC 7396) over the built-in and discovered values.
    #[schema(value_type = Object, example = json!({"instagram": {"app_id": "936619743392459"}}))]
    pub own: Value,
    /// The discovered layer: a merge patch over the built-in configuration.
    #[schema(value_type = Object, example = json!({}))]
    pub discovered: Value,
    /// The effective configuration of this release.
    #[schema(value_type = Object, example = json!({"format": 1, "instagram": {"app_id": "936619743392459", "page_size": 12}}))]
    pub effective: Value,
}

/// A resource of the kind `PlatformConfig`.
#[derive(Serialize, ToSchema)]
pub struct ManagingResource {
    /// Name of the resource.
    #[schema(example = "default")]
    pub resource: String,
    /// The tool that manages the resource.
    #[schema(example = "argocd-controller")]
    pub managed_by: String,
}

impl From<PlatformConfigResource> for ManagingResource {
    fn from(manager: PlatformConfigResource) -> Self {
        let PlatformConfigResource { resource, managed_by } = manager;
        Self { resource, managed_by }
    }
}

/// The new admins' layer.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SetPlatformConfig {
    /// A JSON merge patch (RFC 7396) with the differences from the built-in configuration; empty to remove all
    /// overrides. Lists are replaced as a whole.
    #[schema(value_type = Object, example = json!({"instagram": {"app_id": "936619743392459"}}))]
    pub own: Map<String, Value>,
    /// The reason, for later reference; at most 200 characters.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(value_type = Option<String>, example = "New id of the timeline", default = "")]
    pub note: String,
}

/// A revision of the platform configuration.
#[derive(Serialize, ToSchema)]
pub struct ConfigRevision {
    /// Number of the change.
    pub revision: i64,
    /// The layer that was changed.
    pub layer: ConfigLayer,
    /// When the change was made.
    pub made_at: DateTime<Utc>,
    /// The admin who made the change, or the resource, such as `PlatformConfig default`; null if the value was
    /// discovered in a platform's scripts.
    #[schema(example = "admin")]
    pub made_by: Option<String>,
    /// The reason given by the admin.
    #[schema(example = "New id of the timeline")]
    pub note: String,
    /// The whole layer after the change.
    #[schema(value_type = Object, example = json!({"instagram": {"app_id": "936619743392459"}}))]
    pub document: Value,
}

/// A page of revisions.
#[derive(Serialize, ToSchema)]
pub struct ConfigRevisions {
    /// Newest first.
    pub revisions: Vec<ConfigRevision>,
    /// Changes on all pages. The last 100 of each layer are retained.
    pub total: i64,
    /// Number of pages; 0 without changes.
    pub pages: i64,
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
