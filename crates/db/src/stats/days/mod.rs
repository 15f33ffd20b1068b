//! Daily series, from the daily sums that ingestion maintains for each account and single video.

mod costs;
mod dense;
mod everything;
mod zone;

use std::collections::HashMap;

use chrono::NaiveDate;
use clipmeter_proto::v1::Platform;
use sqlx::{PgConnection, Postgres, Transaction};

use crate::{Pool, deletion};

pub use costs::{count_costs, delete_old_costs};
pub use dense::{Counts, Day, Sums, first_day, series};
pub use everything::of_everything;
pub use zone::{recount, today};

/// Begins a transaction that may take as long as a deletion: accounts have any number of measurements.
async fn begin(pool: &Pool) -> Result<Transaction<'static, Postgres>, sqlx::Error> {
    let mut transaction = pool.begin().await?;
    deletion::extend_timeouts(&mut transaction).await?;
    Ok(transaction)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayChange {
    /// In the installation's time zone.
    pub day: NaiveDate,
    /// Increase of the totals; negative where counts fell.
    pub raised: Sums,
    /// The gained part of the increase.
    pub gained: Counts,
}

impl DayChange {
    /// Returns the change of a day without a measurement.
    #[must_use]
    pub fn none(day: NaiveDate) -> Self {
        Self {
            day,
            raised: Sums::default(),
            gained: Counts::default(),
        }
    }
}

/// A row of the queries.
struct DayRow {
    day: NaiveDate,
    items: i64,
    views: i64,
    likes: i64,
    comments: i64,
    shares: i64,
    saves: i64,
    gained_views: i64,
    gained_likes: i64,
    gained_comments: i64,
    gained_shares: i64,
    gained_saves: i64,
}

impl From<DayRow> for DayChange {
    fn from(row: DayRow) -> Self {
        Self {
            day: row.day,
            raised: Sums {
                items: row.items,
                counts: Counts {
                    views: row.views,
                    likes: row.likes,
                    comments: row.comments,
                    shares: row.shares,
                    saves: row.saves,
                },
            },
            gained: Counts {
                views: row.gained_views,
                likes: row.gained_likes,
                comments: row.gained_comments,
                shares: row.gained_shares,
                saves: row.gained_saves,
            },
        }
    }
}

/// Returns the daily changes of the scope's tracked items, from a day on or all, in order. Counts the same
/// items as the dashboard's totals: the tracked accounts, and the single videos whose authors are not
/// tracked. Reads every account's days; for an admin's scope, [`of_everything`] returns the same for less.
pub async fn of_scope(
    connection: &mut PgConnection,
    platform: Platform,
    from: Option<NaiveDate>,
) -> Result<Vec<DayChange>, sqlx::Error> {
    // Arrays: the planner cannot estimate how many rows row-level security leaves, and would read every
    // account's days.
    let rows = sqlx::query_as!(
        DayRow,
        r#"WITH accounts AS MATERIALIZED (
             SELECT ARRAY(SELECT DISTINCT t.account_id FROM tracked_accounts t
                          JOIN platform_accounts a ON a.id = t.account_id WHERE a.platform = $1) AS ids
         ), videos AS MATERIALIZED (
             SELECT ARRAY(SELECT p.id FROM posts p
                          WHERE p.platform = $1 AND p.id = ANY (ARRAY(SELECT post_id FROM tracked_videos))
                            AND p.account_id NOT IN (SELECT account_id FROM tracked_accounts)) AS ids
         )
         SELECT day AS "day!", sum(items)::bigint AS "items!", sum(views)::bigint AS "views!",
                sum(likes)::bigint AS "likes!", sum(comments)::bigint AS "comments!", sum(shares)::bigint AS "shares!",
                sum(saves)::bigint AS "saves!",
                sum(gained_views)::bigint AS "gained_views!", sum(gained_likes)::bigint AS "gained_likes!",
                sum(gained_comments)::bigint AS "gained_comments!", sum(gained_shares)::bigint AS "gained_shares!",
                sum(gained_saves)::bigint AS "gained_saves!"
         FROM (SELECT d.* FROM account_days d
               WHERE d.account_id = ANY ((SELECT ids FROM accounts)::bigint[]) AND d.day >= coalesce($2::date, '-infinity')
               UNION ALL
               SELECT d.* FROM video_days d
               WHERE d.post_id = ANY ((SELECT ids FROM videos)::bigint[]) AND d.day >= coalesce($2::date, '-infinity')) d
         GROUP BY day ORDER BY day"#,
        platform.code(),
        from
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(DayChange::from).collect())
}

/// Returns the daily changes of a platform account, from a day on or all, in order.
pub async fn of_account(
    connection: &mut PgConnection,
    account_id: i64,
    from: Option<NaiveDate>,
) -> Result<Vec<DayChange>, sqlx::Error> {
    let rows = sqlx::query_as!(
        DayRow,
        "SELECT day, items, views, likes, comments, shares, saves, gained_views, gained_likes, gained_comments, gained_shares,
                gained_saves
         FROM account_days WHERE account_id = $1 AND day >= coalesce($2::date, '-infinity') ORDER BY day",
        account_id,
        from
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(DayChange::from).collect())
}

/// Returns the views that these platform accounts gained from the first to the last day; accounts without a measurement on these days
/// are absent.
pub async fn gained_views(
    connection: &mut PgConnection,
    accounts: &[i64],
    [first, last]: [NaiveDate; 2],
) -> Result<HashMap<i64, i64>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT account_id, sum(gained_views)::bigint AS "gained!" FROM account_days
           WHERE account_id = ANY ($1) AND day BETWEEN $2 AND $3 GROUP BY account_id"#,
        accounts,
        first,
        last
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.account_id, row.gained)).collect())
}

/// Returns the current totals of a platform account.
pub async fn account_totals(connection: &mut PgConnection, account_id: i64) -> Result<Sums, sqlx::Error> {
    let row = sqlx::query!(
        "SELECT posts AS items, views, likes, comments, shares, saves FROM account_counters WHERE account_id = $1",
        account_id
    )
    .fetch_one(connection)
    .await?;
    Ok(Sums {
        items: row.items,
        counts: Counts {
            views: row.views,
            likes: row.likes,
            comments: row.comments,
            shares: row.shares,
            saves: row.saves,
        },
    })
}
