//! What is called removed is removed, and what is removed is called so once enough walks have missed it.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_simulator::AccountState;

use super::items::walks_past;
use crate::ledger::Ledger;
use crate::stored::{Account, Post};
use crate::truth::{Truth, item};

/// The first walk that misses an item has the next reading look at it, which may fail; the walks after that do not.
const TELLING_WALKS: usize = 5;

/// How long ago an item was gone already: two lists of one session prove nothing within a day.
const GONE_FOR: [TimeDelta; 2] = [TimeDelta::hours(30), TimeDelta::hours(72)];

/// Holds the items that are stored as removed against the world, and the removed ones of the world against what is stored.
pub(crate) fn check(
    truth: &Truth,
    ledger: &Ledger,
    accounts: &[Account],
    posts: &[Post],
    now: DateTime<Utc>,
) -> Result<(), String> {
    let names: BTreeMap<_, _> = accounts
        .iter()
        .filter_map(|account| {
            let name = truth.first_name(account.platform(), &account.username)?;
            Some(((account.platform(), account.platform_id.as_str()), name))
        })
        .collect();
    for post in posts {
        let (platform, id) = (post.platform(), &post.external_id);
        let Some(name) = names.get(&(platform, post.owner.as_str())) else {
            continue;
        };
        if let Some(since) = post.removed_since
            && item(truth.reading(platform, name, since).as_ref(), id).is_some()
        {
            let since = since.format("%F %T");
            return Err(format!(
                "item {id} of @{name} is called removed since {since} and was there"
            ));
        }
    }
    let there: BTreeSet<_> = posts
        .iter()
        .filter(|post| post.removed_since.is_none())
        .map(|post| (post.platform(), &post.external_id))
        .collect();
    for ((platform, name), told) in &ledger.accounts {
        for gone_at in GONE_FOR.map(|ago| now - ago) {
            let Some(then) = truth.reading(*platform, name, gone_at) else {
                continue;
            };
            if then.state != AccountState::Public {
                continue;
            }
            for id in &then.removed {
                if there.contains(&(*platform, id)) && walks_past(&told.walks, id, gone_at) >= TELLING_WALKS {
                    return Err(format!("item {id} of @{name} is gone and is not called removed"));
                }
            }
        }
    }
    Ok(())
}
