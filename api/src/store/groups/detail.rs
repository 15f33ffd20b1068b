//! What one group has beside its row in the list.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use sqlx::types::Json;

use crate::store::cost::StoredCost;

/// How a group differs from the platform, and what holds for it.
#[derive(Clone, Debug)]
pub struct GroupSettings {
    /// Whether every member may change what the group tracks, or only its admins.
    pub members_manage_accounts: bool,
    /// None: the platform's.
    pub cost: Option<Json<StoredCost>>,
    /// The group's or else the platform's.
    pub cost_in_effect: Json<StoredCost>,
    /// Minutes; None: the platform's.
    pub instagram_interval: Option<i32>,
    /// Minutes; None: the platform's.
    pub tiktok_interval: Option<i32>,
    /// Minutes; the group's or else the platform's.
    pub instagram_interval_in_effect: i32,
    /// Minutes; the group's or else the platform's.
    pub tiktok_interval_in_effect: i32,
}

/// The settings of a group in scope.
pub async fn settings(connection: &mut PgConnection, id: i64) -> Result<Option<GroupSettings>, sqlx::Error> {
    sqlx::query_as!(
        GroupSettings,
        r#"SELECT g.members_manage_accounts,
                  to_jsonb(g.cost) AS "cost: Json<StoredCost>",
                  to_jsonb(coalesce(g.cost, s.cost)) AS "cost_in_effect!: Json<StoredCost>",
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

/// A user of a group.
#[derive(Clone, Debug)]
pub struct GroupMember {
    /// Names the user.
    pub id: i64,
    /// The name to sign in with.
    pub username: String,
    /// May be empty.
    pub full_name: String,
    /// None when none was given.
    pub email: Option<String>,
    /// Whether the user may manage the group's accounts when members may not.
    pub is_group_admin: bool,
    /// Whether the user may sign in.
    pub is_active: bool,
    /// When the user was made.
    pub created_at: DateTime<Utc>,
}

/// The users of a group in scope, in alphabetical order.
pub async fn members(connection: &mut PgConnection, id: i64) -> Result<Vec<GroupMember>, sqlx::Error> {
    sqlx::query_as!(
        GroupMember,
        "SELECT id, username, full_name, email, is_group_admin, is_active, created_at
         FROM users WHERE group_id = $1 ORDER BY lower(username), id",
        id
    )
    .fetch_all(connection)
    .await
}
