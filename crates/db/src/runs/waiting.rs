//! Why a platform cannot be scraped now.

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_proto::v1::Platform;
use clipmeter_scheduler::rate_limit::LONGEST_WAIT_MS;
use sqlx::PgConnection;

use super::capacity::IN_USE;
use crate::runs::wait::{Wait, WaitReason};

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
        now - IN_USE,
        now + TimeDelta::milliseconds(LONGEST_WAIT_MS)
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
