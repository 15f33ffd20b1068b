//! Details of one group beyond its row in the list.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use sqlx::types::Json;

use crate::cost::StoredCost;

/// A group's own settings, and the settings in effect.
#[derive(Clone, Debug)]
pub struct GroupSettings {
    /// Whether all members may change the tracked accounts, or only the group's admins.
    pub members_manage_accounts: bool,
    /// `None`: the platform's.
    pub cost: Option<Json<StoredCost>>,
    /// The group's, otherwise the platform's.
    pub cost_in_effect: Json<StoredCost>,
    /// ISO 4217 code of the costs, the group's or else the platform's; `None`: they have no currency.
    pub currency_in_effect: Option<String>,
    /// Minutes; `None`: the platform's.
    pub instagram_interval: Option<i32>,
    /// Minutes; `None`: the platform's.
    pub tiktok_interval: Option<i32>,
    /// Minutes; the group's, otherwise the platform's.
    pub instagram_interval_in_effect: i32,
    /// Minutes; the group's, otherwise the platform's.
    pub tiktok_interval_in_effect: i32,
}

/// Returns the settings of a group in scope.
pub async fn settings(connection: &mut PgConnection, id: i64) -> Result<Option<GroupSettings>, sqlx::Error> {
    sqlx::query_as!(
        GroupSettings,
        r#"SELECT g.members_manage_accounts,
                  to_jsonb(g.cost) AS "cost: Json<StoredCost>",
                  to_jsonb(coalesce(g.cost, s.cost)) AS "cost_in_effect!: Json<StoredCost>",
                  coalesce(g.currency, s.currency) AS currency_in_effect,
                  g.instagram_interval_minutes AS instagram_interval,
                  g.tiktok_interval_minutes AS tiktok_interval,
                  scrape_interval('instagram', NULL, g, s) AS "instagram_interval_in_effect!",
                  scrape_interval('tiktok', NULL, g, s) AS "tiktok_interval_in_effect!"
           FROM groups g CROSS JOIN settings s WHERE g.id = $1"#,
        id
    )
    .fetch_optional(connection)
    .await
}

#[derive(Clone, Debug)]
pub struct GroupMember {
    pub id: i64,
    /// Username for signing in.
    pub username: String,
    /// May be empty.
    pub full_name: String,
    pub email: Option<String>,
    /// Whether the user may manage the group's accounts when members may not.
    pub is_group_admin: bool,
    /// Whether the user may sign in.
    pub is_active: bool,
    pub created_at: DateTime<Utc>,
    /// `None`: never signed in.
    pub last_login: Option<DateTime<Utc>>,
}

/// Returns the users of a group in scope, in alphabetical order.
pub async fn members(connection: &mut PgConnection, id: i64) -> Result<Vec<GroupMember>, sqlx::Error> {
    sqlx::query_as!(
        GroupMember,
        "SELECT id, username, full_name, email, is_group_admin, is_active, created_at, last_login
         FROM users WHERE group_id = $1 ORDER BY lower(username), id",
        id
    )
    .fetch_all(connection)
    .await
}
