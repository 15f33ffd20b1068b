//! Erasing what was collected of a person.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::PlatformName;

/// Whose handle is to be erased.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"platform": "instagram", "username": "natgeo", "confirm": "natgeo"}))]
pub struct EraseHandle {
    /// Where the handle is.
    pub platform: PlatformName,
    /// The name; a leading @ or the address of the profile is understood too.
    #[schema(max_length = 300)]
    pub username: String,
    /// The same once more: nothing of it can be brought back.
    #[schema(max_length = 300)]
    pub confirm: String,
}

/// What was erased.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErasedHandle {
    /// For people.
    #[schema(example = "The handle was erased")]
    pub message: String,
    /// Accounts that have or had the name.
    pub accounts: i64,
    /// The groups that tracked something of it.
    pub groups: Vec<i64>,
    /// Their posts and videos.
    pub items: i64,
    /// The items' measurements.
    pub measurements: i64,
    /// Captions of others in which a mention was made unreadable.
    pub captions: i64,
    /// Entries of the audit log in which the name was made unreadable.
    pub audit_entries: i64,
    /// On a cluster: what others still say is to be tracked. It is refused from now on; have it deleted there.
    pub managed_elsewhere: Vec<ForeignResource>,
}

/// A resource that somebody else than the dashboard keeps.
#[derive(Debug, Serialize, ToSchema)]
pub struct ForeignResource {
    /// The group's name.
    #[schema(example = "Northwind")]
    pub group: String,
    /// The name of the resource; null until it has one.
    #[schema(example = "natgeo-8178a654")]
    pub resource: Option<String>,
    /// The program that keeps it.
    #[schema(example = "argocd-controller")]
    pub managed_by: String,
}

/// An erasure that was done. Whose it was is not kept in readable form.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErasureEntry {
    /// Names the erasure.
    pub id: i64,
    /// Where the handle was.
    pub platform: PlatformName,
    /// When.
    pub at: DateTime<Utc>,
    /// The username of whoever did it; empty for the command line.
    #[schema(example = "admin")]
    pub erased_by: String,
    /// Accounts that had the name.
    pub accounts: i64,
    /// Their posts and videos.
    pub items: i64,
}

/// All erasures.
#[derive(Debug, Serialize, ToSchema)]
pub struct Erasures {
    /// The latest first.
    pub erasures: Vec<ErasureEntry>,
}
