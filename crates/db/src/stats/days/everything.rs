//! Daily changes of everything that any group tracks.

use chrono::NaiveDate;
use clipmeter_proto::v1::Platform;
use sqlx::PgConnection;

use super::{DayChange, DayRow};

/// Returns the daily changes of everything, from a day on or all, in order; needs the scope of an admin.
/// Stored items are tracked items, so these are the platform's sums, with one exception: of untracked authors
/// only the tracked single videos count, and a video that was read a moment ago is not yet linked as one.
pub async fn of_everything(
    connection: &mut PgConnection,
    platform: Platform,
    from: Option<NaiveDate>,
) -> Result<Vec<DayChange>, sqlx::Error> {
    let rows = sqlx::query_as!(
        DayRow,
        r#"WITH videos AS MATERIALIZED (
             SELECT p.id, p.account_id FROM posts p
             WHERE p.platform = $1 AND p.id = ANY (ARRAY(SELECT post_id FROM tracked_videos))
         ), authors AS MATERIALIZED (
             -- Untracked authors with more stored items than tracked videos.
             SELECT ARRAY(SELECT c.account_id
                          FROM account_counters c
                          JOIN platform_accounts a ON a.id = c.account_id
                          LEFT JOIN (SELECT account_id, count(*) AS n FROM videos GROUP BY account_id) v
                               ON v.account_id = c.account_id
                          WHERE a.platform = $1 AND c.posts <> coalesce(v.n, 0)
                            AND c.account_id NOT IN (SELECT account_id FROM tracked_accounts)) AS ids
         ), changes AS (
             SELECT 1 AS sign, d.day, d.items, d.views, d.likes, d.comments, d.shares, d.saves,
                    d.gained_views, d.gained_likes, d.gained_comments, d.gained_shares, d.gained_saves
             FROM platform_days d WHERE d.platform = $1
             UNION ALL
             SELECT 1, d.day, d.items, d.views, d.likes, d.comments, d.shares, d.saves,
                    d.gained_views, d.gained_likes, d.gained_comments, d.gained_shares, d.gained_saves
             FROM platform_day_changes d WHERE d.platform = $1
             UNION ALL
             SELECT -1, d.day, d.items, d.views, d.likes, d.comments, d.shares, d.saves,
                    d.gained_views, d.gained_likes, d.gained_comments, d.gained_shares, d.gained_saves
             FROM account_days d WHERE d.account_id = ANY ((SELECT ids FROM authors)::bigint[])
             UNION ALL
             SELECT 1, d.day, d.items, d.views, d.likes, d.comments, d.shares, d.saves,
                    d.gained_views, d.gained_likes, d.gained_comments, d.gained_shares, d.gained_saves
             FROM video_days d
             WHERE d.post_id = ANY (ARRAY(SELECT v.id FROM videos v
                                          WHERE v.account_id = ANY ((SELECT ids FROM authors)::bigint[])))
         ), days AS (
             SELECT day, sum(sign * items)::bigint AS items, sum(sign * views)::bigint AS views,
                    sum(sign * likes)::bigint AS likes, sum(sign * comments)::bigint AS comments,
                    sum(sign * shares)::bigint AS shares, sum(sign * saves)::bigint AS saves,
                    sum(sign * gained_views)::bigint AS gained_views,
                    sum(sign * gained_likes)::bigint AS gained_likes,
                    sum(sign * gained_comments)::bigint AS gained_comments,
                    sum(sign * gained_shares)::bigint AS gained_shares,
                    sum(sign * gained_saves)::bigint AS gained_saves
             FROM changes WHERE day >= coalesce($2::date, '-infinity') GROUP BY day
         )
         SELECT day AS "day!", items AS "items!", views AS "views!", likes AS "likes!", comments AS "comments!",
                shares AS "shares!", saves AS "saves!", gained_views AS "gained_views!", gained_likes AS "gained_likes!",
                gained_comments AS "gained_comments!", gained_shares AS "gained_shares!",
                gained_saves AS "gained_saves!"
         FROM days
         -- Sums of deleted items remain as zeros.
         WHERE (items, views, likes, comments, shares, saves, gained_views, gained_likes, gained_comments, gained_shares,
                gained_saves) <> (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
         ORDER BY day"#,
        platform.code(),
        from
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(DayChange::from).collect())
}
