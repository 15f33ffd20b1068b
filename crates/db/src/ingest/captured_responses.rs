//! Captured responses: responses of the platforms that could not be parsed, stored for debugging.

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_proto::v1::{CaptureReport, Outcome};
use clipmeter_runtime::saturate;
use sqlx::PgConnection;
use uuid::Uuid;

use super::report::UnitTarget;
use crate::DbError;
use crate::codes::code;
use crate::values::text;

/// Maximum number of stored responses: more than an admin inspects, and few enough that a platform which changed all
/// its responses cannot fill the disk.
pub const MAX_RESPONSES: i64 = 200;

/// Maximum size of all bodies together, before compression, bytes.
pub const MAX_BYTES: i64 = 64 * 1024 * 1024;

/// Maximum for one kind and outcome in a day: the hundredth response with the same defect adds no
/// information.
pub const MAX_ALIKE: i64 = 5;

/// Maximum for one run: as many as a scraper sends. A run that sends more must not evict others' responses.
pub const MAX_PER_RUN: i32 = 3;

/// Two weeks are enough to update the parser, and no longer because a response may contain names.
pub(crate) const RETENTION: TimeDelta = TimeDelta::days(14);

/// Maximum length of a body; must equal the limit in `ingest.proto`.
const MAX_BODY: usize = 1024 * 1024;

/// Maximum length of the redirect target, characters.
const MAX_LOCATION: usize = 2_000;

/// Key of the advisory lock that serializes writers, so that their counts are consistent. Any number that no
/// other lock uses.
const LOCK: i64 = 0x0045_0001;

/// A captured response without its body.
#[derive(Clone, Debug)]
pub struct CapturedResponseRow {
    pub id: i64,
    /// The platform's code.
    pub platform: String,
    /// Response kind, for the parser.
    pub kind: String,
    /// Endpoint code.
    pub endpoint: String,
    /// Outcome code.
    pub outcome: String,
    pub http_status: i32,
    /// Stored bytes of the body.
    pub size: i32,
    /// The body was truncated.
    pub is_cut: bool,
    /// The config revision that the request was made with; 0: the release's built-in configuration.
    pub config_revision: i64,
    /// Time of the response.
    pub at: DateTime<Utc>,
}

/// A captured response with everything that the parser needs.
#[derive(Clone, Debug)]
pub struct CapturedResponseDetail {
    /// The metadata shown in the list.
    pub row: CapturedResponseRow,
    /// Redirect target; empty if none.
    pub location: String,
    /// The request carried no session.
    pub is_anonymous: bool,
    /// The body as received, with secrets overwritten.
    pub body: Vec<u8>,
}

