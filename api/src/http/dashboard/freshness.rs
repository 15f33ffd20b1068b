//! Age of the dashboard's metrics.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use clipmeter_db::stats::overview::ScheduledAccount;
use clipmeter_proto::OutcomeSubject;
use clipmeter_proto::v1::{Outcome, Platform};
use clipmeter_runtime::saturate;
use clipmeter_scheduler::Target;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::progress::Progress;
use crate::http::waiting::{Waiting, Waits};

/// Age of the metrics of each platform.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Freshness {
    /// Instagram accounts.
    pub(crate) instagram: PlatformFreshness,
    /// TikTok accounts; single videos are not included.
    pub(crate) tiktok: PlatformFreshness,
}

/// When the tracked accounts of a platform were read, and why some were not. Accounts tracked only by inactive groups
/// are not scraped and not counted; an account tracked by several groups counts once.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct PlatformFreshness {
    /// Accounts that are scraped.
    pub(crate) accounts: i64,
    /// The most recent successful scrape of any account; null before the first.
    pub(crate) last_scrape: Option<DateTime<Utc>>,
    /// The oldest of the accounts' last successful scrapes: all metrics are at least as recent. Accounts that were
    /// never scraped are ignored; null without any other.
    pub(crate) oldest_scrape: Option<DateTime<Utc>>,
    /// When the first of the attempted accounts is due again; in the past while it is queued, not before its platform's
    /// cooldown ends, null before the first attempt.
    pub(crate) next_scrape: Option<DateTime<Utc>>,
    /// Why the platform cannot be scraped now; absent if nothing blocks it or there are no accounts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) waiting: Option<Waiting>,
    /// Accounts without a successful scrape so far.
    pub(crate) never_scraped: i64,
    /// How many of these accounts wait for their first scrape; the others are counted as failing.
    pub(crate) pending: i64,
    /// Why accounts fail, most frequent reason first; empty if the last scrape of each account succeeded.
    pub(crate) failing: Vec<FailingAccounts>,
}

/// Accounts whose last scrape failed for the same reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct FailingAccounts {
    /// The outcome's code.
    #[schema(example = "rate_limited")]
    pub(crate) status: String,
    /// Human-readable status, with what can be done about it.
    #[schema(example = "Instagram is limiting requests. Retrying later.")]
    pub(crate) status_text: String,
    /// Number of accounts.
    pub(crate) accounts: i64,
}

/// Summarizes the accounts of a platform.
pub(crate) fn freshness(
    accounts: &[ScheduledAccount],
    platform: Platform,
    now: DateTime<Utc>,
    waits: &Waits,
) -> PlatformFreshness {
    let accounts = || accounts.iter().filter(|account| account.platform == platform);
    let never_scraped = || accounts().filter(|account| account.last_success_at.is_none());
    let successes = || accounts().filter_map(|account| account.last_success_at);
    PlatformFreshness {
        accounts: count(accounts()),
        last_scrape: successes().max(),
        oldest_scrape: successes().min(),
        next_scrape: next_scrape(accounts(), now, waits),
        waiting: waits.of_all(now),
        never_scraped: count(never_scraped()),
        pending: count(never_scraped().filter(|account| account.consecutive_failures == 0)),
        failing: failing(accounts(), platform),
    }
}

/// Returns when the first of the attempted accounts is due again. Accounts that wait for an administrator are due
/// forever, so they count only if there are no others.
fn next_scrape<'a>(
    accounts: impl Iterator<Item = &'a ScheduledAccount>,
    now: DateTime<Utc>,
    waits: &Waits,
) -> Option<DateTime<Utc>> {
    accounts
        .filter(|account| account.last_attempt_at.is_some() && !account.is_undecided)
        .map(|account| {
            let blocks = waits.of_unit(Target::Account(account.account_id));
            let next = Progress::from(account).next_scrape(now, blocks.cooldown_until);
            (blocks.needs_admin(), next)
        })
        .min()
        .map(|(_, next)| next)
}

fn failing<'a>(
    accounts: impl Iterator<Item = &'a ScheduledAccount>,
    platform: Platform,
) -> Vec<FailingAccounts> {
    let mut by_outcome = BTreeMap::<&str, i64>::new();
    for account in accounts.filter(|account| account.consecutive_failures > 0) {
        let outcome = account.last_outcome.as_deref();
        *by_outcome
            .entry(outcome.unwrap_or(Outcome::Unspecified.code()))
            .or_default() += 1;
    }
    let mut failing: Vec<_> = by_outcome
        .into_iter()
        .map(|(code, accounts)| {
            let outcome: Outcome = code.parse().unwrap_or_default();
            FailingAccounts {
                status: code.to_owned(),
                status_text: outcome.text(platform, OutcomeSubject::Account).into_owned(),
                accounts,
            }
        })
        .collect();
    // Stable: equally frequent reasons stay in the order of their codes, so that an unchanged response is identical.
    failing.sort_by_key(|reason| std::cmp::Reverse(reason.accounts));
    failing
}

fn count<T>(accounts: impl Iterator<Item = T>) -> i64 {
    saturate::<i64>(accounts.count())
}
