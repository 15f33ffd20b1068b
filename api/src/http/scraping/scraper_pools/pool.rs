//! A scraper pool in responses, and the validation of its fields.

use std::sync::Arc;

use clipmeter_db::scraper_pools::{self, EgressState, PoolRow};
use clipmeter_db::sessions::proxies;
use clipmeter_domain::Platform;
use clipmeter_domain::scraper_pool::{self, NAME_RULE, REGION_RULE};
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::database::Transaction;
use crate::http::error::{ErrorCode, Problem};
use crate::http::scope::Admin;

/// A scraper pool: how requests for the groups and accounts that select it leave, and the sessions that they use.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ScraperPool {
    /// Unique.
    #[schema(example = "eu")]
    pub(crate) name: String,
    /// For display; empty if none was set.
    #[schema(example = "eu-central-1")]
    pub(crate) region: String,
    /// The name of the proxy for Instagram; null: without a proxy.
    #[schema(example = "Frankfurt")]
    pub(crate) instagram_proxy: Option<String>,
    /// The name of the proxy for TikTok; null: without a proxy.
    #[schema(example = "Frankfurt")]
    pub(crate) tiktok_proxy: Option<String>,
    /// Whether Instagram can be reached.
    pub(crate) instagram_state: EgressState,
    /// Whether TikTok can be reached.
    pub(crate) tiktok_state: EgressState,
    /// The set of sessions that the pool uses.
    #[schema(example = "eu")]
    pub(crate) session_set: String,
    /// Sessions of the set.
    #[schema(example = 4)]
    pub(crate) sessions: i64,
    /// Groups that select the pool.
    #[schema(example = 2)]
    pub(crate) groups: i64,
    /// Accounts that select the pool instead of their group's.
    #[schema(example = 0)]
    pub(crate) accounts: i64,
    /// On Kubernetes: the tool that manages the resource, such as `kubectl`; null if the pool can be changed here.
    #[schema(example = "kubectl")]
    pub(crate) managed_by: Option<String>,
}

impl From<PoolRow> for ScraperPool {
    fn from(mut row: PoolRow) -> Self {
        let state = |platform: Platform| row.states.get(&platform).copied().unwrap_or(EgressState::Ok);
        Self {
            instagram_state: state(Platform::Instagram),
            tiktok_state: state(Platform::Tiktok),
            instagram_proxy: row.proxies.remove(&Platform::Instagram),
            tiktok_proxy: row.proxies.remove(&Platform::Tiktok),
            name: row.name,
            region: row.region,
            session_set: row.session_set,
            sessions: row.sessions,
            groups: row.groups,
            accounts: row.accounts,
            managed_by: row.managed_by,
        }
    }
}

/// All scraper pools.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ScraperPools {
    /// Sorted by name.
    pub(crate) pools: Vec<ScraperPool>,
    /// On Kubernetes, true: pools are resources, and cannot be changed here.
    #[schema(example = false)]
    pub(crate) read_only: bool,
}

/// Returns all scraper pools.
pub(crate) async fn load_pools(transaction: &mut Transaction) -> Result<ScraperPools, Problem> {
    let secrets = Arc::clone(&transaction.secrets);
    let rows = scraper_pools::list(transaction, &secrets).await?;
    Ok(ScraperPools {
        pools: rows.into_iter().map(ScraperPool::from).collect(),
        read_only: transaction.desired.pools_are_resources(),
    })
}

/// Rejects a change of a scraper pool where pools are resources.
pub(crate) fn check_editable(transaction: &Transaction) -> Result<(), Problem> {
    if transaction.desired.pools_are_resources() {
        return Err(Problem::new(
            ErrorCode::ManagedElsewhere,
            "Scraper pools are resources of the cluster; change them there",
        ));
    }
    Ok(())
}

/// Rejects proxies that do not exist.
pub(crate) async fn check_proxies(
    transaction: &mut Transaction,
    admin: &Admin,
    names: &[&str],
) -> Result<(), Problem> {
    let secrets = Arc::clone(&transaction.secrets);
    let proxies = proxies::list(transaction, &secrets, admin.caller().now()).await?;
    let exists = |name: &&&str| proxies.iter().any(|proxy| proxy.name == ***name);
    match names.iter().find(|name| !exists(name)) {
        None => Ok(()),
        Some(missing) => Err(Problem::invalid(format!("The proxy {missing} does not exist"))),
    }
}

/// The refusal of a set of sessions that another pool uses.
pub(crate) fn set_taken() -> Problem {
    Problem::new(
        ErrorCode::ScraperPoolExists,
        "Another scraper pool uses this set of sessions. Choose another set.",
    )
}

/// Validates the name of a pool or a set of sessions.
pub(crate) fn name(text: &str) -> Result<&str, Problem> {
    match scraper_pool::name(text) {
        Ok(name) if name == text => Ok(name),
        _ => Err(Problem::invalid(NAME_RULE)),
    }
}

/// Returns the name in a path. An invalid one cannot exist.
pub(crate) fn existing_name(text: &str) -> Result<&str, Problem> {
    name(text).map_err(|_| ErrorCode::NotFound.into())
}

/// Validates a region, which may be empty.
pub(crate) fn region(text: &str) -> Result<&str, Problem> {
    match scraper_pool::region(text) {
        Ok(region) if region == text => Ok(region),
        _ if text.is_empty() => Ok(text),
        _ => Err(Problem::invalid(REGION_RULE)),
    }
}

/// Rejects scraper pools that do not exist.
pub(crate) async fn check_pools(transaction: &mut Transaction, names: &[String]) -> Result<(), Problem> {
    if names.is_empty() {
        return Ok(());
    }
    if !names.iter().all(|text| name(text).is_ok()) {
        return Err(Problem::invalid(NAME_RULE));
    }
    match scraper_pools::missing(transaction, names).await?.first() {
        None => Ok(()),
        Some(missing) => Err(Problem::invalid(format!(
            "The scraper pool {missing} does not exist"
        ))),
    }
}
