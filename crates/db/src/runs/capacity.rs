//! The capacity that sessions and addresses have now, for each scraper pool and for runs without one.

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::{Platform, PlatformRuns, PlatformWait, PoolCapacity, ScrapingCapacity};
use clipmeter_runtime::saturate;
use clipmeter_scheduler::address::AddressRecord;
use clipmeter_scheduler::capacity::{AddressCapacity, runs};
use clipmeter_scheduler::rate_limit::MAX_WAIT_MS;
use sqlx::PgConnection;

use super::RunStore;
use super::wait::{self, ADDRESS_IN_USE, Wait};
use crate::secrets::Secrets;
use crate::{DbError, codes, sessions};

impl RunStore {
    /// Returns how many runs may be open at once, and how many sessions are available for them.
    pub async fn capacity(&self) -> Result<ScrapingCapacity, DbError> {
        let now = self.clock.now();
        let mut connection = self.pool.begin().await?;
        let breaker = sessions::open_breaker(&mut connection, now).await?;
        let sets = sessions::counts_by_set(&mut connection, &self.secrets, now).await?;
        let of_set = |set: Option<String>| sets.get(&set).copied().unwrap_or_default();
        let lanes = Lanes {
            addresses: addresses(&mut connection, &self.secrets, now).await?,
            waits: wait::of_all_pools(&mut connection, &self.secrets, now).await?,
            accepts_writes: self.storage.accepts_writes(),
        };
        let pools = sqlx::query!("SELECT name, session_set FROM scraper_pools ORDER BY name")
            .fetch_all(&mut *connection)
            .await?;
        let common = of_set(None);
        Ok(ScrapingCapacity {
            waits: lanes.waits(None, now),
            runs: lanes.runs(None, common.usable.unsigned_abs()),
            sessions: saturate::<u32>(common.total),
            usable_sessions: saturate::<u32>(common.usable),
            required_sessions: saturate::<u32>(common.required),
            breaker_open_until: breaker.map(|breaker| breaker.until.timestamp()),
            pools: pools
                .into_iter()
                .map(|pool| {
                    let set = of_set(Some(pool.session_set));
                    PoolCapacity {
                        waits: lanes.waits(Some(&pool.name), now),
                        runs: lanes.runs(Some(&pool.name), set.usable.unsigned_abs()),
                        sessions: saturate::<u32>(set.total),
                        usable_sessions: saturate::<u32>(set.usable),
                        required_sessions: saturate::<u32>(set.required),
                        pool: pool.name,
                    }
                })
                .collect(),
        })
    }
}

/// The addresses and waits of all scraper pools, and of runs without one.
struct Lanes {
    addresses: Vec<(Option<String>, Platform, AddressCapacity)>,
    waits: Vec<(Option<String>, Wait)>,
    accepts_writes: bool,
}

impl Lanes {
    /// Returns how many runs each platform allows, unless it has no cap.
    fn runs(&self, pool: Option<&str>, usable_sessions: u64) -> Vec<PlatformRuns> {
        let of = |platform: Platform| {
            let its: Vec<AddressCapacity> = self
                .addresses
                .iter()
                .filter(|(its_pool, its_platform, _)| {
                    its_pool.as_deref() == pool && *its_platform == platform
                })
                .map(|(_, _, capacity)| *capacity)
                .collect();
            // A run would have no address.
            let has_egress = self.wait(pool, platform).is_none_or(|wait| wait.until.is_some());
            Some(PlatformRuns {
                platform: platform.into(),
                runs: if has_egress {
                    runs(platform, usable_sessions, &its)?
                } else {
                    0
                },
            })
        };
        Platform::ALL.into_iter().filter_map(of).collect()
    }

    /// Returns why platforms cannot be read.
    fn waits(&self, pool: Option<&str>, now: DateTime<Utc>) -> Vec<PlatformWait> {
        let of = |platform| {
            let wait = if self.accepts_writes {
                self.wait(pool, platform)
            } else {
                Some(Wait::of_storage(platform))
            };
            wait.and_then(|wait| wait.wire(now))
        };
        Platform::ALL.into_iter().filter_map(of).collect()
    }

    fn wait(&self, pool: Option<&str>, platform: Platform) -> Option<Wait> {
        let mut waits = self.waits.iter();
        waits
            .find(|(its_pool, wait)| its_pool.as_deref() == pool && wait.platform == platform)
            .map(|(_, wait)| *wait)
    }
}

/// Returns the capacity of each address in use, with the scraper pool and the platform that it is used for.
async fn addresses(
    connection: &mut PgConnection,
    secrets: &Secrets,
    now: DateTime<Utc>,
) -> Result<Vec<(Option<String>, Platform, AddressCapacity)>, DbError> {
    let rows = sqlx::query!(
        r#"SELECT l.pool AS "pool?", p.code AS "platform!", b.ready_at AS "ready_at!", b.blocked_until,
                  b.failure_count AS "failure_count!", b.probe_until
           FROM (SELECT name AS pool FROM scraper_pools UNION ALL SELECT NULL) l
           CROSS JOIN platforms p
           CROSS JOIN LATERAL pool_addresses(l.pool, p.code, $1, $2, $3) b"#,
        now,
        now - ADDRESS_IN_USE,
        &secrets.sessions.ids()
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
                gate: record.gate_within(now.timestamp(), MAX_WAIT_MS / 1_000),
            };
            (row.pool, codes::platform(&row.platform), capacity)
        })
        .collect())
}

/// Returns until when nothing of a platform can be read by runs of the scraper pool, or without one, because all
/// their addresses are on cooldown. `None` if one of them is not.
pub async fn cooldown_until_of_pool(
    connection: &mut PgConnection,
    pool: Option<&str>,
    platform: Platform,
    now: DateTime<Utc>,
) -> Result<Option<DateTime<Utc>>, sqlx::Error> {
    sqlx::query_scalar!(
        "SELECT pool_cooldown_until($1, $2, $3, $4)",
        pool,
        platform.code(),
        now,
        now - ADDRESS_IN_USE
    )
    .fetch_one(connection)
    .await
}
