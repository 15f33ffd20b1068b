//! The brake on guessing passwords.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

/// Attempts on one name from one network: a forgetful person has this many, then one every 15 s.
const NAME_AND_NETWORK: Rate = Rate {
    burst: 8,
    every: TimeDelta::seconds(15),
};

/// Attempts from one network on any names: an office behind one address has this many, then one every 2 s.
const NETWORK: Rate = Rate {
    burst: 40,
    every: TimeDelta::seconds(2),
};

/// Attempts on one name from anywhere: high, so that a stranger cannot lock somebody out, and low enough that
/// guessing from many networks gets nowhere.
const NAME: Rate = Rate {
    burst: 100,
    every: TimeDelta::seconds(10),
};

/// Entries of one table. Beyond that, those that have run out are dropped, and after a flood from more networks all:
/// passwords then still cost their hash.
const MOST_KEYS: usize = 50_000;

struct Rate {
    burst: i32,
    every: TimeDelta,
}

/// Lets a burst of attempts through and then one per interval; never locks for good.
#[derive(Default)]
pub(crate) struct Throttle {
    tables: Mutex<Tables>,
}

#[derive(Default)]
struct Tables {
    name_and_network: Table<(String, IpAddr)>,
    network: Table<IpAddr>,
    name: Table<String>,
}

/// When each key's debt of attempts is paid off (the generic cell rate algorithm).
struct Table<K>(HashMap<K, DateTime<Utc>>);

impl<K> Default for Table<K> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl Throttle {
    /// Counts an attempt. It is counted before the password is looked at, so that many at once are no way around it.
    ///
    /// # Errors
    /// How long to wait, when there were too many.
    pub(crate) fn attempt(&self, name: &str, address: IpAddr, now: DateTime<Utc>) -> Result<(), Duration> {
        let (name, network) = (name.to_lowercase(), network(address));
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let pair = (name.clone(), network);
        let wait = [
            tables.name_and_network.wait(&pair, &NAME_AND_NETWORK, now),
            tables.network.wait(&network, &NETWORK, now),
            tables.name.wait(&name, &NAME, now),
        ]
        .into_iter()
        .max()
        .unwrap_or_default();
        if !wait.is_zero() {
            return Err(wait);
        }
        tables.name_and_network.charge(pair, &NAME_AND_NETWORK, now);
        tables.network.charge(network, &NETWORK, now);
        tables.name.charge(name, &NAME, now);
        Ok(())
    }

    /// Takes an attempt back: the password was right.
    pub(crate) fn forgive(&self, name: &str, address: IpAddr) {
        let (name, network) = (name.to_lowercase(), network(address));
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        tables.name_and_network.0.remove(&(name.clone(), network));
        tables.network.refund(&network, &NETWORK);
        tables.name.refund(&name, &NAME);
    }
}

impl<K: Eq + Hash> Table<K> {
    fn wait(&self, key: &K, rate: &Rate, now: DateTime<Utc>) -> Duration {
        let Some(paid_off) = self.0.get(key) else {
            return Duration::ZERO;
        };
        let allowed_debt = rate.every * (rate.burst - 1);
        (*paid_off - now - allowed_debt).to_std().unwrap_or_default()
    }

    fn charge(&mut self, key: K, rate: &Rate, now: DateTime<Utc>) {
        if self.0.len() >= MOST_KEYS {
            self.0.retain(|_, paid_off| *paid_off > now);
            if self.0.len() >= MOST_KEYS {
                self.0.clear();
            }
        }
        let paid_off = self.0.entry(key).or_insert(now);
        *paid_off = (*paid_off).max(now) + rate.every;
    }

    fn refund(&mut self, key: &K, rate: &Rate) {
        if let Some(paid_off) = self.0.get_mut(key) {
            *paid_off -= rate.every;
        }
    }
}

/// One subscriber has a whole IPv6 /64.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
    }
}

/// What a caller without a known address counts as, for example one on a Unix socket.
pub(crate) const UNKNOWN_ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000, 0).unwrap()
    }

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn wrong_attempts_wait_and_the_wait_ends() {
        let throttle = Throttle::default();
        let here = address("192.0.2.1");
        for _ in 0..NAME_AND_NETWORK.burst {
            throttle.attempt("Admin", here, now()).unwrap();
        }
        let wait = throttle.attempt("admin", here, now()).unwrap_err();
        assert_eq!(wait, Duration::from_secs(15));
        throttle.attempt("admin", here, now() + wait).unwrap();
        throttle.attempt("admin", here, now() + wait).unwrap_err();
    }

    #[test]
    fn others_are_not_locked_out() {
        let throttle = Throttle::default();
        while throttle.attempt("admin", address("192.0.2.1"), now()).is_ok() {}
        throttle.attempt("admin", address("192.0.2.2"), now()).unwrap();
        throttle.attempt("somebody", address("192.0.2.1"), now()).unwrap();
    }

    #[test]
    fn a_right_password_clears_the_count() {
        let throttle = Throttle::default();
        for _ in 0..1000 {
            throttle.attempt("admin", address("192.0.2.1"), now()).unwrap();
            throttle.forgive("admin", address("192.0.2.1"));
        }
    }

    #[test]
    fn one_network_cannot_try_many_names_nor_many_of_its_addresses() {
        let throttle = Throttle::default();
        let passed = (0..1000)
            .filter(|n| {
                throttle
                    .attempt(&n.to_string(), address(&format!("2001:db8::{n:x}")), now())
                    .is_ok()
            })
            .count();
        assert_eq!(passed, usize::try_from(NETWORK.burst).unwrap());
    }
}
