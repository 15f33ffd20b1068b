//! Creates, changes and deletes pools that are managed in the dashboard. Every function needs the scope of an
//! admin.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::Platform;
use sqlx::PgConnection;
use sqlx::types::Json;

use super::by_code;
use crate::DbError;

/// A pool to create.
#[derive(Clone, Copy, Debug)]
pub struct NewPool<'a> {
    pub name: &'a str,
    /// May be empty.
    pub region: &'a str,
    pub session_set: &'a str,
    /// The names of the proxies; a platform that is absent is read without a proxy.
    pub proxies: &'a BTreeMap<Platform, String>,
}

/// The result of creating a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Creation {
    Created,
    /// The transaction can only be rolled back.
    NameTaken,
    /// Another pool uses the session set. The caller must roll the transaction back.
    SetTaken,
}

/// A change of a pool; `None` leaves a setting as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PoolChange<'a> {
    pub region: Option<&'a str>,
    pub session_set: Option<&'a str>,
    /// A platform that is absent keeps its proxy, and `None` removes the proxy.
    pub proxies: BTreeMap<Platform, Option<String>>,
}

/// The result of changing a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoolChanged {
    Done,
    NotFound,
    /// Another pool uses the session set. The caller must roll the transaction back.
    SetTaken,
}

/// The result of deleting a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deleted {
    Done,
    NotFound,
    /// A group selects or allows it, or an account selects it.
    InUse,
}

/// Creates a pool.
pub async fn create(
    connection: &mut PgConnection,
    pool: &NewPool<'_>,
    now: DateTime<Utc>,
) -> Result<Creation, DbError> {
    let created = sqlx::query!(
        "INSERT INTO scraper_pools (name, region, proxies, session_set, created_at) VALUES ($1, $2, $3, $4, $5)",
        pool.name,
        pool.region,
        Json(by_code(pool.proxies)) as Json<BTreeMap<&str, &str>>,
        pool.session_set,
        now
    )
    .execute(connection)
    .await;
    match created {
        Ok(_) => Ok(Creation::Created),
        Err(error) => match violated(&error) {
            Some("scraper_pools_pkey") => Ok(Creation::NameTaken),
            Some("scraper_pools_session_set_key") => Ok(Creation::SetTaken),
            _ => Err(error.into()),
        },
    }
}

/// Changes a pool. Runs in progress keep their address and their sessions.
pub async fn change(
    connection: &mut PgConnection,
    name: &str,
    change: &PoolChange<'_>,
) -> Result<PoolChanged, DbError> {
    let proxies: BTreeMap<&str, Option<&str>> = change
        .proxies
        .iter()
        .map(|(platform, proxy)| (platform.code(), proxy.as_deref()))
        .collect();
    let changed = sqlx::query!(
        "UPDATE scraper_pools SET region = coalesce($2, region), session_set = coalesce($3, session_set),
             proxies = jsonb_strip_nulls(proxies || $4)
         WHERE name = $1",
        name,
        change.region,
        change.session_set,
        Json(proxies) as Json<BTreeMap<&str, Option<&str>>>
    )
    .execute(connection)
    .await;
    match changed {
        Ok(changed) if changed.rows_affected() > 0 => Ok(PoolChanged::Done),
        Ok(_) => Ok(PoolChanged::NotFound),
        Err(error) if violated(&error) == Some("scraper_pools_session_set_key") => Ok(PoolChanged::SetTaken),
        Err(error) => Err(error.into()),
    }
}

/// Deletes a pool that nothing selects or allows.
pub async fn delete(connection: &mut PgConnection, name: &str) -> Result<Deleted, DbError> {
    let is_used = sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM groups WHERE scraper_pool = $1 OR $1 = ANY (allowed_scraper_pools))
               OR EXISTS (SELECT FROM tracked_accounts WHERE scraper_pool = $1) AS "is_used!""#,
        name
    )
    .fetch_one(&mut *connection)
    .await?;
    if is_used {
        return Ok(Deleted::InUse);
    }
    let deleted = sqlx::query!("DELETE FROM scraper_pools WHERE name = $1", name)
        .execute(connection)
        .await?;
    Ok(match deleted.rows_affected() {
        0 => Deleted::NotFound,
        _ => Deleted::Done,
    })
}

fn violated(error: &sqlx::Error) -> Option<&str> {
    error.as_database_error().and_then(|error| error.constraint())
}
