//! Ingesting a page of observations: one statement for the items and their history.

use chrono::{DateTime, Datelike as _, Timelike as _, Utc};
use clipmeter_proto::v1::{Observation, PageReport};
use sqlx::PgConnection;
use std::time::Duration;

use super::columns::Columns;
use super::report::Target;
use super::runs::RunStore;
use super::{accounts, gone, walk_marks};
use crate::ApiError;

/// Most observations in one message; the platforms list at most a few dozen items on a page.
const MAX_OBSERVATIONS: usize = 1_000;

/// Longest id of an item. The platforms' have up to 20 digits.
const MAX_ID_LENGTH: usize = 64;

/// How old an observation may be: a scraper that could not deliver for so long has been given up.
const OLDEST_OBSERVATION: Duration = Duration::from_hours(31 * 24);

impl RunStore {
    /// The time of an observation by this side's clock: one of the future is of now, one of long ago is refused.
    pub(super) fn observed_at(&self, seconds: i64) -> Result<DateTime<Utc>, ApiError> {
        let now = self.clock.now();
        DateTime::from_timestamp(seconds, 0)
            .map(|time| time.min(now))
            .filter(|time| *time >= now - OLDEST_OBSERVATION)
            .ok_or_else(|| ApiError::invalid("observed_at is too long ago; set the scraper's clock"))
    }

    /// Makes sure that the history has a partition for the month of `at`.
    pub(super) async fn ensure_month(&self, at: DateTime<Utc>) -> Result<(), ApiError> {
        let month = at.year() * 12 + i32::try_from(at.month()).unwrap_or_default();
        let known = |store: &Self| {
            store
                .months
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner)
                .contains(&month)
        };
        if known(self) {
            return Ok(());
        }
        sqlx::query!("SELECT ensure_metrics_month($1)", at)
            .fetch_one(&self.pool)
            .await?;
        self.months
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .insert(month);
        Ok(())
    }
}

/// Refuses a page that cannot be meant, before anything is stored.
pub(super) fn check(page: &PageReport) -> Result<(), ApiError> {
    if page.observations.len() > MAX_OBSERVATIONS {
        return Err(ApiError::invalid(format!(
            "a page holds at most {MAX_OBSERVATIONS} observations; send several"
        )));
    }
    for observation in &page.observations {
        let id = &observation.external_id;
        if id.is_empty() || id.len() > MAX_ID_LENGTH || !id.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(ApiError::invalid(
                "an observation needs the platform's id of the item",
            ));
        }
    }
    Ok(())
}

/// Stores a page and counts what was new and what changed.
pub(super) async fn store(
    connection: &mut PgConnection,
    target: &Target,
    page: &PageReport,
    observed_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<(), ApiError> {
    let account = match (target.account, target.video) {
        (Some(account), _) => {
            match accounts::identify(connection, account, target.platform, page.profile.as_ref()).await? {
                accounts::Identity::Same(account) => account,
                // The numbers are somebody else's.
                accounts::Identity::Changed => return Ok(()),
            }
        }
        (None, Some(_)) => {
            let Some(first) = page.observations.first() else {
                return Ok(());
            };
            accounts::author(
                connection,
                target.platform,
                page.profile.as_ref(),
                &first.author_username,
                now,
            )
            .await?
        }
        (None, None) => return Ok(()),
    };
    if target.account.is_some() {
        note_newest(connection, account, &page.observations, observed_at).await?;
        arm(connection, target, account, &page.observations, observed_at).await?;
    }
    let changes = upsert(connection, target, account, &page.observations, observed_at).await?;
    let ids: Vec<String> = page
        .observations
        .iter()
        .map(|observation| observation.external_id.clone())
        .collect();
    gone::seen(connection, target.platform, &ids, observed_at).await?;
    if let Some(mark) = page.mark.as_ref().filter(|_| target.may_go_to_the_end()) {
        walk_marks::keep(connection, account, mark, now).await?;
    }
    if let Some(video) = target.video {
        link(connection, video).await?;
    }
    if changes == Changes::default() {
        return Ok(());
    }
    sqlx::query!(
        "WITH unit AS (
             UPDATE run_units SET items_new = items_new + $2, items_updated = items_updated + $3
             WHERE id = $1 RETURNING run_id
         )
         UPDATE runs SET items_new = items_new + $2, items_updated = items_updated + $3
         FROM unit WHERE id = unit.run_id",
        target.unit,
        changes.new,
        changes.updated
    )
    .execute(&mut *connection)
    .await?;
    Ok(())
}

