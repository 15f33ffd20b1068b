//! Leases sessions to runs, for the account that is read next.

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::{Outcome, RequestStats, TakeSessionResponse};
use clipmeter_proto::{RecoveryStep, SessionAction};
use clipmeter_runtime::saturate;
use sqlx::PgConnection;
use uuid::Uuid;

use super::grant::{grant, least_recently_used};
use super::run_leases::{self, SessionLeases, Withheld};
use crate::DbError;
use crate::secrets::Secrets;

/// When to retry if all sessions are in use: runs take minutes, units seconds.
const RETRY_AFTER: chrono::TimeDelta = chrono::TimeDelta::minutes(1);

/// A run's request to lease a session.
pub(crate) struct SessionRequest<'a> {
    pub(crate) run: Uuid,
    pub(crate) unit: i64,
    /// `None` if it was deleted since.
    pub(crate) account: Option<i64>,
    /// The set of the run's scraper pool; `None`: the common set.
    pub(crate) set: Option<&'a str>,
    /// Sessions with which the unit has just failed.
    pub(crate) refused: &'a [i64],
}

/// The result of a session request.
pub(crate) struct Taken {
    pub(crate) response: TakeSessionResponse,
    /// Why no session was leased although one was free.
    pub(crate) withheld: Option<Withheld>,
}

/// Leases the account's own session; otherwise the least recently leased free one, which becomes the
/// account's; otherwise one that the run had before. All of them must be in the run's set. A session that is new
/// to the run is leased only within the limits of [`SessionLeases`]. A run has at most one session, so taking
/// another releases it. The caller has locked the run.
pub(crate) async fn take(
    connection: &mut PgConnection,
    secrets: &Secrets,
    now: DateTime<Utc>,
    session_request: &SessionRequest<'_>,
) -> Result<Taken, DbError> {
    sqlx::query!(
        "UPDATE sessions SET leased_run_id = NULL
         WHERE leased_run_id = $1
           AND (state <> 'active' OR id = ANY ($2) OR session_set IS DISTINCT FROM $3)",
        session_request.run,
        session_request.refused,
        session_request.set
    )
    .execute(&mut *connection)
    .await?;
    let mut leases = SessionLeases::of(connection, secrets, session_request.run).await?;
    while let Some(id) = choose(connection, secrets, now, session_request, &leases).await? {
        sqlx::query!(
            "UPDATE sessions SET leased_run_id = NULL WHERE leased_run_id = $1 AND id <> $2",
            session_request.run,
            id
        )
        .execute(&mut *connection)
        .await?;
        let Some(session) = grant(connection, secrets, now, session_request.run, id).await? else {
            // The session is damaged, and has just been disabled.
            leases = SessionLeases::of(connection, secrets, session_request.run).await?;
            continue;
        };
        run_leases::record(connection, session_request.run, id, session_request.unit).await?;
        if let Some(account) = session_request.account {
            assign_session(connection, secrets, now, account, id, session_request).await?;
        }
        return Ok(Taken {
            response: TakeSessionResponse {
                session: Some(session),
                retry_after_seconds: 0,
            },
            withheld: None,
        });
    }
    let withheld = match leases.limit() {
        Some(limit) => {
            let others = [session_request.refused, leases.known()].concat();
            let free = least_recently_used(connection, secrets, now, session_request.set, &others).await?;
            free.map(|_| limit)
        }
        None => None,
    };
    Ok(Taken {
        response: TakeSessionResponse {
            session: None,
            retry_after_seconds: next_retry(connection, secrets, now, session_request.set).await?,
        },
        withheld,
    })
}

async fn choose(
    connection: &mut PgConnection,
    secrets: &Secrets,
    now: DateTime<Utc>,
    session_request: &SessionRequest<'_>,
    leases: &SessionLeases,
) -> Result<Option<i64>, DbError> {
    let current = sqlx::query_scalar!(
        "SELECT id FROM sessions WHERE leased_run_id = $1",
        session_request.run
    )
    .fetch_optional(&mut *connection)
    .await?;
    let own = sqlx::query_scalar!(
        "SELECT session_id FROM session_accounts WHERE account_id = $1",
        session_request.account
    )
    .fetch_optional(&mut *connection)
    .await?;
    let own = own.filter(|own| leases.may_have(*own));
    let same = leases
        .of_unit(session_request.unit)
        .filter(|same| current == Some(*same));
    for first in [same, own].into_iter().flatten() {
        if let Some(free) = if_free(connection, secrets, now, session_request, first).await? {
            return Ok(Some(free));
        }
    }
    if leases.limit().is_none() {
        let (set, refused) = (session_request.set, session_request.refused);
        if let Some(other) = least_recently_used(connection, secrets, now, set, refused).await? {
            return Ok(Some(other));
        }
    }
    for known in leases.known() {
        if let Some(free) = if_free(connection, secrets, now, session_request, *known).await? {
            return Ok(Some(free));
        }
    }
    Ok(None)
}

