//! The end of reading an account.

use chrono::{DateTime, Utc};
use clipmeter_proto::Schedule;
use clipmeter_proto::v1::{Outcome, UnitReport};
use sqlx::PgConnection;

use super::Target;
use crate::ApiError;
use crate::store::open::is_full_walk;

/// Notes how an attempt to read the account ended.
pub(super) async fn end(
    connection: &mut PgConnection,
    account: i64,
    target: &Target,
    report: &UnitReport,
    outcome: Outcome,
    detail: &str,
    now: DateTime<Utc>,
) -> Result<(), ApiError> {
    // An older scraper says nothing of its walk.
    let has_walked = report
        .walk
        .as_ref()
        .is_none_or(|walk| walk.reached_end || walk.capped);
    let schedule = outcome.reaction().schedule;
    sqlx::query!(
        "UPDATE platform_accounts SET last_outcome = $2, last_detail = $3, last_attempt_at = $4,
             last_success_at = CASE WHEN $5 THEN $4 ELSE last_success_at END,
             first_success_at = CASE WHEN $5 THEN coalesce(first_success_at, $4) ELSE first_success_at END,
             last_full_walk_at = CASE WHEN $5 AND $6 THEN $4 ELSE last_full_walk_at END,
             quiet_since = CASE WHEN $5 THEN coalesce(quiet_since, $4) ELSE quiet_since END,
             consecutive_failures = CASE
                 WHEN $5 THEN 0
                 WHEN $7 THEN consecutive_failures
                 -- What went wrong on the way before says nothing of whether it exists.
                 WHEN $8 AND last_outcome IS DISTINCT FROM $2 THEN 1
                 ELSE consecutive_failures + 1 END
         WHERE id = $1",
        account,
        outcome.code(),
        detail,
        now,
        outcome.is_success(),
        has_walked && is_full_walk(target.max_items),
        schedule == Schedule::Defer,
        schedule == Schedule::Weekly
    )
    .execute(connection)
    .await?;
    Ok(())
}
