//! Client groups.

mod change;
mod detail;
mod resource;

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

pub use change::{Changed, GroupChange, change, delete, toggle};
pub use detail::{GroupMember, members, settings};
pub use resource::{GroupResource, intent, resource};

/// A client group, and how much of its limits it uses.
#[derive(Clone, Debug)]
pub struct GroupRow {
    pub id: i64,
    /// Unique, case-insensitive.
    pub name: String,
    /// May be empty.
    pub description: String,
    /// Whether its users may sign in.
    pub is_active: bool,
    /// Maximum number of tracked Instagram accounts.
    pub max_instagram_accounts: i32,
    /// Maximum number of tracked TikTok accounts.
    pub max_tiktok_accounts: i32,
    /// Maximum number of single TikTok videos.
    pub max_tiktok_videos: i32,
    /// Tracked Instagram accounts.
    pub instagram_count: i64,
    /// Tracked TikTok accounts.
    pub tiktok_count: i64,
    /// Single TikTok videos.
    pub tiktok_video_count: i64,
    pub user_count: i64,
    /// ISO 4217 code of its costs; `None`: the platform's.
    pub currency: Option<String>,
    /// IANA name of its time zone; `None`: the installation's.
    pub time_zone: Option<String>,
    /// IANA name of the zone in which its days are shown: after a change, the former one until all days are counted.
    pub days_zone: String,
    /// The name of the scraper pool of its accounts and videos; `None`: none.
    pub scraper_pool: Option<String>,
    /// The names of the scraper pools that its accounts may select instead.
    pub allowed_scraper_pools: Vec<String>,
    /// The manager other than the dashboard; `None` when the dashboard may change the group.
    pub managed_by: Option<String>,
}

/// A group to create.
#[derive(Clone, Copy, Debug)]
pub struct NewGroup<'a> {
    /// Unique, case-insensitive.
    pub name: &'a str,
    /// May be empty.
    pub description: &'a str,
    /// Maximum number of tracked Instagram accounts.
    pub max_instagram_accounts: i32,
    /// Maximum number of tracked TikTok accounts.
    pub max_tiktok_accounts: i32,
    /// Maximum number of single TikTok videos.
    pub max_tiktok_videos: i32,
    /// A zone that [`zone_exists`](crate::settings::zone_exists) accepts; `None`: the installation's.
    pub time_zone: Option<&'a str>,
}

/// Selects groups with the numbers of their accounts, videos and users; `$counts` joins these.
macro_rules! groups {
    ($counts:literal $(, $argument:expr)*) => {
        sqlx::query_as!(
            GroupRow,
            r#"SELECT g.id, g.name, g.description, g.is_active, g.max_instagram_accounts, g.max_tiktok_accounts,
                      g.max_tiktok_videos,
                      coalesce(t.instagram, 0) AS "instagram_count!",
                      coalesce(t.tiktok, 0) AS "tiktok_count!",
                      coalesce(v.n, 0) AS "tiktok_video_count!",
                      coalesce(u.n, 0) AS "user_count!",
                      g.currency, g.time_zone, coalesce(g.days_zone, (SELECT s.days_zone FROM settings s)) AS "days_zone!",
                      g.scraper_pool, coalesce(g.allowed_scraper_pools, '{}') AS "allowed_scraper_pools!",
                      nullif(g.managed_by, '') AS managed_by
               FROM groups g "# + $counts
            $(, $argument)*
        )
    };
}

/// Lists the groups in scope, in alphabetical order.
pub async fn list(connection: &mut PgConnection) -> Result<Vec<GroupRow>, sqlx::Error> {
    groups!(
        "LEFT JOIN (SELECT t.group_id,
                           count(*) FILTER (WHERE a.platform = 'instagram') AS instagram,
                           count(*) FILTER (WHERE a.platform = 'tiktok') AS tiktok
                    FROM tracked_accounts t JOIN platform_accounts a ON a.id = t.account_id
                    GROUP BY t.group_id) t ON t.group_id = g.id
         LEFT JOIN (SELECT group_id, count(*) AS n FROM tracked_videos GROUP BY group_id) v ON v.group_id = g.id
         LEFT JOIN (SELECT group_id, count(*) AS n FROM users GROUP BY group_id) u ON u.group_id = g.id
         ORDER BY lower(g.name), g.id"
    )
    .fetch_all(connection)
    .await
}

/// Returns a group in scope.
pub async fn find(connection: &mut PgConnection, id: i64) -> Result<Option<GroupRow>, sqlx::Error> {
    // The accounts are looked up: behind the policies, the planner would read all.
    groups!(
        "CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE a.platform = 'instagram') AS instagram,
                                    count(*) FILTER (WHERE a.platform = 'tiktok') AS tiktok
                             FROM tracked_accounts t
                             CROSS JOIN LATERAL (SELECT platform FROM platform_accounts WHERE id = t.account_id OFFSET 0) a
                             WHERE t.group_id = g.id) t
         CROSS JOIN LATERAL (SELECT count(*) AS n FROM tracked_videos WHERE group_id = g.id) v
         CROSS JOIN LATERAL (SELECT count(*) AS n FROM users WHERE group_id = g.id) u
         WHERE g.id = $1",
        id
    )
    .fetch_optional(connection)
    .await
}

/// Creates a group and returns its id; `None` when the name is taken.
pub async fn create(
    connection: &mut PgConnection,
    group: &NewGroup<'_>,
    now: DateTime<Utc>,
) -> Result<Option<i64>, sqlx::Error> {
    sqlx::query_scalar!(
        "INSERT INTO groups (name, description, max_instagram_accounts, max_tiktok_accounts, max_tiktok_videos, time_zone, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT DO NOTHING
         RETURNING id",
        group.name,
        group.description,
        group.max_instagram_accounts,
        group.max_tiktok_accounts,
        group.max_tiktok_videos,
        group.time_zone,
        now
    )
    .fetch_optional(connection)
    .await
}

/// Returns whether a group is in scope.
pub async fn exists(connection: &mut PgConnection, id: i64) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM groups WHERE id = $1) AS "exists!""#,
        id
    )
    .fetch_one(connection)
    .await
}

/// Returns the only group in scope; `None` when there are several, or none.
pub async fn only(connection: &mut PgConnection) -> Result<Option<i64>, sqlx::Error> {
    let only = sqlx::query_scalar!("SELECT min(id) FROM groups HAVING count(*) = 1")
        .fetch_optional(connection)
        .await?;
    Ok(only.flatten())
}

/// Locks a group for the rest of the transaction, so that additions that count against its limits are
/// serialized. Returns false if there is no such group in scope.
pub async fn lock(connection: &mut PgConnection, id: i64) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(r#"SELECT lock_group($1) AS "exists!""#, id)
        .fetch_one(connection)
        .await
}

/// Returns whether all members may change the group's tracked accounts, or only its admins.
pub async fn members_manage_accounts(connection: &mut PgConnection, id: i64) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!("SELECT members_manage_accounts FROM groups WHERE id = $1", id)
        .fetch_one(connection)
        .await
}
