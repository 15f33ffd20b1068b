//! What scrapers are told about the platforms.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::present::null_as_default;
use crate::store::platform_config::StoredConfigRevision;
use crate::store::resources::platform_config::PlatformConfigResource;

/// Whose a layer of facts is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ConfigLayer {
    /// Read from a platform's scripts.
    Discovered,
    /// An admin's.
    Admin,
}

/// What scrapers are told about the platforms: ids of stored queries, user agents, sizes, pace.
#[derive(Serialize, ToSchema)]
pub struct PlatformConfigResponse {
    /// Counts the changes; 0 while there was none.
    pub revision: i64,
    /// When the last one was made; null while there was none.
    pub made_at: Option<DateTime<Utc>>,
    /// The admin who made it, or the resource, as in `PlatformConfig default`; null if it was read from a platform's scripts.
    #[schema(example = "admin")]
    pub made_by: Option<String>,
    /// Why, in the admin's words.
    #[schema(example = "New id of the timeline")]
    pub note: String,
    /// On a cluster: the resource that says `own` in the admins' place, who cannot change it then; null where there is none.
    pub managed: Option<ManagingResource>,
    /// What admins say: a JSON merge patch (RFC 7396) over the shipped facts and those found.
    #[schema(value_type = Object, example = json!({"instagram": {"app_id": "936619743392459"}}))]
    pub own: Value,
    /// What was found in the platforms' scripts: a merge patch over the shipped facts.
    #[schema(value_type = Object, example = json!({}))]
    pub discovered: Value,
    /// All together, as this release would use it.
    #[schema(value_type = Object, example = json!({"format": 1, "instagram": {"app_id": "936619743392459", "page_size": 12}}))]
    pub effective: Value,
}

/// A resource of the kind `PlatformConfig`.
#[derive(Serialize, ToSchema)]
pub struct ManagingResource {
    /// Its name.
    #[schema(example = "default")]
    pub resource: String,
    /// The program that keeps it.
    #[schema(example = "argocd-controller")]
    pub managed_by: String,
}

impl From<PlatformConfigResource> for ManagingResource {
    fn from(manager: PlatformConfigResource) -> Self {
        let PlatformConfigResource { resource, managed_by } = manager;
        Self { resource, managed_by }
    }
}

/// What admins say from now on.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SetPlatformConfig {
    /// A JSON merge patch (RFC 7396) that names what differs from the shipped facts; empty to say nothing any more. Lists are replaced
    /// as a whole.
    #[schema(value_type = Object, example = json!({"instagram": {"app_id": "936619743392459"}}))]
    pub own: Map<String, Value>,
    /// Why, for those who look it up later; at most 200 characters.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(value_type = Option<String>, example = "New id of the timeline", default = "")]
    pub note: String,
}

/// A change of the facts.
#[derive(Serialize, ToSchema)]
pub struct ConfigRevision {
    /// Counts the changes.
    pub revision: i64,
    /// Whose layer was changed.
    pub layer: ConfigLayer,
    /// When.
    pub made_at: DateTime<Utc>,
    /// The admin who made it, or the resource, as in `PlatformConfig default`; null if it was read from a platform's scripts.
    #[schema(example = "admin")]
    pub made_by: Option<String>,
    /// Why, in the admin's words.
    #[schema(example = "New id of the timeline")]
    pub note: String,
    /// The whole layer as it was from then on.
    #[schema(value_type = Object, example = json!({"instagram": {"app_id": "936619743392459"}}))]
    pub document: Value,
}

/// A page of the changes.
#[derive(Serialize, ToSchema)]
pub struct ConfigRevisions {
    /// The newest first.
    pub revisions: Vec<ConfigRevision>,
    /// Changes on all pages. The last 100 of each layer are kept.
    pub total: i64,
    /// Pages; 0 without changes.
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
