//! The state of the pool. A session whose cooldown is over counts as active, because it can be leased.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use clipmeter_runtime::saturate;
use clipmeter_scheduler::capacity::required_sessions;
use clipmeter_scheduler::cooldown::SessionStatus;
use sqlx::PgConnection;

use super::hours::EVALUATION_PERIOD;
use crate::rate_limits::rules;
use crate::secrets::Secrets;
use crate::{DbError, platform_config};

/// The pool, or one set of it, in numbers of sessions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StateCounts {
    /// All sessions.
    pub total: i64,
    /// Sessions in use or available.
    pub usable: i64,
    /// Sessions that the tracked accounts need, with a margin.
    pub required: i64,
    /// Sessions that are leased to runs.
    pub in_use: i64,
    /// The earliest time at which the open circuit breaker closes; no session ends meanwhile. `None`: closed.
    pub breaker_until: Option<DateTime<Utc>>,
    /// In the order of [`SessionStatus::ALL`].
    by_state: [i64; SessionStatus::ALL.len()],
}

impl StateCounts {
    /// Returns the number of sessions in each state.
    pub fn states(&self) -> impl Iterator<Item = (SessionStatus, i64)> {
        SessionStatus::ALL.iter().copied().zip(self.by_state)
    }

    /// Returns the number of sessions in a state.
    #[must_use]
    pub fn of(&self, state: SessionStatus) -> i64 {
        self.states()
            .find(|(other, _)| *other == state)
            .map_or(0, |(_, count)| count)
    }
}

/// A session as shown to administrators.
#[derive(Debug, Clone)]
pub struct PooledSession {
    /// Permanent id.
    pub id: i64,
    /// Number of sessions before it in the list.
    pub index: i64,
    /// The first digits of its fingerprint, which stays the same if the session is deleted and added again.
    pub name: String,
    /// The state in the pool.
    pub state: SessionStatus,
    /// The cause of its state: an outcome's code, or [`ADMIN`](super::ADMIN).
    pub reason: Option<String>,
    /// Start of its state.
    pub since: DateTime<Utc>,
    /// End of its cooldown.
    pub until: Option<DateTime<Utc>>,
    /// A run has leased it.
    pub in_use: bool,
    /// The installation has the key that decrypts it.
    pub opens: bool,
    /// The installation also has its proxy's key, if it has a proxy.
    pub opens_with_proxy: bool,
    /// Last time it was leased to a run.
    pub last_used_at: Option<DateTime<Utc>>,
    /// Requests in the last 24 hours, as reported by scrapers.
    pub requests: i64,
    /// Those requests that put it on cooldown or ended it.
    pub refused: i64,
    /// Outcome code and time of its last refusal.
    pub last_error: Option<(String, DateTime<Utc>)>,
    /// Number of accounts that are read with it.
    pub accounts: i64,
    /// The proxy that it uses.
    pub proxy_id: Option<i64>,
    /// Its set; `None`: the common set, of runs without a scraper pool.
    pub session_set: Option<String>,
}

/// A filter of sessions; a field that is `None` does not restrict.
#[derive(Debug, Clone, Copy, Default)]
pub struct SessionFilter<'a> {
    pub state: Option<SessionStatus>,
    /// An inner `None` is the common set.
    pub set: Option<Option<&'a str>>,
}

