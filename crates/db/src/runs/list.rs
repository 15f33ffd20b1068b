//! All runs with their results, for admins: the totals are over the units of all groups.

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::Platform;
use sqlx::PgConnection;
use uuid::Uuid;

use super::failed;
use crate::codes;
use crate::sessions::class::SessionClass;

#[derive(Clone, Debug)]
pub struct RunRow {
    pub id: Uuid,
    pub platform: Platform,
    /// Code of the reason why it was opened.
    pub trigger: String,
    /// When it was requested or due.
    pub opened_at: DateTime<Utc>,
    /// When a scraper first took its lease.
    pub taken_at: Option<DateTime<Utc>>,
    /// Whether a scraper has taken its lease.
    pub taken: bool,
    /// `None` while it is open.
    pub ended_at: Option<DateTime<Utc>>,
    /// Code of its end: completed by its scraper, or closed by the control plane.
    pub end_reason: Option<String>,
    /// The control plane's reason for closing it.
    pub closing_reason: String,
    /// The run whose failed units it retries.
    pub retry_of: Option<Uuid>,
    /// Number of accounts and single videos.
    pub units: i32,
    /// Units with an outcome.
    pub done: i32,
    /// Failed units; once it has ended, also the units that it did not reach.
    pub failed: i32,
    /// Failed units that wait for an admin's decision.
    pub undecided: i32,
    /// Items seen for the first time.
    pub items_new: i64,
    /// Items with new numbers.
    pub items_updated: i64,
    /// Requests to the platform.
    pub requests: i64,
    /// Bytes of the platform's responses.
    pub bytes: i64,
    /// Whether its requests used sessions; `None` while unknown.
    pub session_class: Option<SessionClass>,
    /// The name of its scraper pool.
    pub scraper_pool: Option<String>,
}

/// A filter of runs; a field that is `None` does not restrict.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunFilter {
    pub platform: Option<Platform>,
    /// Code of the reason why they were opened.
    pub trigger: Option<&'static str>,
    /// Whether they have ended.
    pub ended: Option<bool>,
    /// Whether a scraper has taken the lease.
    pub taken: Option<bool>,
    /// Whether any of their units failed.
    pub failed: Option<bool>,
    /// Earliest opening time.
    pub from: Option<DateTime<Utc>>,
    /// End of the opening times, exclusive.
    pub to: Option<DateTime<Utc>>,
}

pub async fn count(connection: &mut PgConnection, filter: &RunFilter) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT count(*) AS "count!" FROM run_sums
           WHERE ($1::text IS NULL OR platform = $1) AND ($2::text IS NULL OR trigger = $2)
             AND ($3::boolean IS NULL OR (ended_at IS NOT NULL) = $3) AND ($4::boolean IS NULL OR taken = $4)
             AND ($5::boolean IS NULL OR (failed > 0) = $5)
             AND ($6::timestamptz IS NULL OR opened_at >= $6) AND ($7::timestamptz IS NULL OR opened_at < $7)"#,
        filter.platform.map(Platform::code),
        filter.trigger,
        filter.ended,
        filter.taken,
        filter.failed,
        filter.from,
        filter.to
    )
    .fetch_one(connection)
    .await
}

/// Returns `take` runs after the newest `skip`.
pub async fn page(
    connection: &mut PgConnection,
    filter: &RunFilter,
    skip: i64,
    take: i64,
) -> Result<Vec<RunRow>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT id AS "id!", platform AS "platform!", trigger AS "trigger!", opened_at AS "opened_at!", taken_at,
                  taken AS "taken!", ended_at, end_reason, closing_reason AS "closing_reason!", retry_of, units AS "units!",
                  done AS "done!", failed AS "failed!", items_new AS "items_new!", items_updated AS "items_updated!",
                  requests AS "requests!", bytes AS "bytes!", session_class, scraper_pool,
                  (SELECT count(*)::int FROM run_units u
                   WHERE u.run_id = run_sums.id AND u.outcome = ANY ($10)) AS "undecided!"
           FROM run_sums
           WHERE ($1::text IS NULL OR platform = $1) AND ($2::text IS NULL OR trigger = $2)
             AND ($3::boolean IS NULL OR (ended_at IS NOT NULL) = $3) AND ($4::boolean IS NULL OR taken = $4)
             AND ($5::boolean IS NULL OR (failed > 0) = $5)
             AND ($6::timestamptz IS NULL OR opened_at >= $6) AND ($7::timestamptz IS NULL OR opened_at < $7)
           ORDER BY opened_at DESC, id OFFSET $8 LIMIT $9"#,
        filter.platform.map(Platform::code),
        filter.trigger,
        filter.ended,
        filter.taken,
        filter.failed,
        filter.from,
        filter.to,
        skip,
        take,
        &failed::undecided()
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| RunRow {
            id: row.id,
            platform: codes::platform(&row.platform),
            trigger: row.trigger,
            opened_at: row.opened_at,
            taken_at: row.taken_at,
            taken: row.taken,
            ended_at: row.ended_at,
            end_reason: row.end_reason,
            closing_reason: row.closing_reason,
            retry_of: row.retry_of,
            units: row.units,
            done: row.done,
            failed: row.failed,
            undecided: row.undecided,
            items_new: row.items_new,
            items_updated: row.items_updated,
            requests: row.requests,
            bytes: row.bytes,
            session_class: row.session_class.as_deref().and_then(SessionClass::of_code),
            scraper_pool: row.scraper_pool,
        })
        .collect())
}
