//! Series of accounts and groups, to compare them.

use chrono::NaiveDate;
use clipmeter_proto::v1::Platform;
use sqlx::PgConnection;

use super::days::{self, DayChange, Sums};
use crate::codes;

/// Ages in days at which items are compared.
pub const AGES: usize = 30;
/// Items that a series by age consists of: the latest.
const ITEMS: i64 = 50;

/// A tracked account.
#[derive(Clone, Debug)]
pub struct ComparedAccount {
    /// `tracked_accounts.id`.
    pub id: i64,
    /// `platform_accounts.id`, which is not shown.
    pub account_id: i64,
    pub platform: Platform,
    /// Current username.
    pub username: String,
    pub group_id: i64,
}

/// Views by day.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DailyViews {
    /// Total views before the first day.
    pub before: i64,
    /// Total views after the last day.
    pub after: i64,
    /// Views gained on each day.
    pub gained: Vec<i64>,
}

/// Median views by age.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ViewsByAge {
    /// Number of items, also of those whose views are unknown.
    pub items: i64,
    /// Median at the age of 1, 2, … [`AGES`] days; `None` if no item was measured at that age.
    pub views: Vec<Option<i64>>,
}

/// Returns those of the tracked accounts that are in scope, in any order.
pub async fn accounts(
    connection: &mut PgConnection,
    ids: &[i64],
) -> Result<Vec<ComparedAccount>, sqlx::Error> {
    let rows = sqlx::query!(
        "SELECT t.id, t.account_id, t.group_id, a.platform, a.username
         FROM tracked_accounts t JOIN platform_accounts a ON a.id = t.account_id
         WHERE t.id = ANY ($1)",
        ids
    )
    .fetch_all(connection)
    .await?;
    let accounts = rows.into_iter().map(|row| ComparedAccount {
        id: row.id,
        account_id: row.account_id,
        platform: codes::platform(&row.platform),
        username: row.username,
        group_id: row.group_id,
    });
    Ok(accounts.collect())
}

/// Returns the views of an account by day, from the first to the last one.
pub async fn days_of_account(
    connection: &mut PgConnection,
    account_id: i64,
    [first, last]: [NaiveDate; 2],
) -> Result<DailyViews, sqlx::Error> {
    let now = days::account_totals(connection, account_id).await?;
    let changes = days::of_account(connection, account_id, Some(first)).await?;
    Ok(DailyViews::new(now, &changes, [first, last]))
}

/// Returns the views of the scope's tracked items by day, of all platforms together.
pub async fn days_of_scope(
    connection: &mut PgConnection,
    [first, last]: [NaiveDate; 2],
) -> Result<DailyViews, sqlx::Error> {
    let mut sum = DailyViews::default();
    let totals = super::totals(connection).await?;
    for platform in Platform::ALL {
        let now = totals.of(platform).sums();
        let changes = days::of_scope(connection, platform, Some(first)).await?;
        sum = sum.plus(DailyViews::new(now, &changes, [first, last]));
    }
    Ok(sum)
}

