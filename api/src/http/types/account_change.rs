//! Changing tracked accounts.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::present::present;
use super::{Cost, Minutes};

/// The changes to a tracked account. An omitted field stays unchanged; null resets it to the group's value.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"cost": {"model": "flat", "cost": 250.0}, "interval_minutes": null}))]
pub struct UpdateAccount {
    /// Cost of the account's posts; null: the group's cost.
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

/// The overrides of a tracked account.
#[derive(Serialize, ToSchema)]
pub struct AccountSettings {
    /// Human-readable text.
    #[schema(example = "Account updated")]
    pub message: String,
    /// Cost of the account's posts; null when the group's cost applies.
    pub cost: Option<Cost>,
    /// Minutes; null when the group's interval applies.
    pub interval_minutes: Option<i32>,
}
