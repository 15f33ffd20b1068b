//! Changing client groups.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::present::present;
use super::{Cost, Group, Minutes};

/// The changes to a group. An omitted field stays unchanged; null resets it to the platform's value.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Acme", "cost": {"model": "per_mille", "rate": 2.5, "cap": 100.0}, "tiktok_interval": null}))]
pub struct UpdateGroup {
    /// 1 to 100 characters, unique.
    #[schema(min_length = 1, max_length = 100)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// At most 1000 characters; null: empty.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<String>, max_length = 1000)]
    pub description: Option<Option<String>>,
    /// 0 to 100000. Accounts that are already tracked stay.
    #[schema(minimum = 0, maximum = 100_000)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_instagram_accounts: Option<i32>,
    /// 0 to 100000. Accounts that are already tracked stay.
    #[schema(minimum = 0, maximum = 100_000)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_tiktok_accounts: Option<i32>,
    /// Whether every member may add, scrape and delete accounts, or only the group's admins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub members_manage_accounts: Option<bool>,
    /// Cost of the group's posts; null: the platform's cost.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<Cost>)]
    pub cost: Option<Option<Cost>>,
    /// Whole minutes; null: the platform's interval.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<i32>, minimum = 5, maximum = 1440)]
    pub instagram_interval: Option<Option<Minutes>>,
    /// Whole minutes; null: the platform's interval.
    #[serde(
        default,
        deserialize_with = "present",
        skip_serializing_if = "Option::is_none"
    )]
    #[schema(value_type = Option<i32>, minimum = 5, maximum = 1440)]
    pub tiktok_interval: Option<Option<Minutes>>,
}

/// A group that was activated or deactivated.
#[derive(Serialize, ToSchema)]
pub struct ToggledGroup {
    /// Human-readable text.
    #[schema(example = "Group status updated")]
    pub message: String,
    /// The group after the change.
    pub group: Group,
}
