//! Answers of the platforms that were not understood, kept for people to look at.

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_proto::v1::{CaptureReport, Outcome};
use sqlx::PgConnection;
use uuid::Uuid;

use super::columns::text;
use super::endpoint_history::code;
use super::report::Target;
use crate::ApiError;

/// How many are kept: more than anybody reads, and few enough that a platform which changed all its answers fills no disk.
pub const MOST: i64 = 200;

/// Bytes of all bodies together, before compression.
pub const MOST_BYTES: i64 = 64 * 1024 * 1024;

/// Of one kind and outcome, in a day. The hundredth page with the same fault teaches nothing.
pub const MOST_ALIKE: i64 = 5;

/// Of one run: as many as a scraper sends. One that sends more is to push out nobody else's.
pub const MOST_OF_RUN: i32 = 3;

/// How long one is kept: two weeks are enough for an update of the parser, and it may hold names.
pub const RETENTION: TimeDelta = TimeDelta::days(14);

/// Longest body; the contract says so too.
const MAX_BODY: usize = 1024 * 1024;

/// Longest address that an answer points to, characters.
const MAX_LOCATION: usize = 2_000;

/// Serialises those who keep answers, so that they count alike. Any number that no other lock has.
const LOCK: i64 = 0x0045_0001;

/// An answer without its body.
#[derive(Clone, Debug)]
pub struct CapturedResponseRow {
    /// Names it.
    pub id: i64,
    /// The platform's code.
    pub platform: String,
    /// What was asked for, as the parser takes it.
    pub kind: String,
    /// The code of the endpoint.
    pub endpoint: String,
    /// The outcome's code.
    pub outcome: String,
    /// HTTP status.
    pub http_status: i32,
    /// Bytes of the body that are kept.
    pub size: i32,
    /// The body was longer.
    pub is_cut: bool,
    /// The version of the facts that it was asked for with; 0: those of the release.
    pub config_revision: i64,
    /// When it came.
    pub at: DateTime<Utc>,
}

/// What the parser needs to read it again.
#[derive(Clone, Debug)]
pub struct CapturedResponseDetail {
    /// What is listed of it.
    pub row: CapturedResponseRow,
    /// Where it points to; empty if nowhere.
    pub location: String,
    /// The request carried no session.
    pub is_anonymous: bool,
    /// As it came, but for what was overwritten as secret.
    pub body: Vec<u8>,
}

/// Keeps an answer, unless there are enough like it; then lets go of the oldest that are too many.
pub(super) async fn store(
    connection: &mut PgConnection,
    run: Uuid,
    target: &Target,
    report: &CaptureReport,
    now: DateTime<Utc>,
    observed_at: DateTime<Utc>,
) -> Result<(), ApiError> {
    let (kind, endpoint) = (code("kind", &report.kind)?, code("endpoint", &report.endpoint)?);
    let outcome = report.outcome();
    if outcome == Outcome::Unspecified {
        return Err(ApiError::invalid("a captured response needs an outcome"));
    }
    if report.body.len() > MAX_BODY {
        return Err(ApiError::invalid(format!(
            "a captured response has at most {MAX_BODY} bytes"
        )));
    }
    // Who it is about has been deleted since.
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
    if alike >= MOST_ALIKE {
        return Ok(());
    }
    let counted = sqlx::query!(
        "UPDATE runs SET captured_response_count = captured_response_count + 1 WHERE id = $1 AND captured_response_count < $2",
        run,
        MOST_OF_RUN
    )
    .execute(&mut *connection)
    .await?;
    if counted.rows_affected() == 0 {
        tracing::warn!(%run, "a run sent more captured responses than are stored for one");
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

/// Lets go of what is too old, and of the oldest that are too many, and says of how many.
pub(crate) async fn prune(connection: &mut PgConnection, now: DateTime<Utc>) -> Result<u64, sqlx::Error> {
    let deleted = sqlx::query!(
        "DELETE FROM captured_responses WHERE id IN (
             SELECT id FROM (
                 SELECT id, at, row_number() OVER newest AS place, sum(octet_length(body)) OVER newest AS bytes
                 FROM captured_responses WINDOW newest AS (ORDER BY id DESC)
             ) ranked WHERE at <= $1 OR place > $2 OR bytes > $3)",
        now - RETENTION,
        MOST,
        MOST_BYTES
    )
    .execute(connection)
    .await?;
    Ok(deleted.rows_affected())
}

/// Everything that is kept, the newest first, in a transaction with the scope of an admin.
pub async fn list(connection: &mut PgConnection) -> Result<Vec<CapturedResponseRow>, sqlx::Error> {
    sqlx::query_as!(
        CapturedResponseRow,
        r#"SELECT id, platform, kind, endpoint, outcome, http_status, octet_length(body) AS "size!", is_cut, config_revision, at
           FROM captured_responses ORDER BY id DESC"#
    )
    .fetch_all(connection)
    .await
}

/// One of them with its body, in a transaction with the scope of an admin.
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
            size: i32::try_from(row.body.len()).unwrap_or(i32::MAX),
            is_cut: row.is_cut,
            config_revision: row.config_revision,
            at: row.at,
        },
        location: row.location,
        is_anonymous: row.is_anonymous,
        body: row.body,
    }))
}

/// Lets go of all of them and says how many there were. Needs the scope of an admin.
pub async fn clear(connection: &mut PgConnection) -> Result<u64, sqlx::Error> {
    Ok(sqlx::query!("DELETE FROM captured_responses")
        .execute(connection)
        .await?
        .rows_affected())
}
