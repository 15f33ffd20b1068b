//! Requests to the platforms by hour, endpoint, outcome and session class.

use std::collections::BTreeMap;

use chrono::{DateTime, SubsecRound as _, TimeDelta, Timelike as _, Utc};
use clipmeter_proto::v1::{Outcome, Platform, RequestStats};
use sqlx::PgConnection;

use crate::DbError;
use crate::codes::{self, code, label};
use crate::sessions::class::SessionClass;

/// Retention of traffic statistics: a change in a platform's behavior shows in comparison with the quarter
/// before.
const RETENTION: TimeDelta = TimeDelta::days(90);

/// Maximum of requests or bytes that are counted for one endpoint and outcome in an hour: 10 TB, far more
/// than is possible. A scraper that reports nonsense must not make a shared sum overflow.
const MAX_PER_HOUR: i64 = 10_000_000_000_000;

/// Requests of one or several hours with the same endpoint and outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrafficRow {
    pub platform: Platform,
    /// Endpoint code.
    pub endpoint: String,
    pub outcome: Outcome,
    pub session_class: SessionClass,
    /// Number of requests.
    pub requests: i64,
    /// Bytes of the responses.
    pub bytes: i64,
}

/// Counts of scraped accounts: those of active groups that are not suspended, each once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadAccounts {
    /// Instagram accounts.
    pub instagram: i64,
    /// TikTok accounts.
    pub tiktok: i64,
}

/// Adds a unit's requests to its hour. The last step of a transaction, because other units' transactions wait
/// for these rows.
pub async fn store(
    connection: &mut PgConnection,
    platform: Platform,
    request_stats: &[RequestStats],
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let sums = summed(platform, request_stats)?;
    let (mut endpoints, mut outcomes, mut classes) = (Vec::new(), Vec::new(), Vec::new());
    let (mut requests, mut bytes) = (Vec::new(), Vec::new());
    // In the order of their keys, so that concurrent units lock rows in one order.
    for ((endpoint, outcome, class), (sent, received)) in sums {
        endpoints.push(endpoint.to_owned());
        outcomes.push(outcome.to_owned());
        classes.push(class.to_owned());
        requests.push(sent);
        bytes.push(received);
    }
    if endpoints.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "INSERT INTO traffic_hours AS h (hour, platform, endpoint, outcome, session_class, requests, bytes)
         SELECT $1, $2, t.endpoint, t.outcome, t.class, least(t.requests, $8), least(t.bytes, $8)
         FROM unnest($3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[]) t (endpoint, outcome, class, requests, bytes)
         ON CONFLICT (hour, platform, endpoint, outcome, session_class)
         DO UPDATE SET requests = least(h.requests + excluded.requests, $8), bytes = least(h.bytes + excluded.bytes, $8)",
        hour(now),
        platform.code(),
        &endpoints,
        &outcomes,
        &classes,
        &requests,
        &bytes,
        MAX_PER_HOUR
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Requests and bytes by endpoint, outcome and class.
type Sums = BTreeMap<(&'static str, &'static str, &'static str), (i64, i64)>;

fn summed(platform: Platform, request_stats: &[RequestStats]) -> Result<Sums, DbError> {
    let mut sums = Sums::new();
    for stats in request_stats {
        if stats.outcome() == Outcome::Unspecified {
            return Err(DbError::invalid("request statistics need an outcome"));
        }
        let class = SessionClass::of_stats(platform, stats).code();
        let key = (
            label(code("endpoint", &stats.endpoint)?),
            stats.outcome().code(),
            class,
        );
        let (requests, bytes) = sums.entry(key).or_default();
        *requests += i64::from(stats.requests);
        *bytes = bytes.saturating_add_unsigned(stats.bytes);
    }
    Ok(sums)
}

/// Returns the hour that contains a time.
fn hour(time: DateTime<Utc>) -> DateTime<Utc> {
    let minutes = TimeDelta::minutes(time.minute().into()) + TimeDelta::seconds(time.second().into());
    time.trunc_subsecs(0) - minutes
}

/// Returns the start of the hours that cover the last `hours` up to now; that is up to an hour more.
#[must_use]
pub fn begin(now: DateTime<Utc>, hours: u16) -> DateTime<Utc> {
    hour(now) - TimeDelta::hours(hours.into())
}

/// Returns all traffic from that hour on, most requests first.
pub async fn since(
    connection: &mut PgConnection,
    from: DateTime<Utc>,
) -> Result<Vec<TrafficRow>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT platform, endpoint, outcome, session_class, sum(requests)::bigint AS "requests!",
                  sum(bytes)::bigint AS "bytes!"
           FROM traffic_hours WHERE hour >= $1
           GROUP BY platform, endpoint, outcome, session_class
           ORDER BY platform, sum(requests) DESC, endpoint, outcome, session_class"#,
        from
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| TrafficRow {
            platform: codes::platform(&row.platform),
            endpoint: row.endpoint,
            outcome: row.outcome.parse().unwrap_or(Outcome::Unspecified),
            session_class: SessionClass::of_code(&row.session_class).unwrap_or(SessionClass::None),
            requests: row.requests,
            bytes: row.bytes,
        })
        .collect())
}

