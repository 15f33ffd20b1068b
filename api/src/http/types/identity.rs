//! Whose a name is.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::store::identity::NewOwner;

/// Somebody else who answers by an account's name.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NewHandleOwner {
    /// The name, without @.
    #[schema(example = "natgeo")]
    pub username: String,
    /// May be empty.
    #[schema(example = "National Geographic")]
    pub display_name: String,
    /// The platform's id, which is not the account's.
    #[schema(example = "787132")]
    pub platform_id: String,
    /// Null when the platform does not say.
    pub followers: Option<i64>,
    /// When this was found.
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

/// What it means that somebody else has an account's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum IdentityDecision {
    /// It is the same account under a new id: its history goes on, in every group.
    Same,
    /// The group follows the name to who has it now. What was collected of the former owner goes, unless others track it.
    Replace,
}

/// A decision.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"decision": "same"}))]
pub struct DecideIdentity {
    /// What it means.
    pub decision: IdentityDecision,
}
