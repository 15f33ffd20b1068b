//! Changing tracked accounts.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::present::present;
use super::{Cost, Minutes};

/// What to change of a tracked account. A field that is left out stays as it is; null goes back to what the group says.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"cost": {"model": "flat", "cost": 250.0}, "interval_minutes": null}))]
pub struct UpdateAccount {
    /// What the account's posts cost the group; null: the group's cost.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<Cost>)]
    pub cost: Option<Option<Cost>>,
    /// Whole minutes; null: the group's interval.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<i32>, minimum = 5, maximum = 1440)]
    pub interval_minutes: Option<Option<Minutes>>,
}

/// What a tracked account has of its own.
#[derive(Serialize, ToSchema)]
pub struct AccountSettings {
    /// For people.
    #[schema(example = "Account updated")]
    pub message: String,
    /// What the account's posts cost the group; null when the group's cost holds.
    pub cost: Option<Cost>,
    /// Minutes; null when the group's interval holds.
    pub interval_minutes: Option<i32>,
}
