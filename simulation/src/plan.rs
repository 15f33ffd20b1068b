//! What a simulated week is made of.

use std::time::Duration;

use chrono::{DateTime, Utc};
use clipmeter_proto::v1::Platform;
use clipmeter_scheduler::Limits;
use clipmeter_simulator::{Chaos, Events, FaultKind, Quota, Quotas, Rotation};

/// When it begins: Monday, 2 November 2026, midnight UTC.
const BEGINNING_SECONDS: i64 = 1_793_577_600;

/// How many requests of a thousand are answered by something else in an hour of that.
const HALF: u32 = 500;

/// Between the seeds that a week's chaos is drawn from, so that another week's are others.
const SEEDS_APART: u64 = 1 << 32;

/// A week, or less of it.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Everything that is left to chance follows from it: the world, what happens in it, what goes wrong, and the pauses.
    pub seed: u64,
    /// Accounts that are tracked, Instagram and TikTok in turn.
    pub accounts: u32,
    /// Instagram sessions in the pool.
    pub sessions: u32,
    /// How long it lasts.
    pub length: Duration,
    /// How many requests of a thousand go wrong.
    pub chaos_per_mille: u32,
}

/// An hour in which something between Clipmeter and the platforms, or inside of them, answers in their place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// A captive portal, a proxy, a page of maintenance.
    StrangePages,
    /// Answers to the requests of others.
    SwappedResponses,
}

impl Trouble {
    /// Each of them.
    pub(crate) const ALL: [Self; 2] = [Self::StrangePages, Self::SwappedResponses];

    /// The hour in which it comes, so that a short week has both.
    pub(crate) fn begins(self) -> u64 {
        match self {
            Self::StrangePages => 2,
            Self::SwappedResponses => 8,
        }
    }

    /// The hour by which everything must be as before: two after its end.
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
    /// A week of 200 accounts.
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

    /// Thirty hours of 24 accounts, for every test run: long enough for a second reading of everything.
    #[must_use]
    pub fn short(seed: u64) -> Self {
        Self {
            accounts: 24,
            sessions: 6,
            length: Duration::from_hours(30),
            ..Self::full(seed)
        }
    }

    /// When it begins.
    pub(crate) fn beginning() -> DateTime<Utc> {
        DateTime::from_timestamp(BEGINNING_SECONDS, 0).unwrap_or_default()
    }

    /// When it ends.
    pub(crate) fn end(&self) -> DateTime<Utc> {
        Self::beginning() + self.length
    }

    /// Every kind of fault that needs no further word.
    pub(crate) fn chaos(&self) -> Chaos {
        Chaos {
            per_mille: self.chaos_per_mille,
            seed: self.seed,
            kinds: Vec::new(),
        }
    }

    /// What goes wrong in an hour of the week, counted from its beginning: for an hour half of the answers are not the platform's, or about
    /// somebody else, and nothing does until two hours later, when everything must be as before.
    pub(crate) fn weather(&self, hour: u64) -> Option<Chaos> {
        let trouble = Trouble::ALL
            .into_iter()
            .find(|trouble| (trouble.begins()..trouble.over()).contains(&hour));
        match trouble {
            None => {
                let over = Trouble::ALL.into_iter().filter(|trouble| trouble.over() <= hour);
                Some(Chaos {
                    // Chaos that is set begins to draw anew: it is not to draw the same again.
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

    /// So much that every event happens in a short week, too: one account in fifty is renamed each day.
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

    /// How often Instagram's stored queries get new numbers: so often that it happens in a short week, too.
    pub(crate) fn documents() -> Rotation {
        Rotation {
            every: Duration::from_hours(20),
            overlap: Duration::from_hours(4),
        }
    }

    /// What the platforms have been seen to bear of one session: docs/scraping.md says how far below Clipmeter stays.
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

    /// How often accounts of a platform are read, minutes: the defaults of an installation.
    pub(crate) fn interval_minutes(platform: Platform) -> u32 {
        match platform {
            Platform::Tiktok => 15,
            _ => 60,
        }
    }

    /// The usual limits of a cluster, but for those of one group, which is the only one here, and for the size of a batch:
    /// a person waits for runs that are as short as those of a hundred accounts.
    pub(crate) fn limits() -> Limits {
        let usual = Limits::default();
        Limits {
            runs_per_group: usual.runs,
            batch_units: 10,
            ..usual
        }
    }

    /// The values of the sessions, in the form of the platform's.
    pub(crate) fn session_values(&self) -> Vec<String> {
        (0..self.sessions)
            .map(|number| {
                let user = 58_211_900_017_u64 + 7 * u64::from(number);
                format!("{user}%3AkQm2xV8tYb3LzR%3A12%3AAYeSessionOfTheWeek{number:04}")
            })
            .collect()
    }
}
