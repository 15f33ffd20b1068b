//! Login rate limiting.
//!
//! An attempt is counted while it is checked and charged when the password was wrong. So that parallel attempts cannot
//! bypass the limit, attempts in progress count as failed: an attempt that is only allowed if one of them succeeds
//! waits for their results. Time is monotonic, so that setting the clock neither locks users out nor allows more
//! attempts.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Arc;
use std::time::Duration;

use clipmeter_runtime::Clock;
use parking_lot::Mutex;
use tokio::sync::Notify;

/// Attempts for one name from one network: a forgetful user has this many, then one every 15 s.
const NAME_AND_NETWORK: Rate = Rate {
    burst: 8,
    every: Duration::from_secs(15),
};

/// Attempts from one network for any names: an office behind one address has this many, then one every 2 s.
const NETWORK: Rate = Rate {
    burst: 20,
    every: Duration::from_secs(2),
};

/// Attempts for one name (a user has at most two) from anywhere, so that guessing from many networks is ineffective. It
/// does not apply to networks where the name has signed in before: an attacker who exhausts it locks no user out.
const NAME: Rate = Rate {
    burst: 20,
    every: Duration::from_secs(10),
};

/// How long a network counts as one from which a name has signed in.
const KNOWN: Duration = Duration::from_hours(30 * 24);

/// Entries of one table, about 10 MB with the longest names. Above that, expired entries are dropped, and in a flood
/// from more networks the half that expires first: the entries with the most attempts stay.
const MAX_KEYS: usize = 50_000;

/// Maximum number of attempts that wait for the results of others, enough for a large office. Each occupies a
/// connection.
const MAX_WAITING: usize = 500;

struct Rate {
    burst: u32,
    every: Duration,
}

/// Allows a burst of failed attempts and then one per interval; never locks out permanently.
pub(crate) struct Throttle {
    clock: Arc<dyn Clock>,
    tables: Mutex<Tables>,
    /// Wakes attempts that wait for a result.
    resolved: Notify,
}

#[derive(Default)]
struct Tables {
    name_and_network: AttemptTable<Pair>,
    network: AttemptTable<IpAddr>,
    name: AttemptTable<String>,
    /// The networks from which each name has signed in, with their expiry.
    known: AttemptTable<Pair>,
    waiting: usize,
}

type Pair = (String, IpAddr);

/// An attempt whose password is being checked. It counts as failed, even if its caller disconnects, unless [`Attempt::succeed`] or
/// [`Attempt::discard`] is called, or the lookup of the user does not complete.
#[must_use]
pub(crate) struct Attempt<'a> {
    throttle: &'a Throttle,
    pair: Pair,
    result: AttemptResult,
}

/// Decides whether an attempt is charged, and whether it clears earlier failures.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AttemptResult {
    Wrong,
    Right,
    /// The password was not checked.
    Unchecked,
}

/// The state of a key.
#[derive(Clone, Copy, Default)]
struct AttemptRecord {
    /// Theoretical arrival time of the generic cell rate algorithm, or when the key expires.
    end: Duration,
    /// Attempts in progress.
    in_flight: u32,
}

struct AttemptTable<K>(HashMap<K, AttemptRecord>);

impl<K> Default for AttemptTable<K> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

/// Whether an attempt is allowed.
enum ThrottleDecision {
    Go,
    /// The decision depends on the results of attempts in progress.
    Undecided,
    Wait(Duration),
}

impl Throttle {
    /// Creates a throttle that uses the monotonic time of `clock`.
    pub(crate) fn new(clock: Arc<dyn Clock>) -> Self {
        Self {
            clock,
            tables: Mutex::default(),
            resolved: Notify::new(),
        }
    }

    /// Counts an attempt before its password is checked. Waits while the decision depends on attempts in progress.
    ///
    /// # Errors
    /// Returns how long to wait, after too many attempts.
    pub(crate) async fn attempt(&self, name: &str, address: IpAddr) -> Result<Attempt<'_>, Duration> {
        let pair = (name.to_lowercase(), network(address));
        let mut slot = None;
        loop {
            let resolved = self.resolved.notified();
            tokio::pin!(resolved);
            // Subscribe before reading the tables, so that no result in between is missed.
            resolved.as_mut().enable();
            match self.decide(&pair, slot.is_some()) {
                ThrottleDecision::Go => {
                    return Ok(Attempt {
                        throttle: self,
                        pair,
                        result: AttemptResult::Wrong,
                    });
                }
                ThrottleDecision::Wait(wait) => return Err(wait),
                ThrottleDecision::Undecided => {
                    slot.get_or_insert_with(|| QueueSlot::take(self));
                    resolved.await;
                }
            }
        }
    }

    fn decide(&self, pair: &Pair, has_slot: bool) -> ThrottleDecision {
        let now = self.clock.monotonic();
        let mut tables = self.tables.lock();
        let (name, network) = (&pair.0, &pair.1);
        let is_known = tables.known.is_charged(pair, now);
        let wait = |counts_in_flight: bool| {
            let from_anywhere = if is_known {
                Duration::ZERO
            } else {
                tables.name.wait(name, &NAME, now, counts_in_flight)
            };
            let here = tables
                .name_and_network
                .wait(pair, &NAME_AND_NETWORK, now, counts_in_flight);
            let network = tables.network.wait(network, &NETWORK, now, counts_in_flight);
            here.max(network).max(from_anywhere)
        };
        let (charged, at_worst) = (wait(false), wait(true));
        if !charged.is_zero() {
            return ThrottleDecision::Wait(charged);
        }
        if !at_worst.is_zero() {
            return if has_slot || tables.waiting < MAX_WAITING {
                ThrottleDecision::Undecided
            } else {
                ThrottleDecision::Wait(at_worst)
            };
        }
        tables.name_and_network.begin(pair.clone(), now);
        tables.network.begin(*network, now);
        tables.name.begin(name.clone(), now);
        ThrottleDecision::Go
    }
}

