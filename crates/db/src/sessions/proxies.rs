//! Proxies for requests to the platforms. Their addresses are encrypted like sessions, and decrypted only
//! here.

use chrono::{DateTime, Utc};
use clipmeter_domain::ProxyAddress;
use clipmeter_proto::v1::Platform;
use secrecy::{ExposeSecret as _, SecretString};
use sqlx::PgConnection;

use crate::DbError;
use crate::codes::platform;
use crate::secrets::Secrets;

/// A proxy as shown to administrators.
#[derive(Debug, Clone)]
pub struct ProxyRow {
    /// `proxies.id`.
    pub id: i64,
    /// Name given by an administrator.
    pub name: String,
    /// `None` when the address cannot be decrypted.
    pub address: Option<ProxyAddress>,
    /// The platform that uses it by default.
    pub serves: Option<Platform>,
    /// Number of sessions that use it.
    pub sessions: i64,
    /// Until when the proxy is on cooldown on a platform, and the code of the outcome that caused it.
    pub blocked: Option<(DateTime<Utc>, String)>,
}

/// A proxy with its decrypted address.
pub struct DecryptedProxy {
    pub id: i64,
    pub url: SecretString,
}

impl DecryptedProxy {
    /// Returns the address key for permits and endpoint histories. Names that scrapers choose for themselves
    /// have no colon.
    pub(crate) fn key(&self) -> String {
        key(self.id)
    }
}

/// Returns the address key of a proxy.
#[must_use]
pub fn key(id: i64) -> String {
    format!("proxy:{id}")
}

/// The result of adding a proxy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Addition {
    /// Added, with this id.
    Added(i64),
    NameTaken,
    /// The platform already has a proxy.
    PlatformServed,
}

/// Adds a proxy, in a transaction with the scope of an admin. If it is not added, the transaction can only be
/// rolled back.
pub async fn add(
    connection: &mut PgConnection,
    secrets: &Secrets,
    now: DateTime<Utc>,
    name: &str,
    address: &ProxyAddress,
    serves: Option<Platform>,
) -> Result<Addition, DbError> {
    let sealed = secrets.seal_proxy(name, &SecretString::from(address.url()))?;
    let added = sqlx::query_scalar!(
        "INSERT INTO proxies (name, key_id, nonce, sealed, serves, created_at) VALUES ($1, $2, $3, $4, $5, $6)
         RETURNING id",
        name,
        secrets.sessions.current().id(),
        &sealed.nonce,
        sealed.sealed,
        serves.map(Platform::code),
        now
    )
    .fetch_one(connection)
    .await;
    match added {
        Ok(id) => Ok(Addition::Added(id)),
        Err(error) => match error.as_database_error().and_then(|error| error.constraint()) {
            Some("proxies_name_key") => Ok(Addition::NameTaken),
            Some("proxies_serves_key") => Ok(Addition::PlatformServed),
            _ => Err(error.into()),
        },
    }
}

/// Deletes a proxy, in a transaction with the scope of an admin, and returns its name. Its sessions then use
/// the default of the platform or of their scraper pool.
pub async fn delete(connection: &mut PgConnection, id: i64) -> Result<Option<String>, DbError> {
    Ok(
        sqlx::query_scalar!("DELETE FROM proxies WHERE id = $1 RETURNING name", id)
            .fetch_optional(connection)
            .await?,
    )
}

/// Lists all proxies by name, in a transaction with the scope of an admin.
pub async fn list(
    connection: &mut PgConnection,
    secrets: &Secrets,
    now: DateTime<Utc>,
) -> Result<Vec<ProxyRow>, DbError> {
    let rows = sqlx::query!(
        r#"
        SELECT p.id, p.name, p.key_id, p.nonce, p.sealed, p.serves,
               (SELECT count(*) FROM sessions s WHERE s.proxy_id = p.id) AS "sessions!",
               t.blocked_until AS "blocked_until?", t.blocked_for
        FROM proxies p
        LEFT JOIN LATERAL (SELECT blocked_until, blocked_for FROM rate_limit_buckets
                           WHERE kind = 'address' AND key = 'proxy:' || p.id AND blocked_until > $1
                           ORDER BY blocked_until DESC LIMIT 1) t ON true
        ORDER BY p.name
        "#,
        now
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| {
            let url = secrets.open_proxy(&row.key_id, &row.name, &row.nonce, &row.sealed);
            ProxyRow {
                id: row.id,
                address: url
                    .ok()
                    .and_then(|url| ProxyAddress::parse(url.expose_secret()).ok()),
                name: row.name,
                serves: row.serves.as_deref().map(platform),
                sessions: row.sessions,
                blocked: row.blocked_until.zip(row.blocked_for),
            }
        })
        .collect())
}

/// A proxy as stored.
struct Stored {
    id: i64,
    name: String,
    key_id: String,
    nonce: Vec<u8>,
    sealed: Vec<u8>,
}

impl Stored {
    fn open(self, secrets: &Secrets) -> Result<DecryptedProxy, DbError> {
        match secrets.open_proxy(&self.key_id, &self.name, &self.nonce, &self.sealed) {
            Ok(url) => Ok(DecryptedProxy { id: self.id, url }),
            Err(_) => Err(DbError::Proxy(self.name)),
        }
    }
}

