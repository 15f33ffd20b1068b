//! Age of the dashboard's metrics.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use clipmeter_db::stats::overview::ScheduledAccount;
use clipmeter_proto::v1::{Outcome, Platform};

use crate::http::accounts::{Progress, Waits};
use crate::http::types::{FailingAccounts, PlatformFreshness};

/// Summarizes the accounts of a platform.
pub(super) fn freshness(
    accounts: &[ScheduledAccount],
    platform: Platform,
    now: DateTime<Utc>,
    cooldown_until: Option<DateTime<Utc>>,
    waits: &Waits,
) -> PlatformFreshness {
    let accounts = || accounts.iter().filter(|account| account.platform == platform);
    let never_scraped = || accounts().filter(|account| account.last_success_at.is_none());
    let successes = || accounts().filter_map(|account| account.last_success_at);
    PlatformFreshness {
        accounts: length(accounts()),
        last_scrape: successes().max(),
        oldest_scrape: successes().min(),
        next_scrape: accounts()
            .filter(|account| account.last_attempt_at.is_some() && !account.is_undecided)
            .map(|account| Progress::from(account).next_scrape(now, cooldown_until))
            .min(),
        waiting: accounts().next().and_then(|_| waits.of_platform(now)),
        never_scraped: length(never_scraped()),
        pending: length(never_scraped().filter(|account| account.consecutive_failures == 0)),
        failing: failing(accounts()),
    }
}

fn failing<'a>(accounts: impl Iterator<Item = &'a ScheduledAccount>) -> Vec<FailingAccounts> {
    let mut by_outcome = BTreeMap::<&str, i64>::new();
    for account in accounts.filter(|account| account.consecutive_failures > 0) {
        let outcome = account.last_outcome.as_deref();
        *by_outcome
            .entry(outcome.unwrap_or(Outcome::Unspecified.code()))
            .or_default() += 1;
    }
    let mut failing: Vec<_> = by_outcome
        .into_iter()
        .map(|(code, accounts)| FailingAccounts {
            status: code.to_owned(),
            status_text: code.parse().unwrap_or(Outcome::Unspecified).text().to_owned(),
            accounts,
        })
        .collect();
    // Stable: equally frequent reasons stay in the order of their codes, so that an unchanged response is identical.
    failing.sort_by_key(|reason| std::cmp::Reverse(reason.accounts));
    failing
}

fn length<T>(accounts: impl Iterator<Item = T>) -> i64 {
    i64::try_from(accounts.count()).unwrap_or(i64::MAX)
}
