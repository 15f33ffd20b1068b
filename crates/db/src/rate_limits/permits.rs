//! Permits for requests.

use chrono::{DateTime, Utc};
use clipmeter_platform_config::PlatformConfig;
use clipmeter_proto::v1::Platform;
use clipmeter_runtime::{Random, saturate};
use clipmeter_scheduler::address::Gate;
use clipmeter_scheduler::rate_limit::{MAX_WAIT_MS, RateLimit, RateLimitPermit, take_permit};
use sqlx::PgConnection;
use uuid::Uuid;

use super::addresses::{address_record, store_record};
use super::buckets::{lock, store};
use super::rules;
use crate::DbError;

/// Maximum number of permits at once: as many as a scraper's concurrent requests.
const MAX_PERMITS: u32 = 4;

/// The client and endpoint a permit is requested for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RateLimitSubject<'a> {
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
            rules::of_address(platform_config, self.platform),
        )];
        if let Some(rule) = rules::of_endpoint(platform_config, self.platform, endpoint) {
            let owner = self
                .session
                .map_or_else(|| format!("a:{}", self.address), |id| id.to_string());
            buckets.push(("endpoint", format!("{owner}/{endpoint}"), rule));
        }
        if let Some(session) = self.session {
            buckets.push((
                "session",
                session.to_string(),
                rules::of_session(platform_config, self.slowed),
            ));
        }
        buckets
    }
}

/// Reserves permits for requests to an endpoint, and returns the wait for each in milliseconds. Reserves
/// nothing from the first permit on that is too far away.
pub(crate) async fn reserve_permits(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    platform_config: &PlatformConfig,
    subject: &RateLimitSubject<'_>,
    endpoint: &str,
    (permits, delay_factor): (u32, f64),
    random: &Random,
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
    let gate = record.gate_within(now.timestamp(), MAX_WAIT_MS / 1_000);
    let permits = match gate {
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
        waits.push(saturate::<u32>(at - now_ms));
    }
    let is_granted = waits.first().is_some_and(|wait| i64::from(*wait) <= MAX_WAIT_MS);
    if is_granted && gate == Gate::HalfOpen {
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
            "sending a probe to check whether the platform accepts the address again"
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
    saturate::<u32>(MAX_WAIT_MS + 1)
}