/// Counts the sessions of the pool, as an admin or in the ingest role.
pub async fn counts(
    connection: &mut PgConnection,
    secrets: &Secrets,
    now: DateTime<Utc>,
) -> Result<StateCounts, DbError> {
    let codes: Vec<String> = SessionStatus::ALL
        .iter()
        .map(|state| state.code().to_owned())
        .collect();
    let row = sqlx::query!(
        r#"
        WITH pool AS (
            SELECT CASE WHEN state IN ('cooling', 'suspect') AND cooling_until <= $1 THEN 'active' ELSE state END AS state,
                   leased_run_id, session_opens(s, $2) AS opens
            FROM sessions s
        )
        SELECT count(*) AS "total!", count(*) FILTER (WHERE opens AND state = 'active') AS "usable!",
               count(leased_run_id) AS "in_use!",
               ARRAY(SELECT count(pool.state) FROM unnest($3::text[]) WITH ORDINALITY AS s (code, n)
                     LEFT JOIN pool ON pool.state = s.code GROUP BY s.n ORDER BY s.n) AS "by_state!",
               (SELECT max(open_until) FROM session_breakers WHERE open_until > $1) AS breaker_until,
               (SELECT coalesce(sum(requests), 0) FROM session_hours WHERE hour > $4) AS "requests!",
               (SELECT count(DISTINCT t.account_id) FROM tracked_accounts t
                JOIN groups g ON g.id = t.group_id AND g.is_active
                JOIN platform_accounts a ON a.id = t.account_id AND a.platform = 'instagram'
                WHERE NOT t.suspended AND allows_pool(g, t.scraper_pool)) AS "accounts!"
        FROM pool
        "#,
        now,
        &secrets.sessions.ids(),
        &codes,
        now - EVALUATION_PERIOD
    )
    .fetch_one(&mut *connection)
    .await?;
    let per_hour = per_hour(connection).await?;
    let required = required_sessions(row.requests.unsigned_abs(), row.accounts.unsigned_abs(), per_hour);
    let mut by_state = [0; SessionStatus::ALL.len()];
    by_state.copy_from_slice(&row.by_state[..SessionStatus::ALL.len().min(row.by_state.len())]);
    Ok(StateCounts {
        total: row.total,
        usable: row.usable,
        required: saturate::<i64>(required),
        in_use: row.in_use,
        breaker_until: row.breaker_until,
        by_state,
    })
}

/// Counts the sessions of each set, as an admin or in the ingest role. `None` is the common set. Sets that have no
/// sessions and are not needed are absent.
pub async fn counts_by_set(
    connection: &mut PgConnection,
    secrets: &Secrets,
    now: DateTime<Utc>,
) -> Result<BTreeMap<Option<String>, StateCounts>, DbError> {
    let rows = sqlx::query!(
        r#"
        SELECT s.session_set,
               CASE WHEN s.state IN ('cooling', 'suspect') AND s.cooling_until <= $1 THEN 'active' ELSE s.state END AS "state!",
               count(*) AS "total!", count(*) FILTER (WHERE session_opens(s, $2)) AS "open!",
               count(s.leased_run_id) AS "in_use!", coalesce(sum(h.requests), 0)::bigint AS "requests!"
        FROM sessions s
        LEFT JOIN (SELECT session_id, sum(requests) AS requests FROM session_hours WHERE hour > $3 GROUP BY session_id) h
            ON h.session_id = s.id
        GROUP BY 1, 2
        "#,
        now,
        &secrets.sessions.ids(),
        now - EVALUATION_PERIOD
    )
    .fetch_all(&mut *connection)
    .await?;
    let mut sets: BTreeMap<Option<String>, (StateCounts, u64)> = BTreeMap::new();
    for row in rows {
        let (counts, requests) = sets.entry(row.session_set).or_default();
        counts.total += row.total;
        counts.in_use += row.in_use;
        *requests += row.requests.unsigned_abs();
        let state = SessionStatus::of(&row.state);
        if state == Some(SessionStatus::Active) {
            counts.usable += row.open;
        }
        if let Some(place) = SessionStatus::ALL.iter().position(|known| state == Some(*known)) {
            counts.by_state[place] += row.total;
        }
    }
    let mut accounts = accounts_by_set(connection).await?;
    for set in accounts.keys() {
        sets.entry(set.clone()).or_default();
    }
    let per_hour = per_hour(connection).await?;
    Ok(sets
        .into_iter()
        .map(|(set, (counts, requests))| {
            let accounts = accounts.remove(&set).unwrap_or_default();
            let required = saturate::<i64>(required_sessions(requests, accounts, per_hour));
            (set, StateCounts { required, ..counts })
        })
        .collect())
}

/// Counts the Instagram accounts that need a session of each set. Those of a missing scraper pool need none.
async fn accounts_by_set(
    connection: &mut PgConnection,
) -> Result<BTreeMap<Option<String>, u64>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"
        SELECT p.session_set AS "session_set?", count(*) AS "accounts!"
        FROM account_pools o
        JOIN platform_accounts a ON a.id = o.account_id AND a.platform = 'instagram'
        LEFT JOIN scraper_pools p ON p.name = o.pool
        WHERE o.is_allowed AND o.is_scraped AND (o.pool IS NULL OR p.name IS NOT NULL)
        GROUP BY p.session_set
        "#
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.session_set, row.accounts.unsigned_abs()))
        .collect())
}

/// Returns how many requests a session tolerates in an hour.
async fn per_hour(connection: &mut PgConnection) -> Result<u32, DbError> {
    let platform_config = platform_config::current(connection).await?.effective()?;
    Ok(rules::of_session(&platform_config, false).per_hour)
}

