//! Days in the installation's time zone, and their recount after it was changed. ADR 0061.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::PgConnection;

use super::begin;
use crate::Pool;

/// Accounts or videos recounted in one transaction: their reports wait meanwhile.
const AT_ONCE: i32 = 5;

/// Returns the day in the installation's time zone to which a time belongs.
pub async fn today(connection: &mut PgConnection, now: DateTime<Utc>) -> Result<NaiveDate, sqlx::Error> {
    sqlx::query_scalar!(r#"SELECT day_of($1) AS "today!""#, now)
        .fetch_one(connection)
        .await
}

/// Recounts all stored days if the time zone was changed. Returns whether it was. Each transaction recounts a few accounts or single
/// videos completely; an interrupted recount goes on with the accounts that are left.
pub async fn recount(pool: &Pool) -> Result<bool, sqlx::Error> {
    let mut was_changed = false;
    while let Some(ZoneChange { zone, number }) = zone_change(pool).await? {
        was_changed = true;
        let mut last_video = Some(0);
        while let Some(after) = last_video {
            let mut transaction = begin(pool).await?;
            last_video = sqlx::query_scalar!("SELECT recount_next_videos($1, $2)", after, AT_ONCE)
                .fetch_one(&mut *transaction)
                .await?;
            transaction.commit().await?;
        }
        while recount_accounts(pool).await? > 0 {}
        sqlx::query_scalar!("SELECT end_recount($1, $2)", zone, number)
            .fetch_one(pool.statement())
            .await?;
    }
    Ok(was_changed)
}

/// A change of the time zone.
struct ZoneChange {
    zone: String,
    /// Number of changes so far: the zone may be changed and set back during a recount.
    number: i64,
}

/// Returns the last change if not all days are counted in its zone yet.
async fn zone_change(pool: &Pool) -> Result<Option<ZoneChange>, sqlx::Error> {
    sqlx::query_as!(
        ZoneChange,
        "SELECT time_zone AS zone, zone_changes AS number FROM settings WHERE days_zone <> time_zone"
    )
    .fetch_optional(pool.statement())
    .await
}

async fn recount_accounts(pool: &Pool) -> Result<i32, sqlx::Error> {
    let mut transaction = begin(pool).await?;
    let recounted = sqlx::query_scalar!(r#"SELECT recount_next_accounts($1) AS "n!""#, AT_ONCE)
        .fetch_one(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(recounted)
}
