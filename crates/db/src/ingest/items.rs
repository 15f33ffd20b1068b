//! Stores items with their history, and loads those of accounts for crawls of their lists.

use std::collections::HashMap;

use chrono::{DateTime, Timelike as _, Utc};
use clipmeter_scheduler::Item;
use sqlx::PgConnection;

use super::columns::Columns;
use super::removal;
use super::report::UnitTarget;
use crate::DbError;

/// Maximum number of known ids sent for an account's crawl: 8 kB each, so that the 200 units of the largest run fit
/// into a message.
const MAX_KNOWN_IDS: i64 = 1_000;

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
        MAX_KNOWN_IDS
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

/// Stores items under an account.
pub(crate) async fn put(
    connection: &mut PgConnection,
    target: &UnitTarget,
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

/// Compares stored items with a page: records when the newest item of an account's list was posted, and which
/// older items gain views as if they were young. Returns the ids of those that were missing or removed
/// before.
async fn compare(
    connection: &mut PgConnection,
    target: &UnitTarget,
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
    target: &UnitTarget,
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
