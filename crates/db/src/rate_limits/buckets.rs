//! Rate-limit buckets. Rows are locked in the order of their keys, in transactions of a few milliseconds.

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_proto::v1::Platform;
use clipmeter_runtime::saturate;
use clipmeter_scheduler::rate_limit::{RateLimitBucket, ReservedPermit, SLOTS};
use sqlx::PgConnection;

use crate::DbError;

/// Retention of the bucket of an unused address, session or endpoint: its hourly limit and the longest
/// cooldowns are over by then.
const RETENTION: TimeDelta = TimeDelta::days(2);

/// Locks a bucket, and creates it if it does not exist.
pub(super) async fn lock(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    platform: Platform,
    kind: &str,
    key: &str,
) -> Result<RateLimitBucket, DbError> {
    let row = sqlx::query!(
        "INSERT INTO rate_limit_buckets (kind, platform, key, used_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (kind, platform, key) DO UPDATE SET used_at = excluded.used_at
         RETURNING full_at, reserved, pauses, hits, hits_from, blocked_until",
        kind,
        platform.code(),
        key,
        now
    )
    .fetch_one(connection)
    .await?;
    let mut hits = [0; SLOTS];
    for (slot, count) in hits.iter_mut().zip(row.hits) {
        *slot = count.unsigned_abs();
    }
    let reserved = row.reserved.iter().zip(row.pauses);
    Ok(RateLimitBucket {
        full_at_ms: row.full_at.map(|time| time.timestamp_millis()),
        reserved: reserved
            .map(|(at, pause_ms)| ReservedPermit {
                at_ms: at.timestamp_millis(),
                pause_ms,
            })
            .collect(),
        hits,
        hits_from_ms: row.hits_from.timestamp_millis(),
        blocked_until_ms: row.blocked_until.map(|time| time.timestamp_millis()),
    })
}

pub(super) async fn store(
    connection: &mut PgConnection,
    platform: Platform,
    kind: &str,
    key: &str,
    bucket: &RateLimitBucket,
    ready_at_ms: i64,
) -> Result<(), DbError> {
    let time = |ms: i64| DateTime::UNIX_EPOCH + TimeDelta::milliseconds(ms);
    let hits: Vec<i32> = bucket.hits.iter().map(|count| saturate::<i32>(*count)).collect();
    let reserved: Vec<DateTime<Utc>> = bucket.reserved.iter().map(|permit| time(permit.at_ms)).collect();
    let pauses: Vec<i64> = bucket.reserved.iter().map(|permit| permit.pause_ms).collect();
    sqlx::query!(
        "UPDATE rate_limit_buckets SET full_at = $4, hits = $5, hits_from = $6, ready_at = $7, reserved = $8, pauses = $9
         WHERE kind = $1 AND platform = $2 AND key = $3",
        kind,
        platform.code(),
        key,
        bucket.full_at_ms.map(time),
        &hits,
        time(bucket.hits_from_ms),
        time(ready_at_ms),
        &reserved,
        &pauses
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes buckets that have long been full again, in the ingest role. Returns how many.
pub async fn prune_rate_limit_buckets(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
) -> Result<u64, DbError> {
    let pruned = sqlx::query!(
        "DELETE FROM rate_limit_buckets WHERE used_at < $1 AND ready_at < $2",
        now - RETENTION,
        now
    )
    .execute(connection)
    .await?;
    Ok(pruned.rows_affected())
}