/// Locks this session, if the run may have it now.
async fn if_free(
    connection: &mut PgConnection,
    secrets: &Secrets,
    now: DateTime<Utc>,
    session_request: &SessionRequest<'_>,
    session: i64,
) -> Result<Option<i64>, DbError> {
    Ok(sqlx::query_scalar!(
        "SELECT s.id FROM sessions s
         WHERE s.id = $1 AND (s.leased_run_id IS NULL OR s.leased_run_id = $2)
           AND session_opens(s, $3) AND s.id <> ALL ($4) AND s.session_set IS NOT DISTINCT FROM $7
           AND (s.state = 'active' OR (s.state IN ('cooling', 'suspect') AND s.cooling_until <= $5))
           AND NOT EXISTS (SELECT FROM rate_limit_buckets t WHERE t.kind = 'session' AND t.platform = 'instagram'
                                                 AND t.key = s.id::text AND t.ready_at > $6)
         FOR UPDATE OF s SKIP LOCKED",
        session,
        session_request.run,
        &secrets.sessions.ids(),
        session_request.refused,
        now,
        now + super::MAX_WAIT,
        session_request.set
    )
    .fetch_optional(connection)
    .await?)
}

/// Assigns a session to an account. An account keeps its session while that is in use or on cooldown; the
/// session changes only when it failed, when it does not recover without an administrator, or when it belongs to
/// another set than the run.
async fn assign_session(
    connection: &mut PgConnection,
    secrets: &Secrets,
    now: DateTime<Utc>,
    account: i64,
    session: i64,
    session_request: &SessionRequest<'_>,
) -> Result<(), DbError> {
    sqlx::query!(
        "INSERT INTO session_accounts AS a (account_id, session_id, since) VALUES ($1, $2, $3)
         ON CONFLICT (account_id) DO UPDATE SET session_id = excluded.session_id, since = excluded.since
         WHERE a.session_id <> excluded.session_id
           AND EXISTS (SELECT FROM sessions s
                       WHERE s.id = a.session_id
                         AND (s.state NOT IN ('active', 'cooling', 'suspect') OR s.id = ANY ($4) OR NOT session_opens(s, $5)
                              OR s.session_set IS DISTINCT FROM $6))",
        account,
        session,
        now,
        session_request.refused,
        &secrets.sessions.ids(),
        session_request.set
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns whether an outcome of a session must be confirmed with another one: platforms hide accounts from single
/// sessions.
pub(crate) fn needs_confirmation(outcome: Outcome) -> bool {
    let policy = outcome.policy();
    policy.session == SessionAction::Keep && policy.recovery.contains(&RecoveryStep::OtherSession)
}

/// Removes an account's assigned session, if the account was read with it, so that the next read uses
/// another.
pub(crate) async fn unassign(
    connection: &mut PgConnection,
    account: i64,
    request_stats: &[RequestStats],
) -> Result<(), DbError> {
    let sessions: Vec<i64> = request_stats.iter().map(|stats| stats.session_id).collect();
    sqlx::query!(
        "DELETE FROM session_accounts WHERE account_id = $1 AND session_id = ANY ($2)",
        account,
        &sessions
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns the seconds until a session of the set may be free; 0 if an administrator is needed.
async fn next_retry(
    connection: &mut PgConnection,
    secrets: &Secrets,
    now: DateTime<Utc>,
    set: Option<&str>,
) -> Result<u32, DbError> {
    let time = sqlx::query_scalar!(
        "SELECT min(CASE WHEN cooling_until > $1 THEN cooling_until ELSE $2 END) FROM sessions s
         WHERE session_opens(s, $3) AND state IN ('active', 'cooling', 'suspect') AND session_set IS NOT DISTINCT FROM $4",
        now,
        now + RETRY_AFTER,
        &secrets.sessions.ids(),
        set
    )
    .fetch_one(connection)
    .await?;
    Ok(time.map_or(0, |time| saturate::<u32>((time - now).num_seconds().max(1))))
}

/// Returns a run's session to the pool.
pub(crate) async fn release(connection: &mut PgConnection, run: Uuid) -> Result<(), DbError> {
    sqlx::query!(
        "UPDATE sessions SET leased_run_id = NULL WHERE leased_run_id = $1",
        run
    )
    .execute(connection)
    .await?;
    Ok(())
}
