//! Ingesting a page of observations: one statement for the items and their history.

use chrono::{DateTime, Datelike as _, Timelike as _, Utc};
use clipmeter_proto::v1::PageReport;
use sqlx::PgConnection;
use std::time::Duration;

use super::columns::Columns;
use super::report::Target;
use super::runs::RunStore;
use super::{accounts, erased, gone, walk_marks};
use crate::{ApiError, Secrets};

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
            .fetch_one(self.pool.statement())
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

/// Stores a page and counts what was new and what changed. Of whom was erased nothing is stored.
pub(super) async fn store(
    connection: &mut PgConnection,
    secrets: &Secrets,
    target: &Target,
    page: &PageReport,
    observed_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<(), ApiError> {
    let Some(account) = owner(connection, secrets, target, page, now).await? else {
        return Ok(());
    };
    let columns = Columns::of(&page.observations);
    let back = compare(connection, target, account, &columns, observed_at).await?;
    upsert(connection, target, account, &columns, observed_at).await?;
    if !back.is_empty() {
        gone::back(connection, &back, observed_at).await?;
    }
    if let Some(mark) = page.mark.as_ref().filter(|_| target.may_go_to_the_end()) {
        walk_marks::keep(connection, account, mark, now).await?;
    }
    if let Some(video) = target.video {
        link(connection, video).await?;
    }
    Ok(())
}

/// The account that a page's new items are of. None: nothing of it is to be stored.
async fn owner(
    connection: &mut PgConnection,
    secrets: &Secrets,
    target: &Target,
    page: &PageReport,
    now: DateTime<Utc>,
) -> Result<Option<i64>, ApiError> {
    let (platform, profile) = (target.platform, page.profile.as_ref());
    if let Some(account) = target.account {
        let erased = erased::digests(secrets, platform, profile, "")?;
        return Ok(
            match accounts::identify(connection, account, platform, profile, &erased).await? {
                accounts::Identity::Same(account) => Some(account),
                // The numbers are somebody else's.
                accounts::Identity::Changed | accounts::Identity::Nobody => None,
            },
        );
    }
    let Some(first) = page.observations.first().filter(|_| target.video.is_some()) else {
        return Ok(None);
    };
    let author = first.author_username.as_str();
    if erased::is_erased(connection, secrets, platform, profile, author).await? {
        return Ok(None);
    }
    let author = accounts::author(connection, platform, profile, author, now).await?;
    Ok(Some(author))
}

/// Compares what is stored with what a page shows: notes when the newest item of an account's list was posted, and which older
/// ones gain views as if they were young. Returns the ids of those that were missed or gone before.
async fn compare(
    connection: &mut PgConnection,
    target: &Target,
    account: i64,
    columns: &Columns,
    observed_at: DateTime<Utc>,
) -> Result<Vec<i64>, ApiError> {
    // It may be stored under another account: a post of several authors is listed by each of them. A date to come is no date.
    let newest = columns
        .posted_at
        .iter()
        .flatten()
        .filter(|posted| **posted <= observed_at)
        .max();
    Ok(sqlx::query_file_scalar!(
        "src/store/compare_page.sql",
        target.platform.code(),
        target.account.map(|_| account),
        observed_at,
        &columns.external_id,
        &columns.views as &[Option<i64>],
        &columns.rounded,
        &columns.views_source as &[Option<String>],
        newest.copied()
    )
    .fetch_all(connection)
    .await?)
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

/// Inserts and updates items, appends to their history and counts both for the unit and its run. Unchanged rows stay untouched:
/// an update of nothing would still write a row, its indexes and the log. An item keeps the account it was first seen under, because
/// a post of several authors is listed by each of them.
async fn upsert(
    connection: &mut PgConnection,
    target: &Target,
    account: i64,
    columns: &Columns,
    observed_at: DateTime<Utc>,
) -> Result<(), ApiError> {
    let minute = observed_at
        .with_second(0)
        .and_then(|time| time.with_nanosecond(0))
        .unwrap_or(observed_at);
    sqlx::query_file!(
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
        minute,
        target.unit
    )
    .execute(connection)
    .await?;
    Ok(())
}
