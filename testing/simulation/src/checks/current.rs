//! Stored items are as up to date as the schedule promises, except after failures.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_proto::v1::Platform;
use clipmeter_scheduler::bound;
use clipmeter_simulator::AccountState;

use crate::oracle::Oracle;
use crate::plan::Plan;
use crate::report_log::ReportLog;

/// Hidden accounts are scraped once a day: an account is checked again when it was public at all of these times.
const THERE_FOR: [TimeDelta; 4] = [
    TimeDelta::zero(),
    TimeDelta::hours(10),
    TimeDelta::hours(20),
    TimeDelta::hours(30),
];

/// Consecutive failures that one faulty response in twenty may cause, as a multiple of an item's bound.
const MAX_BOUNDS: i64 = 4;

/// The longest time that a platform may be unavailable: sessions that need an administrator, or an address on cooldown.
const MAX_OUTAGE: TimeDelta = TimeDelta::hours(6);

/// Staleness, summed over items and checks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StalenessStats {
    /// Known items of public accounts.
    pub items: u64,
    /// Items that were scraped within the schedule's bound, which assumes no failures.
    pub in_bound: u64,
    /// Items that were scraped within twice the bound.
    pub in_twice: u64,
    /// True views of the items.
    pub views: i64,
    /// Views that no scrape has reported yet.
    pub unseen: i64,
}

impl AddAssign for StalenessStats {
    fn add_assign(&mut self, other: Self) {
        self.items += other.items;
        self.in_bound += other.in_bound;
        self.in_twice += other.in_twice;
        self.views += other.views;
        self.unseen += other.unseen;
    }
}

/// Compares all known visible items with their last report. The error names an item that is too old.
pub(crate) fn check(
    oracle: &Oracle,
    report_log: &ReportLog,
    now: DateTime<Utc>,
) -> Result<BTreeMap<Platform, StalenessStats>, String> {
    let mut all = BTreeMap::<Platform, StalenessStats>::new();
    for (platform, name) in report_log.accounts.keys() {
        let Some(reading) = oracle.reading(*platform, name, now) else {
            continue;
        };
        let was_there = |ago| {
            let then = oracle.reading(*platform, name, now - ago);
            then.is_some_and(|then| then.state == AccountState::Public)
        };
        if !THERE_FOR.into_iter().all(was_there) {
            continue;
        }
        let staleness = all.entry(*platform).or_default();
        for item in &reading.observations {
            let Some(recorded) = report_log.items.get(&(*platform, item.external_id.clone())) else {
                continue;
            };
            let age = item.posted_at.map_or(i64::MAX, |posted| now.timestamp() - posted);
            let bound = bound(60 * Plan::interval_minutes(*platform), age, false);
            let waited = (now - recorded.seen_at).num_seconds();
            staleness.items += 1;
            staleness.in_bound += u64::from(waited <= bound);
            staleness.in_twice += u64::from(waited <= 2 * bound);
            if let (Some(views), Some(seen)) = (item.views, recorded.views()) {
                staleness.views += views;
                staleness.unseen += (views - seen).max(0);
            }
            if waited > MAX_BOUNDS * bound + MAX_OUTAGE.num_seconds() {
                return Err(format!(
                    "item {} of @{name}, {} hours old, was read {} minutes ago and should be every {}",
                    item.external_id,
                    age / 3_600,
                    waited / 60,
                    bound / 60
                ));
            }
        }
    }
    Ok(all)
}
