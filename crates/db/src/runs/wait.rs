//! Why nothing is scraped now, in messages that every user may see: they name no address, proxy, session or scraper
//! pool.

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_proto::v1::{Platform, PlatformWait, WaitReason as WireReason};
use clipmeter_scheduler::rate_limit::MAX_WAIT_MS;
use serde::Serialize;
use sqlx::PgConnection;
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

use crate::codes;
use crate::secrets::Secrets;
use crate::sessions::proxies;

/// A time further away is shown with its date.
const SAME_DAY: TimeDelta = TimeDelta::hours(12);

/// Why scraping waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema, IntoStaticStr, EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum WaitReason {
    /// The platform refuses requests from every address in use.
    AddressCooldown,
    /// The rate limit of every address is used up.
    RateLimit,
    /// All usable Instagram sessions are cooling down.
    SessionsCooling,
    /// No Instagram session can be used until an administrator adds or re-enables one.
    NoSession,
    /// The database accepts no writes.
    StorageFull,
    /// The scraper pool does not exist.
    PoolMissing,
    /// The proxy of the scraper pool does not exist.
    ProxyMissing,
    /// The proxy of the scraper pool, or that of runs without one, cannot be decrypted.
    ProxyUnreadable,
    /// The group does not allow the scraper pool that the account selects.
    PoolNotAllowed,
}

impl WaitReason {
    /// Returns the code in SQL and JSON.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.into()
    }

    /// Parses a code of `pool_wait()`.
    fn of(code: &str) -> Self {
        code.parse().unwrap_or(Self::RateLimit)
    }
}

/// A wait, and the time of the next attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wait {
    pub platform: Platform,
    pub reason: WaitReason,
    /// `None`: only an administrator can end the wait.
    pub until: Option<DateTime<Utc>>,
    /// Whether a single address is used for the platform.
    pub(crate) is_one_address: bool,
}

impl Wait {
    /// A wait for the database, whose end is unknown.
    pub(crate) fn of_storage(platform: Platform) -> Self {
        Self::of_admin(platform, WaitReason::StorageFull)
    }

    /// A wait of an account that selects a scraper pool that its group does not allow.
    #[must_use]
    pub fn not_allowed(platform: Platform) -> Self {
        Self::of_admin(platform, WaitReason::PoolNotAllowed)
    }

    /// A wait that an administrator has to end.
    fn of_admin(platform: Platform, reason: WaitReason) -> Self {
        Self {
            platform,
            reason,
            until: None,
            is_one_address: true,
        }
    }

    /// Returns the human-readable reason, with the time of the next attempt in UTC.
    #[must_use]
    pub fn message(&self, now: DateTime<Utc>) -> String {
        let why = self.summary();
        match self.until {
            Some(until) => format!("{why} Next attempt at {}.", time(until, now)),
            None => why,
        }
    }

    /// Returns the human-readable reason without a time.
    #[must_use]
    pub fn summary(&self) -> String {
        let name = self.platform.display_name();
        match self.reason {
            WaitReason::AddressCooldown if self.is_one_address => {
                format!("{name} refuses requests from this address.")
            }
            WaitReason::AddressCooldown => format!("{name} refuses requests from all addresses in use."),
            WaitReason::RateLimit => format!("The request limit for {name} is used up."),
            WaitReason::SessionsCooling => format!("All {name} sessions are cooling down."),
            WaitReason::NoSession => {
                format!("No {name} session can be used. An admin must add or re-enable one.")
            }
            WaitReason::StorageFull => {
                "The database rejects writes, so nothing is updated. An admin must free up space.".to_owned()
            }
            WaitReason::PoolMissing => {
                "The selected scraper pool does not exist. An admin must create it or select another one.".to_owned()
            }
            WaitReason::ProxyMissing => {
                format!("The {name} proxy of the selected scraper pool does not exist. An admin must add it.")
            }
            WaitReason::ProxyUnreadable => {
                format!("The proxy for {name} cannot be decrypted. An admin must add it again.")
            }
            WaitReason::PoolNotAllowed => {
                "The group does not allow the selected scraper pool. An admin must allow it or select another one."
                    .to_owned()
            }
        }
    }

    /// Returns the wait as sent to the control plane. Waits for a session are not sent: anonymous clients
    /// still get some data, so runs continue. Units whose scraper pool is not allowed are not listed.
    #[must_use]
    pub fn wire(&self, now: DateTime<Utc>) -> Option<PlatformWait> {
        let reason = match self.reason {
            WaitReason::AddressCooldown => WireReason::AddressCooldown,
            WaitReason::RateLimit => WireReason::RateLimit,
            WaitReason::StorageFull => WireReason::StorageFull,
            WaitReason::PoolMissing => WireReason::PoolMissing,
            WaitReason::ProxyMissing => WireReason::ProxyMissing,
            WaitReason::ProxyUnreadable => WireReason::ProxyUnreadable,
            WaitReason::SessionsCooling | WaitReason::NoSession | WaitReason::PoolNotAllowed => return None,
        };
        Some(PlatformWait {
            platform: self.platform.into(),
            reason: reason.into(),
            until: self.until.map(|until| until.timestamp()),
            message: self.message(now),
        })
    }
}

/// Formats a time to the minute, rounded up so that it is never before the next attempt.
fn time(until: DateTime<Utc>, now: DateTime<Utc>) -> String {
    let until = until + TimeDelta::seconds(59);
    let format = if until - now > SAME_DAY {
        "%H:%M UTC on %Y-%m-%d"
    } else {
        "%H:%M UTC"
    };
    until.format(format).to_string()
}

