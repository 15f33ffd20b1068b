//! Items marked as removed are removed, and removed items are marked after enough crawls have missed them.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};
use clipmeter_simulator::AccountState;

use super::items::crawls_past;
use crate::oracle::{Oracle, item};
use crate::report_log::ReportLog;
use crate::stored::{StoredAccount, StoredPost};

/// Crawls after which a missing item must be marked: the first causes a lookup in the next scrape, which may fail; the later ones
/// suffice.
const CONFIRMING_CRAWLS: usize = 5;

/// Minimum time since the removal: two lists of one session prove nothing within a day.
const REMOVED_SINCE: [TimeDelta; 2] = [TimeDelta::hours(30), TimeDelta::hours(72)];

/// Compares the items stored as removed with the simulated world, and the removed items of the world with the stored ones.
pub(crate) fn check(
    oracle: &Oracle,
    report_log: &ReportLog,
    accounts: &[StoredAccount],
    posts: &[StoredPost],
    now: DateTime<Utc>,
) -> Result<(), String> {
    let names: BTreeMap<_, _> = accounts
        .iter()
        .filter_map(|account| {
            let name = oracle.first_name(account.platform(), &account.username)?;
            Some(((account.platform(), account.platform_id.as_str()), name))
        })
        .collect();
    for post in posts {
        let (platform, id) = (post.platform(), &post.external_id);
        let Some(name) = names.get(&(platform, post.owner.as_str())) else {
            continue;
        };
        if let Some(since) = post.removed_since
            && item(oracle.reading(platform, name, since).as_ref(), id).is_some()
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
    for ((platform, name), recorded) in &report_log.accounts {
        for removed_at in REMOVED_SINCE.map(|ago| now - ago) {
            let Some(then) = oracle.reading(*platform, name, removed_at) else {
                continue;
            };
            if then.state != AccountState::Public {
                continue;
            }
            for id in &then.removed {
                if there.contains(&(*platform, id))
                    && crawls_past(&recorded.crawls, id, removed_at) >= CONFIRMING_CRAWLS
                {
                    return Err(format!("item {id} of @{name} is gone and is not called removed"));
                }
            }
        }
    }
    Ok(())
}
