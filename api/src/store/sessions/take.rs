//! Lending a run the session of the account that it reads now.

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::TakeSessionResponse;
use sqlx::PgConnection;
use uuid::Uuid;

use super::lease::{lend, rested_longest};
use crate::{ApiError, Secrets};

/// When somebody who got no session asks again although sessions are in use: runs take minutes, units seconds.
const ASK_AGAIN: chrono::TimeDelta = chrono::TimeDelta::minutes(1);

/// What a session is taken for.
pub(in crate::store) struct Wanted<'a> {
    pub(in crate::store) run: Uuid,
    /// `None` when it was deleted since.
    pub(in crate::store) account: Option<i64>,
    /// Sessions that failed at it just now.
    pub(in crate::store) refused: &'a [i64],
}

/// The account's own session; else the free one that was lent longest ago, which becomes the account's; else the one
/// that the run has. The run holds one at most, so that taking another returns it.
pub(in crate::store) async fn take(
    connection: &mut PgConnection,
    secrets: &Secrets,
    now: DateTime<Utc>,
    wanted: &Wanted<'_>,
) -> Result<TakeSessionResponse, ApiError> {
    sqlx::query!(
        "UPDATE sessions SET leased_run_id = NULL
         WHERE leased_run_id = $1 AND (state <> 'active' OR id = ANY ($2))",
        wanted.run,
        wanted.refused
    )
    .execute(&mut *connection)
    .await?;
    while let Some(id) = choose(connection, secrets, now, wanted).await? {
        sqlx::query!(
            "UPDATE sessions SET leased_run_id = NULL WHERE leased_run_id = $1 AND id <> $2",
            wanted.run,
            id
        )
        .execute(&mut *connection)
        .await?;
        let Some(session) = lend(connection, secrets, now, wanted.run, id).await? else {
            continue;
        };
        if let Some(account) = wanted.account {
            keep_for(connection, secrets, now, account, id, wanted.refused).await?;
        }
        return Ok(TakeSessionResponse {
            session: Some(session),
            retry_after_seconds: 0,
        });
    }
    Ok(TakeSessionResponse {
        session: None,
        retry_after_seconds: ask_again(connection, secrets, now).await?,
    })
}

async fn choose(
    connection: &mut PgConnection,
    secrets: &Secrets,
    now: DateTime<Utc>,
    wanted: &Wanted<'_>,
) -> Result<Option<i64>, ApiError> {
    let own = sqlx::query_scalar!(
        "SELECT session_id FROM session_accounts WHERE account_id = $1",
        wanted.account
    )
    .fetch_optional(&mut *connection)
    .await?;
    if let Some(own) = own
        && let Some(own) = if_free(connection, secrets, now, wanted, own).await?
    {
        return Ok(Some(own));
    }
    if let Some(other) = rested_longest(connection, secrets, now, wanted.refused).await? {
        return Ok(Some(other));
    }
    let held = sqlx::query_scalar!("SELECT id FROM sessions WHERE leased_run_id = $1", wanted.run)
        .fetch_optional(&mut *connection)
        .await?;
    match held {
        Some(held) => if_free(connection, secrets, now, wanted, held).await,
        None => Ok(None),
    }
}

/// Locks this session, if the run may have it now.
async fn if_free(
    connection: &mut PgConnection,
    secrets: &Secrets,
    now: DateTime<Utc>,
    wanted: &Wanted<'_>,
    session: i64,
) -> Result<Option<i64>, ApiError> {
    Ok(sqlx::query_scalar!(
        "SELECT s.id FROM sessions s
         WHERE s.id = $1 AND (s.leased_run_id IS NULL OR s.leased_run_id = $2)
           AND session_opens(s, $3) AND s.id <> ALL ($4)
           AND (s.state = 'active' OR (s.state = 'cooling' AND s.cooling_until <= $5))
           AND NOT EXISTS (SELECT FROM turns t WHERE t.kind = 'session' AND t.platform = 'instagram'
                                                 AND t.key = s.id::text AND t.ready_at > $6)
         FOR UPDATE OF s SKIP LOCKED",
        session,
        wanted.run,
        &secrets.sessions.ids(),
        wanted.refused,
        now,
        now + super::LONGEST_WAIT
    )
    .fetch_optional(connection)
    .await?)
}

/// Lets an account stay with a session. One that has a session keeps it while that is busy or rests; it changes only when
/// that failed, or will not come back by itself.
async fn keep_for(
    connection: &mut PgConnection,
    secrets: &Secrets,
    now: DateTime<Utc>,
    account: i64,
    session: i64,
    refused: &[i64],
) -> Result<(), ApiError> {
    sqlx::query!(
        "INSERT INTO session_accounts AS a (account_id, session_id, since) VALUES ($1, $2, $3)
         ON CONFLICT (account_id) DO UPDATE SET session_id = excluded.session_id, since = excluded.since
         WHERE a.session_id <> excluded.session_id
           AND EXISTS (SELECT FROM sessions s
                       WHERE s.id = a.session_id
                         AND (s.state NOT IN ('active', 'cooling') OR s.id = ANY ($4) OR NOT session_opens(s, $5)))",
        account,
        session,
        now,
        refused,
        &secrets.sessions.ids()
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Seconds until a session may be free; 0 when none will be without an administrator.
async fn ask_again(
    connection: &mut PgConnection,
    secrets: &Secrets,
    now: DateTime<Utc>,
) -> Result<u32, ApiError> {
    let time = sqlx::query_scalar!(
        "SELECT min(CASE WHEN cooling_until > $1 THEN cooling_until ELSE $2 END) FROM sessions s
         WHERE session_opens(s, $3) AND state IN ('active', 'cooling')",
        now,
        now + ASK_AGAIN,
        &secrets.sessions.ids()
    )
    .fetch_one(connection)
    .await?;
    Ok(time.map_or(0, |time| {
        u32::try_from((time - now).num_seconds().max(1)).unwrap_or(u32::MAX)
    }))
}
