//! The contents of the database, read as its owner.

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::Platform;
use sqlx::{FromRow, PgPool};

/// A stored item.
#[derive(Debug, Clone, FromRow)]
pub(crate) struct StoredPost {
    platform: String,
    pub(crate) external_id: String,
    /// The platform's ID of the account that the item is stored under.
    pub(crate) owner: String,
    pub(crate) posted_at: Option<DateTime<Utc>>,
    views: Option<i64>,
    likes: Option<i64>,
    comments: Option<i64>,
    shares: Option<i64>,
    saves: Option<i64>,
    /// Time since which the item is marked as removed.
    pub(crate) removed_since: Option<DateTime<Utc>>,
}

impl StoredPost {
    pub(crate) fn platform(&self) -> Platform {
        platform(&self.platform)
    }

    /// Views, likes, comments, shares, saves.
    pub(crate) fn counts(&self) -> [Option<i64>; 5] {
        [self.views, self.likes, self.comments, self.shares, self.saves]
    }
}

#[derive(Debug, Clone, FromRow)]
pub(crate) struct StoredAccount {
    platform: String,
    pub(crate) username: String,
    pub(crate) platform_id: String,
    /// Total gains of all days: likes and shares, which are rarely hidden and come from one key.
    pub(crate) gained_likes: i64,
    pub(crate) gained_shares: i64,
}

impl StoredAccount {
    pub(crate) fn platform(&self) -> Platform {
        platform(&self.platform)
    }
}

/// Two inconsistent consecutive measurements of an item.
#[derive(Debug, Clone, FromRow)]
pub(crate) struct CountDecrease {
    pub(crate) external_id: String,
    pub(crate) observed_at: DateTime<Utc>,
}

fn platform(code: &str) -> Platform {
    code.parse().unwrap_or(Platform::Unspecified)
}

/// Returns all items.
pub(crate) async fn posts(owner: PgPool) -> Result<Vec<StoredPost>, sqlx::Error> {
    let query = "SELECT p.platform, p.external_id, coalesce(a.platform_id, '') AS owner, p.posted_at,
                        p.views, p.likes, p.comments, p.shares, p.saves,
                        CASE p.availability WHEN 'removed' THEN p.unavailable_since END AS removed_since
                 FROM posts p JOIN platform_accounts a ON a.id = p.account_id ORDER BY p.platform, p.external_id";
    sqlx::query_as(query).fetch_all(&owner).await
}

/// Returns all accounts that were ever found, with their total gains.
pub(crate) async fn accounts(owner: PgPool) -> Result<Vec<StoredAccount>, sqlx::Error> {
    let query = "SELECT a.platform, a.username, a.platform_id,
                        coalesce(sum(d.gained_likes), 0)::bigint AS gained_likes,
                        coalesce(sum(d.gained_shares), 0)::bigint AS gained_shares
                 FROM platform_accounts a LEFT JOIN account_days d ON d.account_id = a.id
                 WHERE a.platform_id IS NOT NULL GROUP BY a.id ORDER BY a.platform, a.platform_id";
    sqlx::query_as(query).fetch_all(&owner).await
}

/// Returns the sessions that need the administrator, and whether the platform has refused them; the others are locked out of
/// every endpoint.
pub(crate) async fn waiting(owner: PgPool) -> Result<Vec<(i64, bool)>, sqlx::Error> {
    let query = "SELECT id, state IN ('challenged', 'dead') FROM sessions
                 WHERE state IN ('challenged', 'dead') OR (state = 'cooling' AND state_reason = 'endpoint_retired')";
    sqlx::query_as(query).fetch_all(&owner).await
}

/// Returns the sessions that are stored as refused by the platform.
pub(crate) async fn ended(owner: PgPool) -> Result<Vec<i64>, sqlx::Error> {
    let query = "SELECT id FROM sessions WHERE state IN ('challenged', 'dead') ORDER BY id";
    sqlx::query_scalar(query).fetch_all(&owner).await
}

/// Returns the accounts with a handle conflict, with their platforms.
pub(crate) async fn handle_conflicts(owner: PgPool) -> Result<Vec<(String, String)>, sqlx::Error> {
    let query = "SELECT platform, username FROM platform_accounts WHERE last_outcome = 'identity_changed'
                 ORDER BY platform, username";
    sqlx::query_as(query).fetch_all(&owner).await
}

/// Returns the first measurement after which a count decreased, or became unknown again, although the platforms' counts only
/// rise, or that differs from the item's current counts. Items whose counts were rounded are `exempt` from the former.
pub(crate) async fn first_decrease(
    owner: PgPool,
    exempt: Vec<String>,
) -> Result<Option<CountDecrease>, sqlx::Error> {
    let query = "WITH rows AS (
            SELECT p.external_id, m.observed_at, m.views, m.likes, m.comments, m.shares, m.saves, lag(m) OVER w AS before,
                   lead(m.observed_at) OVER w IS NULL AS is_last,
                   (p.views, p.likes, p.comments, p.shares, p.saves)
                       IS DISTINCT FROM (m.views, m.likes, m.comments, m.shares, m.saves) AS differs
            FROM post_metrics m JOIN posts p ON p.id = m.post_id
            WINDOW w AS (PARTITION BY m.post_id ORDER BY m.observed_at))
        SELECT external_id, observed_at FROM rows
        WHERE (is_last AND differs)
           OR (external_id <> ALL ($1) AND before IS NOT NULL
               AND (coalesce(views, -1) < coalesce((before).views, -1) OR coalesce(likes, -1) < coalesce((before).likes, -1)
                 OR coalesce(comments, -1) < coalesce((before).comments, -1)
                 OR coalesce(shares, -1) < coalesce((before).shares, -1)
                 OR coalesce(saves, -1) < coalesce((before).saves, -1)))
        ORDER BY observed_at, external_id LIMIT 1";
    sqlx::query_as(query).bind(exempt).fetch_optional(&owner).await
}

/// Returns as text everything that must be identical when the same simulation is repeated: items, measurements, and the states of
/// accounts and sessions.
pub(crate) async fn text(owner: PgPool) -> Result<Vec<String>, sqlx::Error> {
    let query = "SELECT line FROM (
            SELECT concat_ws('|', 'post', p.platform, p.external_id, a.platform_id, p.url, p.caption, p.posted_at, p.views, p.likes,
                             p.comments, p.shares, p.saves, p.views_source, p.first_seen_at, p.updated_at) AS line
            FROM posts p JOIN platform_accounts a ON a.id = p.account_id
            UNION ALL
            SELECT concat_ws('|', 'metric', p.platform, p.external_id, m.observed_at, m.views, m.likes, m.comments, m.shares, m.saves)
            FROM post_metrics m JOIN posts p ON p.id = m.post_id
            UNION ALL
            SELECT concat_ws('|', 'account', platform, username, platform_id, last_outcome, last_detail, last_attempt_at,
                             last_success_at, consecutive_failures, quiet_since)
            FROM platform_accounts
            UNION ALL
            SELECT concat_ws('|', 'session', id, state, cooling_until, last_outcome, last_leased_at) FROM sessions) lines
        ORDER BY line COLLATE \"C\"";
    sqlx::query_scalar(query).fetch_all(&owner).await
}
