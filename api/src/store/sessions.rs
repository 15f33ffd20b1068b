//! The pool of Instagram sessions.

use std::collections::HashSet;
use std::time::Duration;

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::{Outcome, Session};
use secrecy::{ExposeSecret as _, SecretString};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::{ApiError, Secrets};

/// Rest after a rate limit when the platform does not say how long: past the short windows of its limits.
const RATE_LIMIT_REST: Duration = Duration::from_mins(15);

/// Longest rest that a platform's `Retry-After` is believed.
const LONGEST_REST: Duration = Duration::from_hours(24);

/// Rest of an account that is flagged for its behaviour; shorter ones only renew the flag.
const FLAGGED_REST: Duration = Duration::from_hours(12);

/// Longest value that can be a session's cookie; browsers keep no longer ones.
const MAX_LENGTH: usize = 4_096;

/// What adding sessions did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Added {
    /// Sessions that are new, or were out of use and are tried again.
    pub added: u64,
    /// Lines that are in use already or given twice.
    pub duplicates: u64,
}

/// Adds sessions, one a line, in a transaction with the scope of an admin. Blank lines are left out. The form that browsers
/// show (`%3A`) and the decoded one (`:`) are the same session. One that was parked or retired is tried again: whoever gives
/// it anew has passed the challenge in a browser.
pub async fn add(
    connection: &mut PgConnection,
    secrets: &Secrets,
    now: DateTime<Utc>,
    lines: impl IntoIterator<Item = impl AsRef<str>>,
) -> Result<Added, ApiError> {
    let mut seen = HashSet::new();
    let (mut fingerprints, mut nonces, mut sealed) = (Vec::new(), Vec::new(), Vec::new());
    let mut lines_given = 0;
    for line in lines {
        let Some(value) = normalise(line.as_ref())? else {
            continue;
        };
        lines_given += 1;
        let session = secrets.seal(&value)?;
        if seen.insert(session.fingerprint) {
            fingerprints.push(session.fingerprint.to_vec());
            nonces.push(session.nonce.to_vec());
            sealed.push(session.sealed);
        }
    }
    let added = sqlx::query!(
        "INSERT INTO sessions (fingerprint, key_id, nonce, sealed, created_at)
         SELECT fingerprint, $4, nonce, sealed, $5
         FROM unnest($1::bytea[], $2::bytea[], $3::bytea[]) WITH ORDINALITY AS s (fingerprint, nonce, sealed, n)
         ORDER BY n
         ON CONFLICT (fingerprint) DO UPDATE SET
             state = 'active', leased_run_id = NULL, key_id = excluded.key_id, nonce = excluded.nonce,
             sealed = excluded.sealed
         WHERE sessions.state IN ('challenged', 'dead')",
        &fingerprints,
        &nonces,
        &sealed,
        secrets.sessions_key_id,
        now
    )
    .execute(connection)
    .await?
    .rows_affected();
    Ok(Added {
        added,
        duplicates: lines_given - added,
    })
}

