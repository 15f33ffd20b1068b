//! How much each session, address and endpoint may be asked for, in sliding windows of simulated time, and what becomes
//! of those who ask for more.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Mutex, MutexGuard, PoisonError},
};

use serde::{Deserialize, Serialize};

use crate::{
    FaultKind, FaultRule,
    caller::Caller,
    clock::{Millis, SECOND},
};

const MINUTE: Millis = 60 * SECOND;
const HOUR: Millis = 60 * MINUTE;
const DAY: Millis = 24 * HOUR;

/// Requests within this time are a burst: the platforms look at the pace of a person who clicks.
const BURST: Millis = 10 * SECOND;

/// A session that has asked for too much this often within a day is told to try again later…
const EXCESSES: usize = 3;

/// … for as long as this; whoever goes on all the same is challenged.
const FEEDBACK: Millis = 12 * HOUR;

/// How much may be asked for; nothing is limited by default.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quotas {
    /// With one Instagram session.
    #[serde(default)]
    pub session: Option<Quota>,
    /// From one address, with whatever sessions.
    #[serde(default)]
    pub address: Option<Quota>,
    /// With one session, or as a guest from one address, by endpoint such as `web_profile_info`.
    #[serde(default)]
    pub endpoint: BTreeMap<String, Quota>,
}

/// The most that is answered within a time.
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
    /// How long it takes until there is room for one more; 0 if there is.
    fn wait(self, served: &[Millis], now: Millis) -> Millis {
        let windows = [
            (self.per_hour, HOUR),
            (self.per_minute, MINUTE),
            (self.burst, BURST),
        ];
        let wait = |(limit, window): (Option<u32>, Millis)| {
            let limit = usize::try_from(limit?).ok()?;
            // The one that has to leave the window before there is room.
            let blocking = match limit.checked_sub(1) {
                Some(after) => *served.iter().rev().nth(after)?,
                None => now,
            };
            Some((blocking + window - now).max(0))
        };
        windows.into_iter().filter_map(wait).max().unwrap_or_default()
    }
}

/// What has been answered and refused so far.
#[derive(Debug, Default)]
pub(crate) struct QuotaTracker(Mutex<QuotaUsage>);

#[derive(Debug, Default)]
struct QuotaUsage {
    quotas: Quotas,
    served: HashMap<String, Vec<Millis>>,
    /// When each session has asked for too much.
    excesses: HashMap<String, Vec<Millis>>,
    /// Until when sessions have been told to stay away.
    feedback: HashMap<String, Millis>,
}

impl QuotaTracker {
    /// Other quotas; what was asked before counts no longer.
    pub(crate) fn set(&self, quotas: Quotas) {
        *self.lock() = QuotaUsage {
            quotas,
            ..QuotaUsage::default()
        };
    }

    pub(crate) fn quotas(&self) -> Quotas {
        self.lock().quotas.clone()
    }

    /// Forgets what a session has asked for too much.
    pub(crate) fn forgive(&self, session: &str) {
        let mut counts = self.lock();
        counts.excesses.remove(session);
        counts.feedback.remove(session);
    }

    /// Counts a request, or tells how it is refused. A refusal takes up no room.
    pub(crate) fn refuse(&self, caller: Caller<'_>, now: Millis) -> Option<FaultRule> {
        let mut counts = self.lock();
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

    fn lock(&self) -> MutexGuard<'_, QuotaUsage> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl QuotaUsage {
    /// Notes that a session has asked for too much; whether that was once too often.
    fn is_too_often(&mut self, session: &str, now: Millis) -> bool {
        let excesses = self.excesses.entry(session.to_owned()).or_default();
        excesses.retain(|at| now < *at + DAY);
        excesses.push(now);
        excesses.len() >= EXCESSES
    }
}

impl Quotas {
    /// What a request counts towards: a key, its quota, and whether it is the session that asks for too much.
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
