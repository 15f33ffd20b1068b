//! Retention of collected data.

use chrono::{DateTime, Datelike as _, Months, NaiveDate, Utc};
use sqlx::PgConnection;

use crate::deletion;

/// Items deleted in one transaction: it also recomputes their accounts' days, and reports for those accounts
/// wait meanwhile.
const ITEMS_AT_ONCE: i32 = 1_000;

/// How long dropping a month may wait for readers of the history: later statements queue behind it.
const LOCK_TIMEOUT: &str = "5s";

/// Key of the advisory lock that keeps several programs over one database from deleting expired data at once: "cleanup_" in ASCII.
const LOCK: i64 = 0x636c_6561_6e75_705f;

/// Acquires the lock for the rest of the transaction; returns false if another program holds it.
pub async fn try_lock(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(r#"SELECT pg_try_advisory_xact_lock($1) AS "is_alone!""#, LOCK)
        .fetch_one(connection)
        .await
}

/// Deletes measurements older than the retention in the settings. Daily sums, totals and latest counts stay.
/// Returns whether there were any.
pub async fn prune_history(connection: &mut PgConnection, now: DateTime<Utc>) -> Result<bool, sqlx::Error> {
    let months = sqlx::query_scalar!("SELECT history_months FROM settings")
        .fetch_one(&mut *connection)
        .await?;
    let Some(before) = months.and_then(|months| first_retained_day(now.date_naive(), months)) else {
        return Ok(false);
    };
    deletion::extend_timeouts(connection).await?;
    sqlx::query!("SELECT set_config('lock_timeout', $1, true)", LOCK_TIMEOUT)
        .fetch_one(&mut *connection)
        .await?;
    sqlx::query_scalar!(r#"SELECT prune_history($1) AS "was_old!""#, before)
        .fetch_one(connection)
        .await
}

/// Returns the first day of the month that many months before today's.
fn first_retained_day(today: NaiveDate, months: i32) -> Option<NaiveDate> {
    today
        .with_day(1)?
        .checked_sub_months(Months::new(months.unsigned_abs()))
}

/// Deletes some of the items that were removed longer ago than the retention in the settings, with their
/// history. Returns whether there were any, and whether there may be more.
pub async fn prune_removed_items(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
) -> Result<(bool, bool), sqlx::Error> {
    let days = sqlx::query_scalar!("SELECT removed_items_days FROM settings")
        .fetch_one(&mut *connection)
        .await?;
    let Some(days) = days else {
        return Ok((false, false));
    };
    deletion::extend_timeouts(connection).await?;
    let deleted = sqlx::query_scalar!(
        r#"SELECT prune_removed_items($1, $2) AS "n!""#,
        now - chrono::Duration::days(i64::from(days)),
        ITEMS_AT_ONCE
    )
    .fetch_one(connection)
    .await?;
    Ok((deleted > 0, deleted == i64::from(ITEMS_AT_ONCE)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_retained_day_keeps_whole_months() {
        let retained = |today: &str, months| {
            first_retained_day(today.parse().unwrap(), months)
                .unwrap()
                .to_string()
        };
        assert_eq!(retained("2026-11-21", 1), "2026-10-01");
        assert_eq!(retained("2026-01-31", 1), "2025-12-01");
        assert_eq!(retained("2026-03-31", 120), "2016-03-01");
    }
}
