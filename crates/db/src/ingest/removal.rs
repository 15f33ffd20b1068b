//! Removal detection: items that the platform no longer shows. They keep their numbers and their history.
//!
//! A list that omits an item proves little: platforms hide items from a session, or for an hour. An item is
//! therefore removed only when it was missing twice and the second observation is independent of the first.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::{MissingItem, MissingSource, Outcome, Platform};
use sqlx::PgConnection;
use uuid::Uuid;

use super::missing_observation::MissingObservation;
use super::report::UnitTarget;
use crate::DbError;

/// Reads in a row that must report a single video as unavailable before it is removed: as many as the
/// schedule requires before it reads the video rarely.
const DENIALS: i32 = 2;

/// A stored item that was missing.
struct StoredItem {
    id: i64,
    earlier: Option<MissingObservation>,
}

/// Records which of an account's items were missing, and marks those that are thereby confirmed as removed.
pub(crate) async fn record(
    connection: &mut PgConnection,
    account: i64,
    target: &UnitTarget,
    missing: &[MissingItem],
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let ids = |source: MissingSource| -> Vec<String> {
        let of = missing.iter().filter(|one| one.source() == source);
        of.map(|one| one.id.to_string()).collect()
    };
    let (hidden, denied, unlisted) = (
        ids(MissingSource::Private),
        ids(MissingSource::Item),
        ids(MissingSource::List),
    );
    if hidden.is_empty() && denied.is_empty() && unlisted.is_empty() {
        return Ok(());
    }
    if !unlisted.is_empty() {
        sqlx::query!(
            "SELECT note_missing_links($1, $2, $3)",
            account,
            target.platform.code(),
            &unlisted
        )
        .fetch_one(&mut *connection)
        .await?;
    }
    let (run, session) = reader(connection, target.unit).await?;
    let observation = |is_of_its_page| MissingObservation {
        at: now,
        run,
        session,
        is_of_its_page,
    };
    let hidden: Vec<i64> = ids_of(stored_items(connection, account, target.platform, &hidden).await?);
    mark_unavailable(connection, &hidden, "private", now).await?;
    // An item whose own page denies it is missing from the list too; the page is the stronger evidence.
    for (ids, is_of_its_page) in [(denied, true), (unlisted, false)] {
        let observation = observation(is_of_its_page);
        let stored = stored_items(connection, account, target.platform, &ids).await?;
        let (removed, suspected): (Vec<StoredItem>, Vec<StoredItem>) = stored
            .into_iter()
            .partition(|item| item.earlier.is_some_and(|earlier| observation.confirms(&earlier)));
        mark_unavailable(connection, &ids_of(removed), "removed", now).await?;
        suspect(connection, account, &ids_of(suspected), observation).await?;
    }
    Ok(())
}

/// Returns the suspected removals of each account, by the platform's ids, longest ago first.
pub(crate) async fn suspected(
    connection: &mut PgConnection,
    accounts: &[i64],
) -> Result<HashMap<i64, Vec<u64>>, DbError> {
    let rows = sqlx::query!(
        "SELECT m.account_id, p.external_id FROM suspected_removals m JOIN posts p ON p.id = m.post_id
         WHERE m.account_id = ANY ($1) ORDER BY m.missing_since, m.post_id",
        accounts
    )
    .fetch_all(connection)
    .await?;
    let mut suspected: HashMap<i64, Vec<u64>> = HashMap::new();
    for row in rows {
        if let Ok(id) = row.external_id.parse() {
            suspected.entry(row.account_id).or_default().push(id);
        }
    }
    Ok(suspected)
}