/// Remembers when the newest item of the account's list was posted. It may be stored under another account: a post of several
/// authors is listed by each of them. A date to come is no date.
async fn note_newest(
    connection: &mut PgConnection,
    account: i64,
    observations: &[Observation],
    observed_at: DateTime<Utc>,
) -> Result<(), ApiError> {
    let newest = observations
        .iter()
        .filter_map(|observation| DateTime::from_timestamp(observation.posted_at?, 0))
        .filter(|posted| *posted <= observed_at)
        .max();
    if let Some(newest) = newest {
        sqlx::query!(
            "UPDATE platform_accounts SET quiet_since = $2
             WHERE id = $1 AND (quiet_since IS NULL OR quiet_since < $2)",
            account,
            newest
        )
        .execute(connection)
        .await?;
    }
    Ok(())
}

/// Notes which older items gain views as if they were young, and which do no longer.
async fn arm(
    connection: &mut PgConnection,
    target: &Target,
    account: i64,
    observations: &[Observation],
    observed_at: DateTime<Utc>,
) -> Result<(), ApiError> {
    let columns = Columns::of(observations);
    sqlx::query_file!(
        "src/store/arm.sql",
        target.platform.code(),
        account,
        observed_at,
        &columns.external_id,
        &columns.views as &[Option<i64>],
        &columns.rounded,
        &columns.views_source as &[Option<String>]
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Connects every group's row of a video with its item, not only at the end of its reading: a deletion in between takes what
/// nobody tracks. Where a short link leads is known at the end.
async fn link(connection: &mut PgConnection, video: i64) -> Result<(), ApiError> {
    sqlx::query!(
        "UPDATE tracked_videos v SET post_id = p.id
         FROM tracked_videos asked JOIN posts p ON p.platform = 'tiktok' AND p.external_id = asked.video_id
         WHERE asked.id = $1 AND v.video_id = asked.video_id AND v.post_id IS DISTINCT FROM p.id",
        video
    )
    .execute(connection)
    .await?;
    Ok(())
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Changes {
    new: i64,
    updated: i64,
}

/// Inserts and updates items and appends to their history, leaving unchanged rows untouched: an update of nothing
/// would still write a row, its indexes and the log. An item keeps the account it was first seen under, because a post
/// of several authors is listed by each of them.
async fn upsert(
    connection: &mut PgConnection,
    target: &Target,
    account: i64,
    observations: &[Observation],
    observed_at: DateTime<Utc>,
) -> Result<Changes, ApiError> {
    let columns = Columns::of(observations);
    let minute = observed_at
        .with_second(0)
        .and_then(|time| time.with_nanosecond(0))
        .unwrap_or(observed_at);
    let row = sqlx::query_file!(
        "src/store/upsert_page.sql",
        target.platform.code(),
        account,
        observed_at,
        &columns.external_id,
        &columns.shortcode as &[Option<String>],
        &columns.url as &[Option<String>],
        &columns.caption as &[Option<String>],
        &columns.media_kind as &[Option<String>],
        &columns.pinned,
        &columns.posted_at as &[Option<DateTime<Utc>>],
        &columns.views as &[Option<i64>],
        &columns.likes as &[Option<i64>],
        &columns.comments as &[Option<i64>],
        &columns.shares as &[Option<i64>],
        &columns.saves as &[Option<i64>],
        &columns.views_source as &[Option<String>],
        &columns.rounded,
        minute
    )
    .fetch_one(connection)
    .await?;
    Ok(Changes {
        new: row.new,
        updated: row.updated,
    })
}
