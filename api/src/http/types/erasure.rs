//! Erasure of the data of a handle.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::PlatformName;

/// The handle to erase.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"platform": "instagram", "username": "natgeo", "confirm": "natgeo"}))]
pub struct EraseHandle {
    /// Platform of the handle.
    pub platform: PlatformName,
    /// The handle; a leading @ or the profile URL is accepted too.
    #[schema(max_length = 300)]
    pub username: String,
    /// The same handle again as confirmation: the erasure cannot be undone.
    #[schema(max_length = 300)]
    pub confirm: String,
}

/// The result of an erasure.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErasedHandle {
    /// Human-readable text.
    #[schema(example = "The handle was erased")]
    pub message: String,
    /// Accounts that have or had the handle.
    pub accounts: i64,
    /// Groups that tracked any of the data.
    pub groups: Vec<i64>,
    /// The accounts' posts and videos.
    pub items: i64,
    /// Measurements of these items.
    pub measurements: i64,
    /// Captions of other accounts in which a mention was redacted.
    pub captions: i64,
    /// Audit log entries in which the handle was redacted.
    pub audit_entries: i64,
    /// On a cluster: resources of other tools that still track the handle. They are refused from now on; delete them
    /// there.
    pub managed_elsewhere: Vec<ForeignResource>,
}

/// A resource managed by a tool other than the dashboard.
#[derive(Debug, Serialize, ToSchema)]
pub struct ForeignResource {
    /// The group's name.
    #[schema(example = "Northwind")]
    pub group: String,
    /// The name of the resource; null until it has one.
    #[schema(example = "natgeo-8178a654")]
    pub resource: Option<String>,
    /// The tool that manages it.
    #[schema(example = "argocd-controller")]
    pub managed_by: String,
}

/// A completed erasure. The handle is not stored in readable form.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErasureEntry {
    /// Erasure ID.
    pub id: i64,
    /// Platform of the handle.
    pub platform: PlatformName,
    /// When the erasure was made.
    pub at: DateTime<Utc>,
    /// The username of the admin who requested it; empty for the command line.
    #[schema(example = "admin")]
    pub erased_by: String,
    /// Accounts that had the handle.
    pub accounts: i64,
    /// The accounts' posts and videos.
    pub items: i64,
}

/// All erasures.
#[derive(Debug, Serialize, ToSchema)]
pub struct Erasures {
    /// Latest first.
    pub erasures: Vec<ErasureEntry>,
}
