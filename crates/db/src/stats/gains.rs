//! What single items gained in a period, from their measurements.

use std::collections::HashMap;

use chrono::NaiveDate;
use clipmeter_proto::v1::Platform;
use sqlx::PgConnection;

/// What an item gained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ItemGain {
    pub id: i64,
    pub views: i64,
    /// `None` if no cost is set. 2 decimals.
    pub cost: Option<f64>,
}

/// What the items of an account gained.
#[derive(Clone, Debug, PartialEq)]
pub struct AccountGain {
    /// `platform_accounts.id`, which is not shown.
    pub account_id: i64,
    pub username: String,
    /// False if only single videos of the account are tracked.
    pub is_tracked: bool,
    /// Names of the groups in scope that track it or, if none does, its single videos; in alphabetical order.
    pub groups: Vec<String>,
    /// Items with a gain or a cost.
    pub items: i64,
    pub views: i64,
    /// `None` if no cost is set. 2 decimals.
    pub cost: Option<f64>,
}

/// The views that the items of a tracked account gained in two periods.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrackedGain {
    /// `tracked_accounts.id`.
    pub id: i64,
    /// `platform_accounts.id`, which is not shown.
    pub account_id: i64,
    /// Day of the first successful read since the account has been tracked.
    pub first_day: Option<NaiveDate>,
    pub views: i64,
    /// Views gained in the other period.
    pub previous: i64,
}

/// The views of an item at both ends of a period.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ItemLine {
    pub id: i64,
    /// Before the period, or at the first measurement if that is in the period; 0 if the item was posted then while its account
    /// was tracked; `None` if unknown.
    pub before: Option<i64>,
    /// `None` if unknown.
    pub after: Option<i64>,
    /// Differs from the difference if the views were read from another field of the platform in the period.
    pub gained: i64,
    /// `None` if no cost is set. 2 decimals.
    pub cost: Option<f64>,
}

/// Returns the tracked items in scope that gained the most views, at most `take`, most first, by the rules of the SQL function
/// `gain_of`.
pub async fn top(
    connection: &mut PgConnection,
    platform: Platform,
    first: NaiveDate,
    last: NaiveDate,
    take: i32,
) -> Result<Vec<ItemGain>, sqlx::Error> {
    sqlx::query_as!(
        ItemGain,
        r#"SELECT post_id AS "id!", views AS "views!", cost::float8 AS cost FROM top_gains($1, $2, $3, $4)"#,
        platform.code(),
        first,
        last,
        take
    )
    .fetch_all(connection)
    .await
}

/// Returns what all views cost that were gained in scope in a period and in another one, if it is given, by the models that apply to the
/// viewer; `None` if nothing has a cost. 2 decimals.
pub async fn costs(
    connection: &mut PgConnection,
    platform: Platform,
    [first, last]: [NaiveDate; 2],
    previous: Option<[NaiveDate; 2]>,
) -> Result<[Option<f64>; 2], sqlx::Error> {
    let row = sqlx::query!(
        "SELECT sum(cost)::float8 AS cost, sum(previous)::float8 AS previous FROM period_costs($1, $2, $3, $4, $5)",
        platform.code(),
        first,
        last,
        previous.map(|[first, _]| first),
        previous.map(|[_, last]| last)
    )
    .fetch_one(connection)
    .await?;
    Ok([row.cost, row.previous])
}

/// Returns what the views cost that each account in scope gained in a period and in another one, if it is given, by
/// `platform_accounts.id`; `None`: it has no cost. 2 decimals.
pub async fn costs_of_accounts(
    connection: &mut PgConnection,
    platform: Platform,
    [first, last]: [NaiveDate; 2],
    previous: Option<[NaiveDate; 2]>,
) -> Result<HashMap<i64, [Option<f64>; 2]>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT account_id AS "account_id!", cost::float8 AS cost, previous::float8 AS previous
           FROM period_costs($1, $2, $3, $4, $5)"#,
        platform.code(),
        first,
        last,
        previous.map(|[first, _]| first),
        previous.map(|[_, last]| last)
    )
    .fetch_all(connection)
    .await?;
    let costs = rows
        .into_iter()
        .map(|row| (row.account_id, [row.cost, row.previous]));
    Ok(costs.collect())
}

