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

/// Counts the days of accounts in each time zone in which the installation or one of their groups needs them, switches to a new zone once
/// all days are counted in it, and deletes days in zones that are no longer needed. Returns whether anything changed. An interrupted count
/// continues with the remaining accounts.
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
