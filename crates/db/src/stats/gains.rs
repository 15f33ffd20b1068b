//! What single items gained in a period, from their measurements.

use chrono::NaiveDate;
use clipmeter_proto::v1::Platform;
use sqlx::PgConnection;

/// The items that gained the most views in a period, and the cost of all gained views.
#[derive(Clone, Debug, Default)]
pub struct PeriodGains {
    /// Most gained views first.
    pub top: Vec<ItemGain>,
    /// The cost of what all items gained, by the models that apply to the viewer; `None` if nothing was measured or nothing
    /// has a cost. 2 decimals.
    pub cost: Option<f64>,
}

/// What an item gained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ItemGain {
    pub id: i64,
    pub views: i64,
    /// `None` if no cost is set. 2 decimals.
    pub cost: Option<f64>,
}

/// Returns the gains of the scope's tracked items between the last measurement before the first day and the last one of the
/// last day (UTC). Of an item that was posted while its account was tracked, the first measurement counts in full; of any
/// other, it is the baseline. Days before `settings.history_begins` have no measurements and count as 0.
///
/// Reads at most three measurements of each item that has changed since the first day. Only if the views became known in the
/// period, or come from another field of the platform than before, it reads all of them: the sum of the comparable steps is
/// the gain then.
pub async fn of_scope(
    connection: &mut PgConnection,
    platform: Platform,
    first: NaiveDate,
    last: NaiveDate,
    take: i64,
) -> Result<PeriodGains, sqlx::Error> {
    let rows = sqlx::query!(
        r#"WITH bounds AS (
             SELECT greatest($2::date, history_begins)::timestamp AT TIME ZONE 'UTC' AS begins,
                    ($3::date + 1)::timestamp AT TIME ZONE 'UTC' AS ends
             FROM settings
         ), items AS MATERIALIZED (
             SELECT id, from_zero, cost_model FROM content, bounds
             WHERE platform = $1 AND account_id IN (SELECT account_id FROM tracked_accounts) AND updated_at >= begins
             UNION
             SELECT id, from_zero, cost_model FROM content, bounds
             WHERE platform = $1 AND id = ANY (ARRAY(SELECT post_id FROM tracked_videos)) AND updated_at >= begins
         ), gains AS MATERIALIZED (
             SELECT i.id, g.views, g.cost
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
                 WHERE b.post_id IS NULL AND m.post_id = i.id AND m.observed_at >= begins AND m.observed_at < ends
                 ORDER BY m.observed_at LIMIT 1
             ) f ON true
             CROSS JOIN LATERAL (
                 SELECT CASE WHEN b.post_id IS NULL AND i.from_zero THEN NULL ELSE coalesce(b.views, f.views) END AS views,
                        coalesce(b.views, f.views) IS NULL AND e.views IS NOT NULL
                            OR coalesce(b.views_source, f.views_source) IS DISTINCT FROM e.views_source AS in_steps
             ) s
             CROSS JOIN LATERAL (
                 SELECT gained_views(s.views, e.views, NULL, NULL, i.from_zero) AS views,
                        gained_cost(i.cost_model, s.views, e.views, NULL, NULL, i.from_zero) AS cost
                 WHERE NOT s.in_steps
                 UNION ALL
                 SELECT sum(gained_views((before).views, views, (before).views_source, views_source, i.from_zero))::bigint,
                        sum(gained_cost(i.cost_model, (before).views, views, (before).views_source, views_source, i.from_zero))
                 FROM (SELECT m.*, lag(m) OVER (ORDER BY m.observed_at) AS before FROM post_metrics m
                       WHERE m.post_id = i.id AND m.observed_at >= coalesce(b.observed_at, begins) AND m.observed_at < ends)
                      AS steps
                 WHERE observed_at >= begins
                 HAVING s.in_steps
             ) g
         )
         SELECT id AS "id!", views AS "views!", round(cost, 2)::float8 AS cost, round(sum(cost) OVER (), 2)::float8 AS costs
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
                views: row.views,
                cost: row.cost,
            })
            .collect(),
    })
}
