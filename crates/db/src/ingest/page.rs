//! Ingests a page of observations: one statement for the items and their history.

use std::collections::HashSet;
use std::time::Duration;

use chrono::{DateTime, Datelike as _, Timelike as _, Utc};
use clipmeter_proto::v1::{Observation, PageReport, Profile};
use sqlx::PgConnection;

use super::columns::{self, Columns};
use super::report::Target;
use super::{accounts, crawl_checkpoints, removal, single_video};
use crate::DbError;
use crate::erasure::erased;
use crate::runs::RunStore;
use crate::secrets::Secrets;
use crate::tracking::identity;

/// Maximum of observations in one message; the platforms list at most a few dozen items on a page.
const MAX_OBSERVATIONS: usize = 1_000;

/// Maximum length of an item's id. The platforms' have up to 20 digits.
const MAX_ID_LENGTH: usize = 64;

/// Maximum age of an observation: a scraper that could not deliver for this long has lost its run.
const OLDEST_OBSERVATION: Duration = Duration::from_hours(31 * 24);

impl RunStore {
    /// Returns the time of an observation, checked against the API's clock: a future time becomes now, one
    /// too long ago is rejected.
    pub fn observed_at(&self, field: &str, seconds: i64) -> Result<DateTime<Utc>, DbError> {
        let now = self.clock.now();
        DateTime::from_timestamp(seconds, 0)
            .map(|time| time.min(now))
            .filter(|time| *time >= now - OLDEST_OBSERVATION)
            .ok_or_else(|| DbError::invalid(format!("{field}: too long ago; set the scraper's clock")))
    }