/// An address that was unused for longer counts as out of use unless it is on cooldown: a platform is read
/// several times an hour.
pub const ADDRESS_IN_USE: TimeDelta = TimeDelta::hours(1);

/// Returns the wait for an address of runs of the scraper pool, or without one, as any user or in the ingest role;
/// `None` if an address is available, or so soon that a run waits for it.
pub async fn of_pool(
    connection: &mut PgConnection,
    pool: Option<&str>,
    platform: Platform,
    now: DateTime<Utc>,
    secrets: &Secrets,
) -> Result<Option<Wait>, sqlx::Error> {
    let row = sqlx::query!(
        r#"SELECT reason AS "reason!", until, addresses AS "addresses!" FROM pool_wait($1, $2, $3, $4, $5, $6)"#,
        pool,
        platform.code(),
        now,
        now - ADDRESS_IN_USE,
        now + TimeDelta::milliseconds(MAX_WAIT_MS),
        &secrets.sessions.ids()
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| Wait {
        platform,
        reason: WaitReason::of(&row.reason),
        until: row.until,
        is_one_address: row.addresses == 1,
    }))
}

/// Returns the waits for an address of each scraper pool, and of runs without one, in the ingest role. The first one
/// of a pool and platform applies.
pub(super) async fn of_all_pools(
    connection: &mut PgConnection,
    secrets: &Secrets,
    now: DateTime<Utc>,
) -> Result<Vec<(Option<String>, Wait)>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT l.pool AS "pool?", p.code AS "platform!", w.reason AS "reason!", w.until, w.addresses AS "addresses!"
           FROM (SELECT name AS pool FROM scraper_pools UNION ALL SELECT NULL) l
           CROSS JOIN platforms p
           CROSS JOIN LATERAL pool_wait(l.pool, p.code, $1, $2, $3, $4) w"#,
        now,
        now - ADDRESS_IN_USE,
        now + TimeDelta::milliseconds(MAX_WAIT_MS),
        &secrets.sessions.ids()
    )
    .fetch_all(&mut *connection)
    .await?;
    let others = rows.into_iter().map(|row| {
        let wait = Wait {
            platform: codes::platform(&row.platform),
            reason: WaitReason::of(&row.reason),
            until: row.until,
            is_one_address: row.addresses == 1,
        };
        (row.pool, wait)
    });
    // Only decryption shows that a proxy is damaged.
    let unreadable = proxies::unreadable(connection, secrets).await?;
    let unreadable = unreadable
        .into_iter()
        .map(|(pool, platform)| (pool, Wait::of_admin(platform, WaitReason::ProxyUnreadable)));
    Ok(unreadable.chain(others).collect())
}

/// Returns the wait for an Instagram session of runs of the scraper pool, or without one; `None` if one can be
/// leased.
pub async fn of_sessions(
    connection: &mut PgConnection,
    pool: Option<&str>,
    now: DateTime<Utc>,
) -> Result<Option<Wait>, sqlx::Error> {
    let row = sqlx::query_scalar!("SELECT until FROM pool_session_wait($1, $2)", pool, now)
        .fetch_optional(connection)
        .await?;
    Ok(row.map(|until| Wait {
        platform: Platform::Instagram,
        reason: if until.is_some() {
            WaitReason::SessionsCooling
        } else {
            WaitReason::NoSession
        },
        until,
        is_one_address: true,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wait_message_names_reason_and_next_attempt() {
        let now: DateTime<Utc> = "2026-11-21T06:31:00Z".parse().unwrap();
        let cooldown = WaitReason::AddressCooldown;
        for (platform, reason, until, is_one_address, message) in [
            (
                Platform::Instagram,
                cooldown,
                Some("2026-11-21T07:00:01Z"),
                true,
                "Instagram refuses requests from this address. Next attempt at 07:01 UTC.",
            ),
            (
                Platform::Tiktok,
                cooldown,
                Some("2026-11-21T07:01:00Z"),
                false,
                "TikTok refuses requests from all addresses in use. Next attempt at 07:01 UTC.",
            ),
            (
                Platform::Tiktok,
                WaitReason::RateLimit,
                Some("2026-11-21T06:35:00Z"),
                true,
                "The request limit for TikTok is used up. Next attempt at 06:35 UTC.",
            ),
            (
                Platform::Instagram,
                WaitReason::SessionsCooling,
                Some("2026-11-22T06:31:00Z"),
                true,
                "All Instagram sessions are cooling down. Next attempt at 06:31 UTC on 2026-11-22.",
            ),
            (
                Platform::Instagram,
                WaitReason::NoSession,
                None,
                true,
                "No Instagram session can be used. An admin must add or re-enable one.",
            ),
            (
                Platform::Instagram,
                WaitReason::StorageFull,
                None,
                true,
                "The database rejects writes, so nothing is updated. An admin must free up space.",
            ),
            (
                Platform::Tiktok,
                WaitReason::PoolMissing,
                None,
                true,
                "The selected scraper pool does not exist. An admin must create it or select another one.",
            ),
            (
                Platform::Tiktok,
                WaitReason::ProxyMissing,
                None,
                true,
                "The TikTok proxy of the selected scraper pool does not exist. An admin must add it.",
            ),
        ] {
            let wait = Wait {
                platform,
                reason,
                until: until.map(|until| until.parse().unwrap()),
                is_one_address,
            };
            assert_eq!(wait.message(now), message);
        }
    }
}
