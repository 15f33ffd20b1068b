//! All runs with what they came to, for admins: their sums are over the units of every group.

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::Platform;
use sqlx::PgConnection;
use uuid::Uuid;

use super::{SessionClass, failed, units};

/// A run.
#[derive(Clone, Debug)]
pub struct RunRow {
    /// Its name.
    pub id: Uuid,
    /// The platform it reads.
    pub platform: Platform,
    /// The code of why it was opened.
    pub trigger: String,
    /// When it was asked for or due.
    pub opened_at: DateTime<Utc>,
    /// When its first scraper took it.
    pub taken_at: Option<DateTime<Utc>>,
    /// Whether a scraper has taken it.
    pub taken: bool,
    /// None while it goes on.
    pub ended_at: Option<DateTime<Utc>>,
    /// Whether its scraper ended it, or the control plane for it.
    pub end_reason: Option<String>,
    /// Why the control plane did.
    pub closing_reason: String,
    /// The run whose failures it tries again.
    pub retry_of: Option<Uuid>,
    /// Accounts and single videos.
    pub units: i32,
    /// Those that were read, or failed to be.
    pub done: i32,
    /// Those that failed; once it has ended, also those that it did not get to.
    pub failed: i32,
    /// Those of them that wait for an admin's decision.
    pub undecided: i32,
    /// Items seen for the first time.
    pub items_new: i64,
    /// Items with new numbers.
    pub items_updated: i64,
    /// Requests to the platform.
    pub requests: i64,
    /// Bytes of the answers.
    pub bytes: i64,
    /// What the platform was asked with; None while that is not known.
    pub session_class: Option<SessionClass>,
}

/// Which runs are wanted; what is None does not matter.
#[derive(Clone, Copy, Debug, Default)]
pub struct RunFilter {
    /// The platform they read.
    pub platform: Option<Platform>,
    /// The code of why they were opened.
    pub trigger: Option<&'static str>,
    /// Whether they have ended.
    pub ended: Option<bool>,
    /// Whether a scraper has taken them.
    pub taken: Option<bool>,
    /// Whether anything in them failed.
    pub failed: Option<bool>,
    /// The earliest opening.
    pub from: Option<DateTime<Utc>>,
    /// The time after the latest opening.
    pub to: Option<DateTime<Utc>>,
}

/// How many runs there are.
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

/// `take` runs after the newest `skip`.
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
                  requests AS "requests!", bytes AS "bytes!", session_class,
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
            platform: units::platform(&row.platform),
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
        })
        .collect())
}