/// Sessions in the pool, in a transaction with the scope of an admin.
pub async fn count(connection: &mut PgConnection) -> Result<i64, ApiError> {
    Ok(sqlx::query_scalar!(r#"SELECT count(*) AS "n!" FROM sessions"#)
        .fetch_one(connection)
        .await?)
}

/// The one spelling of a session; `None` for a blank line.
fn normalise(line: &str) -> Result<Option<SecretString>, ApiError> {
    let value = line.trim();
    if value.is_empty() {
        return Ok(None);
    }
    if value.len() > MAX_LENGTH
        || value
            .chars()
            .any(|c| c.is_whitespace() || c.is_control() || c == ';')
    {
        return Err(ApiError::invalid(
            "a session ID is the value of the cookie `sessionid`: one word, without spaces or semicolons",
        ));
    }
    Ok(Some(SecretString::from(
        value.replace(':', "%3A").replace("%3a", "%3A"),
    )))
}

/// The session that a run works with: the one it has, unless it was spoiled meanwhile, or the one that rested longest.
pub(super) async fn lease(
    connection: &mut PgConnection,
    secrets: &Secrets,
    now: DateTime<Utc>,
    run: Uuid,
) -> Result<Option<Session>, ApiError> {
    sqlx::query!(
        "UPDATE sessions SET leased_run_id = NULL WHERE leased_run_id = $1 AND state <> 'active'",
        run
    )
    .execute(&mut *connection)
    .await?;
    let Some(row) = sqlx::query!(
        "UPDATE sessions SET leased_run_id = $1, last_leased_at = $2, state = 'active', cooling_until = NULL
         WHERE id = coalesce(
             (SELECT id FROM sessions WHERE leased_run_id = $1),
             (SELECT id FROM sessions
              WHERE leased_run_id IS NULL AND key_id = $3
                AND (state = 'active' OR (state = 'cooling' AND cooling_until <= $2))
              ORDER BY last_leased_at NULLS FIRST, id LIMIT 1 FOR UPDATE SKIP LOCKED))
         RETURNING id, fingerprint, nonce, sealed",
        run,
        now,
        secrets.sessions_key_id
    )
    .fetch_optional(connection)
    .await?
    else {
        return Ok(None);
    };
    let value = secrets.open(&row.fingerprint, &row.nonce, &row.sealed)?;
    Ok(Some(Session {
        session_id: row.id,
        value: value.expose_secret().to_owned(),
    }))
}

/// Returns a run's session to the pool.
pub(super) async fn release(connection: &mut PgConnection, run: Uuid) -> Result<(), ApiError> {
    sqlx::query!(
        "UPDATE sessions SET leased_run_id = NULL WHERE leased_run_id = $1",
        run
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Notes what the platform did to the session of a run. A session that is not the run's, or was spoiled before, is
/// left alone.
pub(super) async fn note(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    run: Uuid,
    session: i64,
    outcome: Outcome,
    retry_after: Option<Duration>,
) -> Result<(), ApiError> {
    let (state, rest) = consequence(outcome, retry_after);
    sqlx::query!(
        "UPDATE sessions SET state = $3, cooling_until = $4, last_outcome = $5
         WHERE id = $1 AND leased_run_id = $2 AND state = 'active'",
        session,
        run,
        state,
        rest.map(|rest| now + rest),
        outcome.code()
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// The state that an outcome puts a session into, and for how long.
fn consequence(outcome: Outcome, retry_after: Option<Duration>) -> (&'static str, Option<Duration>) {
    match outcome {
        Outcome::SessionDead | Outcome::Suspended => ("dead", None),
        Outcome::ChallengeRequired | Outcome::CheckpointRequired => ("challenged", None),
        Outcome::RateLimited => (
            "cooling",
            Some(retry_after.unwrap_or(RATE_LIMIT_REST).min(LONGEST_REST)),
        ),
        Outcome::FeedbackRequired => ("cooling", Some(FLAGGED_REST)),
        _ => ("active", None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_spellings_of_a_session_are_one() {
        let spelling = |line: &str| normalise(line).unwrap().unwrap().expose_secret().to_owned();
        assert_eq!(spelling("  17:tok:5:sig \r"), "17%3Atok%3A5%3Asig");
        assert_eq!(spelling("17%3Atok%3a5%3Asig"), "17%3Atok%3A5%3Asig");
        assert!(normalise(" \t").unwrap().is_none());
    }

    #[test]
    fn what_cannot_be_a_cookie_is_refused_without_repeating_it() {
        for line in ["two words", "a;b", &"x".repeat(MAX_LENGTH + 1)] {
            let error = normalise(line).unwrap_err().to_string();
            assert!(error.contains("sessionid") && !error.contains(line), "{error}");
        }
    }

    #[test]
    fn a_rate_limit_rests_as_long_as_the_platform_says_within_reason() {
        let rest = |seconds| consequence(Outcome::RateLimited, Some(Duration::from_secs(seconds)));
        assert_eq!(rest(60), ("cooling", Some(Duration::from_mins(1))));
        assert_eq!(rest(u64::from(u32::MAX)), ("cooling", Some(LONGEST_REST)));
        assert_eq!(
            consequence(Outcome::RateLimited, None),
            ("cooling", Some(RATE_LIMIT_REST))
        );
        assert_eq!(consequence(Outcome::NotFound, None), ("active", None));
    }
}
