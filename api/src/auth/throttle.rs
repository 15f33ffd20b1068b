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
    burst: 20,
    every: TimeDelta::seconds(2),
};

/// Attempts on one name, which a user has at most two of, from anywhere, so that guessing from many networks gets nowhere.
/// It does not hold where the name has signed in from before: whoever uses it up locks nobody out.
const NAME: Rate = Rate {
    burst: 20,
    every: TimeDelta::seconds(10),
};

/// How long a network is known to be one that a name signs in from.
const KNOWN: TimeDelta = TimeDelta::days(30);

/// Entries of one table, some 10 MB with the longest names. Beyond that, those that have run out are dropped, and in a
/// flood from more networks the half that runs out first: whoever has tried most stays.
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
    /// Where each name has signed in from, and until when that counts.
    known: Table<(String, IpAddr)>,
}

/// When each key's debt of attempts is paid off (the generic cell rate algorithm), or is forgotten.
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
        let from_anywhere = if tables.known.holds(&pair, now) {
            Duration::ZERO
        } else {
            tables.name.wait(&name, &NAME, now)
        };
        let wait = [
            tables.name_and_network.wait(&pair, &NAME_AND_NETWORK, now),
            tables.network.wait(&network, &NETWORK, now),
            from_anywhere,
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
    pub(crate) fn forgive(&self, name: &str, address: IpAddr, now: DateTime<Utc>) {
        let (name, network) = (name.to_lowercase(), network(address));
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let pair = (name, network);
        tables.name_and_network.0.remove(&pair);
        tables.network.refund(&network, &NETWORK);
        tables.name.refund(&pair.0, &NAME);
        tables.known.make_room(now);
        tables.known.0.insert(pair, now + KNOWN);
    }
}

impl<K: Eq + Hash> Table<K> {
    fn holds(&self, key: &K, now: DateTime<Utc>) -> bool {
        self.0.get(key).is_some_and(|until| *until > now)
    }

    fn wait(&self, key: &K, rate: &Rate, now: DateTime<Utc>) -> Duration {
        let Some(paid_off) = self.0.get(key) else {
            return Duration::ZERO;
        };
        let allowed_debt = rate.every * (rate.burst - 1);
        (*paid_off - now - allowed_debt).to_std().unwrap_or_default()
    }

    fn charge(&mut self, key: K, rate: &Rate, now: DateTime<Utc>) {
        self.make_room(now);
        let paid_off = self.0.entry(key).or_insert(now);
        *paid_off = (*paid_off).max(now) + rate.every;
    }

    fn make_room(&mut self, now: DateTime<Utc>) {
        if self.0.len() < MOST_KEYS {
            return;
        }
        self.0.retain(|_, end| *end > now);
        // Half of the room at least, so that a table on the brink is not walked at every attempt.
        if self.0.len() > MOST_KEYS / 2 {
            let mut ends: Vec<_> = self.0.values().copied().collect();
            let middle = ends.len() / 2;
            let middle = *ends.select_nth_unstable(middle).1;
            self.0.retain(|_, end| *end > middle);
        }
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
            throttle.forgive("admin", address("192.0.2.1"), now());
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

    #[test]
    fn many_networks_cannot_guess_one_name_nor_keep_its_owner_out() {
        let throttle = Throttle::default();
        let home = address("192.0.2.1");
        throttle.attempt("admin", home, now()).unwrap();
        throttle.forgive("admin", home, now());
        let network = |n: usize| address(&format!("2001:db8:0:{n:x}::1"));
        let passed = (0..1000)
            .filter(|n| throttle.attempt("admin", network(*n), now()).is_ok())
            .count();
        assert_eq!(passed, usize::try_from(NAME.burst).unwrap());
        throttle.attempt("admin", home, now()).unwrap();
        // Elsewhere the owner waits, but not for good.
        let elsewhere = address("192.0.2.2");
        let wait = throttle.attempt("admin", elsewhere, now()).unwrap_err();
        assert!(wait <= Duration::from_secs(20), "{wait:?}");
        throttle.attempt("admin", elsewhere, now() + wait).unwrap();
    }

    #[test]
    fn a_flood_neither_grows_the_tables_nor_clears_who_has_tried_most() {
        let throttle = Throttle::default();
        let guesser = address("192.0.2.1");
        while throttle.attempt("admin", guesser, now()).is_ok() {}
        for n in 0..2 * u32::try_from(MOST_KEYS).unwrap() {
            let stranger = IpAddr::V6(Ipv6Addr::from(u128::from(n) << 64));
            throttle.attempt(&format!("name {n}"), stranger, now()).unwrap();
            throttle.forgive(&format!("{n}"), stranger, now());
        }
        throttle.attempt("admin", guesser, now()).unwrap_err();
        let tables = throttle.tables.lock().unwrap();
        assert!(tables.name_and_network.0.len() <= MOST_KEYS);
        assert!(tables.network.0.len() <= MOST_KEYS);
        assert!(tables.name.0.len() <= MOST_KEYS);
        assert!(tables.known.0.len() <= MOST_KEYS);
    }
}
