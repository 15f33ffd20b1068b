//! Determines which accounts and videos wait for a platform that cannot be scraped, for their statuses.

use std::collections::HashMap;

use clipmeter_crds::{Event, Tracked};
use clipmeter_proto::v1::{Platform, ScrapingCapacity};
use clipmeter_scheduler::{Unit, UnitKey};

use super::pressure::is_overdue;
use super::tick::Scheduler;
use crate::state::{BlockedUnit, Tracker, Wait};

/// Minimum wait that is reported if no scrape was requested: ten thousand statuses that change twice within a minute would take
/// half an hour to write.
const MIN_REPORTED_SECONDS: i64 = 60;

impl Scheduler {
    /// Updates statuses, events and metrics of waiting units. Requested scrapes are reported immediately.
    pub(super) async fn report_waits(&mut self, units: &[Unit], capacity: &ScrapingCapacity, now: i64) {
        let waits: HashMap<&'static str, Wait> = Platform::ALL
            .iter()
            .filter_map(|platform| Some((platform.code(), Wait::of(capacity, *platform)?)))
            .collect();
        let mut blocked = HashMap::new();
        for unit in units {
            let Some(wait) = waits.get(unit.key.platform.code()) else {
                continue;
            };
            let is_long = wait.until.is_none_or(|until| until - now > MIN_REPORTED_SECONDS);
            let since = self.gauge.due_since(unit, now);
            let is_overdue = is_long && since.is_some_and(|since| is_overdue(since, now));
            if unit.requested || is_overdue {
                let wait = wait.clone();
                let requested = unit.requested;
                blocked.insert(unit.key, BlockedUnit { wait, requested });
            }
        }
        let trackers = &self.context.trackers;
        let reasons = waits
            .iter()
            .map(|(platform, wait)| (*platform, wait.reason.as_str()));
        self.context.metrics.set_platform_waits(reasons);
        for platform in Platform::ALL {
            let requested = blocked
                .iter()
                .filter(|(key, blocked)| key.platform == platform && blocked.requested);
            self.context
                .metrics
                .set_waiting_requests(platform, requested.count());
        }
        self.report_blocked(&trackers.instagram_accounts, &blocked, now)
            .await;
        self.report_blocked(&trackers.tiktok_accounts, &blocked, now)
            .await;
        self.report_blocked(&trackers.tiktok_videos, &blocked, now).await;
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
