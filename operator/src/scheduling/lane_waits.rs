//! The waits of each platform and scraper pool.

use std::collections::{HashMap, HashSet};
use std::time::Instant;

use clipmeter_crds::Reason;
use clipmeter_proto::v1::{Platform, PlatformWait, ScrapingCapacity};
use clipmeter_scheduler::{PoolId, Unit};

use crate::state::{Pools, Wait};

/// Why units cannot be scraped, for each platform and scraper pool.
#[derive(Debug, Default)]
pub(super) struct LaneWaits {
    waits: HashMap<(Platform, PoolId), Wait>,
    /// Scraper pools with few runs or none, because their Jobs have not started.
    limited: HashSet<PoolId>,
}

impl LaneWaits {
    /// Collects the waits of all platforms without a pool, and of the pools of these units.
    pub(super) fn new(capacity: &ScrapingCapacity, units: &[Unit], pools: &Pools) -> Self {
        let stored: HashMap<PoolId, &[PlatformWait]> = capacity
            .pools
            .iter()
            .map(|pool| (PoolId::of(&pool.pool), pool.waits.as_slice()))
            .collect();
        let of_pools = stored.iter().map(|(pool, waits)| (*pool, *waits));
        let all = of_pools.chain([(PoolId::NONE, capacity.waits.as_slice())]);
        let mut waits: HashMap<_, _> = all.flat_map(|(pool, waits)| of_platforms(pool, waits)).collect();
        let mut selected: HashSet<PoolId> = units.iter().map(|unit| unit.pool).collect();
        selected.remove(&PoolId::NONE);
        for pool in &selected {
            // The API lists all pools that it has.
            if pools.is_missing(*pool) || !stored.contains_key(pool) {
                waits.extend(Platform::ALL.map(|platform| ((platform, *pool), Wait::pool_missing())));
            }
        }
        let now = Instant::now();
        selected.retain(|pool| pools.is_limited(*pool, now));
        Self {
            waits,
            limited: selected,
        }
    }

    pub(super) fn of(&self, unit: &Unit) -> Option<&Wait> {
        self.waits.get(&(unit.key.platform, unit.pool))
    }

    /// Returns whether the scraper pool of units of this platform does not exist.
    pub(super) fn is_missing(&self, platform: Platform, pool: PoolId) -> bool {
        let wait = self.waits.get(&(platform, pool));
        wait.is_some_and(|wait| wait.reason == Reason::PoolMissing)
    }

    /// Returns whether the unit waits because of its scraper pool.
    pub(super) fn is_held_by_pool(&self, unit: &Unit) -> bool {
        unit.pool != PoolId::NONE && (self.of(unit).is_some() || self.limited.contains(&unit.pool))
    }

    /// Returns the platforms and reasons of the waits without a pool.
    pub(super) fn without_pool(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let waits = self.waits.iter().filter(|((_, pool), _)| *pool == PoolId::NONE);
        waits.map(|((platform, _), wait)| (platform.code(), wait.reason.as_str()))
    }
}

fn of_platforms(pool: PoolId, waits: &[PlatformWait]) -> impl Iterator<Item = ((Platform, PoolId), Wait)> {
    Platform::ALL
        .into_iter()
        .filter_map(move |platform| Some(((platform, pool), Wait::of(waits, platform)?)))
}

#[cfg(test)]
mod tests {
    use clipmeter_proto::v1::{PoolCapacity, WaitReason};
    use clipmeter_scheduler::{Target, UnitKey};

    use super::*;

    fn unit(pool: &str, platform: Platform) -> Unit {
        Unit {
            key: UnitKey {
                platform,
                target: Target::Account(1),
            },
            pool: PoolId::of(pool),
            interval_seconds: 900,
            last_attempt: None,
            consecutive_failures: 0,
            delay_seconds: None,
            group: 1,
            requested: false,
        }
    }

    fn wait(reason: WaitReason) -> PlatformWait {
        PlatformWait {
            platform: Platform::Instagram.into(),
            reason: reason.into(),
            ..PlatformWait::default()
        }
    }

    #[test]
    fn waits_of_pools_are_separate_and_missing_pools_wait() {
        let capacity = ScrapingCapacity {
            waits: vec![wait(WaitReason::RateLimit)],
            pools: vec![PoolCapacity {
                pool: "eu".to_owned(),
                waits: vec![wait(WaitReason::ProxyMissing)],
                ..PoolCapacity::default()
            }],
            ..ScrapingCapacity::default()
        };
        let units = [
            unit("", Platform::Instagram),
            unit("eu", Platform::Instagram),
            unit("gone", Platform::Instagram),
            unit("", Platform::Tiktok),
            unit("eu", Platform::Tiktok),
        ];
        let reasons = |pools: &Pools| {
            let waits = LaneWaits::new(&capacity, &units, pools);
            units.map(|unit| waits.of(&unit).map(|wait| wait.reason))
        };
        let pools = Pools::new();
        let (rate_limit, proxy) = (Some(Reason::RateLimit), Some(Reason::ProxyMissing));
        let missing = Some(Reason::PoolMissing);
        // The objects are not known yet, but the API has no pool "gone".
        assert_eq!(reasons(&pools), [rate_limit, proxy, missing, None, None]);
        pools.initial_sync.set();
        assert_eq!(reasons(&pools), [rate_limit, missing, missing, None, missing]);
        let waits = LaneWaits::new(&capacity, &units, &pools);
        for (pool, is_missing) in [("", false), ("eu", true), ("gone", true), ("us", false)] {
            assert_eq!(
                waits.is_missing(Platform::Instagram, PoolId::of(pool)),
                is_missing,
                "{pool}"
            );
        }
    }
}