/// Returns the views by age of the latest items that were posted in the period while their account was tracked: of an
/// account, or of all tracked ones in scope. An item counts at the ages at which its account, or it, had been read; counts of
/// another source field than the current one are not comparable and do not.
pub async fn ages(
    connection: &mut PgConnection,
    account_id: Option<i64>,
    [first, last]: [NaiveDate; 2],
) -> Result<ViewsByAge, sqlx::Error> {
    let rows = sqlx::query!(
        r#"WITH accounts AS MATERIALIZED (
             SELECT DISTINCT account_id FROM tracked_accounts WHERE $1::bigint IS NULL OR account_id = $1
         ), bounds AS MATERIALIZED (
             SELECT start_of_day($2) AS begins, start_of_day($3::date + 1) AS ends
         ), items AS MATERIALIZED (
             SELECT p.id, p.posted_at, p.views_source, greatest(p.updated_at, a.last_success_at) AS read_at
             FROM accounts c
             JOIN platform_accounts a ON a.id = c.account_id
             CROSS JOIN LATERAL (
                 SELECT l.* FROM posts l
                 WHERE l.account_id = c.account_id AND l.sort_at >= (SELECT begins FROM bounds) AND l.sort_at < (SELECT ends FROM bounds) AND l.from_zero
                 ORDER BY l.sort_at DESC, l.id DESC LIMIT $4
             ) p
             ORDER BY p.sort_at DESC, p.id DESC LIMIT $4
         ), known AS (
             SELECT age, m.views
             FROM items i
             CROSS JOIN generate_series(1, $5::int) age
             CROSS JOIN LATERAL (
                 -- The latest count then: measurements are stored when a count changes.
                 SELECT n.views, n.views_source FROM post_metrics n
                 WHERE n.post_id = i.id AND n.observed_at <= i.posted_at + age * interval '1 day'
                 ORDER BY n.observed_at DESC LIMIT 1
             ) m
             WHERE i.posted_at + age * interval '1 day' <= i.read_at AND m.views IS NOT NULL
               AND m.views_source IS NOT DISTINCT FROM i.views_source
         )
         SELECT age AS "age!", (SELECT count(*) FROM items) AS "items!",
                (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY k.views) FROM known k WHERE k.age = a.age)::bigint AS views
         FROM generate_series(1, $5::int) AS a (age)
         ORDER BY age"#,
        account_id,
        first,
        last,
        ITEMS,
        i32::try_from(AGES).unwrap_or(i32::MAX)
    )
    .fetch_all(connection)
    .await?;
    Ok(ViewsByAge {
        items: rows.first().map_or(0, |row| row.items),
        views: rows.into_iter().map(|row| row.views).collect(),
    })
}

impl DailyViews {
    /// Derives the days from the current totals and all changes since the first day, in order.
    fn new(now: Sums, changes: &[DayChange], [first, last]: [NaiveDate; 2]) -> Self {
        let raised =
            |changes: &[DayChange]| -> i64 { changes.iter().map(|change| change.raised.counts.views).sum() };
        let later = changes.partition_point(|change| change.day <= last);
        let before = now.counts.views - raised(changes);
        let after = now.counts.views - raised(&changes[later..]);
        let mut changes = changes.iter().peekable();
        let gained = first.iter_days().take_while(|day| *day <= last).map(|day| {
            let change = changes.next_if(|change| change.day == day);
            change.map_or(0, |change| change.gained.views)
        });
        Self {
            gained: gained.collect(),
            before,
            after,
        }
    }

    /// Adds another series of the same days, or of any to none.
    fn plus(self, other: Self) -> Self {
        if self.gained.is_empty() {
            return other;
        }
        Self {
            before: self.before + other.before,
            after: self.after + other.after,
            gained: self
                .gained
                .iter()
                .zip(other.gained)
                .map(|(one, two)| one + two)
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::days::Counts;

    fn views(views: i64) -> Counts {
        Counts {
            views,
            ..Counts::default()
        }
    }

    #[test]
    fn daily_views_cover_all_days_and_totals_before_and_after_them() {
        let day = |n| NaiveDate::from_ymd_opt(2026, 11, n).unwrap();
        let now = Sums {
            items: 3,
            counts: views(150),
        };
        let change = |n, raised, gained| DayChange {
            raised: Sums {
                items: 0,
                counts: views(raised),
            },
            gained: views(gained),
            ..DayChange::none(day(n))
        };
        // 20 of the 30 views of the 4th were a first count.
        let changes = [change(2, 5, 5), change(4, 30, 10), change(7, 15, 15)];
        let series = DailyViews::new(now, &changes, [day(2), day(5)]);
        let expected = DailyViews {
            before: 100,
            after: 135,
            gained: vec![5, 0, 10, 0],
        };
        assert_eq!(series, expected);
        assert_eq!(DailyViews::default().plus(series.clone()), expected);
        assert_eq!(series.clone().plus(series).gained, [10, 0, 20, 0]);
    }
}