impl Attempt<'_> {
    /// Records that the password was correct: the attempt is not charged.
    pub(crate) fn succeed(mut self) {
        self.result = AttemptResult::Right;
    }

    /// Records that nothing was checked: the attempt is not charged.
    pub(crate) fn discard(mut self) {
        self.result = AttemptResult::Unchecked;
    }

    /// Returns the attempt with what `lookup` finds. If the lookup fails or its caller disconnects, no password was checked, and the
    /// attempt is not charged.
    pub(crate) async fn look_up<T, E>(
        mut self,
        lookup: impl Future<Output = Result<T, E>>,
    ) -> Result<(Self, T), E> {
        self.result = AttemptResult::Unchecked;
        let found = lookup.await?;
        self.result = AttemptResult::Wrong;
        Ok((self, found))
    }
}

impl Drop for Attempt<'_> {
    fn drop(&mut self) {
        let now = self.throttle.clock.monotonic();
        let mut tables = self.throttle.tables.lock();
        let is_wrong = self.result == AttemptResult::Wrong;
        tables
            .name_and_network
            .resolve(&self.pair, &NAME_AND_NETWORK, now, is_wrong);
        tables.network.resolve(&self.pair.1, &NETWORK, now, is_wrong);
        tables.name.resolve(&self.pair.0, &NAME, now, is_wrong);
        if self.result == AttemptResult::Right {
            tables.name_and_network.clear_failures(&self.pair);
            tables.known.make_room(now);
            let entry = tables.known.0.entry(self.pair.clone()).or_default();
            entry.end = now.saturating_add(KNOWN);
        }
        drop(tables);
        self.throttle.resolved.notify_waiters();
    }
}

/// A place among the waiting attempts.
struct QueueSlot<'a>(&'a Throttle);

impl<'a> QueueSlot<'a> {
    fn take(throttle: &'a Throttle) -> Self {
        throttle.tables.lock().waiting += 1;
        Self(throttle)
    }
}

impl Drop for QueueSlot<'_> {
    fn drop(&mut self) {
        self.0.tables.lock().waiting -= 1;
    }
}

impl AttemptRecord {
    fn is_idle(&self, now: Duration) -> bool {
        self.in_flight == 0 && self.end <= now
    }
}

impl<K: Eq + Hash> AttemptTable<K> {
    fn is_charged(&self, key: &K, now: Duration) -> bool {
        self.0.get(key).is_some_and(|entry| entry.end > now)
    }

    fn wait(&self, key: &K, rate: &Rate, now: Duration, counts_in_flight: bool) -> Duration {
        let Some(entry) = self.0.get(key) else {
            return Duration::ZERO;
        };
        let in_flight = if counts_in_flight { entry.in_flight } else { 0 };
        let paid_off = entry.end.max(now).saturating_add(rate.every * in_flight);
        let allowed_debt = rate.every * (rate.burst - 1);
        paid_off.saturating_sub(now).saturating_sub(allowed_debt)
    }

    fn begin(&mut self, key: K, now: Duration) {
        self.make_room(now);
        self.0.entry(key).or_default().in_flight += 1;
    }

    fn resolve(&mut self, key: &K, rate: &Rate, now: Duration, is_wrong: bool) {
        let Some(entry) = self.0.get_mut(key) else { return };
        entry.in_flight = entry.in_flight.saturating_sub(1);
        if is_wrong {
            entry.end = entry.end.max(now).saturating_add(rate.every);
        } else if entry.is_idle(now) {
            self.0.remove(key);
        }
    }

    /// Clears the failed attempts, but not those in progress.
    fn clear_failures(&mut self, key: &K) {
        if let Some(entry) = self.0.get_mut(key) {
            entry.end = Duration::ZERO;
            if entry.in_flight == 0 {
                self.0.remove(key);
            }
        }
    }

    fn make_room(&mut self, now: Duration) {
        if self.0.len() < MAX_KEYS {
            return;
        }
        self.0.retain(|_, entry| !entry.is_idle(now));
        // Free at least half of the table, so that a nearly full table is not scanned at every attempt.
        if self.0.len() > MAX_KEYS / 2 {
            let mut ends: Vec<_> = self.0.values().map(|entry| entry.end).collect();
            let middle = ends.len() / 2;
            let middle = *ends.select_nth_unstable(middle).1;
            self.0
                .retain(|_, entry| entry.end > middle || entry.in_flight > 0);
        }
    }
}

/// IPv6 networks are /64 prefixes, because a single subscriber has a whole /64.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

/// The network of a caller without a known address, for example one on a Unix socket.
pub(crate) const UNKNOWN_ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

#[cfg(test)]
#[path = "throttle_tests.rs"]
mod tests;
