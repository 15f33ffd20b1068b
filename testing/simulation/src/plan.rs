//! The parameters of a simulation.

use std::time::Duration;

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::Platform;
use clipmeter_scheduler::Limits;
use clipmeter_simulator::{Chaos, Events, FaultKind, Quota, Quotas, Rotation};

/// Start of the simulation: Monday, 2 November 2026, midnight UTC.
const BEGINNING_SECONDS: i64 = 1_793_577_600;

/// False responses per thousand requests during an hour of trouble.
const HALF: u32 = 500;

/// Distance between the seeds of chaos within one simulation, so that the seeds of different simulations do not overlap.
const SEEDS_APART: u64 = 1 << 32;

/// The scraper pool, and the name of its group, proxy and set of sessions.
pub(crate) const POOL: &str = "eu";

/// A part of the values of the pool's sessions.
const OF_POOL: &str = "OfThePool";

/// A week, or less of it.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Determines everything random: the world, its events, faults, and pauses.
    pub seed: u64,
    /// Tracked accounts, alternating between Instagram and TikTok.
    pub accounts: u32,
    /// Instagram sessions without a scraper pool; the pool has half as many.
    pub sessions: u32,
    /// The simulated duration.
    pub length: Duration,
    /// Faults per thousand requests.
    pub chaos_per_mille: u32,
}

/// An hour in which the platforms' responses are replaced, on the network or by the platforms themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// A captive portal, a proxy, a maintenance page.
    StrangePages,
    /// Responses to other clients' requests.
    SwappedResponses,
}

impl Trouble {
    /// All kinds of trouble.
    pub(crate) const ALL: [Self; 2] = [Self::StrangePages, Self::SwappedResponses];

    /// Returns the hour in which the trouble begins; early, so that a short simulation has both.
    pub(crate) fn begins(self) -> u64 {
        match self {
            Self::StrangePages => 2,
            Self::SwappedResponses => 8,
        }
    }

    /// Returns the hour by which everything must have recovered: two after the end of the trouble.
    pub(crate) fn over(self) -> u64 {
        self.begins() + 3
    }

    fn fault(self) -> FaultKind {
        match self {
            Self::StrangePages => FaultKind::StrangePage,
            Self::SwappedResponses => FaultKind::Swapped,
        }
    }
}

impl Plan {
    /// Returns a plan for a week of 200 accounts.
    #[must_use]
    pub fn full(seed: u64) -> Self {
        Self {
            seed,
            accounts: 200,
            sessions: 20,
            length: Duration::from_hours(7 * 24),
            chaos_per_mille: 50,
        }
    }

    /// Returns a plan for thirty hours of 24 accounts, for every test run: long enough for a second scrape of everything.
    #[must_use]
    pub fn short(seed: u64) -> Self {
        Self {
            accounts: 24,
            sessions: 6,
            length: Duration::from_hours(30),
            ..Self::full(seed)
        }
    }

    /// Returns the start time.
    pub(crate) fn beginning() -> DateTime<Utc> {
        DateTime::from_timestamp(BEGINNING_SECONDS, 0).unwrap_or_default()
    }

    pub(crate) fn end(&self) -> DateTime<Utc> {
        Self::beginning() + self.length
    }

    /// Returns random faults of every kind that needs no parameters.
    pub(crate) fn chaos(&self) -> Chaos {
        Chaos {
            per_mille: self.chaos_per_mille,
            seed: self.seed,
            kinds: Vec::new(),
        }
    }

    /// Returns the faults in an hour of the simulation, counted from its start. During an hour of trouble, half of the responses
    /// are not the platform's, or are about another account; then there are no faults until two hours later, when everything must
    /// have recovered.
    pub(crate) fn weather(&self, hour: u64) -> Option<Chaos> {
        let trouble = Trouble::ALL
            .into_iter()
            .find(|trouble| (trouble.begins()..trouble.over()).contains(&hour));
        match trouble {
            None => {
                let over = Trouble::ALL.into_iter().filter(|trouble| trouble.over() <= hour);
                Some(Chaos {
                    // Setting chaos restarts its random sequence; another seed avoids repeating the same faults.
                    seed: self.seed.wrapping_add(SEEDS_APART * over.count() as u64),
                    ..self.chaos()
                })
            }
            Some(trouble) if trouble.begins() == hour => Some(Chaos {
                per_mille: HALF,
                kinds: vec![trouble.fault()],
                ..self.chaos()
            }),
            Some(_) => None,
        }
    }

    /// Returns event rates that are high enough for every event to occur in a short simulation, too: one account in fifty is
    /// renamed each day.
    pub(crate) fn events() -> Events {
        Events {
            renames: 140,
            recycles: 70,
            privates: 140,
            deletions: 70,
            item_deletions: 35,
            like_hidings: 35,
        }
    }

    /// Returns the rotation of Instagram's stored query IDs, frequent enough to occur in a short simulation, too.
    pub(crate) fn documents() -> Rotation {
        Rotation {
            every: Duration::from_hours(20),
            overlap: Duration::from_hours(4),
        }
    }

    /// Returns what the platforms have been observed to tolerate for one session: docs/dev/scraping.md describes Clipmeter's margin
    /// below.
    pub(crate) fn quotas() -> Quotas {
        Quotas {
            session: Some(Quota {
                per_hour: Some(150),
                burst: Some(4),
                ..Quota::default()
            }),
            ..Quotas::default()
        }
    }

    /// Returns the scrape interval of a platform in minutes: the defaults of an installation.
    pub(crate) fn interval_minutes(platform: Platform) -> u32 {
        match platform {
            Platform::Tiktok => 15,
            _ => 60,
        }
    }

    /// Returns the usual limits of a cluster, except the batch size, which makes runs as short as those of a hundred accounts.
    pub(crate) fn limits() -> Limits {
        let usual = Limits::default();
        Limits {
            batch_units: 10,
            ..usual
        }
    }

    /// Returns whether the account at this place of the simulator's list is in the scraper pool: one pair of both platforms in
    /// four.
    pub(crate) fn is_in_pool(place: usize) -> bool {
        place % 8 < 2
    }

    /// Returns the number of sessions of the scraper pool.
    pub(crate) fn pool_sessions(&self) -> u32 {
        self.sessions.div_ceil(2)
    }

    /// Returns the session values, in the platform's format; last those of the scraper pool.
    pub(crate) fn session_values(&self) -> Vec<String> {
        (0..self.sessions + self.pool_sessions())
            .map(|number| {
                let user = 58_211_900_017_u64 + 7 * u64::from(number);
                let set = if number < self.sessions {
                    "OfTheWeek"
                } else {
                    OF_POOL
                };
                format!("{user}%3AkQm2xV8tYb3LzR%3A12%3AAYeSession{set}{number:04}")
            })
            .collect()
    }

    /// Returns whether a session value is one of the scraper pool's.
    pub(crate) fn is_pool_session(value: &str) -> bool {
        value.contains(OF_POOL)
    }
}