/// Restores items that were missing or removed before and that a page of `observed_at` shows. They are rare,
/// and a no-op update would still run the triggers of posts.
pub(crate) async fn restore(
    connection: &mut PgConnection,
    posts: &[i64],
    observed_at: DateTime<Utc>,
) -> Result<(), DbError> {
    clear_suspicions(connection, posts).await?;
    sqlx::query!(
        "UPDATE posts SET availability = 'public', unavailable_since = NULL
         WHERE id = ANY ($1) AND unavailable_since <= $2",
        posts,
        observed_at
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Applies the outcome of a single video, by `tracked_videos.id`, to its item. The outcome is already stored
/// in the groups' rows.
pub(crate) async fn record_video(
    connection: &mut PgConnection,
    video: i64,
    outcome: Outcome,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let (availability, denials) = match outcome {
        Outcome::Private => ("private", 0),
        Outcome::NotFound => ("removed", DENIALS),
        _ => return Ok(()),
    };
    let posts = sqlx::query_scalar!(
        r#"SELECT post_id AS "id!" FROM tracked_videos
           WHERE id = $1 AND post_id IS NOT NULL AND consecutive_failures >= $2"#,
        video,
        denials
    )
    .fetch_all(&mut *connection)
    .await?;
    mark_unavailable(connection, &posts, availability, now).await
}

/// Returns the run of a unit, and the session that it uses.
async fn reader(connection: &mut PgConnection, unit: i64) -> Result<(Uuid, Option<i64>), DbError> {
    let row = sqlx::query!(
        r#"SELECT u.run_id, s.id AS "session?" FROM run_units u LEFT JOIN sessions s ON s.leased_run_id = u.run_id
           WHERE u.id = $1"#,
        unit
    )
    .fetch_one(connection)
    .await?;
    Ok((row.run_id, row.session))
}

/// Returns the account's items with these ids that are not already removed.
async fn stored_items(
    connection: &mut PgConnection,
    account: i64,
    platform: Platform,
    ids: &[String],
) -> Result<Vec<StoredItem>, DbError> {
    let rows = sqlx::query!(
        r#"SELECT p.id, m.missing_since AS "missing_since?", m.run_id AS "run?", m.session_id,
                  m.of_its_page AS "of_its_page?"
           FROM posts p LEFT JOIN suspected_removals m ON m.post_id = p.id
           WHERE p.platform = $1 AND p.external_id = ANY ($2) AND p.account_id = $3 AND p.availability <> 'removed'
           ORDER BY p.id"#,
        platform.code(),
        ids,
        account
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| StoredItem {
            id: row.id,
            earlier: match (row.missing_since, row.run, row.of_its_page) {
                (Some(at), Some(run), Some(is_of_its_page)) => Some(MissingObservation {
                    at,
                    run,
                    session: row.session_id,
                    is_of_its_page,
                }),
                _ => None,
            },
        })
        .collect())
}

fn ids_of(items: Vec<StoredItem>) -> Vec<i64> {
    items.into_iter().map(|item| item.id).collect()
}

/// Marks items unavailable from now on, if not already.
async fn mark_unavailable(
    connection: &mut PgConnection,
    posts: &[i64],
    availability: &str,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    if posts.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "UPDATE posts SET availability = $2, unavailable_since = $3 WHERE id = ANY ($1) AND availability <> $2",
        posts,
        availability,
        now
    )
    .execute(&mut *connection)
    .await?;
    clear_suspicions(connection, posts).await
}

/// Stores the first missing observation of each item: the required interval starts there.
async fn suspect(
    connection: &mut PgConnection,
    account: i64,
    posts: &[i64],
    observation: MissingObservation,
) -> Result<(), DbError> {
    sqlx::query!(
        "INSERT INTO suspected_removals (post_id, account_id, missing_since, run_id, session_id, of_its_page)
         SELECT post_id, $2, $3, $4, $5, $6 FROM unnest($1::bigint[]) AS p (post_id)
         ON CONFLICT (post_id) DO NOTHING",
        posts,
        account,
        observation.at,
        observation.run,
        observation.session,
        observation.is_of_its_page
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn clear_suspicions(connection: &mut PgConnection, posts: &[i64]) -> Result<(), DbError> {
    sqlx::query!("DELETE FROM suspected_removals WHERE post_id = ANY ($1)", posts)
        .execute(connection)
        .await?;
    Ok(())
}