/// Stores a response, unless there are enough similar ones; then deletes the oldest above the limits.
pub async fn store(
    connection: &mut PgConnection,
    run: Uuid,
    target: &UnitTarget,
    report: &CaptureReport,
    now: DateTime<Utc>,
    observed_at: DateTime<Utc>,
) -> Result<(), DbError> {
    let (kind, endpoint) = (code("kind", &report.kind)?, code("endpoint", &report.endpoint)?);
    let outcome = report.outcome();
    if outcome == Outcome::Unspecified {
        return Err(DbError::invalid("a captured response needs an outcome"));
    }
    if report.body.len() > MAX_BODY {
        return Err(DbError::invalid(format!(
            "a captured response may have at most {MAX_BODY} bytes"
        )));
    }
    // The account or video has since been deleted.
    if target.account.is_none() && target.video.is_none() {
        return Ok(());
    }
    sqlx::query!("SELECT pg_advisory_xact_lock($1)", LOCK)
        .execute(&mut *connection)
        .await?;
    let alike = sqlx::query_scalar!(
        r#"SELECT count(*) AS "n!" FROM captured_responses
           WHERE platform = $1 AND kind = $2 AND outcome = $3 AND at > $4"#,
        target.platform.code(),
        kind,
        outcome.code(),
        observed_at - TimeDelta::days(1)
    )
    .fetch_one(&mut *connection)
    .await?;
    if alike >= MAX_ALIKE {
        return Ok(());
    }
    let counted = sqlx::query!(
        "UPDATE runs SET captured_response_count = captured_response_count + 1 WHERE id = $1 AND captured_response_count < $2",
        run,
        MAX_PER_RUN
    )
    .execute(&mut *connection)
    .await?;
    if counted.rows_affected() == 0 {
        tracing::warn!(%run, "a run exceeded its limit of captured responses; the others are not stored");
        return Ok(());
    }
    let location: String = text(&report.location)
        .unwrap_or_default()
        .chars()
        .take(MAX_LOCATION)
        .collect();
    sqlx::query!(
        "INSERT INTO captured_responses (platform, account_id, tracked_video_id, kind, endpoint, outcome, http_status, location,
                               is_anonymous, body, is_cut, config_revision, at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        target.platform.code(),
        target.account,
        target.video,
        kind,
        endpoint,
        outcome.code(),
        i32::try_from(report.http_status).unwrap_or_default(),
        location,
        report.is_anonymous,
        &report.body[..],
        report.is_cut,
        i64::try_from(report.config_revision).unwrap_or_default(),
        observed_at
    )
    .execute(&mut *connection)
    .await?;
    prune(connection, now).await?;
    Ok(())
}

/// Deletes expired responses and the oldest above the limits. Returns how many.
pub async fn prune(connection: &mut PgConnection, now: DateTime<Utc>) -> Result<u64, sqlx::Error> {
    let deleted = sqlx::query!(
        "DELETE FROM captured_responses WHERE id IN (
             SELECT id FROM (
                 SELECT id, at, row_number() OVER newest AS place, sum(octet_length(body)) OVER newest AS bytes
                 FROM captured_responses WINDOW newest AS (ORDER BY id DESC)
             ) ranked WHERE at <= $1 OR place > $2 OR bytes > $3)",
        now - RETENTION,
        MAX_RESPONSES,
        MAX_BYTES
    )
    .execute(connection)
    .await?;
    Ok(deleted.rows_affected())
}

/// Lists all stored responses, newest first, in a transaction with the scope of an admin.
pub async fn list(connection: &mut PgConnection) -> Result<Vec<CapturedResponseRow>, sqlx::Error> {
    sqlx::query_as!(
        CapturedResponseRow,
        r#"SELECT id, platform, kind, endpoint, outcome, http_status, octet_length(body) AS "size!", is_cut, config_revision, at
           FROM captured_responses ORDER BY id DESC"#
    )
    .fetch_all(connection)
    .await
}

/// Returns a response with its body, in a transaction with the scope of an admin.
pub async fn find(
    connection: &mut PgConnection,
    id: i64,
) -> Result<Option<CapturedResponseDetail>, sqlx::Error> {
    let row = sqlx::query!(
        "SELECT id, platform, kind, endpoint, outcome, http_status, location, is_anonymous, body, is_cut, config_revision, at
         FROM captured_responses WHERE id = $1",
        id
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| CapturedResponseDetail {
        row: CapturedResponseRow {
            id: row.id,
            platform: row.platform,
            kind: row.kind,
            endpoint: row.endpoint,
            outcome: row.outcome,
            http_status: row.http_status,
            size: saturate::<i32>(row.body.len()),
            is_cut: row.is_cut,
            config_revision: row.config_revision,
            at: row.at,
        },
        location: row.location,
        is_anonymous: row.is_anonymous,
        body: row.body,
    }))
}

/// Deletes all responses and returns how many. Needs the scope of an admin.
pub async fn clear(connection: &mut PgConnection) -> Result<u64, sqlx::Error> {
    Ok(sqlx::query!("DELETE FROM captured_responses")
        .execute(connection)
        .await?
        .rows_affected())
}
