//! Lending a session to a run, and what the platform did to it.

use std::time::Duration;

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::{Outcome, Session};
use secrecy::ExposeSecret as _;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::{ApiError, Secrets};

/// Rest after a rate limit when the platform does not say how long: past the short windows of its limits.
const RATE_LIMIT_REST: Duration = Duration::from_mins(15);

/// Longest rest that a platform's `Retry-After` is believed.
const LONGEST_REST: Duration = Duration::from_hours(24);

/// Rest of an account that is flagged for its behaviour; shorter ones only renew the flag.
const FLAGGED_REST: Duration = Duration::from_hours(12);

/// The session that a run works with: the one it has, unless it was spoiled meanwhile, or the one that rested longest.
/// Sessions whose key the installation has no longer stay where they are.
pub(in crate::store) async fn lease(
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
              WHERE leased_run_id IS NULL AND key_id = ANY ($3)
                AND (state = 'active' OR (state = 'cooling' AND cooling_until <= $2))
              ORDER BY last_leased_at NULLS FIRST, id LIMIT 1 FOR UPDATE SKIP LOCKED))
         RETURNING id, key_id, fingerprint, nonce, sealed",
        run,
        now,
        &secrets.sessions.ids()
    )
    .fetch_optional(connection)
    .await?
    else {
        return Ok(None);
    };
    let value = secrets.open(&row.key_id, &row.fingerprint, &row.nonce, &row.sealed)?;
    Ok(Some(Session {
        session_id: row.id,
        value: value.expose_secret().to_owned(),
        ..Session::default()
    }))
}

/// Returns a run's session to the pool.
pub(in crate::store) async fn release(connection: &mut PgConnection, run: Uuid) -> Result<(), ApiError> {
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
pub(in crate::store) async fn note(
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