    /// Ensures that the history has a partition for the month of `at`.
    pub(crate) async fn ensure_month(&self, at: DateTime<Utc>) -> Result<(), DbError> {
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

/// Rejects an implausible page before anything is stored.
pub(crate) fn check(page: &PageReport) -> Result<(), DbError> {
    if page.observations.len() > MAX_OBSERVATIONS {
        return Err(DbError::invalid(format!(
            "a page has at most {MAX_OBSERVATIONS} observations; send several"
        )));
    }
    for observation in &page.observations {
        let id = &observation.external_id;
        if id.is_empty() || id.len() > MAX_ID_LENGTH || !id.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(DbError::invalid(
                "an observation needs the platform's id of the item",
            ));
        }
    }
    Ok(())
}

/// Stores a page and counts new and changed items. Stores nothing about erased accounts.
///
/// A run changes only its own batch: the posts that are stored under its account, or its single video. A post
/// that is stored under another account is linked to this one and not changed. ADR 0040.
pub(crate) async fn store(
    connection: &mut PgConnection,
    secrets: &Secrets,
    target: &Target,
    page: &PageReport,
    observed_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    if let Some(video) = target.video.filter(|_| target.account.is_none()) {
        return single_video::store(connection, secrets, target, video, page, (observed_at, now)).await;
    }
    let Some(account) = listed_by(connection, secrets, target, page, now).await? else {
        return Ok(());
    };
    // Posts with several authors count too, because this is about the list. Future dates do not count.
    let dates = page.observations.iter();
    let newest = dates
        .filter_map(|observation| columns::posted_at(observation, now))
        .filter(|posted| *posted <= observed_at)
        .max();
    let of_others = link(connection, target, account, page).await?;
    let own = page
        .observations
        .iter()
        .filter(|observation| !of_others.contains(&observation.external_id));
    let columns = Columns::of(own, target.platform, now);
    put(connection, target, account, &columns, observed_at, newest).await?;
    if let Some(checkpoint) = page.checkpoint.as_ref().filter(|_| target.may_crawl_to_end()) {
        crawl_checkpoints::save(connection, account, checkpoint, now).await?;
    }
    Ok(())
}

/// Stores items under an account.
pub(crate) async fn put(
    connection: &mut PgConnection,
    target: &Target,
    account: i64,
    columns: &Columns,
    observed_at: DateTime<Utc>,
    newest: Option<DateTime<Utc>>,
) -> Result<(), DbError> {
    let back = compare(connection, target, account, columns, observed_at, newest).await?;
    upsert(connection, target, account, columns, observed_at).await?;
    if !back.is_empty() {
        removal::restore(connection, &back, observed_at).await?;
    }
    Ok(())
}

/// Returns the account whose list the page shows; `None` if nothing of the page may be stored.
async fn listed_by(
    connection: &mut PgConnection,
    secrets: &Secrets,
    target: &Target,
    page: &PageReport,
    now: DateTime<Utc>,
) -> Result<Option<i64>, DbError> {
    let Some(account) = target.account else {
        return Ok(None);
    };
    let (platform, profile) = (target.platform, page.profile.as_ref());
    let is_doubted = match one_other_author(profile, &page.observations) {
        Some(author) => identity::is_another(connection, account, platform, author).await?,
        None => lacks_identity(profile) && identity::is_doubted(connection, account).await?,
    };
    if is_doubted {
        return Ok(None);
    }
    let erased = erased::digests(secrets, platform, profile, "")?;
    Ok(
        match accounts::identify(connection, account, platform, profile, &erased, now).await? {
            accounts::Identity::Same(account) => Some(account),
            // The numbers belong to another account.
            accounts::Identity::Changed | accounts::Identity::Missing => None,
        },
    )
}

/// Links to the account those of the items that are stored under another account, and returns their ids.
async fn link(
    connection: &mut PgConnection,
    target: &Target,
    account: i64,
    page: &PageReport,
) -> Result<HashSet<String>, DbError> {
    let ids: Vec<String> = page
        .observations
        .iter()
        .map(|observation| observation.external_id.clone())
        .collect();
    let of_others = sqlx::query_scalar!(
        r#"SELECT link_listed_posts($1, $2, $3) AS "id!""#,
        account,
        target.platform.code(),
        &ids
    )
    .fetch_all(connection)
    .await?;
    Ok(of_others.into_iter().collect())
}

/// Whether a page does not identify its account.
fn lacks_identity(profile: Option<&Profile>) -> bool {
    profile.is_none_or(|profile| profile.platform_id.is_empty())
}

/// Returns the author of a list in which every item has the same author, who is not the profile's. A single
/// item may be a joint post of the account and its author.
fn one_other_author<'a>(profile: Option<&Profile>, observations: &'a [Observation]) -> Option<&'a str> {
    let name = profile.map_or("", |profile| profile.username.as_str());
    let [first, second, others @ ..] = observations else {
        return None;
    };
    let author = first.author_username.as_str();
    let is_by_author = |one: &Observation| one.author_username.eq_ignore_ascii_case(author);
    let is_other = !name.is_empty()
        && !author.is_empty()
        && !author.eq_ignore_ascii_case(name)
        && is_by_author(second)
        && others.iter().all(is_by_author);
    is_other.then_some(author)
}

/// Compares stored items with a page: records when the newest item of an account's list was posted, and which
/// older items gain views as if they were young. Returns the ids of those that were missing or removed
/// before.
async fn compare(
    connection: &mut PgConnection,
    target: &Target,
    account: i64,
    columns: &Columns,
    observed_at: DateTime<Utc>,
    newest: Option<DateTime<Utc>>,
) -> Result<Vec<i64>, DbError> {
    Ok(sqlx::query_file_scalar!(
        "src/ingest/compare_page.sql",
        target.platform.code(),
        target.account.map(|_| account),
        observed_at,
        &columns.external_id,
        &columns.views as &[Option<i64>],
        &columns.rounded,
        &columns.views_source as &[Option<String>],
        newest,
        account
    )
    .fetch_all(connection)
    .await?)
}

/// Inserts and updates items, appends to their history, and counts both for the unit and its run. Unchanged
/// rows are not written: a no-op update would still write the row, its indexes and the WAL. Items that are
/// stored under another account stay unchanged.
async fn upsert(
    connection: &mut PgConnection,
    target: &Target,
    account: i64,
    columns: &Columns,
    observed_at: DateTime<Utc>,
) -> Result<(), DbError> {
    let minute = observed_at
        .with_second(0)
        .and_then(|time| time.with_nanosecond(0))
        .unwrap_or(observed_at);
    sqlx::query_file!(
        "src/ingest/upsert_page.sql",
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
        target.unit,
        &columns.caption_cut
    )
    .execute(connection)
    .await?;
    Ok(())
}
