//! Ingesting a page of observations: one statement for the items and their history.

use chrono::{DateTime, Datelike as _, Timelike as _, Utc};
use clipmeter_proto::v1::{MediaKind, Observation, PageReport, Precision};
use sqlx::PgConnection;
use std::time::Duration;

use super::report::Target;
use super::runs::RunStore;
use super::{accounts, notices};
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
    let changes = upsert(connection, target, account, &page.observations, observed_at).await?;
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
    notices::content_changed(connection, target.platform).await?;
    notices::account_changed(connection, account).await
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
    let row = sqlx::query!(
        r#"
        WITH input AS (
            -- An item listed twice (pinned, and again by date) counts as last listed.
            SELECT DISTINCT ON (external_id) *
            FROM unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bool[],
                        $10::timestamptz[], $11::bigint[], $12::bigint[], $13::bigint[], $14::bigint[],
                        $15::bigint[], $16::text[], $17::bool[])
                 WITH ORDINALITY AS o (external_id, shortcode, url, caption, media_kind, pinned, posted_at, views,
                                       likes, comments, shares, saves, views_source, rounded, n)
            ORDER BY external_id, n DESC
        ), upserted AS (
            INSERT INTO posts AS p (platform, external_id, account_id, shortcode, url, caption, media_kind, pinned,
                                    posted_at, views, likes, comments, shares, saves, views_source, precision,
                                    first_seen_at, updated_at)
            SELECT $1, external_id, $2, shortcode, coalesce(url, ''), coalesce(caption, ''), media_kind, pinned,
                   posted_at, views, likes, comments, shares, saves, views_source,
                   CASE WHEN rounded THEN 'rounded' ELSE 'exact' END, $3, $3
            FROM input
            ORDER BY external_id
            ON CONFLICT (platform, external_id) DO UPDATE SET
                shortcode = coalesce(excluded.shortcode, p.shortcode),
                url = coalesce(nullif(excluded.url, ''), p.url),
                caption = coalesce(nullif(excluded.caption, ''), p.caption),
                media_kind = coalesce(excluded.media_kind, p.media_kind),
                pinned = excluded.pinned,
                posted_at = coalesce(excluded.posted_at, p.posted_at),
                views = merged_count(p.views, excluded.views, excluded.precision = 'rounded'),
                likes = merged_count(p.likes, excluded.likes, excluded.precision = 'rounded'),
                comments = merged_count(p.comments, excluded.comments, excluded.precision = 'rounded'),
                shares = merged_count(p.shares, excluded.shares, excluded.precision = 'rounded'),
                saves = merged_count(p.saves, excluded.saves, excluded.precision = 'rounded'),
                views_source = CASE
                    WHEN excluded.views = merged_count(p.views, excluded.views, excluded.precision = 'rounded')
                    THEN excluded.views_source ELSE p.views_source END,
                precision = excluded.precision,
                updated_at = excluded.updated_at
            WHERE excluded.updated_at >= p.updated_at
              AND (coalesce(excluded.shortcode, p.shortcode),
                   coalesce(nullif(excluded.url, ''), p.url),
                   coalesce(nullif(excluded.caption, ''), p.caption),
                   coalesce(excluded.media_kind, p.media_kind),
                   excluded.pinned,
                   coalesce(excluded.posted_at, p.posted_at),
                   merged_count(p.views, excluded.views, excluded.precision = 'rounded'),
                   merged_count(p.likes, excluded.likes, excluded.precision = 'rounded'),
                   merged_count(p.comments, excluded.comments, excluded.precision = 'rounded'),
                   merged_count(p.shares, excluded.shares, excluded.precision = 'rounded'),
                   merged_count(p.saves, excluded.saves, excluded.precision = 'rounded'))
                  IS DISTINCT FROM
                  (p.shortcode, p.url, p.caption, p.media_kind, p.pinned, p.posted_at, p.views, p.likes, p.comments,
                   p.shares, p.saves)
            RETURNING new.id, old.id IS NULL AS is_new,
                      (new.views, new.likes, new.comments, new.shares, new.saves)
                          IS DISTINCT FROM (old.views, old.likes, old.comments, old.shares, old.saves) AS counted,
                      new.views, new.likes, new.comments, new.shares, new.saves, new.views_source
        ), history AS (
            INSERT INTO post_metrics AS m (post_id, observed_at, views, likes, comments, shares, saves, views_source)
            SELECT id, $18, views, likes, comments, shares, saves, views_source
            FROM upserted
            WHERE is_new OR counted
            ON CONFLICT (post_id, observed_at) DO UPDATE SET
                views = excluded.views, likes = excluded.likes, comments = excluded.comments,
                shares = excluded.shares, saves = excluded.saves, views_source = excluded.views_source
        )
        SELECT count(*) FILTER (WHERE is_new) AS "new!",
               count(*) FILTER (WHERE counted AND NOT is_new) AS "updated!"
        FROM upserted
        "#,
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

/// Observations as a statement takes them: one array per column.
#[derive(Default)]
struct Columns {
    external_id: Vec<String>,
    shortcode: Vec<Option<String>>,
    url: Vec<Option<String>>,
    caption: Vec<Option<String>>,
    media_kind: Vec<Option<String>>,
    pinned: Vec<bool>,
    posted_at: Vec<Option<DateTime<Utc>>>,
    views: Vec<Option<i64>>,
    likes: Vec<Option<i64>>,
    comments: Vec<Option<i64>>,
    shares: Vec<Option<i64>>,
    saves: Vec<Option<i64>>,
    views_source: Vec<Option<String>>,
    rounded: Vec<bool>,
}

impl Columns {
    fn of(observations: &[Observation]) -> Self {
        let mut columns = Self::default();
        for observation in observations {
            columns.external_id.push(observation.external_id.clone());
            columns.shortcode.push(text(&observation.shortcode));
            columns.url.push(text(&observation.url));
            columns.caption.push(text(&observation.caption));
            columns
                .media_kind
                .push(media_kind(observation.media_kind()).map(str::to_owned));
            columns.pinned.push(observation.pinned);
            columns.posted_at.push(
                observation
                    .posted_at
                    .and_then(|seconds| DateTime::from_timestamp(seconds, 0)),
            );
            columns.views.push(count(observation.views));
            columns.likes.push(count(observation.likes));
            columns.comments.push(count(observation.comments));
            columns.shares.push(count(observation.shares));
            columns.saves.push(count(observation.saves));
            columns.views_source.push(text(&observation.views_source));
            columns
                .rounded
                .push(observation.precision() == Precision::Rounded);
        }
        columns
    }
}

/// A text as Postgres takes it: it has no NUL. An empty one says nothing.
pub(super) fn text(text: &str) -> Option<String> {
    let text = text.replace('\0', "");
    (!text.is_empty()).then_some(text)
}

/// Below zero is a platform's way of hiding a count.
pub(super) fn count(count: Option<i64>) -> Option<i64> {
    count.filter(|count| *count >= 0)
}

fn media_kind(kind: MediaKind) -> Option<&'static str> {
    match kind {
        MediaKind::Unspecified => None,
        MediaKind::Video => Some("video"),
        MediaKind::Image => Some("image"),
        MediaKind::Carousel => Some("carousel"),
    }
}
