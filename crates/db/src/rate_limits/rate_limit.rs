//! Rate-limit buckets. Rows are locked in the order of their keys, in transactions of a few milliseconds.

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_platform_config::PlatformConfig;
use clipmeter_proto::v1::{Outcome, Platform, RequestStats};
use clipmeter_runtime::RandomSource;
use clipmeter_scheduler::address::{AddressRecord, Gate, address_after, is_good_probe, probed};
use clipmeter_scheduler::breaker;
use clipmeter_scheduler::rate_limit::{
    LONGEST_WAIT_MS, RateLimit, RateLimitBucket, RateLimitPermit, ReservedPermit, SLOTS, take_permit,
};
use sqlx::PgConnection;
use uuid::Uuid;

use super::rate_limit_rules;
use crate::DbError;

/// Maximum of permits at once: as many as a scraper's concurrent requests.
const MAX_PERMITS: u32 = 4;

/// Retention of the bucket of an unused address, session or endpoint: its hourly limit and the longest
/// cooldowns are over by then.
const RETENTION: TimeDelta = TimeDelta::days(2);

/// The client and endpoint a permit is requested for.
#[derive(Debug, Clone, Copy)]
pub struct RateLimitSubject<'a> {
    pub run: Uuid,
    pub platform: Platform,
    pub address: &'a str,
    /// `None`: anonymous.
    pub session: Option<i64>,
    /// The session runs at half rate.
    pub slowed: bool,
}

impl RateLimitSubject<'_> {
    /// Returns the buckets that a request takes from, in the order in which their rows are locked.
    fn buckets(
        &self,
        platform_config: &PlatformConfig,
        endpoint: &str,
    ) -> Vec<(&'static str, String, RateLimit)> {
        let mut buckets = vec![(
            "address",
            self.address.to_owned(),
            rate_limit_rules::of_address(platform_config, self.platform),
        )];
        if let Some(rule) = rate_limit_rules::of_endpoint(platform_config, self.platform, endpoint) {
            let owner = self
                .session
                .map_or_else(|| format!("a:{}", self.address), |id| id.to_string());
            buckets.push(("endpoint", format!("{owner}/{endpoint}"), rule));
        }
        if let Some(session) = self.session {
            buckets.push((
                "session",
                session.to_string(),
                rate_limit_rules::of_session(platform_config, self.slowed),
            ));
        }
        buckets
    }
}

/// Reserves permits for requests to an endpoint, and returns the wait for each in milliseconds. Reserves
/// nothing from the first permit on that is too far away.
pub async fn reserve_permits(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    platform_config: &PlatformConfig,
    subject: &RateLimitSubject<'_>,
    endpoint: &str,
    (permits, delay_factor): (u32, f64),
    random: &dyn RandomSource,
) -> Result<Vec<u32>, DbError> {
    // A crash may lose the last permits; waiting for the disk on every request would cost more than they are
    // worth.
    sqlx::query!("SET LOCAL synchronous_commit = off")
        .execute(&mut *connection)
        .await?;
    let keys = subject.buckets(platform_config, endpoint);
    let mut buckets = Vec::with_capacity(keys.len());
    for (kind, key, rule) in &keys {
        let bucket = lock(connection, now, subject.platform, kind, key).await?;
        buckets.push((*rule, bucket));
    }
    let record = address_record(connection, subject.platform, subject.address).await?;
    let permits = match record.gate(now.timestamp()) {
        Gate::Probing => return Ok(vec![deferred_wait_ms()]),
        Gate::HalfOpen => 1,
        Gate::Closed | Gate::Open => permits.clamp(1, MAX_PERMITS),
    };
    let now_ms = now.timestamp_millis();
    let mut waits = Vec::new();
    for _ in 0..permits {
        let at = match take_permit(now_ms, delay_factor, random.sample(), &mut buckets) {
            RateLimitPermit::Granted(at) => at,
            RateLimitPermit::Deferred { at_ms, .. } => at_ms,
        };
        waits.push(u32::try_from(at - now_ms).unwrap_or(u32::MAX));
    }
    let is_granted = waits
        .first()
        .is_some_and(|wait| i64::from(*wait) <= LONGEST_WAIT_MS);
    if is_granted && record.gate(now.timestamp()) == Gate::HalfOpen {
        let probing = record.with_probe(now.timestamp());
        store_record(
            connection,
            subject.platform,
            subject.address,
            &probing,
            Some(subject.run),
        )
        .await?;
        tracing::info!(
            run = %subject.run,
            platform = subject.platform.code(),
            address = subject.address,
            "one request decides whether the address is served again"
        );
    }
    for ((kind, key, rule), (_, bucket)) in keys.iter().zip(&buckets) {
        let ready = bucket.ready_at_ms(rule, delay_factor, now_ms);
        store(connection, subject.platform, kind, key, bucket, ready).await?;
    }
    Ok(waits)
}

/// Returns the sentinel wait: no permit is available within the maximum wait.
pub(crate) fn deferred_wait_ms() -> u32 {
    u32::try_from(LONGEST_WAIT_MS + 1).unwrap_or(u32::MAX)
}

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

/// Evaluates a run's probe of an address from the outcomes of a unit's requests. If no request was sent, the
/// probe stays open.
pub(crate) async fn note_probe(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    run: Uuid,
    platform: Platform,
    request_stats: &[RequestStats],
) -> Result<(), DbError> {
    let outcomes = || {
        request_stats
            .iter()
            .filter(|stats| stats.requests > 0)
            .map(RequestStats::outcome)
    };
    let Some(last) = outcomes().next_back() else {
        return Ok(());
    };
    let address = sqlx::query_scalar!(
        "SELECT key FROM rate_limit_buckets WHERE probe_run = $1 AND kind = 'address' AND platform = $2 FOR UPDATE",
        run,
        platform.code()
    )
    .fetch_optional(&mut *connection)
    .await?;
    let Some(address) = address else {
        return Ok(());
    };
    let record = address_record(connection, platform, &address).await?;
    let after = probed(&record, outcomes().any(is_good_probe), now.timestamp());
    cool(connection, platform, &address, (&record, &after), last).await
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
async fn address_record(
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
async fn store_record(
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
        i32::try_from(record.failure_count).unwrap_or(i32::MAX),
        record.counted_at.and_then(time),
        probe_run,
        record.probe_until.and_then(time)
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Puts an address on cooldown while the circuit breaker of the sessions is open. One request probes it
/// afterwards.
pub async fn block(
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

/// Locks a bucket, and creates it if it does not exist.
async fn lock(
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

async fn store(
    connection: &mut PgConnection,
    platform: Platform,
    kind: &str,
    key: &str,
    bucket: &RateLimitBucket,
    ready_at_ms: i64,
) -> Result<(), DbError> {
    let time = |ms: i64| DateTime::UNIX_EPOCH + TimeDelta::milliseconds(ms);
    let hits: Vec<i32> = bucket
        .hits
        .iter()
        .map(|count| i32::try_from(*count).unwrap_or(i32::MAX))
        .collect();
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
