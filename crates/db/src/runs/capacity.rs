//! The capacity that sessions and addresses have now.

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::{Platform, PlatformRuns, ScrapingCapacity};
use clipmeter_runtime::saturate;
use clipmeter_scheduler::address::AddressRecord;
use clipmeter_scheduler::capacity::{AddressCapacity, runs};
use sqlx::PgConnection;

use super::RunStore;
use super::wait::{self, ADDRESS_IN_USE, Wait};
use crate::{DbError, sessions};

impl RunStore {
    /// Returns how many runs may be open at once, and how many sessions are available for them.
    pub async fn capacity(&self) -> Result<ScrapingCapacity, DbError> {
        let now = self.clock.now();
        let mut connection = self.pool.begin().await?;
        let pool = sessions::counts(&mut connection, &self.secrets, now).await?;
        let usable = pool.usable.unsigned_abs();
        let addresses = addresses(&mut connection, now).await?;
        let runs = |platform: Platform| {
            let its: Vec<AddressCapacity> = addresses
                .iter()
                .filter(|(of, _)| of == platform.code())
                .map(|(_, capacity)| *capacity)
                .collect();
            Some(PlatformRuns {
                platform: platform.into(),
                runs: runs(platform, usable, &its)?,
            })
        };
        let mut waits = Vec::new();
        for platform in Platform::ALL {
            let wait = if self.storage.accepts_writes() {
                wait::of_address(&mut connection, platform, now).await?
            } else {
                Some(Wait::of_storage(platform))
            };
            waits.extend(wait.and_then(|wait| wait.wire(now)));
        }
        Ok(ScrapingCapacity {
            waits,
            runs: Platform::ALL.into_iter().filter_map(runs).collect(),
            sessions: saturate::<u32>(pool.total),
            usable_sessions: saturate::<u32>(pool.usable),
            required_sessions: saturate::<u32>(pool.required),
            breaker_open_until: pool.breaker_until.map(|until| until.timestamp()),
        })
    }
}

/// Returns the capacity of each address, with its platform.
async fn addresses(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
) -> Result<Vec<(String, AddressCapacity)>, DbError> {
    let rows = sqlx::query!(
        "SELECT platform, ready_at, blocked_until, failure_count, probe_until FROM rate_limit_buckets
         WHERE kind = 'address' AND (used_at > $1 OR ready_at > $2)",
        now - ADDRESS_IN_USE,
        now
    )
    .fetch_all(connection)
    .await?;
    let seconds = |time: Option<DateTime<Utc>>| time.map(|time| time.timestamp());
    Ok(rows
        .into_iter()
        .map(|row| {
            let record = AddressRecord {
                blocked_until: seconds(row.blocked_until),
                failure_count: row.failure_count.unsigned_abs(),
                counted_at: None,
                probe_until: seconds(row.probe_until),
            };
            let capacity = AddressCapacity {
                wait_ms: (row.ready_at - now).num_milliseconds().max(0),
                gate: record.gate(now.timestamp()),
            };
            (row.platform, capacity)
        })
        .collect())
}

/// Returns until when nothing of a platform can be read because all its addresses are on cooldown. `None` if
/// one of them is not.
pub async fn cooldown_until(
    connection: &mut PgConnection,
    platform: Platform,
    now: DateTime<Utc>,
) -> Result<Option<DateTime<Utc>>, sqlx::Error> {
    sqlx::query_scalar!(
        "SELECT platform_cooldown_until($1, $2, $3)",
        platform.code(),
        now,
        now - ADDRESS_IN_USE
    )
    .fetch_one(connection)
    .await
}
