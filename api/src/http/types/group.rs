//! Client groups.

use clipmeter_db::groups::GroupRow;
use clipmeter_domain::allowance;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::present::null_as_default;

/// A client group and the use of its limits.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Group {
    /// Group ID.
    pub id: i64,
    /// Unique.
    pub name: String,
    /// Empty when none was set.
    pub description: String,
    /// The users of an inactive group cannot sign in.
    pub is_active: bool,
    /// Maximum number of Instagram accounts.
    pub max_instagram_accounts: i32,
    /// Maximum number of TikTok accounts.
    pub max_tiktok_accounts: i32,
    /// Tracked Instagram accounts.
    pub instagram_count: i64,
    /// Tracked TikTok accounts.
    pub tiktok_count: i64,
    /// Users of the group.
    pub user_count: i64,
    /// On a cluster: the tool that manages the group, such as `kubectl`, so that it cannot be changed here; null when it can.
    #[schema(example = "argocd-controller")]
    pub managed_by: Option<String>,
}

/// All client groups.
#[derive(Serialize, ToSchema)]
pub struct Groups {
    /// In alphabetical order.
    pub groups: Vec<Group>,
}

/// A client group to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateGroup {
    /// Required, 1 to 100 characters, unique.
    #[schema(min_length = 1, max_length = 100)]
    pub name: String,
    /// At most 1000 characters; omitted or null: empty.
    #[serde(default, deserialize_with = "null_as_default")]
    #[schema(value_type = Option<String>, max_length = 1000)]
    pub description: String,
    /// 0 to 100000.
    #[serde(default = "default_account_limit")]
    #[schema(default = 10, minimum = 0, maximum = 100_000)]
    pub max_instagram_accounts: i32,
    /// 0 to 100000.
    #[serde(default = "default_account_limit")]
    #[schema(default = 10, minimum = 0, maximum = 100_000)]
    pub max_tiktok_accounts: i32,
}

fn default_account_limit() -> i32 {
    allowance::DEFAULT
}

impl From<GroupRow> for Group {
    fn from(row: GroupRow) -> Self {
        Self {
            id: row.id,
            name: row.name,
            description: row.description,
            is_active: row.is_active,
            max_instagram_accounts: row.max_instagram_accounts,
            max_tiktok_accounts: row.max_tiktok_accounts,
            instagram_count: row.instagram_count,
            tiktok_count: row.tiktok_count,
            user_count: row.user_count,
            managed_by: row.managed_by,
        }
    }
}
