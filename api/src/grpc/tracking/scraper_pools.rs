//! Syncs scraper pools from `ScraperPool` objects.

use std::collections::BTreeSet;

use clipmeter_db::DbError;
use clipmeter_db::audit::{self, Action};
use clipmeter_db::scraper_pools::{self, DesiredPool};
use clipmeter_proto::v1::{ScraperPool, SyncScraperPoolsRequest};
use serde_json::json;
use tonic::Status;

use super::{KUBERNETES, TrackingStore, check};

/// Validates the pools of a request. Names differ; a pool without a session set gets one with its own name.
pub(super) fn desired(request: &SyncScraperPoolsRequest) -> Result<Vec<DesiredPool>, Status> {
    let names: BTreeSet<&str> = request.pools.iter().map(|pool| pool.name.as_str()).collect();
    if names.len() < request.pools.len() {
        return Err(Status::invalid_argument("two scraper pools have the same name"));
    }
    request.pools.iter().map(desired_pool).collect()
}

fn desired_pool(pool: &ScraperPool) -> Result<DesiredPool, Status> {
    let name = check::pool_name(&pool.name)?;
    let session_set = match pool.session_set.as_str() {
        "" => name,
        set => check::pool_name(set)?,
    };
    let proxies = pool.proxies.iter().filter(|of| !of.proxy.is_empty());
    Ok(DesiredPool {
        name: name.to_owned(),
        region: check::region(&pool.region)?.to_owned(),
        proxies: proxies.map(|of| (of.platform(), of.proxy.clone())).collect(),
        session_set: session_set.to_owned(),
        placed: pool.placed,
        managed_by: check::manager(&pool.managed_by)?.to_owned(),
    })
}

impl TrackingStore {
    /// Makes these the only scraper pools.
    pub(super) async fn sync_scraper_pools(&self, desired: &[DesiredPool]) -> Result<(), DbError> {
        let mut transaction = self.begin().await?;
        let now = self.clock.now();
        let replaced = scraper_pools::replace_all(&mut transaction, desired, now).await?;
        for (action, names) in [
            (Action::ScraperPoolAdd, &replaced.added),
            (Action::ScraperPoolUpdate, &replaced.changed),
            (Action::ScraperPoolDelete, &replaced.deleted),
        ] {
            for name in names {
                let details = json!({"scraper_pool": name});
                audit::record(&mut transaction, now, KUBERNETES, action, None, details).await?;
            }
        }
        Ok(transaction.commit().await?)
    }
}

#[cfg(test)]
mod tests {
    use clipmeter_proto::v1::{Platform, PoolProxy};
    use tonic::Code;

    use super::*;

    fn pool(name: &str) -> ScraperPool {
        ScraperPool {
            name: name.to_owned(),
            ..ScraperPool::default()
        }
    }

    fn of(pools: Vec<ScraperPool>) -> Result<Vec<DesiredPool>, Status> {
        desired(&SyncScraperPoolsRequest { pools })
    }

    #[test]
    fn set_of_sessions_is_named_like_its_pool_by_default() {
        let proxy = |platform: Platform, proxy: &str| PoolProxy {
            platform: platform.into(),
            proxy: proxy.to_owned(),
        };
        let full = ScraperPool {
            region: "eu-central-1".to_owned(),
            proxies: vec![
                proxy(Platform::Instagram, "Frankfurt"),
                proxy(Platform::Tiktok, ""),
            ],
            session_set: "europe".to_owned(),
            placed: true,
            managed_by: "kubectl".to_owned(),
            ..pool("eu")
        };
        let pools = of(vec![full, pool("us")]).unwrap();
        let expected = DesiredPool {
            name: "eu".to_owned(),
            region: "eu-central-1".to_owned(),
            proxies: [(Platform::Instagram, "Frankfurt".to_owned())].into(),
            session_set: "europe".to_owned(),
            placed: true,
            managed_by: "kubectl".to_owned(),
        };
        assert_eq!(pools[0], expected);
        assert_eq!((pools[1].session_set.as_str(), pools[1].placed), ("us", false));
    }

    #[test]
    fn invalid_and_repeated_pools_are_refused() {
        let region = ScraperPool {
            region: "-".to_owned(),
            ..pool("eu")
        };
        let set = ScraperPool {
            session_set: "EU".to_owned(),
            ..pool("eu")
        };
        for pools in [
            vec![pool("")],
            vec![pool("EU")],
            vec![region],
            vec![set],
            vec![pool("eu"), pool("eu")],
        ] {
            assert_eq!(of(pools).unwrap_err().code(), Code::InvalidArgument);
        }
    }
}
