//! Decrypts a free session and leases it to a run.

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::Session;
use clipmeter_scheduler::cooldown::disabled;
use secrecy::{ExposeSecret as _, SecretString};
use sqlx::PgConnection;
use uuid::Uuid;

use super::{DAMAGED, PROXY_DAMAGED, proxies, record};
use crate::secrets::Secrets;
use crate::{DbError, platform_config};

/// Leases a session that the caller has locked, or that the run already has, to a run that has no other.
/// `None` if the session or its proxy is damaged; it is then disabled, with that reason.
pub(super) async fn grant(
    connection: &mut PgConnection,
    secrets: &Secrets,
    now: DateTime<Utc>,
    run: Uuid,
    session: i64,
) -> Result<Option<Session>, DbError> {
    let opened = match open(connection, secrets, session).await? {
        Ok(opened) => opened,
        Err(reason) => {
            tracing::error!(
                session,
                reason,
                "disabled a session because its stored value cannot be decrypted"
            );
            disable_damaged(connection, now, session, reason).await?;
            return Ok(None);
        }
    };
    let platform_config = platform_config::current(connection).await?.effective()?;
    // Spreads user agents over the sessions; which session has which is not a secret.
    let place = usize::try_from(session).unwrap_or(0) % platform_config.user_agents.len().max(1);
    let assigned_user_agent = platform_config
        .user_agents
        .get(place)
        .map_or(platform_config.user_agent(), String::as_str);
    let row = sqlx::query!(
        r#"
        UPDATE sessions
        SET leased_run_id = $1, last_run_id = $1, last_leased_at = $2, state = 'active', cooling_until = NULL,
            state_reason = NULL, state_since = CASE WHEN state IN ('cooling', 'suspect') THEN cooling_until ELSE state_since END,
            -- A session that was leased before it had a user agent was used with the first one.
            user_agent = coalesce(user_agent, CASE WHEN last_leased_at IS NULL THEN $4 ELSE $5 END)
        WHERE id = $3
        RETURNING user_agent AS "user_agent!"
        "#,
        run,
        now,
        session,
        assigned_user_agent,
        platform_config.user_agent()
    )
    .fetch_optional(&mut *connection)
    .await?;
    let Some(row) = row else {
        return Ok(None);
    };
    Ok(Some(Session {
        session_id: session,
        value: opened.value.expose_secret().to_owned(),
        user_agent: row.user_agent,
        claim: opened.claim.expose_secret().to_owned(),
        proxy: opened
            .proxy
            .map_or_else(String::new, |proxy| proxy.url.expose_secret().to_owned()),
        ..Session::default()
    }))
}

/// The decrypted data of a session.
struct Opened {
    value: SecretString,
    claim: SecretString,
    /// The session's requests must not use another address.
    proxy: Option<proxies::DecryptedProxy>,
}

/// Decrypts a session, or returns the reason why it cannot be leased, for its state.
async fn open(
    connection: &mut PgConnection,
    secrets: &Secrets,
    session: i64,
) -> Result<Result<Opened, &'static str>, DbError> {
    let row = sqlx::query!(
        "SELECT key_id, fingerprint, nonce, sealed, claim FROM sessions WHERE id = $1",
        session
    )
    .fetch_one(&mut *connection)
    .await?;
    let value = secrets.open(&row.key_id, &row.fingerprint, &row.nonce, &row.sealed);
    let claim = row.claim.map_or_else(
        || Ok(SecretString::default()),
        |claim| secrets.open_claim(&row.key_id, &row.fingerprint, &claim),
    );
    let (Ok(value), Ok(claim)) = (value, claim) else {
        return Ok(Err(DAMAGED));
    };
    Ok(match proxies::of_session(connection, secrets, session).await {
        Ok(proxy) => Ok(Opened { value, claim, proxy }),
        Err(DbError::Proxy(_)) => Err(PROXY_DAMAGED),
        Err(error) => return Err(error),
    })
}

/// Disables a damaged session, and takes it away from the run that has it.
async fn disable_damaged(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    session: i64,
    reason: &str,
) -> Result<(), DbError> {
    if let Some(before) = record::of(connection, session).await? {
        record::write(connection, session, &disabled(&before), reason, now).await?;
    }
    sqlx::query!("UPDATE sessions SET leased_run_id = NULL WHERE id = $1", session)
        .execute(connection)
        .await?;
    Ok(())
}

/// Locks the free session of the set that was least recently leased. Skips sessions without a permit within the
/// longest wait.
pub(super) async fn least_recently_used(
    connection: &mut PgConnection,
    secrets: &Secrets,
    now: DateTime<Utc>,
    set: Option<&str>,
    refused: &[i64],
) -> Result<Option<i64>, DbError> {
    Ok(sqlx::query_scalar!(
        "SELECT s.id FROM sessions s
         WHERE s.leased_run_id IS NULL AND session_opens(s, $1) AND s.id <> ALL ($2)
           AND s.session_set IS NOT DISTINCT FROM $5
           AND (s.state = 'active' OR (s.state IN ('cooling', 'suspect') AND s.cooling_until <= $3))
           AND NOT EXISTS (SELECT FROM rate_limit_buckets t WHERE t.kind = 'session' AND t.platform = 'instagram'
                                                 AND t.key = s.id::text AND t.ready_at > $4)
         ORDER BY s.last_leased_at NULLS FIRST, s.id LIMIT 1 FOR UPDATE OF s SKIP LOCKED",
        &secrets.sessions.ids(),
        refused,
        now,
        now + super::MAX_WAIT,
        set
    )
    .fetch_optional(connection)
    .await?)
}
