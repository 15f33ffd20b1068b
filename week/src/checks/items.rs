//! What is visible is stored, once and under its owner, and nothing else is.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_simulator::AccountState;

use crate::ledger::{AccountKey, ItemKey, Ledger, Walk};
use crate::stored::{Fall, Post};
use crate::truth::Truth;

/// Readings that went so far without a failure and must have shown an item between them. One may be held back from
/// its reader, as the simulator does with every third item; several in a row are not.
const SURE_WALKS: usize = 3;

/// An item that is this young when a walk is over may have appeared behind its back.
const LONGEST_WALK: TimeDelta = TimeDelta::minutes(30);

/// Holds the tables against what was reported: all of it, nothing else, under its owner, with the right counts.
pub(crate) fn stored(ledger: &Ledger, posts: &[Post]) -> Result<(), String> {
    let mut left: BTreeMap<&ItemKey, _> = ledger.items.iter().collect();
    for post in posts {
        let key = (post.platform(), post.external_id.clone());
        let id = &post.external_id;
        let Some(told) = left.remove(&key) else {
            return Err(format!("item {id} is stored and was never seen"));
        };
        if told.owner != post.owner {
            return Err(format!(
                "item {id} of account {} is stored under {}",
                told.owner, post.owner
            ));
        }
        if !told.allows(post.counts()) {
            let (stored, told) = (post.counts(), &told.counts);
            return Err(format!(
                "item {id} is stored with {stored:?} and was seen with {told:?}"
            ));
        }
    }
    match left.keys().next() {
        Some((_, id)) => Err(format!("item {id} was seen and is not stored")),
        None => Ok(()),
    }
}

/// Says whether counts of the history fall, which those of the platforms never do.
pub(crate) fn history(fall: Option<Fall>) -> Result<(), String> {
    match fall {
        Some(fall) => Err(format!(
            "the history of item {} does not go on at {}",
            fall.external_id,
            fall.observed_at.format("%F %R")
        )),
        None => Ok(()),
    }
}

/// Looks for an item that is visible, that several walks must have met, and that was never seen.
pub(crate) fn lost(truth: &Truth, ledger: &Ledger, now: DateTime<Utc>) -> Result<(), String> {
    for (account, told) in &ledger.accounts {
        let (platform, name) = account;
        let Some(reading) = truth.reading(*platform, name, now) else {
            continue;
        };
        if reading.state != AccountState::Public {
            continue;
        }
        for item in &reading.observations {
            let is_known = ledger.items.contains_key(&(*platform, item.external_id.clone()));
            let posted = item.posted_at.and_then(|at| DateTime::from_timestamp(at, 0));
            let walks = |posted| walks_past(&told.walks, &item.external_id, posted);
            if !is_known && posted.map_or(0, walks) >= SURE_WALKS {
                return Err(format!("item {} of @{name} was never seen", item.external_id));
            }
        }
    }
    Ok(())
}

/// How many walks went past the place of an item and saw the world as it was after `since`: what changes behind a walk's back it
/// does not see.
pub(super) fn walks_past(walks: &[Walk], id: &str, since: DateTime<Utc>) -> usize {
    let id: u64 = id.parse().unwrap_or_default();
    let past = |walk: &&Walk| walk.down_to <= id && since + LONGEST_WALK < walk.ended;
    walks.iter().filter(past).count()
}

/// The items whose counts may fall: rounded ones.
pub(crate) fn may_fall(ledger: &Ledger) -> Vec<String> {
    let may_fall = ledger.items.iter().filter(|(_, told)| told.was_rounded);
    may_fall.map(|((_, id), _)| id.clone()).collect()
}

/// When each account was seen first.
pub(crate) fn since(ledger: &Ledger) -> BTreeMap<AccountKey, DateTime<Utc>> {
    let accounts = ledger.accounts.iter();
    accounts
        .filter_map(|(key, account)| Some((key.clone(), account.since?)))
        .collect()
}
