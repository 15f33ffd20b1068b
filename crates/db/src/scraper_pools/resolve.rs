//! Finds the pool of units, and the egress of pools.

use std::collections::HashMap;

use clipmeter_proto::v1::Platform;
use clipmeter_scheduler::Target;
use sqlx::PgConnection;

use crate::DbError;
use crate::secrets::Secrets;
use crate::sessions::proxies::{self, DecryptedProxy};

/// Where the requests of a pool's runs leave from.
pub struct Egress {
    /// The key of the address; `None`: that of scrapers without a pool and without a proxy.
    pub key: Option<String>,
    pub proxy: Option<DecryptedProxy>,
}

/// Returns the egress of a pool on a platform, in the ingest role. Fails if the pool or its proxy is missing or cannot
/// be decrypted, because the runs must not use another address.
pub async fn egress_of(
    connection: &mut PgConnection,
    secrets: &Secrets,
    pool: &str,
    platform: Platform,
) -> Result<Egress, DbError> {
    let stored = sqlx::query!(
        "SELECT proxies ->> $2::text AS proxy, address FROM scraper_pools WHERE name = $1",
        pool,
        platform.code()
    )
    .fetch_optional(&mut *connection)
    .await?
    .ok_or_else(|| DbError::ScraperPool(format!("the scraper pool {pool} does not exist")))?;
    let Some(name) = stored.proxy else {
        return Ok(Egress {
            key: stored.address,
            proxy: None,
        });
    };
    match proxies::named(connection, secrets, &name).await {
        Ok(Some(proxy)) => Ok(Egress {
            key: Some(proxy.key()),
            proxy: Some(proxy),
        }),
        Ok(None) => Err(DbError::ScraperPool(format!(
            "the proxy \"{name}\" of the scraper pool {pool} does not exist"
        ))),
        Err(DbError::Proxy(_)) => Err(DbError::ScraperPool(format!(
            "the proxy \"{name}\" of the scraper pool {pool} cannot be decrypted; delete the proxy and add it again"
        ))),
        Err(error) => Err(error),
    }
}

/// Returns whether any group or account selects a pool, in any scope. Otherwise, everything is read without one.
pub async fn are_selected(connection: &mut PgConnection) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(r#"SELECT pools_are_selected() AS "are_selected!""#)
        .fetch_one(connection)
        .await
}

/// Returns the pool of each of these accounts and videos, in any scope. `None`: it is read without a pool. A target
/// whose selection is not allowed is absent: it is not read.
pub async fn pools_of(
    connection: &mut PgConnection,
    targets: &[Target],
) -> Result<HashMap<Target, Option<String>>, sqlx::Error> {
    if !are_selected(&mut *connection).await? {
        return Ok(targets.iter().map(|target| (*target, None)).collect());
    }
    let (mut accounts, mut videos) = (Vec::new(), Vec::new());
    for target in targets {
        match target {
            Target::Account(id) => accounts.push(*id),
            Target::Video(id) => videos.push(*id),
        }
    }
    let rows = sqlx::query!(
        "SELECT account_id, tracked_video_id, pool FROM unit_pools($1, $2)",
        &accounts,
        &videos
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .filter_map(|row| {
            let account = row.account_id.map(Target::Account);
            Some((account.or(row.tracked_video_id.map(Target::Video))?, row.pool))
        })
        .collect())
}

/// Returns those of the names that no pool has, in a transaction with the scope of an admin.
pub async fn missing(connection: &mut PgConnection, names: &[String]) -> Result<Vec<String>, sqlx::Error> {
    sqlx::query_scalar!(
        r#"SELECT n AS "name!" FROM unnest($1::text[]) n
           WHERE NOT EXISTS (SELECT FROM scraper_pools p WHERE p.name = n)"#,
        names
    )
    .fetch_all(connection)
    .await
}
