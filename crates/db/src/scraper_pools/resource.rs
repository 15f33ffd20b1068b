//! Pools that are managed as resources. Every function needs the scope of an admin.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::Platform;
use sqlx::PgConnection;
use sqlx::types::Json;

use super::{by_code, by_platform};
use crate::DbError;

/// A pool as its resource describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DesiredPool {
    pub name: String,
    /// May be empty.
    pub region: String,
    /// The names of the proxies, which may not exist; a platform that is absent is read without a proxy.
    pub proxies: BTreeMap<Platform, String>,
    /// No other pool has it.
    pub session_set: String,
    /// Whether the pool selects the nodes of its scrapers. Otherwise, scrapers without a proxy share the address of
    /// those without a pool.
    pub placed: bool,
    /// The manager other than the dashboard.
    pub managed_by: String,
}

impl DesiredPool {
    /// Returns the key of the address without a proxy.
    fn address(&self) -> Option<String> {
        self.placed.then(|| match self.region.as_str() {
            "" => format!("pool:{}", self.name),
            region => format!("region:{region}"),
        })
    }

    fn equals(&self, stored: &StoredPool) -> bool {
        self.region == stored.region
            && self.proxies == stored.proxies
            && self.session_set == stored.session_set
            && self.address() == stored.address
            && self.managed_by == stored.managed_by
    }
}

/// The names of pools that a replacement changed, each in alphabetical order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Replaced {
    pub added: Vec<String>,
    pub changed: Vec<String>,
    pub deleted: Vec<String>,
}

/// A pool as stored.
#[derive(Clone, Debug)]
pub struct StoredPool {
    pub name: String,
    /// May be empty.
    pub region: String,
    /// The names of the proxies, which may not exist; a platform that is absent is read without a proxy.
    pub proxies: BTreeMap<Platform, String>,
    pub session_set: String,
    address: Option<String>,
    managed_by: String,
    created_at: DateTime<Utc>,
}

/// Returns all pools by name.
pub(crate) async fn stored(connection: &mut PgConnection) -> Result<Vec<StoredPool>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT name, region, proxies AS "proxies: Json<BTreeMap<String, String>>", session_set, address,
                  managed_by, created_at
           FROM scraper_pools ORDER BY name"#
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| StoredPool {
            name: row.name,
            region: row.region,
            proxies: by_platform(row.proxies.0),
            session_set: row.session_set,
            address: row.address,
            managed_by: row.managed_by,
            created_at: row.created_at,
        })
        .collect())
}

/// Makes these the only pools, whose names differ. Writes nothing if they are stored already. Fails if two have the
/// same set of sessions.
pub async fn replace_all(
    connection: &mut PgConnection,
    desired: &[DesiredPool],
    now: DateTime<Utc>,
) -> Result<Replaced, DbError> {
    check_sets(desired)?;
    let stored: BTreeMap<String, StoredPool> = stored(connection)
        .await?
        .into_iter()
        .map(|pool| (pool.name.clone(), pool))
        .collect();
    let desired: BTreeMap<&str, &DesiredPool> =
        desired.iter().map(|pool| (pool.name.as_str(), pool)).collect();
    let mut replaced = Replaced::default();
    for (name, pool) in &desired {
        match stored.get(*name) {
            None => replaced.added.push((*name).to_owned()),
            Some(row) if !pool.equals(row) => replaced.changed.push((*name).to_owned()),
            Some(_) => {}
        }
    }
    replaced.deleted = stored
        .keys()
        .filter(|name| !desired.contains_key(name.as_str()))
        .cloned()
        .collect();
    if replaced == Replaced::default() {
        return Ok(replaced);
    }
    // Before the insertions, so that a set can move between pools.
    let outdated = [replaced.deleted.as_slice(), &replaced.changed].concat();
    sqlx::query!("DELETE FROM scraper_pools WHERE name = ANY ($1)", &outdated)
        .execute(&mut *connection)
        .await?;
    for name in replaced.added.iter().chain(&replaced.changed) {
        if let Some(pool) = desired.get(name.as_str()) {
            let created_at = stored.get(name).map_or(now, |row| row.created_at);
            insert(connection, pool, created_at).await?;
        }
    }
    Ok(replaced)
}

fn check_sets(desired: &[DesiredPool]) -> Result<(), DbError> {
    let mut owners: HashMap<&str, &str> = HashMap::new();
    for pool in desired {
        if let Some(other) = owners.insert(&pool.session_set, &pool.name) {
            return Err(DbError::ScraperPool(format!(
                "the scraper pools {other} and {} have the same set of sessions, {}",
                pool.name, pool.session_set
            )));
        }
    }
    Ok(())
}

async fn insert(
    connection: &mut PgConnection,
    pool: &DesiredPool,
    created_at: DateTime<Utc>,
) -> Result<(), sqlx::Error> {
    sqlx::query!(
        "INSERT INTO scraper_pools (name, region, proxies, session_set, address, managed_by, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        pool.name,
        pool.region,
        Json(by_code(&pool.proxies)) as Json<BTreeMap<&str, &str>>,
        pool.session_set,
        pool.address(),
        pool.managed_by,
        created_at
    )
    .execute(connection)
    .await?;
    Ok(())
}
