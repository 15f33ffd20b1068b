//! Lending a session to a run.

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::Session;
use secrecy::{ExposeSecret as _, SecretString};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::store::{facts, proxies};
use crate::{ApiError, Secrets};

/// The session that a run works with whose scraper does not ask for sessions: the one it has, unless it was spoiled
/// meanwhile, or the one that rested longest. Sessions whose key, or their proxy's, the installation has no longer stay where they are.
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
    let held = sqlx::query_scalar!("SELECT id FROM sessions WHERE leased_run_id = $1", run)
        .fetch_optional(&mut *connection)
        .await?;
    let session = match held {
        Some(held) => Some(held),
        None => rested_longest(connection, secrets, now, &[]).await?,
    };
    match session {
        Some(session) => lend(connection, secrets, now, run, session).await,
        None => Ok(None),
    }
}

/// Gives a session that the caller has locked, or that the run has, to a run that has no other.
pub(super) async fn lend(
    connection: &mut PgConnection,
    secrets: &Secrets,
    now: DateTime<Utc>,
    run: Uuid,
    session: i64,
) -> Result<Option<Session>, ApiError> {
    let facts = facts::current(connection).await?.effective()?;
    // Browsers are spread over sessions; which one has which is nothing to be guessed.
    let place = usize::try_from(session).unwrap_or(0) % facts.user_agents.len().max(1);
    let drawn = facts
        .user_agents
        .get(place)
        .map_or(facts.user_agent(), String::as_str);
    let row = sqlx::query!(
        r#"
        UPDATE sessions
        SET leased_run_id = $1, last_run_id = $1, last_leased_at = $2, state = 'active', cooling_until = NULL,
            state_reason = NULL, state_since = CASE WHEN state = 'cooling' THEN cooling_until ELSE state_since END,
            -- One that was lent before it was given one went out with the first.
            user_agent = coalesce(user_agent, CASE WHEN last_leased_at IS NULL THEN $4 ELSE $5 END)
        WHERE id = $3
        RETURNING key_id, fingerprint, nonce, sealed, claim, user_agent AS "user_agent!"
        "#,
        run,
        now,
        session,
        drawn,
        facts.user_agent()
    )
    .fetch_optional(&mut *connection)
    .await?;
    let Some(row) = row else {
        return Ok(None);
    };
    // One that does not open any more is an error: its requests are not to leave by another way.
    let proxy = proxies::of_session(connection, secrets, session).await?;
    let value = secrets.open(&row.key_id, &row.fingerprint, &row.nonce, &row.sealed)?;
    let claim = match row.claim {
        Some(claim) => secrets.open_claim(&row.key_id, &row.fingerprint, &claim)?,
        None => SecretString::default(),
    };
    Ok(Some(Session {
        session_id: session,
        value: value.expose_secret().to_owned(),
        user_agent: row.user_agent,
        claim: claim.expose_secret().to_owned(),
        proxy: proxy.map_or_else(String::new, |way| way.url.expose_secret().to_owned()),
        ..Session::default()
    }))
}

/// Locks the free session that was lent longest ago. One that has no turn within the longest wait is left to rest.
pub(super) async fn rested_longest(
    connection: &mut PgConnection,
    secrets: &Secrets,
    now: DateTime<Utc>,
    refused: &[i64],
) -> Result<Option<i64>, ApiError> {
    Ok(sqlx::query_scalar!(
        "SELECT s.id FROM sessions s
         WHERE s.leased_run_id IS NULL AND session_opens(s, $1) AND s.id <> ALL ($2)
           AND (s.state = 'active' OR (s.state = 'cooling' AND s.cooling_until <= $3))
           AND NOT EXISTS (SELECT FROM turns t WHERE t.kind = 'session' AND t.platform = 'instagram'
                                                 AND t.key = s.id::text AND t.ready_at > $4)
         ORDER BY s.last_leased_at NULLS FIRST, s.id LIMIT 1 FOR UPDATE OF s SKIP LOCKED",
        &secrets.sessions.ids(),
        refused,
        now,
        now + super::LONGEST_WAIT
    )
    .fetch_optional(connection)
    .await?)
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
