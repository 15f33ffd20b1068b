//! The end of a unit: its outcome on everything that asked for it.

mod account;
mod video;

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::{Outcome, UnitReport};
use sqlx::PgConnection;

use super::columns::text;
use super::report::Target;
use super::{accounts, gone, identity};
use crate::ApiError;

/// Longest text kept about a failure, characters; the contract says so too.
const MAX_DETAIL: usize = 300;

/// Notes how a unit ended, and says whether it had not been told before. Numbers are not touched: they came with pages, and a
/// failure keeps the last good ones.
pub(super) async fn store(
    connection: &mut PgConnection,
    target: &Target,
    end: &UnitReport,
    now: DateTime<Utc>,
) -> Result<bool, ApiError> {
    let mut outcome = end.outcome();
    if outcome == Outcome::Unspecified {
        return Err(ApiError::invalid("a unit's end needs an outcome"));
    }
    let mut account = target.account;
    let mut claimant = end.claimant.as_ref();
    // A private account still shows who it is and its public counts.
    let profile_was_read = outcome.is_success() || outcome == Outcome::Private;
    if let Some(asked) = account
        && profile_was_read
    {
        match accounts::identify(connection, asked, target.platform, end.profile.as_ref()).await? {
            accounts::Identity::Same(same) => account = Some(same),
            accounts::Identity::Changed => {
                outcome = Outcome::IdentityChanged;
                claimant = end.profile.as_ref();
            }
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
        return Ok(false);
    }
    if let Some(account) = account {
        account::end(connection, account, target, end, outcome, &detail, now).await?;
        gone::settle(connection, account, target, &end.missing, now).await?;
        if outcome == Outcome::IdentityChanged {
            identity::claim(connection, account, claimant, now).await?;
        }
    }
    if let Some(video) = target.video {
        video::end(connection, video, outcome, &detail, &end.resolved_video_id, now).await?;
        gone::settle_video(connection, video, outcome, now).await?;
    }
    Ok(true)
}
