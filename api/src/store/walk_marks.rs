//! How far walks to the ends of accounts' lists have come, so that one which broke off is continued. ADR 0036.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_proto::v1::{Walk, WalkMark};
use prost::Message as _;
use sqlx::PgConnection;

use super::endpoint_memory::code;
use crate::ApiError;

/// What was read longer ago is read again: items of a month are due once a day, and a session that was flagged is back by then.
const KEPT: TimeDelta = TimeDelta::days(2);

/// After so many failures in a row that came no further, the cursor may be what fails.
const MOST_FAILURES: i32 = 5;

/// Longest cursor; the platforms' have up to a hundred characters.
const MAX_CURSOR: usize = 1_000;

/// Notes how far the walk through an account's list has come.
pub(super) async fn keep(
    connection: &mut PgConnection,
    account: i64,
    mark: &WalkMark,
    now: DateTime<Utc>,
) -> Result<(), ApiError> {
    check(mark)?;
    sqlx::query!(
        "INSERT INTO walk_marks AS m (account_id, endpoint, mark, marked_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (account_id) DO UPDATE SET endpoint = excluded.endpoint, mark = excluded.mark,
             marked_at = excluded.marked_at, failures = 0",
        account,
        mark.endpoint,
        mark.encode_to_vec(),
        now
    )
    .execute(connection)
    .await?;
    Ok(())
}

fn check(mark: &WalkMark) -> Result<(), ApiError> {
    code("mark.endpoint", &mark.endpoint)?;
    let plays = mark.plays.as_ref();
    if let Some(plays) = plays {
        code("mark.plays.endpoint", &plays.endpoint)?;
    }
    let is_long =
        mark.cursor.len() > MAX_CURSOR || plays.is_some_and(|plays| plays.cursor.len() > MAX_CURSOR);
    if mark.cursor.is_empty() || is_long || mark.covered_from_id < mark.covered_to_id {
        return Err(ApiError::invalid(format!(
            "mark needs a cursor, none of more than {MAX_CURSOR} characters, and goes from newer items to older ones"
        )));
    }
    Ok(())
}

/// Where the walks of these accounts may be continued.
pub(super) async fn recall(
    connection: &mut PgConnection,
    accounts: &[i64],
    now: DateTime<Utc>,
) -> Result<HashMap<i64, WalkMark>, ApiError> {
    let rows = sqlx::query!(
        "SELECT account_id, mark FROM walk_marks WHERE account_id = ANY ($1) AND marked_at > $2 AND failures < $3",
        accounts,
        now - KEPT,
        MOST_FAILURES
    )
    .fetch_all(connection)
    .await?;
    // One that a later version wrote otherwise is none.
    let marks = rows.into_iter();
    Ok(marks
        .filter_map(|row| Some((row.account_id, WalkMark::decode(row.mark.as_slice()).ok()?)))
        .collect())
}

/// Notes the end of a walk that was to go to the end if need be: one that came through its list needs no continuing. What was
/// read in place of a list that broke off says nothing of it.
pub(super) async fn settle(
    connection: &mut PgConnection,
    account: i64,
    walk: Option<&Walk>,
    is_success: bool,
) -> Result<(), ApiError> {
    if !is_success {
        sqlx::query!(
            "UPDATE walk_marks SET failures = failures + 1 WHERE account_id = $1",
            account
        )
        .execute(connection)
        .await?;
        return Ok(());
    }
    let Some(walk) = walk else { return Ok(()) };
    sqlx::query!(
        "DELETE FROM walk_marks WHERE account_id = $1 AND ($2 OR endpoint = $3)",
        account,
        walk.reached_end || walk.capped,
        walk.endpoint
    )
    .execute(connection)
    .await?;
    Ok(())
}