/// Deletes expired hours. Returns the number of deleted rows.
pub async fn prune(connection: &mut PgConnection, now: DateTime<Utc>) -> Result<u64, sqlx::Error> {
    let deleted = sqlx::query!("DELETE FROM traffic_hours WHERE hour < $1", now - RETENTION)
        .execute(connection)
        .await?;
    Ok(deleted.rows_affected())
}

/// Counts the accounts that the requests are for.
pub async fn read_accounts(connection: &mut PgConnection) -> Result<ReadAccounts, sqlx::Error> {
    sqlx::query_as!(
        ReadAccounts,
        r#"SELECT count(DISTINCT a.id) FILTER (WHERE a.platform = 'instagram') AS "instagram!",
                  count(DISTINCT a.id) FILTER (WHERE a.platform = 'tiktok') AS "tiktok!"
           FROM tracked_accounts t
           JOIN groups g ON g.id = t.group_id AND g.is_active
           JOIN platform_accounts a ON a.id = t.account_id
           WHERE NOT t.suspended"#
    )
    .fetch_one(connection)
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stats(endpoint: &str, session_id: i64, outcome: Outcome, bytes: u64) -> RequestStats {
        RequestStats {
            endpoint: endpoint.to_owned(),
            outcome: outcome.into(),
            session_id,
            requests: 2,
            bytes,
        }
    }

    #[test]
    fn traffic_sums_all_sessions_and_separates_anonymous_requests() {
        let request_stats = [
            stats("feed_user", 7, Outcome::Ok, 10),
            stats("feed_user", 8, Outcome::Ok, 20),
            stats("feed_user", 0, Outcome::Ok, 40),
            stats("feed_user", 7, Outcome::RateLimited, u64::MAX),
        ];
        let sums: Vec<_> = summed(Platform::Instagram, &request_stats)
            .unwrap()
            .into_iter()
            .collect();
        assert_eq!(
            sums,
            [
                (("feed_user", "ok", "anonymous"), (2, 40)),
                (("feed_user", "ok", "session"), (4, 30)),
                (("feed_user", "rate_limited", "session"), (2, i64::MAX)),
            ]
        );
    }

    #[test]
    fn traffic_with_unknown_endpoint_or_outcome_is_refused() {
        assert!(summed(Platform::Tiktok, &[stats("", 0, Outcome::Ok, 1)]).is_err());
        assert!(summed(Platform::Tiktok, &[stats("oembed", 0, Outcome::Unspecified, 1)]).is_err());
    }

    #[test]
    fn traffic_period_begins_on_the_hour() {
        let now: DateTime<Utc> = "2026-11-21T10:59:59.9Z".parse().unwrap();
        assert_eq!(begin(now, 24).to_rfc3339(), "2026-11-20T10:00:00+00:00");
    }
}
