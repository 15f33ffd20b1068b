//! Endpoint history: which endpoints are on cooldown, and which worked lately.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_proto::v1::{EndpointCooldown, EndpointReport, Outcome, Platform, Works};
use clipmeter_scheduler::cooldown::endpoint_cooldown;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::DbError;
use crate::codes::{OTHER, code, label};

/// How long the endpoint that worked is tried first. After that the configured order applies again, so that a
/// worse endpoint does not stay in use forever.
const WORKING_FOR: TimeDelta = TimeDelta::hours(24);

/// Valid values of `need`; must equal the list in `ingest.proto`.
const NEEDS: [&str; 6] = ["profile", "name_by_id", "posts", "plays", "items", "item"];

/// The client that an endpoint history belongs to.
#[derive(Debug, Clone, Copy)]
pub enum EndpointClient<'a> {
    Session(i64),
    /// The anonymous clients of an address.
    Anonymous(&'a str),
}

impl EndpointClient<'_> {
    fn key(self) -> String {
        match self {
            Self::Session(id) => format!("s:{id}"),
            Self::Anonymous(address) => format!("a:{address}"),
        }
    }
}

/// Loads the history of a client.
pub async fn load(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    platform: Platform,
    owner: EndpointClient<'_>,
) -> Result<(Vec<EndpointCooldown>, Vec<Works>), DbError> {
    let cooldowns = sqlx::query!(
        "SELECT endpoint, until FROM endpoint_cooldowns
         WHERE owner = $1 AND platform = $2 AND until > $3 ORDER BY endpoint",
        owner.key(),
        platform.code(),
        now
    )
    .fetch_all(&mut *connection)
    .await?;
    let works = sqlx::query!(
        "SELECT need, endpoint, since FROM working_endpoints
         WHERE owner = $1 AND platform = $2 AND since > $3 ORDER BY need",
        owner.key(),
        platform.code(),
        now - WORKING_FOR
    )
    .fetch_all(connection)
    .await?;
    let cooldowns = cooldowns.into_iter().map(|row| EndpointCooldown {
        endpoint: row.endpoint,
        until: row.until.timestamp(),
    });
    let works = works.into_iter().map(|row| Works {
        need: row.need,
        endpoint: row.endpoint,
        since: row.since.timestamp(),
    });
    Ok((cooldowns.collect(), works.collect()))
}

/// Records an endpoint's outcome in a run. A success ends its cooldown and replaces the endpoint that worked
/// before for the same need. A success under an outdated config revision is not recorded: that run followed
/// an order that no longer applies.
pub async fn record(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    run: Uuid,
    platform: Platform,
    owner: EndpointClient<'_>,
    report: &EndpointReport,
) -> Result<(), DbError> {
    let endpoint = code("endpoint", &report.endpoint)?;
    let outcome = report.outcome();
    if outcome == Outcome::Unspecified {
        return Err(DbError::invalid("the report of an endpoint needs an outcome"));
    }
    // This version's scrapers do not use an unknown endpoint, and made-up codes would fill the table.
    if label(endpoint) == OTHER {
        return Ok(());
    }
    if outcome == Outcome::SchemaChanged && was_working(connection, now, platform, owner, endpoint).await? {
        return Ok(());
    }
    if !outcome.is_success() {
        sqlx::query!(
            "INSERT INTO endpoint_cooldowns AS r (owner, platform, endpoint, until, of_shape)
             SELECT $1, $2, $3, $4, $5
             -- A run that began before the newest config revision did not try what that one changed.
             WHERE NOT ($5::boolean AND EXISTS (
                 SELECT FROM platform_config_revisions f JOIN runs o ON f.made_at > o.taken_at WHERE o.id = $7))
             ON CONFLICT (owner, platform, endpoint) DO UPDATE SET until = greatest(r.until, excluded.until),
                 of_shape = excluded.of_shape AND (r.of_shape OR r.until <= $6)",
            owner.key(),
            platform.code(),
            endpoint,
            now + TimeDelta::seconds(endpoint_cooldown(outcome)),
            // The next config revision may fix a changed shape.
            outcome == Outcome::SchemaChanged,
            now,
            run
        )
        .execute(connection)
        .await?;
        return Ok(());
    }
    let need = code("need", &report.need)?;
    if !NEEDS.contains(&need) {
        return Ok(());
    }
    sqlx::query!(
        "DELETE FROM endpoint_cooldowns WHERE owner = $1 AND platform = $2 AND endpoint = $3",
        owner.key(),
        platform.code(),
        endpoint
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "INSERT INTO working_endpoints AS w (owner, platform, need, endpoint, since)
         SELECT $1, $2, $3, $4, $5
         WHERE NOT EXISTS (SELECT FROM platform_config_revisions f JOIN runs r ON f.made_at > r.taken_at WHERE r.id = $7)
         ON CONFLICT (owner, platform, need) DO UPDATE SET endpoint = excluded.endpoint, since = excluded.since
         WHERE w.endpoint <> excluded.endpoint OR w.since <= $6",
        owner.key(),
        platform.code(),
        need,
        endpoint,
        now,
        now - WORKING_FOR,
        run
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns whether an endpoint worked lately; also deletes that record. A response of an unexpected shape may be due
/// to the one account; two in a row are not.
async fn was_working(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    platform: Platform,
    owner: EndpointClient<'_>,
    endpoint: &str,
) -> Result<bool, DbError> {
    let deleted = sqlx::query!(
        "DELETE FROM working_endpoints WHERE owner = $1 AND platform = $2 AND endpoint = $3 AND since > $4",
        owner.key(),
        platform.code(),
        endpoint,
        now - WORKING_FOR
    )
    .execute(connection)
    .await?;
    Ok(deleted.rows_affected() > 0)
}

/// Returns when each endpoint that redirects a session away from the platform reopens, regardless of the
/// shape of its responses.
pub async fn closed(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
    session: i64,
) -> Result<BTreeMap<String, DateTime<Utc>>, DbError> {
    let rows = sqlx::query!(
        "SELECT endpoint, until FROM endpoint_cooldowns WHERE owner = $1 AND until > $2 AND NOT of_shape",
        EndpointClient::Session(session).key(),
        now
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.endpoint, row.until)).collect())
}

/// Deletes expired cooldowns and expired working endpoints, in the ingest role. Returns how many.
pub async fn prune_endpoint_history(
    connection: &mut PgConnection,
    now: DateTime<Utc>,
) -> Result<u64, DbError> {
    let cooldowns = sqlx::query!("DELETE FROM endpoint_cooldowns WHERE until <= $1", now)
        .execute(&mut *connection)
        .await?;
    let working = sqlx::query!(
        "DELETE FROM working_endpoints WHERE since <= $1",
        now - WORKING_FOR
    )
    .execute(connection)
    .await?;
    Ok(cooldowns.rows_affected() + working.rows_affected())
}
