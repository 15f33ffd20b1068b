//! What sessions and addresses bear now.

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_proto::v1::{Capacity, Platform};
use clipmeter_scheduler::capacity::runs;
use sqlx::PgConnection;

use super::{RunStore, sessions};
use crate::ApiError;

/// An address that was left alone for longer is one that nobody leaves from any more, unless it rests: a platform is read
/// several times an hour.
const IN_USE: TimeDelta = TimeDelta::hours(1);

impl RunStore {
    /// How many runs there may be at once, and how many sessions for them.
    pub async fn capacity(&self) -> Result<Capacity, ApiError> {
        let now = self.clock.now();
        let mut connection = self.pool.begin().await?;
        let pool = sessions::counts(&mut connection, &self.secrets, now).await?;
        let usable = pool.usable.unsigned_abs();
        let ahead = ahead_ms(&mut connection, now).await?;
        let runs = |platform: Platform| {
            let ahead: Vec<i64> = ahead
                .iter()
                .filter(|(of, _)| of == platform.code())
                .map(|(_, ms)| *ms)
                .collect();
            runs(platform, usable, &ahead).unwrap_or(u32::MAX)
        };
        let count = |sessions: i64| u32::try_from(sessions).unwrap_or(u32::MAX);
        Ok(Capacity {
            instagram_runs: runs(Platform::Instagram),
            tiktok_runs: runs(Platform::Tiktok),
            sessions: count(pool.total),
            usable_sessions: count(pool.usable),
            wanted_sessions: count(pool.wanted),
        })
    }
}

/// Until when nothing of a platform is read, because every address that it is read from rests. None: one does not.
pub(crate) async fn rests_until(
    connection: &mut PgConnection,
    platform: Platform,
    now: DateTime<Utc>,
) -> Result<Option<DateTime<Utc>>, sqlx::Error> {
    sqlx::query_scalar!(
        "SELECT platform_rests_until($1, $2, $3)",
        platform.code(),
        now,
        now - IN_USE
    )
    .fetch_one(connection)
    .await
}

/// How far ahead the next turn of each address is, with its platform.
async fn ahead_ms(connection: &mut PgConnection, now: DateTime<Utc>) -> Result<Vec<(String, i64)>, ApiError> {
    let rows = sqlx::query!(
        "SELECT platform, ready_at FROM turns WHERE kind = 'address' AND (used_at > $1 OR ready_at > $2)",
        now - IN_USE,
        now
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.platform, (row.ready_at - now).num_milliseconds().max(0)))
        .collect())
}
