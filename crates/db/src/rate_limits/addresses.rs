//! The cooldowns of addresses, and the requests that probe them afterwards.

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_proto::v1::{Outcome, Platform};
use clipmeter_runtime::saturate;
use clipmeter_scheduler::address::{AddressRecord, address_after, is_good_probe, probed};
use clipmeter_scheduler::breaker;
use sqlx::PgConnection;
use uuid::Uuid;

use super::buckets::lock;
use crate::DbError;

/// Records an outcome for an address.
pub(crate) async fn note_address(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    platform: Platform,
    address: &str,
    outcome: Outcome,
    retry_after_seconds: Option<u32>,
) -> Result<(), DbError> {
    lock(connection, now, platform, "address", address).await?;
    let record = address_record(connection, platform, address).await?;
    let after = address_after(
        &record,
        outcome,
        retry_after_seconds.map(i64::from),
        now.timestamp(),
    );
    cool(connection, platform, address, (&record, &after), outcome).await
}

/// Returns the addresses that a run probes, and locks them.
pub(crate) async fn probed_by(
    connection: &mut PgConnection,
    run: Uuid,
    platform: Platform,
) -> Result<Vec<String>, DbError> {
    let addresses = sqlx::query_scalar!(
        "SELECT key FROM rate_limit_buckets WHERE probe_run = $1 AND kind = 'address' AND platform = $2 ORDER BY key FOR UPDATE",
        run,
        platform.code()
    )
    .fetch_all(connection)
    .await?;
    Ok(addresses)
}

/// Evaluates the probe of an address from the outcomes of the requests that left from it. If there are none, the probe
/// stays open.
pub(crate) async fn note_probe(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    platform: Platform,
    address: &str,
    outcomes: &[Outcome],
) -> Result<(), DbError> {
    let Some(last) = outcomes.last() else {
        return Ok(());
    };
    let record = address_record(connection, platform, address).await?;
    let works = outcomes.iter().copied().any(is_good_probe);
    let after = probed(&record, works, now.timestamp());
    cool(connection, platform, address, (&record, &after), *last).await
}

/// Puts an address on cooldown while the circuit breaker of the sessions is open. One request probes it
/// afterwards.
pub(crate) async fn block(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    platform: Platform,
    address: &str,
    outcome: Outcome,
) -> Result<(), DbError> {
    lock(connection, now, platform, "address", address).await?;
    sqlx::query!(
        "UPDATE rate_limit_buckets SET blocked_until = greatest(blocked_until, $3), ready_at = greatest(ready_at, $3), blocked_for = $4,
             failure_count = greatest(failure_count, 1), probe_run = NULL, probe_until = NULL
         WHERE kind = 'address' AND platform = $1 AND key = $2",
        platform.code(),
        address,
        now + TimeDelta::seconds(breaker::WINDOW),
        outcome.code()
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Stores the effect of an outcome on an address, if any.
async fn cool(
    connection: &mut PgConnection,
    platform: Platform,
    address: &str,
    (before, after): (&AddressRecord, &AddressRecord),
    outcome: Outcome,
) -> Result<(), DbError> {
    if before == after {
        return Ok(());
    }
    let probe_run = None;
    store_record(connection, platform, address, after, probe_run).await?;
    if before.blocked_until != after.blocked_until {
        sqlx::query!(
            "UPDATE rate_limit_buckets SET ready_at = greatest(ready_at, blocked_until),
                 blocked_for = CASE WHEN blocked_until IS NOT NULL THEN $3 END
             WHERE kind = 'address' AND platform = $1 AND key = $2",
            platform.code(),
            address,
            outcome.code()
        )
        .execute(connection)
        .await?;
    }
    Ok(())
}

/// Returns the record of an address and locks its row.
pub(super) async fn address_record(
    connection: &mut PgConnection,
    platform: Platform,
    address: &str,
) -> Result<AddressRecord, DbError> {
    let row = sqlx::query!(
        "SELECT blocked_until, failure_count, counted_at, probe_until FROM rate_limit_buckets
         WHERE kind = 'address' AND platform = $1 AND key = $2",
        platform.code(),
        address
    )
    .fetch_one(connection)
    .await?;
    Ok(AddressRecord {
        blocked_until: row.blocked_until.map(|time| time.timestamp()),
        failure_count: row.failure_count.unsigned_abs(),
        counted_at: row.counted_at.map(|time| time.timestamp()),
        probe_until: row.probe_until.map(|time| time.timestamp()),
    })
}

/// Stores the record of an address; `probe_run` is the run that probes it, if any.
pub(super) async fn store_record(
    connection: &mut PgConnection,
    platform: Platform,
    address: &str,
    record: &AddressRecord,
    probe_run: Option<Uuid>,
) -> Result<(), DbError> {
    let time = |seconds: i64| DateTime::from_timestamp(seconds, 0);
    sqlx::query!(
        "UPDATE rate_limit_buckets SET blocked_until = $3, failure_count = $4, counted_at = $5, probe_run = $6,
             probe_until = CASE WHEN $6::uuid IS NOT NULL THEN $7::timestamptz END
         WHERE kind = 'address' AND platform = $1 AND key = $2",
        platform.code(),
        address,
        record.blocked_until.and_then(time),
        saturate::<i32>(record.failure_count),
        record.counted_at.and_then(time),
        probe_run,
        record.probe_until.and_then(time)
    )
    .execute(connection)
    .await?;
    Ok(())
}