/// Moves a session to a set, in a transaction with the scope of an admin; `None`: the common set. A run that has
/// leased the session keeps it for its unit. Returns whether there is such a session.
pub async fn assign_set(connection: &mut PgConnection, id: i64, set: Option<&str>) -> Result<bool, DbError> {
    let done = sqlx::query!("UPDATE sessions SET session_set = $2 WHERE id = $1", id, set)
        .execute(connection)
        .await?;
    Ok(done.rows_affected() > 0)
}

/// Returns a page of the filtered sessions in the order of the list, in a transaction with the scope of an admin.
pub async fn pooled(
    connection: &mut PgConnection,
    secrets: &Secrets,
    now: DateTime<Utc>,
    filter: &SessionFilter<'_>,
    skip: i64,
    take: i64,
) -> Result<Vec<PooledSession>, DbError> {
    select(connection, secrets, now, (None, filter), (skip, take)).await
}

/// Returns a session of the pool, in a transaction with the scope of an admin.
pub async fn pooled_one(
    connection: &mut PgConnection,
    secrets: &Secrets,
    now: DateTime<Utc>,
    id: i64,
) -> Result<Option<PooledSession>, DbError> {
    let all = SessionFilter::default();
    let found = select(connection, secrets, now, (Some(id), &all), (0, 1)).await?;
    Ok(found.into_iter().next())
}

async fn select(
    connection: &mut PgConnection,
    secrets: &Secrets,
    now: DateTime<Utc>,
    (id, filter): (Option<i64>, &SessionFilter<'_>),
    (skip, take): (i64, i64),
) -> Result<Vec<PooledSession>, DbError> {
    let rows = sqlx::query!(
        r#"
        WITH pool AS (
            SELECT *, row_number() OVER (ORDER BY id) - 1 AS index, state IN ('cooling', 'suspect') AND cooling_until <= $1 AS is_cooled_down,
                   session_opens(s, $2) AS opens_with_proxy
            FROM sessions s
        )
        SELECT p.id, p.index AS "index!", encode(substring(p.fingerprint FOR 4), 'hex') AS "name!",
               CASE WHEN p.is_cooled_down THEN 'active' ELSE p.state END AS "state!",
               CASE WHEN NOT p.is_cooled_down THEN p.state_reason END AS reason,
               CASE WHEN p.is_cooled_down THEN p.cooling_until ELSE coalesce(p.state_since, p.created_at) END AS "since!",
               CASE WHEN p.state IN ('cooling', 'suspect') AND NOT p.is_cooled_down THEN p.cooling_until END AS until,
               p.leased_run_id IS NOT NULL AS "in_use!", p.key_id = ANY ($2) AS "opens!", p.opens_with_proxy AS "opens_with_proxy!",
               p.last_leased_at,
               p.last_error, p.last_error_at, h.requests AS "requests!", h.refused AS "refused!",
               (SELECT count(*) FROM session_accounts a WHERE a.session_id = p.id) AS "accounts!",
               p.proxy_id, p.session_set
        FROM pool p
        CROSS JOIN LATERAL (SELECT coalesce(sum(requests), 0) AS requests, coalesce(sum(refused), 0) AS refused
                            FROM session_hours WHERE session_id = p.id AND hour > $3) h
        WHERE ($4::bigint IS NULL OR p.id = $4)
          AND ($5::text IS NULL OR CASE WHEN p.is_cooled_down THEN 'active' ELSE p.state END = $5)
          AND (NOT $8::boolean OR p.session_set IS NOT DISTINCT FROM $9)
        ORDER BY p.id OFFSET $6 LIMIT $7
        "#,
        now,
        &secrets.sessions.ids(),
        now - EVALUATION_PERIOD,
        id,
        filter.state.map(SessionStatus::code),
        skip,
        take,
        filter.set.is_some(),
        filter.set.flatten()
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| PooledSession {
            id: row.id,
            index: row.index,
            name: row.name,
            state: SessionStatus::of(&row.state).unwrap_or(SessionStatus::Disabled),
            reason: row.reason,
            since: row.since,
            until: row.until,
            in_use: row.in_use,
            opens: row.opens,
            opens_with_proxy: row.opens_with_proxy,
            last_used_at: row.last_leased_at,
            requests: row.requests,
            refused: row.refused,
            last_error: row.last_error.zip(row.last_error_at),
            accounts: row.accounts,
            proxy_id: row.proxy_id,
            session_set: row.session_set,
        })
        .collect())
}
