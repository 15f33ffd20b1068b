//! Stores items with their history, and loads those of accounts for crawls of their lists.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Timelike as _, Utc};
use clipmeter_proto::v1::Observation;
use clipmeter_scheduler::Item;
use sqlx::PgConnection;

use super::columns::Columns;
use super::removal;
use super::report::UnitTarget;
use crate::DbError;
use crate::erasure::mentions;
use crate::secrets::Secrets;

/// Maximum number of known ids sent for an account's crawl: 8 kB each, so that the 200 units of the largest run fit
/// into a message.
pub(crate) const MAX_KNOWN_IDS: u16 = 1_000;

/// Returns the newest stored items of each account that are not removed, newest first. Skips items with a
/// non-numeric id, which no list of the platforms contains.
pub(crate) async fn newest(
    connection: &mut PgConnection,
    accounts: &[i64],
) -> Result<HashMap<i64, Vec<Item>>, DbError> {
    let rows = sqlx::query!(
        r#"SELECT a.id AS "account!", p.external_id AS "external_id!", p.posted_at,
                  EXISTS (SELECT FROM boosted_posts r WHERE r.post_id = p.id) AS "boosted!"
           FROM unnest($1::bigint[]) AS a (id)
           CROSS JOIN LATERAL (
               SELECT p.id, p.external_id, p.posted_at, p.sort_at FROM posts p
               WHERE p.account_id = a.id AND p.availability <> 'removed' ORDER BY p.sort_at DESC, p.id DESC LIMIT $2
           ) p
           ORDER BY a.id, p.sort_at DESC, p.id DESC"#,
        accounts,
        i64::from(MAX_KNOWN_IDS)
    )
    .fetch_all(connection)
    .await?;
    let mut items: HashMap<i64, Vec<Item>> = HashMap::with_capacity(accounts.len());
    for row in rows {
        if let Ok(id) = row.external_id.parse() {
            items.entry(row.account).or_default().push(Item {
                id,
                posted: row.posted_at.map(|time| time.timestamp()),
                boosted: row.boosted,
            });
        }
    }
    Ok(items)
}

/// Returns the items that the lists of these accounts show and that are stored under another account.
pub(crate) async fn linked(
    connection: &mut PgConnection,
    accounts: &[i64],
) -> Result<HashMap<i64, Vec<u64>>, DbError> {
    let rows = sqlx::query!(
        r#"SELECT account_id AS "account!", external_id AS "external_id!" FROM linked_items($1)"#,
        accounts
    )
    .fetch_all(connection)
    .await?;
    let mut items: HashMap<i64, Vec<u64>> = HashMap::new();
    for row in rows {
        if let Ok(id) = row.external_id.parse() {
            items.entry(row.account).or_default().push(id);
        }
    }
    Ok(items)
}

/// A page of observations to store under an account.
pub(crate) struct Page<'p> {
    pub target: &'p UnitTarget,
    pub account: i64,
    /// The account whose first success decides which new items were posted while it was tracked. Differs from `account` for a single
    /// video that is not stored under its author.
    pub author: i64,
    pub observations: &'p [Observation],
    pub observed_at: DateTime<Utc>,
    /// When the newest item of the account's list was posted.
    pub newest: Option<DateTime<Utc>>,
    pub now: DateTime<Utc>,
}

impl Page<'_> {
    fn columns(&self, erased_names: &HashSet<String>, is_included: impl Fn(&str) -> bool) -> Columns {
        let included = self
            .observations
            .iter()
            .filter(|observation| is_included(&observation.external_id));
        Columns::of(included, erased_names, self.target.platform, self.now)
    }
}

/// An item of a page as it was stored before.
struct ComparedItem {
    id: i64,
    external_id: String,
    /// It is stored under the page's account.
    is_own: bool,
    /// It was missing or removed.
    is_back: bool,
    /// The page does not change it.
    is_unchanged: bool,
}

/// Stores items under an account. Items of a list that are stored under another account are linked to this one
/// and not changed.
pub(crate) async fn put(
    connection: &mut PgConnection,
    secrets: &Secrets,
    page: &Page<'_>,
) -> Result<(), DbError> {
    let erased = mentions::erased_names(connection, secrets, page.target.platform, page.observations).await?;
    let all = page.columns(&erased, |_| true);
    let mut stored = compare(connection, page, &all).await?;
    let moved = link(connection, page, &stored).await?;
    if !moved.is_empty() {
        stored.retain(|item| !moved.contains(&item.external_id));
        let columns = page.columns(&erased, |id| moved.contains(id));
        stored.extend(compare(connection, page, &columns).await?);
    }
    let skipped: HashSet<&str> = stored
        .iter()
        .filter(|item| item.is_unchanged || !item.is_own)
        .map(|item| item.external_id.as_str())
        .collect();
    let columns = if skipped.is_empty() {
        all
    } else {
        page.columns(&erased, |id| !skipped.contains(id))
    };
    if !columns.is_empty() {
        upsert(connection, page, &columns).await?;
    }
    let back: Vec<i64> = stored
        .iter()
        .filter(|item| item.is_back && item.is_own)
        .map(|item| item.id)
        .collect();
    if !back.is_empty() {
        removal::restore(connection, &back, page.observed_at).await?;
    }
    Ok(())
}

/// Compares stored items with a page: records when the newest item of an account's list was posted, and which
/// older items gain views as if they were young.
async fn compare(
    connection: &mut PgConnection,
    page: &Page<'_>,
    columns: &Columns,
) -> Result<Vec<ComparedItem>, DbError> {
    Ok(sqlx::query_file_as!(
        ComparedItem,
        "src/ingest/compare_page.sql",
        page.target.platform.code(),
        page.target.account.map(|_| page.account),
        page.observed_at,
        page.newest,
        page.account,
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
        &columns.caption_cut
    )
    .fetch_all(connection)
    .await?)
}

/// Links those items of a list that are stored under another account to the page's account, and returns the ids of
/// those that were moved to it.
async fn link(
    connection: &mut PgConnection,
    page: &Page<'_>,
    stored: &[ComparedItem],
) -> Result<HashSet<String>, DbError> {
    let mut of_others: HashSet<String> = stored
        .iter()
        .filter(|item| !item.is_own)
        .map(|item| item.external_id.clone())
        .collect();
    if of_others.is_empty() || page.target.account.is_none() {
        return Ok(HashSet::new());
    }
    let ids: Vec<String> = of_others.iter().cloned().collect();
    let unmoved = sqlx::query_scalar!(
        r#"SELECT link_listed_posts($1, $2, $3) AS "id!""#,
        page.account,
        page.target.platform.code(),
        &ids
    )
    .fetch_all(connection)
    .await?;
    for id in &unmoved {
        of_others.remove(id);
    }
    Ok(of_others)
}

/// Inserts and updates items, appends to their history, and counts both for the unit and its run.
async fn upsert(connection: &mut PgConnection, page: &Page<'_>, columns: &Columns) -> Result<(), DbError> {
    let observed_at = page.observed_at;
    let minute = observed_at
        .with_second(0)
        .and_then(|time| time.with_nanosecond(0))
        .unwrap_or(observed_at);
    sqlx::query_file!(
        "src/ingest/upsert_page.sql",
        page.target.platform.code(),
        page.account,
        observed_at,
        minute,
        page.target.unit,
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
        &columns.caption_cut,
        page.author
    )
    .execute(connection)
    .await?;
    Ok(())
}
