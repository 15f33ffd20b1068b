//! Visible items are stored once and under their owner, and no other items are stored.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_simulator::AccountState;

use crate::oracle::Oracle;
use crate::report_log::{AccountKey, ItemKey, ReportLog, SuccessfulCrawl};
use crate::stored::{CountDecrease, StoredPost};

/// Complete crawls without a failure after which an item must have been seen. One crawl may miss it, because the simulator
/// withholds every third item; several in a row do not.
const CONCLUSIVE_CRAWLS: usize = 3;

/// An item younger than this at the end of a crawl may have appeared during the crawl.
const MAX_CRAWL_DURATION: TimeDelta = TimeDelta::minutes(30);

/// Compares the tables with the reports: exactly the reported items, under their owner, with the right counts.
pub(crate) fn stored(report_log: &ReportLog, posts: &[StoredPost]) -> Result<(), String> {
    let mut left: BTreeMap<&ItemKey, _> = report_log.items.iter().collect();
    for post in posts {
        let key = (post.platform(), post.external_id.clone());
        let id = &post.external_id;
        let Some(recorded) = left.remove(&key) else {
            return Err(format!("item {id} is stored and was never seen"));
        };
        if recorded.owner != post.owner {
            return Err(format!(
                "item {id} of account {} is stored under {}",
                recorded.owner, post.owner
            ));
        }
        if !recorded.allows(post.counts()) {
            let (stored, recorded) = (post.counts(), &recorded.counts);
            return Err(format!(
                "item {id} is stored with {stored:?} and was seen with {recorded:?}"
            ));
        }
    }
    match left.keys().next() {
        Some((_, id)) => Err(format!("item {id} was seen and is not stored")),
        None => Ok(()),
    }
}

/// Fails if counts in the history decrease, which those of the platforms never do.
pub(crate) fn history(decrease: Option<CountDecrease>) -> Result<(), String> {
    match decrease {
        Some(decrease) => Err(format!(
            "the history of item {} does not go on at {}",
            decrease.external_id,
            decrease.observed_at.format("%F %R")
        )),
        None => Ok(()),
    }
}

/// Finds a visible item that several crawls must have passed and that was never seen.
pub(crate) fn lost(oracle: &Oracle, report_log: &ReportLog, now: DateTime<Utc>) -> Result<(), String> {
    for (account, recorded) in &report_log.accounts {
        let (platform, name) = account;
        let Some(reading) = oracle.reading(*platform, name, now) else {
            continue;
        };
        if reading.state != AccountState::Public {
            continue;
        }
        for item in &reading.observations {
            let is_known = report_log
                .items
                .contains_key(&(*platform, item.external_id.clone()));
            let posted = item.posted_at.and_then(|at| DateTime::from_timestamp(at, 0));
            let crawls = |posted| crawls_past(&recorded.crawls, &item.external_id, posted);
            if !is_known && posted.map_or(0, crawls) >= CONCLUSIVE_CRAWLS {
                return Err(format!("item {} of @{name} was never seen", item.external_id));
            }
        }
    }
    Ok(())
}

/// Returns how many crawls passed the position of an item and reflect the world after `since`: changes during a crawl may be
/// missed.
pub(super) fn crawls_past(crawls: &[SuccessfulCrawl], id: &str, since: DateTime<Utc>) -> usize {
    let id: u64 = id.parse().unwrap_or_default();
    let past = |crawl: &&SuccessfulCrawl| crawl.down_to <= id && since + MAX_CRAWL_DURATION < crawl.ended;
    crawls.iter().filter(past).count()
}

/// Returns the items whose counts may decrease, because they were rounded.
pub(crate) fn may_decrease(report_log: &ReportLog) -> Vec<String> {
    let may_decrease = report_log
        .items
        .iter()
        .filter(|(_, recorded)| recorded.was_rounded);
    may_decrease.map(|((_, id), _)| id.clone()).collect()
}

/// Returns when each account was first seen.
pub(crate) fn since(report_log: &ReportLog) -> BTreeMap<AccountKey, DateTime<Utc>> {
    let accounts = report_log.accounts.iter();
    accounts
        .filter_map(|(key, account)| Some((key.clone(), account.since?)))
        .collect()
}
