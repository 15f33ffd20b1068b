//! Stores the effects of the platform's responses on sessions.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use clipmeter_proto::SessionAction;
use clipmeter_proto::v1::{Outcome, RequestStats, SessionReport};
use clipmeter_scheduler::breaker::BreakerDecision;
use clipmeter_scheduler::cooldown::{
    self, SessionRecord, clean_responses, cleared, is_not_understood, session_after, suspect,
};
use sqlx::PgConnection;
use uuid::Uuid;

use super::hours::{self, ResponseCounts};
use super::{LOCKED_OUT, breaker, record};
use crate::DbError;
use crate::secrets::Secrets;

/// Maximum length of a stored claim: claims have about 60 characters, and a header may have no more than
/// this.
const MAX_CLAIM: usize = 1_000;

/// The result of a report about a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SessionNote {
    /// The report was stored.
    Stored,
    /// The session would have ended, but the circuit breaker is open: the address that it was used from is
    /// suspected instead.
    Prevented {
        /// The breaker was closed before this report.
        opens: bool,
    },
}

/// Applies an outcome to a session of a run. Ignores a session that another run has used since, and one that
/// is challenged, dead or disabled. `sample` is a number from 0 to 1 for the jitter of the cooldown. A
/// session that would end while the circuit breaker is open becomes suspect instead.
pub(crate) async fn note(
    connection: &mut PgConnection,
    secrets: &Secrets,
    now: DateTime<Utc>,
    run: Uuid,
    report: &SessionReport,
    sample: f64,
) -> Result<SessionNote, DbError> {
    let (session, outcome) = (report.session_id, report.outcome());
    // The breaker is locked before any session, so that two reports of ends are serialized only here and
    // cannot deadlock.
    let breaker = match outcome.policy().session {
        SessionAction::Challenged | SessionAction::Dead => Some(breaker::lock(connection).await?),
        _ => None,
    };
    let Some(record) = record::of_run(connection, run, session).await? else {
        return Ok(SessionNote::Stored);
    };
    let retry_after = report.retry_after_seconds.map(i64::from);
    let mut after = session_after(&record, outcome, retry_after, now.timestamp(), sample);
    let mut noted = SessionNote::Stored;
    if let Some(breaker) = breaker.filter(|_| after.state.is_end()) {
        let decision = breaker::decide(connection, breaker, session, now, sample).await?;
        if let BreakerDecision::Prevented { opens } = decision {
            after = cleared(&suspect(&record, now.timestamp(), sample));
            noted = SessionNote::Prevented { opens };
        }
    }
    record::write(connection, session, &after, outcome.code(), now).await?;
    if !outcome.is_success() {
        sqlx::query!(
            "UPDATE sessions SET last_error = $2, last_error_at = $3 WHERE id = $1",
            session,
            outcome.code(),
            now
        )
        .execute(&mut *connection)
        .await?;
    }
    if !report.claim.is_empty() {
        save_claim(connection, secrets, session, &report.claim).await?;
    }
    Ok(noted)
}

/// Locks out a session until the given time, because every endpoint for some need is closed to it. The caller
/// has locked the session. Accounts are read with other sessions meanwhile; an administrator may end the
/// lockout.
pub(crate) async fn lock_out(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    session: i64,
    record: &SessionRecord,
    until: DateTime<Utc>,
) -> Result<(), DbError> {
    let after = cooldown::lock_out(record, until.timestamp());
    record::write(connection, session, &after, LOCKED_OUT, now).await
}

/// Returns whether a run has a session, or was the last run that had it.
pub(crate) async fn is_of(connection: &mut PgConnection, run: Uuid, session: i64) -> Result<bool, DbError> {
    Ok(sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM sessions WHERE id = $1 AND (leased_run_id = $2 OR last_run_id = $2)) AS "is!""#,
        session,
        run
    )
    .fetch_one(connection)
    .await?)
}

