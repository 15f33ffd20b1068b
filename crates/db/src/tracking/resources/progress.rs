//! The scraping progress of tracked resources.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::tracked::ResourceKind;
use crate::codes;

/// The scraping progress of one account or video, for the group whose resource tracks it.
#[derive(Clone, Debug)]
pub struct ProgressRow {
    /// The name of the `ClientGroup`.
    pub group: String,
    pub kind: ResourceKind,
    /// Name of the resource.
    pub object: String,
    /// Id by which runs refer to it.
    pub unit_id: i64,
    /// An account's id on its platform, once known.
    pub platform_id: Option<String>,
    /// An account's display name; empty until known.
    pub display_name: String,
    /// A video's id, once known.
    pub video_id: Option<String>,
    /// The username of a video's account, once known.
    pub author: Option<String>,
    /// Number of collected items.
    pub items: i64,
    /// Sum of their known views.
    pub views: Option<i64>,
    /// End of the last successful attempt.
    pub last_success_at: Option<DateTime<Utc>>,
    /// End of the last attempt.
    pub last_attempt_at: Option<DateTime<Utc>>,
    /// Code of the outcome of the last attempt.
    pub last_outcome: Option<String>,
    /// Human-readable detail of the failure.
    pub last_detail: String,
    /// Attempts since the last success.
    pub consecutive_failures: i32,
    /// The shortest interval of any active group that tracks it; `None` if none does.
    pub interval_minutes: Option<i32>,
    /// Nothing newer has been posted since then; for a video, its date.
    pub quiet_since: Option<DateTime<Utc>>,
    /// An older item of the account is boosted.
    pub has_boosted: bool,
    /// The active group selects a scraper pool, and it is read in another one or without one, because another group
    /// tracks it too.
    pub pool_differs: bool,
}

/// Returns the progress of everything that a resource tracks, or only of what was attempted since. Needs the
/// scope of an admin.
pub async fn progress(
    connection: &mut PgConnection,
    attempted_since: Option<DateTime<Utc>>,
) -> Result<Vec<ProgressRow>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT g.resource AS "group!", a.platform AS "platform?", t.resource AS "object!", a.id AS "unit_id!",
                  a.platform_id, a.display_name AS "display_name!", NULL AS video_id, NULL AS author,
                  c.posts AS "items!", c.views, a.last_success_at, a.last_attempt_at, a.last_outcome,
                  a.last_detail AS "last_detail!", a.consecutive_failures AS "consecutive_failures!",
                  (SELECT min(scrape_interval(a.platform, tracking.interval_minutes, g, s))
                   FROM tracked_accounts tracking JOIN groups g ON g.id = tracking.group_id AND g.is_active, settings s
                   WHERE tracking.account_id = a.id AND NOT tracking.suspended AND allows_pool(g, tracking.scraper_pool))
                      AS interval_minutes,
                  a.quiet_since, EXISTS (SELECT FROM boosted_posts r WHERE r.account_id = a.id) AS "has_boosted!",
                  (g.is_active AND NOT t.suspended
                   AND allows_pool(g, t.scraper_pool) AND coalesce(t.scraper_pool, g.scraper_pool) IS NOT NULL
                   AND coalesce(t.scraper_pool, g.scraper_pool)
                       IS DISTINCT FROM (SELECT p.pool FROM account_pools p WHERE p.account_id = a.id)) AS "pool_differs!"
           FROM tracked_accounts t
           JOIN groups g ON g.id = t.group_id
           JOIN platform_accounts a ON a.id = t.account_id
           JOIN account_counters c ON c.account_id = a.id
           WHERE g.resource IS NOT NULL AND t.resource IS NOT NULL
             AND ($1::timestamptz IS NULL OR a.last_attempt_at >= $1)
           UNION ALL
           SELECT g.resource, NULL, v.resource,
                  (SELECT min(same.id) FROM tracked_videos same
                   WHERE coalesce(same.video_id, same.short_url) = coalesce(v.video_id, v.short_url)),
                  NULL, '', coalesce(v.video_id, p.external_id), a.username,
                  num_nonnulls(p.id), p.views, v.last_success_at, v.last_attempt_at, v.last_outcome,
                  v.last_detail, v.consecutive_failures,
                  (SELECT min(scrape_interval('tiktok', NULL, g, s))
                   FROM tracked_videos tracking JOIN groups g ON g.id = tracking.group_id AND g.is_active, settings s
                   WHERE coalesce(tracking.video_id, tracking.short_url) = coalesce(v.video_id, v.short_url)
                     AND NOT tracking.suspended),
                  p.posted_at, false,
                  (g.is_active AND NOT v.suspended AND g.scraper_pool IS NOT NULL
                   AND g.scraper_pool IS DISTINCT FROM (SELECT o.pool FROM video_pools o
                                                        WHERE o.video = coalesce(v.video_id, v.short_url)))
           FROM tracked_videos v
           JOIN groups g ON g.id = v.group_id
           LEFT JOIN posts p ON p.id = v.post_id
           LEFT JOIN platform_accounts a ON a.id = p.account_id
           WHERE g.resource IS NOT NULL AND v.resource IS NOT NULL
             AND ($1::timestamptz IS NULL OR v.last_attempt_at >= $1)
           ORDER BY 1, 2, 3"#,
        attempted_since
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| ProgressRow {
            group: row.group,
            kind: row.platform.map_or(ResourceKind::Video, |code| {
                ResourceKind::Account(codes::platform(&code))
            }),
            object: row.object,
            unit_id: row.unit_id,
            platform_id: row.platform_id,
            display_name: row.display_name,
            video_id: row.video_id,
            author: row.author,
            items: row.items,
            views: row.views,
            last_success_at: row.last_success_at,
            last_attempt_at: row.last_attempt_at,
            last_outcome: row.last_outcome,
            last_detail: row.last_detail,
            consecutive_failures: row.consecutive_failures,
            interval_minutes: row.interval_minutes,
            quiet_since: row.quiet_since,
            has_boosted: row.has_boosted,
            pool_differs: row.pool_differs,
        })
        .collect())
}
