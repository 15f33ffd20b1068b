//! Counts that existed before an account was tracked are not counted as gains.

use std::collections::BTreeMap;

use clipmeter_proto::v1::Observation;

use super::counts::step;
use super::items::since;
use crate::oracle::{Oracle, item};
use crate::report_log::ReportLog;
use crate::stored::{StoredAccount, StoredPost};

/// Compares the daily gains of the accounts with the increase of their items' counts since the account was first seen.
pub(crate) fn check(
    oracle: &Oracle,
    report_log: &ReportLog,
    accounts: &[StoredAccount],
    posts: &[StoredPost],
) -> Result<(), String> {
    let mut by_owner = BTreeMap::<_, Vec<&StoredPost>>::new();
    for post in posts {
        by_owner
            .entry((post.platform(), post.owner.as_str()))
            .or_default()
            .push(post);
    }
    let since = since(report_log);
    for account in accounts {
        let platform = account.platform();
        let Some(first) = oracle.first_name(platform, &account.username) else {
            continue;
        };
        let Some(since) = since.get(&(platform, first.to_owned())) else {
            continue;
        };
        let at_first = oracle.reading(platform, first, *since);
        let posts = by_owner.get(&(platform, account.platform_id.as_str()));
        let (mut likes, mut shares) = (0, 0);
        for post in posts.into_iter().flatten() {
            let [_, stored_likes, _, stored_shares, _] = post.counts();
            let had = item(at_first.as_ref(), &post.external_id);
            let new = Gain {
                had,
                is_young: post.posted_at.is_some_and(|posted| posted > *since),
                was_rounded: was_rounded(report_log, post),
            };
            likes += new.most(stored_likes, had.and_then(|item| item.likes));
            shares += new.most(stored_shares, had.and_then(|item| item.shares));
        }
        for (name, gained, most) in [
            ("likes", account.gained_likes, likes),
            ("shares", account.gained_shares, shares),
        ] {
            if gained > most {
                return Err(format!(
                    "@{first} has gained {gained} {name} in its days, and no more than {most} are new"
                ));
            }
        }
    }
    Ok(())
}

/// The state of an item when its account was first seen.
struct Gain<'a> {
    had: Option<&'a Observation>,
    is_young: bool,
    was_rounded: bool,
}

impl Gain<'_> {
    /// Returns the largest possible gain of a count, given its value at that time.
    fn most(&self, stored: Option<i64>, had: Option<i64>) -> i64 {
        let Some(stored) = stored else { return 0 };
        let before = match self.had {
            Some(_) => had.unwrap_or(stored),
            None if self.is_young => 0,
            None => stored,
        };
        let slack = if self.was_rounded { step(stored) } else { 0 };
        (stored - before).max(0) + slack
    }
}

fn was_rounded(report_log: &ReportLog, post: &StoredPost) -> bool {
    let key = (post.platform(), post.external_id.clone());
    report_log
        .items
        .get(&key)
        .is_some_and(|recorded| recorded.was_rounded)
}
