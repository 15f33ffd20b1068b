//! The end of a unit: its outcome on everything that asked for it.

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::{Outcome, UnitReport};
use sqlx::PgConnection;

use super::accounts;
use super::columns::text;
use super::open::is_full_walk;
use super::report::Target;
use crate::ApiError;

/// Longest text kept about a failure, characters; the contract says so too.
const MAX_DETAIL: usize = 300;

/// Notes how a unit ended. Numbers are not touched: they came with pages, and a failure keeps the last good ones.
pub(super) async fn store(
    connection: &mut PgConnection,
    target: &Target,
    end: &UnitReport,
    now: DateTime<Utc>,
) -> Result<(), ApiError> {
    let mut outcome = end.outcome();
    if outcome == Outcome::Unspecified {
        return Err(ApiError::invalid("a unit's end needs an outcome"));
    }
    let mut account = target.account;
    // A private account still shows who it is and its public counts.
    let profile_was_read = outcome.is_success() || outcome == Outcome::Private;
    if let Some(asked) = account
        && profile_was_read
    {
        match accounts::identify(connection, asked, target.platform, end.profile.as_ref()).await? {
            accounts::Identity::Same(same) => account = Some(same),
            accounts::Identity::Changed => outcome = Outcome::IdentityChanged,
        }
    }
    let detail: String = text(&end.detail)
        .unwrap_or_default()
        .chars()
        .take(MAX_DETAIL)
        .collect();
    let ended = sqlx::query!(
        "UPDATE run_units SET outcome = $2, detail = $3, ended_at = $4, requests = $5, bytes = $6, held = false
         WHERE id = $1 AND outcome IS NULL",
        target.unit,
        outcome.code(),
        detail,
        now,
        i32::try_from(end.requests).unwrap_or(i32::MAX),
        i64::try_from(end.bytes).unwrap_or(i64::MAX)
    )
    .execute(&mut *connection)
    .await?;
    if ended.rows_affected() == 0 {
        return Ok(());
    }
    if let Some(account) = account {
        end_account(connection, account, target, outcome, &detail, now).await?;
    }
    if let Some(video) = target.video {
        end_video(connection, video, outcome, &detail, &end.resolved_video_id, now).await?;
    }
    Ok(())
}

async fn end_account(
    connection: &mut PgConnection,
    account: i64,
    target: &Target,
    outcome: Outcome,
    detail: &str,
    now: DateTime<Utc>,
) -> Result<(), ApiError> {
    sqlx::query!(
        "UPDATE platform_accounts SET last_outcome = $2, last_detail = $3, last_attempt_at = $4,
             last_success_at = CASE WHEN $5 THEN $4 ELSE last_success_at END,
             first_success_at = CASE WHEN $5 THEN coalesce(first_success_at, $4) ELSE first_success_at END,
             last_full_walk_at = CASE WHEN $5 AND $6 THEN $4 ELSE last_full_walk_at END,
             consecutive_failures = CASE WHEN $5 THEN 0 ELSE consecutive_failures + 1 END
         WHERE id = $1",
        account,
        outcome.code(),
        detail,
        now,
        outcome.is_success(),
        is_full_walk(target.max_items)
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Every group's row of this video gets the outcome. A short link gets the id behind it, unless the group tracks that id in
/// a row of its own already.
async fn end_video(
    connection: &mut PgConnection,
    video: i64,
    outcome: Outcome,
    detail: &str,
    resolved_id: &str,
    now: DateTime<Utc>,
) -> Result<(), ApiError> {
    sqlx::query!(
        "WITH named AS (
             SELECT coalesce(video_id, $2) AS video_id, short_url FROM tracked_videos WHERE id = $1
         )
         UPDATE tracked_videos v SET
             video_id = CASE WHEN v.video_id IS NULL AND NOT EXISTS (
                     SELECT FROM tracked_videos o WHERE o.group_id = v.group_id AND o.video_id = n.video_id)
                 THEN n.video_id ELSE v.video_id END,
             post_id = coalesce(
                 (SELECT p.id FROM posts p WHERE p.platform = 'tiktok' AND p.external_id = n.video_id), v.post_id),
             last_outcome = $3, last_detail = $4, last_attempt_at = $5,
             last_success_at = CASE WHEN $6 THEN $5 ELSE v.last_success_at END,
             consecutive_failures = CASE WHEN $6 THEN 0 ELSE v.consecutive_failures + 1 END
         FROM named n
         WHERE v.video_id = n.video_id OR v.short_url = n.short_url",
        video,
        text(resolved_id),
        outcome.code(),
        detail,
        now,
        outcome.is_success()
    )
    .execute(connection)
    .await?;
    Ok(())
}
