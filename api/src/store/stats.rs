//! Totals, from the counters that ingestion keeps.

use clipmeter_proto::v1::Platform;
use sqlx::PgConnection;

/// The totals of a platform over what the scope tracks.
#[derive(Clone, Copy, Debug)]
pub struct Totals {
    /// Tracked accounts; one that two groups track counts once.
    pub accounts: i64,
    /// Collected items.
    pub items: i64,
    /// Sum of known views.
    pub views: i64,
    /// Sum of known likes.
    pub likes: i64,
    /// Sum of known comments.
    pub comments: i64,
    /// Sum of known shares.
    pub shares: i64,
    /// Cost over views of the items with views; None without any.
    pub cpm: Option<f64>,
    /// Interactions over views of the items that have a rate, per cent; None without any.
    pub engagement_rate: Option<f64>,
}

/// Sums over the tracked accounts and over the single videos whose authors are not tracked. The averages are totals
/// over totals, by the same functions as the numbers of one item.
pub async fn totals(connection: &mut PgConnection, platform: Platform) -> Result<Totals, sqlx::Error> {
    sqlx::query_as!(
        Totals,
        r#"WITH tracked AS MATERIALIZED (
             SELECT a.id FROM platform_accounts a
             WHERE a.platform = $1 AND a.id IN (SELECT account_id FROM tracked_accounts)
         ), sums AS (
             SELECT 1 AS accounts, c.posts, c.views, c.likes, c.comments, c.shares, c.viewed_posts,
                    c.rated_views, c.rated_engagements
             FROM tracked t JOIN account_counters c ON c.account_id = t.id
             UNION ALL
             SELECT 0, 1, p.views, p.likes, p.comments, p.shares, CASE WHEN p.views > 0 THEN 1 END,
                    CASE WHEN r.engagements IS NOT NULL THEN p.views END, r.engagements
             FROM posts p
             CROSS JOIN LATERAL (
                 SELECT CASE WHEN p.views > 0
                             THEN engagements(p.platform, p.likes, p.comments, p.shares) END AS engagements
             ) r
             WHERE p.platform = $1
               AND p.id = ANY (ARRAY(SELECT post_id FROM tracked_videos))
               AND p.account_id NOT IN (SELECT id FROM tracked)
         )
         SELECT coalesce(sum(accounts), 0)::bigint AS "accounts!",
                coalesce(sum(posts), 0)::bigint AS "items!",
                coalesce(sum(views), 0)::bigint AS "views!",
                coalesce(sum(likes), 0)::bigint AS "likes!",
                coalesce(sum(comments), 0)::bigint AS "comments!",
                coalesce(sum(shares), 0)::bigint AS "shares!",
                cpm((SELECT cost_per_post FROM settings) * sum(viewed_posts), sum(views))::float8 AS cpm,
                rate_of(sum(rated_engagements), sum(rated_views))::float8 AS engagement_rate
         FROM sums"#,
        platform.code()
    )
    .fetch_one(connection)
    .await
}