/// Returns the gains of each account with a measurement in the period, highest cost first.
pub async fn of_accounts(
    connection: &mut PgConnection,
    platform: Platform,
    first: NaiveDate,
    last: NaiveDate,
) -> Result<Vec<AccountGain>, sqlx::Error> {
    sqlx::query_as!(
        AccountGain,
        r#"WITH tracking AS MATERIALIZED (
               SELECT k.account_id, array_agg(o.name ORDER BY o.name) AS groups
               FROM (
                   SELECT account_id, group_id FROM tracked_accounts
                   UNION
                   SELECT p.account_id, v.group_id FROM tracked_videos v JOIN posts p ON p.id = v.post_id
                   WHERE p.account_id NOT IN (SELECT account_id FROM tracked_accounts)
               ) k JOIN groups o ON o.id = k.group_id
               GROUP BY k.account_id
           )
           SELECT g.account_id AS "account_id!", a.username AS "username!",
                  g.account_id IN (SELECT account_id FROM tracked_accounts) AS "is_tracked!",
                  coalesce(k.groups, '{}') AS "groups!",
                  g.items AS "items!", g.views AS "views!", g.cost::float8 AS cost
           FROM (
               SELECT account_id, count(*) FILTER (WHERE views <> 0 OR cost <> 0) AS items, sum(views)::bigint AS views,
                      sum(cost) AS cost
               FROM period_gains($1, $2, $3, NULL, true)
               GROUP BY account_id
           ) g JOIN platform_accounts a ON a.id = g.account_id
           LEFT JOIN tracking k ON k.account_id = g.account_id
           ORDER BY g.cost DESC NULLS LAST, g.views DESC, a.username"#,
        platform.code(),
        first,
        last
    )
    .fetch_all(connection)
    .await
}

/// Returns the gained views of the tracked accounts in scope, in two periods of days: the sums of their daily gains.
pub async fn of_tracked(
    connection: &mut PgConnection,
    platform: Platform,
    [first, last]: [NaiveDate; 2],
    [previous_first, previous_last]: [NaiveDate; 2],
) -> Result<Vec<TrackedGain>, sqlx::Error> {
    sqlx::query_as!(
        TrackedGain,
        // Unlike day_of, reads the zone once.
        r#"SELECT t.id, t.account_id, (a.first_success_at AT TIME ZONE (SELECT viewed_zone_name()))::date AS first_day,
                  coalesce(sum(d.gained_views) FILTER (WHERE d.day BETWEEN $2 AND $3), 0)::bigint AS "views!",
                  coalesce(sum(d.gained_views) FILTER (WHERE d.day BETWEEN $4 AND $5), 0)::bigint AS "previous!"
           FROM tracked_accounts t
           JOIN platform_accounts a ON a.id = t.account_id
           LEFT JOIN account_days d ON d.account_id = a.id AND d.day BETWEEN least($2::date, $4) AND greatest($3::date, $5)
           WHERE a.platform = $1
           GROUP BY t.id, t.account_id, a.first_success_at
           ORDER BY t.id"#,
        platform.code(),
        first,
        last,
        previous_first,
        previous_last
    )
    .fetch_all(connection)
    .await
}

/// Returns the tracked items in scope with a gain or a cost, at most `take`, grouped by account in the order of the names, and
/// newest first.
pub async fn of_items(
    connection: &mut PgConnection,
    platform: Platform,
    first: NaiveDate,
    last: NaiveDate,
    take: i64,
) -> Result<Vec<ItemLine>, sqlx::Error> {
    sqlx::query_as!(
        ItemLine,
        r#"SELECT g.post_id AS "id!", g.views_before AS before, g.views_after AS after, g.views AS "gained!",
                  g.cost::float8 AS cost
           FROM period_gains($1, $2, $3, NULL, true) g
           JOIN posts p ON p.id = g.post_id
           JOIN platform_accounts a ON a.id = g.account_id
           WHERE g.views <> 0 OR g.cost <> 0
           ORDER BY a.username, a.id, p.sort_at DESC, g.post_id DESC
           LIMIT $4"#,
        platform.code(),
        first,
        last,
        take
    )
    .fetch_all(connection)
    .await
}