/// Counts the responses that a run's sessions got during a unit. Enough responses without a refusal reset the
/// backoff. A session whose responses could not be parsed at all becomes suspect; `sample` is a number from 0
/// to 1 for the jitter of its cooldown.
pub(crate) async fn count(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    run: Uuid,
    request_stats: &[RequestStats],
    sample: f64,
) -> Result<(), DbError> {
    for (session, response_counts) in response_counts(request_stats) {
        if !is_of(connection, run, session).await? {
            continue;
        }
        hours::add(connection, now, session, response_counts).await?;
        // Successes before a refusal, which is already stored, no longer count.
        if response_counts.refused == 0
            && let Some(record) = record::of_run(connection, run, session).await?
        {
            let (after, reason) = if response_counts.all_unparsed() {
                (suspect(&record, now.timestamp(), sample), Outcome::UnexpectedPage)
            } else {
                let counted = clean_responses(&record, response_counts.requests);
                let has_success = response_counts.succeeded > 0;
                (if has_success { cleared(&counted) } else { counted }, Outcome::Ok)
            };
            record::write(connection, session, &after, reason.code(), now).await?;
        }
    }
    Ok(())
}

/// Returns the response counts of each session.
fn response_counts(request_stats: &[RequestStats]) -> BTreeMap<i64, ResponseCounts> {
    let mut response_counts = BTreeMap::<_, ResponseCounts>::new();
    for stats in request_stats
        .iter()
        .filter(|stats| stats.session_id != 0 && stats.requests > 0)
    {
        let counted = response_counts.entry(stats.session_id).or_default();
        counted.requests = counted.requests.saturating_add(stats.requests);
        if stats.outcome().policy().session != SessionAction::Keep {
            counted.refused = counted.refused.saturating_add(stats.requests);
        }
        if stats.outcome().is_success() {
            counted.succeeded = counted.succeeded.saturating_add(stats.requests);
        }
        if is_not_understood(stats.outcome()) {
            counted.unparsed = counted.unparsed.saturating_add(stats.requests);
        }
    }
    response_counts
}

/// Stores the claim, encrypted with the key of the session: together they are enough to impersonate its
/// browser.
async fn save_claim(
    connection: &mut PgConnection,
    secrets: &Secrets,
    session: i64,
    claim: &str,
) -> Result<(), DbError> {
    let is_header = claim.len() <= MAX_CLAIM && claim.bytes().all(|byte| matches!(byte, b'!'..=b'~'));
    if !is_header {
        return Err(DbError::invalid(format!(
            "claim must be a header value of at most {MAX_CLAIM} characters"
        )));
    }
    let row = sqlx::query!(
        "SELECT key_id, fingerprint FROM sessions WHERE id = $1 FOR UPDATE",
        session
    )
    .fetch_optional(&mut *connection)
    .await?;
    let Some(row) = row else { return Ok(()) };
    let sealed = secrets.seal_claim(&row.key_id, &row.fingerprint, claim)?;
    sqlx::query!("UPDATE sessions SET claim = $2 WHERE id = $1", session, sealed)
        .execute(connection)
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stats(session_id: i64, outcome: Outcome, requests: u32) -> RequestStats {
        RequestStats {
            session_id,
            outcome: outcome.into(),
            requests,
            ..RequestStats::default()
        }
    }

    #[test]
    fn response_counts_are_kept_per_session() {
        let request_stats = [
            stats(7, Outcome::Ok, 3),
            stats(0, Outcome::Ok, 9),
            stats(8, Outcome::Ok, 5),
            stats(7, Outcome::NotFound, 1),
            stats(8, Outcome::RateLimited, 1),
            stats(8, Outcome::Ok, 5),
            stats(9, Outcome::UnexpectedPage, 1),
            stats(9, Outcome::EmptyBody, 2),
        ];
        let counted = |requests, refused, succeeded, unparsed| ResponseCounts {
            requests,
            refused,
            succeeded,
            unparsed,
        };
        let response_counts = response_counts(&request_stats);
        assert_eq!(
            response_counts,
            BTreeMap::from([
                (7, counted(4, 0, 3, 0)),
                (8, counted(11, 1, 10, 0)),
                (9, counted(3, 0, 0, 3))
            ])
        );
        let unparsed: Vec<_> = response_counts
            .values()
            .map(|response_counts| response_counts.all_unparsed())
            .collect();
        assert_eq!(unparsed, [false, false, true]);
    }
}
