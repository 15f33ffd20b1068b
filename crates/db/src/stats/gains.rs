//! What single items gained in a period, from their measurements.

use chrono::NaiveDate;
use clipmeter_proto::v1::Platform;
use sqlx::PgConnection;

use super::days::Counts;

/// The items that gained the most views in a period, and the cost of all gained views.
#[derive(Clone, Debug, Default)]
pub struct PeriodGains {
    /// Most gained views first.
    pub top: Vec<ItemGain>,
    /// The cost of what all items gained, by the models that apply to the viewer; `None` if nothing has a cost. 2 decimals.
    pub cost: Option<f64>,
}

/// What an item gained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ItemGain {
    pub id: i64,
    pub gained: Counts,
    /// `None` if no cost is set. 2 decimals.
    pub cost: Option<f64>,
}

/// Returns the gains of the scope's tracked items between the last measurement before the first day and the last one of the
/// last day (UTC). Of an item that was posted while its account was tracked, the first measurement counts in full; of any
/// other, it is the baseline. If views were read from different fields of the platform at both ends, none count as gained.
///
/// Reads at most three measurements of each item that has changed since the first day.
pub async fn of_scope(
    connection: &mut PgConnection,
    platform: Platform,
    first: NaiveDate,
    last: NaiveDate,
    take: i64,
) -> Result<PeriodGains, sqlx::Error> {
    let rows = sqlx::query!(
        r#"WITH bounds AS (
             SELECT $2::date::timestamp AT TIME ZONE 'UTC' AS begins, ($3::date + 1)::timestamp AT TIME ZONE 'UTC' AS ends
         ), accounts AS MATERIALIZED (
             SELECT ARRAY(SELECT DISTINCT t.account_id FROM tracked_accounts t
                          JOIN platform_accounts a ON a.id = t.account_id WHERE a.platform = $1) AS ids
         ), items AS MATERIALIZED (
             SELECT id, from_zero, cost_model FROM content, bounds
             WHERE platform = $1 AND account_id = ANY ((SELECT ids FROM accounts)::bigint[]) AND updated_at >= begins
             UNION
             SELECT id, from_zero, cost_model FROM content, bounds
             WHERE platform = $1 AND id = ANY (ARRAY(SELECT post_id FROM tracked_videos)) AND updated_at >= begins
         ), gains AS MATERIALIZED (
             SELECT i.id,
                    gained_views(s.views, e.views, s.views_source, e.views_source, i.from_zero) AS views,
                    gained(s.likes, e.likes, i.from_zero) AS likes,
                    gained(s.comments, e.comments, i.from_zero) AS comments,
                    gained(s.shares, e.shares, i.from_zero) AS shares,
                    gained(s.saves, e.saves, i.from_zero) AS saves,
                    gained_cost(i.cost_model, s.views, e.views, s.views_source, e.views_source, i.from_zero) AS cost
             FROM items i
             CROSS JOIN bounds
             CROSS JOIN LATERAL (
                 SELECT m.* FROM post_metrics m
                 WHERE m.post_id = i.id AND m.observed_at >= begins AND m.observed_at < ends
                 ORDER BY m.observed_at DESC LIMIT 1
             ) e
             LEFT JOIN LATERAL (
                 SELECT m.* FROM post_metrics m WHERE m.post_id = i.id AND m.observed_at < begins
                 ORDER BY m.observed_at DESC LIMIT 1
             ) b ON true
             LEFT JOIN LATERAL (
                 SELECT m.* FROM post_metrics m
                 WHERE b.post_id IS NULL AND NOT i.from_zero
                   AND m.post_id = i.id AND m.observed_at >= begins AND m.observed_at < ends
                 ORDER BY m.observed_at LIMIT 1
             ) f ON true
             CROSS JOIN LATERAL (
                 SELECT coalesce(b.views, f.views) AS views, coalesce(b.views_source, f.views_source) AS views_source,
                        coalesce(b.likes, f.likes) AS likes, coalesce(b.comments, f.comments) AS comments,
                        coalesce(b.shares, f.shares) AS shares, coalesce(b.saves, f.saves) AS saves
             ) s
         )
         SELECT id AS "id!", views AS "views!", likes AS "likes!", comments AS "comments!", shares AS "shares!",
                saves AS "saves!", round(cost, 2)::float8 AS cost, round(sum(cost) OVER (), 2)::float8 AS costs
         FROM gains
         ORDER BY views DESC, id DESC
         LIMIT $4"#,
        platform.code(),
        first,
        last,
        take
    )
    .fetch_all(connection)
    .await?;
    Ok(PeriodGains {
        cost: rows.first().and_then(|row| row.costs),
        top: rows
            .into_iter()
            .filter(|row| row.views > 0)
            .map(|row| ItemGain {
                id: row.id,
                gained: Counts {
                    views: row.views,
                    likes: row.likes,
                    comments: row.comments,
                    shares: row.shares,
                    saves: row.saves,
                },
                cost: row.cost,
            })
            .collect(),
    })
}
