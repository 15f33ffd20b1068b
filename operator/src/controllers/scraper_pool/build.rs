//! Builds the request with all scraper pools.

use std::sync::Arc;

use clipmeter_crds::{ScraperPool, managed_by};
use clipmeter_proto::v1::{self, Platform, PoolProxy, SyncScraperPoolsRequest};
use kube::{Resource as _, ResourceExt as _};

/// Builds the request, sorted by name.
pub(super) fn request(pools: &[Arc<ScraperPool>]) -> SyncScraperPoolsRequest {
    let mut pools: Vec<_> = pools.iter().map(|pool| message(pool)).collect();
    pools.sort_by(|one, other| one.name.cmp(&other.name));
    SyncScraperPoolsRequest { pools }
}

/// Returns the pool as the API stores it.
pub(super) fn message(pool: &ScraperPool) -> v1::ScraperPool {
    let spec = &pool.spec;
    let proxies = Platform::ALL.iter().filter_map(|platform| {
        let proxy = spec.proxies.of(*platform)?;
        Some(PoolProxy {
            platform: (*platform).into(),
            proxy: proxy.to_owned(),
        })
    });
    v1::ScraperPool {
        name: pool.name_any(),
        region: spec.region.clone().unwrap_or_default(),
        proxies: proxies.collect(),
        session_set: pool.session_set(),
        placed: spec.placement.is_some(),
        managed_by: managed_by(pool.meta()).to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::state::pool;

    #[test]
    fn request_contains_every_pool_with_its_defaults() {
        let spec = json!({
            "region": "eu-central-1",
            "proxies": {"tiktok": "Frankfurt"},
            "sessionSet": "europe",
            "placement": {"nodeSelector": {"zone": "a"}},
        });
        let mut eu = pool("eu", 1, &spec);
        eu.metadata.managed_fields = serde_json::from_value(json!([{"manager": "kubectl"}])).unwrap();
        let pools = [pool("us", 2, &json!({})), eu].map(Arc::new);
        let expected = [
            v1::ScraperPool {
                name: "eu".to_owned(),
                region: "eu-central-1".to_owned(),
                proxies: vec![PoolProxy {
                    platform: Platform::Tiktok.into(),
                    proxy: "Frankfurt".to_owned(),
                }],
                session_set: "europe".to_owned(),
                placed: true,
                managed_by: "kubectl".to_owned(),
            },
            v1::ScraperPool {
                name: "us".to_owned(),
                session_set: "us".to_owned(),
                ..v1::ScraperPool::default()
            },
        ];
        assert_eq!(request(&pools).pools, expected);
    }
}