/// Returns the proxy of a platform's runs. Fails if it cannot be decrypted, because the runs must not use
/// another address.
pub async fn serving(
    connection: &mut PgConnection,
    secrets: &Secrets,
    platform: Platform,
) -> Result<Option<DecryptedProxy>, DbError> {
    let sealed = sqlx::query_as!(
        Stored,
        "SELECT id, name, key_id, nonce, sealed FROM proxies WHERE serves = $1",
        platform.code()
    )
    .fetch_optional(connection)
    .await?;
    sealed.map(|sealed| sealed.open(secrets)).transpose()
}

/// Returns the proxy with this name. Fails if it cannot be decrypted.
pub(crate) async fn named(
    connection: &mut PgConnection,
    secrets: &Secrets,
    name: &str,
) -> Result<Option<DecryptedProxy>, DbError> {
    let sealed = sqlx::query_as!(
        Stored,
        "SELECT id, name, key_id, nonce, sealed FROM proxies WHERE name = $1",
        name
    )
    .fetch_optional(connection)
    .await?;
    sealed.map(|sealed| sealed.open(secrets)).transpose()
}

/// Returns the scraper pools and platforms whose proxy cannot be decrypted, in the ingest role. `None`: runs without a
/// pool.
pub(crate) async fn unreadable(
    connection: &mut PgConnection,
    secrets: &Secrets,
) -> Result<Vec<(Option<String>, Platform)>, sqlx::Error> {
    let rows = sqlx::query!(
        r#"SELECT l.pool AS "pool?", f.code AS "platform!", x.name, x.key_id, x.nonce, x.sealed
           FROM (SELECT name AS pool, proxies FROM scraper_pools UNION ALL SELECT NULL, NULL) l
           CROSS JOIN platforms f
           JOIN proxies x ON CASE WHEN l.pool IS NULL THEN x.serves = f.code ELSE x.name = l.proxies ->> f.code END"#
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .filter(|row| {
            secrets
                .open_proxy(&row.key_id, &row.name, &row.nonce, &row.sealed)
                .is_err()
        })
        .map(|row| (row.pool, platform(&row.platform)))
        .collect())
}

/// Returns a session's own proxy. Fails if it cannot be decrypted.
pub async fn of_session(
    connection: &mut PgConnection,
    secrets: &Secrets,
    session: i64,
) -> Result<Option<DecryptedProxy>, DbError> {
    let sealed = sqlx::query_as!(
        Stored,
        "SELECT p.id, p.name, p.key_id, p.nonce, p.sealed FROM proxies p JOIN sessions s ON s.proxy_id = p.id
         WHERE s.id = $1",
        session
    )
    .fetch_optional(connection)
    .await?;
    sealed.map(|sealed| sealed.open(secrets)).transpose()
}

/// Returns the address key of a session's own proxy.
pub(crate) async fn key_of_session(
    connection: &mut PgConnection,
    session: i64,
) -> Result<Option<String>, DbError> {
    let proxy = sqlx::query_scalar!("SELECT proxy_id FROM sessions WHERE id = $1", session)
        .fetch_optional(connection)
        .await?;
    Ok(proxy.flatten().map(key))
}

/// Assigns a proxy to a session, or resets it to the platform's default, in a transaction with the scope of
/// an admin.
pub async fn assign(
    connection: &mut PgConnection,
    session: i64,
    proxy: Option<i64>,
) -> Result<Assignment, DbError> {
    if let Some(proxy) = proxy {
        let is_there = sqlx::query_scalar!(
            r#"SELECT EXISTS (SELECT FROM proxies WHERE id = $1) AS "is_there!""#,
            proxy
        )
        .fetch_one(&mut *connection)
        .await?;
        if !is_there {
            return Ok(Assignment::NoSuchProxy);
        }
    }
    let done = sqlx::query!("UPDATE sessions SET proxy_id = $2 WHERE id = $1", session, proxy)
        .execute(connection)
        .await?;
    Ok(match done.rows_affected() {
        0 => Assignment::NoSuchSession,
        _ => Assignment::Done,
    })
}

/// The result of assigning a proxy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Assignment {
    /// Assigned.
    Done,
    /// There is no such session.
    NoSuchSession,
    /// There is no such proxy.
    NoSuchProxy,
}

/// Re-encrypts every proxy with the current key, in the ingest role; there are few. Returns how many were
/// re-encrypted, and how many no key can decrypt.
pub async fn reencrypt(connection: &mut PgConnection, secrets: &Secrets) -> Result<(u64, u64), DbError> {
    let current = secrets.sessions.current().id();
    let rows = sqlx::query!(
        "SELECT id, name, key_id, nonce, sealed FROM proxies WHERE key_id <> $1 ORDER BY id FOR UPDATE",
        current
    )
    .fetch_all(&mut *connection)
    .await?;
    let (mut moved, mut lost) = (0, 0);
    for row in rows {
        let Ok(url) = secrets.open_proxy(&row.key_id, &row.name, &row.nonce, &row.sealed) else {
            lost += 1;
            continue;
        };
        let sealed = secrets.seal_proxy(&row.name, &url)?;
        sqlx::query!(
            "UPDATE proxies SET key_id = $2, nonce = $3, sealed = $4 WHERE id = $1",
            row.id,
            current,
            &sealed.nonce,
            sealed.sealed
        )
        .execute(&mut *connection)
        .await?;
        moved += 1;
    }
    Ok((moved, lost))
}
