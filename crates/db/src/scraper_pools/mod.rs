//! Scraper pools: an egress and a set of sessions, which groups and accounts select by name. ADR 0069.
//!
//! Pools and proxies are named and may be missing. A run of a pool whose egress is missing does not start; it never
//! uses another egress.

mod change;
mod resolve;
mod resource;

use std::collections::BTreeMap;

use clipmeter_proto::v1::Platform;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use sqlx::types::Json;
use utoipa::ToSchema;

use crate::DbError;
use crate::secrets::Secrets;

pub use change::{Creation, Deleted, NewPool, PoolChange, PoolChanged, change, create, delete};
pub use resolve::{Egress, are_selected, egress_of, missing, pools_of};
pub(crate) use resource::stored;
pub use resource::{DesiredPool, Replaced, StoredPool, replace_all};

/// Whether a scraper pool can reach a platform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EgressState {
    /// Through its proxy or, without one, directly.
    Ok,
    /// Its proxy does not exist, so nothing is read.
    ProxyMissing,
    /// Its proxy was encrypted with a key that this installation no longer has, so nothing is read.
    ProxyUnreadable,
}

/// A scraper pool as shown to administrators.
#[derive(Clone, Debug)]
pub struct PoolRow {
    pub name: String,
    /// May be empty.
    pub region: String,
    /// The names of the proxies; a platform that is absent is read without a proxy.
    pub proxies: BTreeMap<Platform, String>,
    /// The set of its sessions.
    pub session_set: String,
    /// The manager other than the dashboard; `None` when the dashboard may change the pool.
    pub managed_by: Option<String>,
    /// Of each platform.
    pub states: BTreeMap<Platform, EgressState>,
    /// Number of sessions in its set.
    pub sessions: i64,
    /// Number of groups that select it.
    pub groups: i64,
    /// Number of tracked accounts that select it instead of their group's.
    pub accounts: i64,
}

/// Lists all pools by name, in a transaction with the scope of an admin.
pub async fn list(connection: &mut PgConnection, secrets: &Secrets) -> Result<Vec<PoolRow>, DbError> {
    let rows = sqlx::query!(
        r#"SELECT p.name, p.region, p.proxies AS "proxies: Json<BTreeMap<String, String>>", p.session_set,
                  nullif(p.managed_by, '') AS managed_by,
                  (SELECT jsonb_object_agg(e.platform, e.state) FROM pool_egress($1) e WHERE e.pool = p.name)
                      AS "states!: Json<BTreeMap<String, EgressState>>",
                  (SELECT count(*) FROM sessions s WHERE s.session_set = p.session_set) AS "sessions!",
                  (SELECT count(*) FROM groups g WHERE g.scraper_pool = p.name) AS "groups!",
                  (SELECT count(*) FROM tracked_accounts t WHERE t.scraper_pool = p.name) AS "accounts!"
           FROM scraper_pools p
           ORDER BY p.name"#,
        &secrets.sessions.ids()
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| PoolRow {
            name: row.name,
            region: row.region,
            proxies: by_platform(row.proxies.0),
            session_set: row.session_set,
            managed_by: row.managed_by,
            states: by_platform(row.states.0),
            sessions: row.sessions,
            groups: row.groups,
            accounts: row.accounts,
        })
        .collect())
}

/// Leaves out platforms that only a newer version has.
fn by_platform<T>(by_code: BTreeMap<String, T>) -> BTreeMap<Platform, T> {
    by_code
        .into_iter()
        .filter_map(|(code, value)| Some((code.parse().ok()?, value)))
        .collect()
}

fn by_code(proxies: &BTreeMap<Platform, String>) -> BTreeMap<&'static str, &str> {
    proxies
        .iter()
        .map(|(platform, proxy)| (platform.code(), proxy.as_str()))
        .collect()
}
