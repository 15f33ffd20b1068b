//! Handle conflicts.

use chrono::{DateTime, Utc};
use clipmeter_db::tracking::identity::NewOwner;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The account that now owns a tracked account's handle.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NewHandleOwner {
    /// The handle, without @.
    #[schema(example = "natgeo")]
    pub username: String,
    /// Display name; may be empty.
    #[schema(example = "National Geographic")]
    pub display_name: String,
    /// The platform's ID, which differs from the tracked account's.
    #[schema(example = "787132")]
    pub platform_id: String,
    /// Null when the platform does not provide it.
    pub followers: Option<i64>,
    /// When the conflict was found.
    pub seen_at: DateTime<Utc>,
}

impl From<NewOwner> for NewHandleOwner {
    fn from(new_owner: NewOwner) -> Self {
        Self {
            username: new_owner.username,
            display_name: new_owner.display_name,
            platform_id: new_owner.platform_id,
            followers: new_owner.followers,
            seen_at: new_owner.seen_at,
        }
    }
}

/// How to resolve a handle conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum IdentityDecision {
    /// It is the same account with a new ID: its history continues, in every group.
    Same,
    /// The group follows the handle to its new owner. Data of the former owner are deleted, unless other groups track
    /// that account.
    Replace,
}

/// The resolution of a handle conflict.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"decision": "same"}))]
pub struct DecideIdentity {
    /// How to resolve the conflict.
    pub decision: IdentityDecision,
}
