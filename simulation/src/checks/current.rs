//! What is stored of items follows what is true of them as closely as the schedule promises, but for what failed.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_proto::v1::Platform;
use clipmeter_scheduler::bound;
use clipmeter_simulator::AccountState;

use crate::oracle::Oracle;
use crate::plan::Plan;
use crate::report_log::ReportLog;

/// An account that was hidden is asked for once a day: it counts again when it was there at all of these times.
const THERE_FOR: [TimeDelta; 4] = [
    TimeDelta::zero(),
    TimeDelta::hours(10),
    TimeDelta::hours(20),
    TimeDelta::hours(30),
];

/// Failed readings in a row that one in twenty spoiled answers may bring, as a multiple of an item's bound.
const MOST_BOUNDS: i64 = 4;

/// How long a platform may be out of reach: sessions that somebody has to see to first, or an address that has to rest.
const LONGEST_OUTAGE: TimeDelta = TimeDelta::hours(6);

/// How closely it follows, summed up over items and checks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StalenessStats {
    /// Known items of public accounts.
    pub items: u64,
    /// Those that were read within the schedule's bound, which is for readings that do not fail.
    pub in_bound: u64,
    /// Those that were read within twice as long.
    pub in_twice: u64,
    /// The views that the items have.
    pub views: i64,
    /// Those of them that no reading has shown yet.
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

/// Compares all known items that are visible now with what was told of them last. The error names one that is later than it may be.
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
            if waited > MOST_BOUNDS * bound + LONGEST_OUTAGE.num_seconds() {
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
