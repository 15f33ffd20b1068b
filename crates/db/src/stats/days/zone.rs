//! Days in time zones, and their count after one was changed. ADR 0073.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use super::begin;
use crate::Pool;

/// Accounts counted in one transaction: their reports wait meanwhile.
const AT_ONCE: i32 = 5;

/// Returns the day to which a time belongs, in the time zone of the group that the scope shows, or of the installation.
pub async fn today(connection: &mut PgConnection, now: DateTime<Utc>) -> Result<NaiveDate, sqlx::Error> {
    sqlx::query_scalar!(r#"SELECT day_of($1) AS "today!""#, now)
        .fetch_one(connection)
        .await
}

/// Counts the days of accounts in each time zone in which they are read and not counted yet, shows days in a zone that was set once all are
/// counted, and deletes those of zones in which nobody reads them any more. Returns whether there was anything to do. An interrupted count
/// goes on with the accounts that are left.
pub async fn recount(pool: &Pool) -> Result<bool, sqlx::Error> {
    let mut has_changed = false;
    loop {
        while count_some(pool).await? > 0 {
            has_changed = true;
        }
        let shown = sqlx::query_scalar!(r#"SELECT show_counted_zones() AS "shown!""#)
            .fetch_one(pool.statement())
            .await?;
        if !shown {
            return Ok(has_changed);
        }
        has_changed = true;
    }
}

async fn count_some(pool: &Pool) -> Result<i32, sqlx::Error> {
    let mut transaction = begin(pool).await?;
    let counted = sqlx::query_scalar!(r#"SELECT recount_next_accounts($1) AS "n!""#, AT_ONCE)
        .fetch_one(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(counted)
}
