//! Quotas for requests by session, address and endpoint, in sliding windows of simulated time, and the consequences of exceeding
//! them.

use std::collections::{BTreeMap, HashMap};

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};

use crate::{
    FaultKind, FaultRule,
    clock::{Millis, SECOND},
    request::Caller,
};

const MINUTE: Millis = 60 * SECOND;
const HOUR: Millis = 60 * MINUTE;
const DAY: Millis = 24 * HOUR;

/// The window of a burst: the platforms compare with the pace of a person who clicks.
const BURST: Millis = 10 * SECOND;

/// After exceeding its quota this often within a day, a session must pause…
const EXCESSES: usize = 3;

/// … for this long; a session that continues anyway is challenged.
const FEEDBACK: Millis = 12 * HOUR;

/// The quotas; unlimited by default.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quotas {
    /// Per Instagram session.
    #[serde(default)]
    pub session: Option<Quota>,
    /// Per address, with any sessions.
    #[serde(default)]
    pub address: Option<Quota>,
    /// Per session, or per anonymous address, by endpoint such as `web_profile_info`.
    #[serde(default)]
    pub endpoint: BTreeMap<String, Quota>,
}

/// Maximum requests within a time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quota {
    /// Within an hour.
    #[serde(default)]
    pub per_hour: Option<u32>,
    /// Within a minute.
    #[serde(default)]
    pub per_minute: Option<u32>,
    /// Within ten seconds.
    #[serde(default)]
    pub burst: Option<u32>,
}

impl Quota {
    /// Returns the time until another request is allowed; 0 if one is.
    fn wait(self, served: &[Millis], now: Millis) -> Millis {
        let windows = [
            (self.per_hour, HOUR),
            (self.per_minute, MINUTE),
            (self.burst, BURST),
        ];
        let wait = |(limit, window): (Option<u32>, Millis)| {
            let limit = usize::try_from(limit?).ok()?;
            // The request that must leave the window before another is allowed.
            let blocking = match limit.checked_sub(1) {
                Some(after) => *served.iter().rev().nth(after)?,
                None => now,
            };
            Some((blocking + window - now).max(0))
        };
        windows.into_iter().filter_map(wait).max().unwrap_or_default()
    }
}

/// The requests served and refused so far.
#[derive(Debug, Default)]
pub(crate) struct QuotaTracker(Mutex<QuotaUsage>);

#[derive(Debug, Default)]
struct QuotaUsage {
    quotas: Quotas,
    served: HashMap<String, Vec<Millis>>,
    /// When each session exceeded its quota.
    excesses: HashMap<String, Vec<Millis>>,
    /// Until when sessions must pause.
    feedback: HashMap<String, Millis>,
}

impl QuotaTracker {
    /// Replaces the quotas; earlier requests no longer count.
    pub(crate) fn set(&self, quotas: Quotas) {
        *self.0.lock() = QuotaUsage {
            quotas,
            ..QuotaUsage::default()
        };
    }

    pub(crate) fn quotas(&self) -> Quotas {
        self.0.lock().quotas.clone()
    }

    /// Clears the violations of a session.
    pub(crate) fn reset(&self, session: &str) {
        let mut counts = self.0.lock();
        counts.excesses.remove(session);
        counts.feedback.remove(session);
    }

    /// Counts a request, or returns its refusal. A refused request does not count.
    pub(crate) fn refuse(&self, caller: Caller<'_>, now: Millis) -> Option<FaultRule> {
        let mut counts = self.0.lock();
        if let Some(session) = caller.session
            && counts.feedback.get(session).is_some_and(|until| now < *until)
        {
            return Some(FaultRule::new(FaultKind::Challenge));
        }
        let buckets = counts.quotas.buckets(caller);
        let mut waits: Vec<(Millis, bool)> = Vec::new();
        for (key, quota, is_its_own) in &buckets {
            let served = counts.served.entry(key.clone()).or_default();
            served.retain(|at| now < *at + HOUR);
            waits.push((quota.wait(served, now), *is_its_own));
        }
        let longest = waits.iter().map(|(wait, _)| *wait).max().unwrap_or_default();
        if longest == 0 {
            for (key, ..) in buckets {
                counts.served.entry(key).or_default().push(now);
            }
            return None;
        }
        let is_its_own = waits.iter().any(|(wait, is_its_own)| *wait > 0 && *is_its_own);
        Some(match caller.session {
            Some(session) if is_its_own && counts.is_too_often(session, now) => {
                counts.feedback.insert(session.to_owned(), now + FEEDBACK);
                FaultRule::new(FaultKind::FeedbackRequired)
            }
            None if caller.endpoint() == "web_profile_info" => FaultRule::new(FaultKind::RequireLogin),
            _ => FaultRule {
                retry_after_seconds: Some(longest.unsigned_abs().div_ceil(SECOND.unsigned_abs())),
                ..FaultRule::new(FaultKind::RateLimited)
            },
        })
    }
}

impl QuotaUsage {
    /// Records that a session exceeded its quota; returns whether that was too often.
    fn is_too_often(&mut self, session: &str, now: Millis) -> bool {
        let excesses = self.excesses.entry(session.to_owned()).or_default();
        excesses.retain(|at| now < *at + DAY);
        excesses.push(now);
        excesses.len() >= EXCESSES
    }
}

impl Quotas {
    /// Returns what a request counts towards: a key, its quota, and whether exceeding it is the session's violation.
    fn buckets(&self, caller: Caller<'_>) -> Vec<(String, Quota, bool)> {
        let client = caller.name();
        let of_session = self.session.filter(|_| caller.session.is_some());
        let of_session = of_session.map(|quota| (client.clone(), quota, true));
        let of_address = self
            .address
            .map(|quota| (format!("from {}", caller.address), quota, false));
        let endpoint = caller.endpoint();
        let of_endpoint = self.endpoint.get(endpoint);
        let of_endpoint = of_endpoint.map(|quota| (format!("{endpoint} of {client}"), *quota, true));
        [of_session, of_address, of_endpoint]
            .into_iter()
            .flatten()
            .collect()
    }
}
