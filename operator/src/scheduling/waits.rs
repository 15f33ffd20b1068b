//! Determines which accounts and videos wait because they cannot be scraped, for their statuses.

use std::collections::HashMap;

use clipmeter_crds::{Event, Reason, Tracked};
use clipmeter_proto::v1::{Platform, PoolCapacity, ScrapingCapacity, TrackedUnit};
use clipmeter_scheduler::{PoolId, Unit, UnitKey};

use super::lane_waits::LaneWaits;
use super::pressure::is_overdue;
use super::tick::{Scheduler, SchedulerContext};
use crate::state::{BlockedUnit, SessionCounts, Tracker, Wait, sessions};

/// Minimum wait that is reported if no scrape was requested: ten thousand statuses that change twice within a minute would take
/// half an hour to write.
const MIN_REPORTED_SECONDS: i64 = 60;

impl Scheduler {
    /// Updates statuses, events and metrics of waiting units. Requested scrapes are reported immediately.
    pub(super) async fn report_waits(&mut self, units: &[Unit], waits: &LaneWaits, now: i64) {
        let mut blocked = HashMap::new();
        for unit in units {
            let Some(wait) = waits.of(unit) else {
                continue;
            };
            let is_long = wait.until.is_none_or(|until| until - now > MIN_REPORTED_SECONDS);
            let since = self.gauge.due_since(unit, now);
            let is_reported = match since {
                // Nothing ends the wait until an administrator acts.
                Some(_) if wait.is_of_pool() => true,
                Some(since) => is_long && is_overdue(since, now),
                None => false,
            };
            if unit.requested || is_reported {
                let wait = wait.clone();
                let requested = unit.requested;
                blocked.insert(unit.key, BlockedUnit { wait, requested });
            }
        }
        self.context.metrics.set_platform_waits(waits.without_pool());
        for platform in Platform::ALL {
            let requested = blocked
                .iter()
                .filter(|(key, blocked)| key.platform == platform && blocked.requested);
            self.context
                .metrics
                .set_waiting_requests(platform, requested.count());
        }
        let trackers = &self.context.trackers;
        self.report_blocked(&trackers.instagram_accounts, &blocked, now)
            .await;
        self.report_blocked(&trackers.tiktok_accounts, &blocked, now)
            .await;
        self.report_blocked(&trackers.tiktok_videos, &blocked, now).await;
    }

    /// Updates the metrics of scraper pools, and the numbers in their statuses.
    pub(super) fn report_pools(&self, capacity: &ScrapingCapacity, units: &[TrackedUnit], waits: &LaneWaits) {
        let SchedulerContext {
            jobs, metrics, pools, ..
        } = &self.context;
        let of_pools = capacity.pools.iter().flat_map(|pool| {
            let has_failed = pools.has_failed(&pool.pool);
            Platform::ALL.into_iter().filter_map(move |platform| {
                let reason = pool_problem(pool, platform, has_failed)?;
                Some((pool.pool.as_str(), platform, reason))
            })
        });
        let missing = units.iter().filter_map(|unit| {
            let platform = unit.key?.platform();
            waits
                .is_missing(platform, PoolId::of(&unit.scraper_pool))
                .then_some((unit.scraper_pool.as_str(), platform, Reason::PoolMissing))
        });
        metrics.set_pool_waits(of_pools.chain(missing));
        let names = capacity.pools.iter().map(|pool| pool.pool.as_str());
        metrics.set_pool_jobs(names.map(|name| (name, jobs.running_in_pool(name))));
        pools.set_reported(&capacity.pools, |name| jobs.running_in_pool(name));
    }

    async fn report_blocked<K: Tracked + Send + Sync + 'static>(
        &self,
        tracker: &Tracker<K>,
        blocked: &HashMap<UnitKey, BlockedUnit>,
        now: i64,
    ) {
        for (key, message) in tracker.set_blocked(blocked, now) {
            if let Some(object) = tracker.status_cache.get(&key) {
                let reference = object.object_ref(&());
                self.context
                    .events
                    .publish(&reference, Event::ScrapeWaits, &message)
                    .await;
            }
        }
    }
}

/// Returns why a scraper pool does not scrape a platform, or nothing of it that needs a session.
fn pool_problem(pool: &PoolCapacity, platform: Platform, has_failed: bool) -> Option<Reason> {
    if let Some(wait) = Wait::of(&pool.waits, platform) {
        return Some(wait.reason);
    }
    if has_failed {
        return Some(Reason::PodsNotStarted);
    }
    let (is_available, reason, _) = sessions(SessionCounts::from(pool));
    (platform == Platform::Instagram && !is_available).then_some(reason)
}

#[cfg(test)]
mod tests {
    use clipmeter_proto::v1::{PlatformWait, WaitReason};

    use super::*;

    #[test]
    fn pool_has_problem_while_it_waits_or_its_jobs_fail_or_it_has_no_session() {
        let wait = PlatformWait {
            platform: Platform::Instagram.into(),
            reason: WaitReason::ProxyMissing.into(),
            ..PlatformWait::default()
        };
        let (proxy, failed) = (Some(Reason::ProxyMissing), Some(Reason::PodsNotStarted));
        for (waits, has_failed, usable_sessions, expected) in [
            (vec![wait.clone()], true, 0, [proxy, failed]),
            (vec![wait], false, 0, [proxy, None]),
            (Vec::new(), true, 0, [failed, failed]),
            (Vec::new(), false, 0, [Some(Reason::NoUsableSessions), None]),
            (Vec::new(), false, 1, [None, None]),
        ] {
            let pool = PoolCapacity {
                waits,
                usable_sessions,
                required_sessions: 2,
                ..PoolCapacity::default()
            };
            let problems = [Platform::Instagram, Platform::Tiktok]
                .map(|platform| pool_problem(&pool, platform, has_failed));
            assert_eq!(problems, expected, "{pool:?}");
        }
    }
}
