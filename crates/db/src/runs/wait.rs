//! Why nothing is scraped now, in messages that every user may see: they name no address, proxy or session.

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_proto::v1::{Platform, PlatformWait, WaitReason as WireReason};
use clipmeter_scheduler::rate_limit::MAX_WAIT_MS;
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

/// A time further away is shown with its date.
const SAME_DAY: TimeDelta = TimeDelta::hours(12);

/// Why scraping waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
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
        Self {
            platform,
            reason: WaitReason::StorageFull,
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
        }
    }

    /// Returns the wait as sent to the control plane. Waits for a session are not sent: anonymous clients
    /// still get some data, so runs continue.
    #[must_use]
    pub fn wire(&self, now: DateTime<Utc>) -> Option<PlatformWait> {
        let reason = match self.reason {
            WaitReason::AddressCooldown => WireReason::AddressCooldown,
            WaitReason::RateLimit => WireReason::RateLimit,
            WaitReason::StorageFull => WireReason::StorageFull,
            WaitReason::SessionsCooling | WaitReason::NoSession => return None,
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

/// Returns the wait for an address, as any user or in the ingest role; `None` if an address is available, or
/// so soon that a run waits for it.
pub async fn of_address(
    connection: &mut PgConnection,
    platform: Platform,
    now: DateTime<Utc>,
) -> Result<Option<Wait>, sqlx::Error> {
    let row = sqlx::query!(
        r#"SELECT reason AS "reason!", until AS "until!", addresses AS "addresses!" FROM platform_wait($1, $2, $3, $4)"#,
        platform.code(),
        now,
        now - ADDRESS_IN_USE,
        now + TimeDelta::milliseconds(MAX_WAIT_MS)
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| Wait {
        platform,
        reason: match row.reason.as_str() {
            "address_cooldown" => WaitReason::AddressCooldown,
            _ => WaitReason::RateLimit,
        },
        until: Some(row.until),
        is_one_address: row.addresses == 1,
    }))
}

/// Returns the wait for an Instagram session; `None` if one can be leased.
pub async fn of_session(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
) -> Result<Option<Wait>, sqlx::Error> {
    let row = sqlx::query_scalar!("SELECT until FROM session_wait($1)", now)
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
