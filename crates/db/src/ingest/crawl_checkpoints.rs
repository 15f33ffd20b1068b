//! Checkpoints of crawls to the ends of accounts' lists, so that an interrupted crawl is resumed. ADR 0028.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_proto::v1::{CrawlCheckpoint, CrawlSummary};
use clipmeter_scheduler::FreshnessTier;
use prost::Message as _;
use sqlx::PgConnection;

use crate::DbError;
use crate::codes::code;

/// Items read longer ago are read again: items of the month tier are due once a day, and the cooldown of a
/// flagged session has ended by then.
const RETENTION: TimeDelta = TimeDelta::days(2);

/// After this many failures in a row without progress, the cursor itself may cause the failure.
const MAX_FAILURES: i32 = 5;

/// Maximum length of a cursor; the platforms' have up to a hundred characters.
const MAX_CURSOR: usize = 1_000;

/// Stores the progress of the crawl of an account's list.
pub(crate) async fn save(
    connection: &mut PgConnection,
    account: i64,
    checkpoint: &CrawlCheckpoint,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    check(checkpoint)?;
    sqlx::query!(
        "INSERT INTO crawl_checkpoints AS m (account_id, endpoint, checkpoint, saved_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (account_id) DO UPDATE SET endpoint = excluded.endpoint, checkpoint = excluded.checkpoint,
             saved_at = excluded.saved_at, failures = 0",
        account,
        checkpoint.endpoint,
        checkpoint.encode_to_vec(),
        now
    )
    .execute(connection)
    .await?;
    Ok(())
}

fn check(checkpoint: &CrawlCheckpoint) -> Result<(), DbError> {
    code("checkpoint.endpoint", &checkpoint.endpoint)?;
    let plays = checkpoint.plays.as_ref();
    if let Some(plays) = plays {
        code("checkpoint.plays.endpoint", &plays.endpoint)?;
    }
    let is_long =
        checkpoint.cursor.len() > MAX_CURSOR || plays.is_some_and(|plays| plays.cursor.len() > MAX_CURSOR);
    if checkpoint.cursor.is_empty() || is_long || checkpoint.covered_from_id < checkpoint.covered_to_id {
        return Err(DbError::invalid(format!(
            "a checkpoint needs a cursor of at most {MAX_CURSOR} characters, and must go from newer to older items"
        )));
    }
    Ok(())
}

/// Loads the checkpoints at which the crawls of these accounts may be resumed.
pub(crate) async fn load(
    connection: &mut PgConnection,
    accounts: &[i64],
    now: DateTime<Utc>,
) -> Result<HashMap<i64, CrawlCheckpoint>, DbError> {
    let rows = sqlx::query!(
        "SELECT account_id, checkpoint FROM crawl_checkpoints WHERE account_id = ANY ($1) AND saved_at > $2 AND failures < $3",
        accounts,
        now - RETENTION,
        MAX_FAILURES
    )
    .fetch_all(connection)
    .await?;
    // A checkpoint that a later version wrote in another format is ignored.
    let checkpoints = rows.into_iter();
    Ok(checkpoints
        .filter_map(|row| {
            Some((
                row.account_id,
                CrawlCheckpoint::decode(row.checkpoint.as_slice()).ok()?,
            ))
        })
        .collect())
}

/// Records the end of a crawl that could go to the end of the list: a crawl that reached the end, or its limit, needs no checkpoint.
/// Neither does one that read all that was due and came as far. After any other success, the next crawl continues at the checkpoint.
pub(crate) async fn record(
    connection: &mut PgConnection,
    account: i64,
    crawl: Option<&CrawlSummary>,
    tier: Option<FreshnessTier>,
    is_success: bool,
) -> Result<(), DbError> {
    if !is_success {
        sqlx::query!(
            "UPDATE crawl_checkpoints SET failures = failures + 1 WHERE account_id = $1",
            account
        )
        .execute(connection)
        .await?;
        return Ok(());
    }
    let Some(crawl) = crawl else { return Ok(()) };
    let is_for_part = tier != Some(FreshnessTier::All);
    if crawl.reached_end || crawl.capped || (is_for_part && has_passed(connection, account, crawl).await?) {
        sqlx::query!("DELETE FROM crawl_checkpoints WHERE account_id = $1", account)
            .execute(connection)
            .await?;
    }
    Ok(())
}

/// Returns whether a crawl came as far as the account's checkpoint in the same list.
async fn has_passed(
    connection: &mut PgConnection,
    account: i64,
    crawl: &CrawlSummary,
) -> Result<bool, DbError> {
    let stored = sqlx::query_scalar!(
        "SELECT checkpoint FROM crawl_checkpoints WHERE account_id = $1",
        account
    )
    .fetch_optional(connection)
    .await?;
    let stored = stored.and_then(|bytes| CrawlCheckpoint::decode(bytes.as_slice()).ok());
    Ok(stored.is_some_and(|stored| {
        stored.endpoint == crawl.endpoint && crawl.covered_to_id <= stored.covered_to_id
    }))
}
