//! Accounts on a virtual clock: each posts at random times, and is read as often and as deep as a rule requires.

use clipmeter_proto::v1::Outcome;
use clipmeter_scheduler::{
    AT_ONCE, FreshnessTier, Item, Platform, PoolId, Reading, ScrapeHistory, TierReadTimes, Unit, UnitKey,
    UnitKind, cadence, due_tier, next_due, reading,
};

const DAY: i64 = 86_400;

/// An account whose posts are never removed.
#[derive(Clone, Debug)]
pub(crate) struct Account {
    pub(crate) key: UnitKey,
    /// The shortest interval that its groups request, seconds.
    pub(crate) interval: u32,
    /// Times of its posts, in order, including those before the first reading.
    pub(crate) posts: Vec<i64>,
}

/// The rule by which an account is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// At each interval the newest hundred items, and a thousand once a day.
    Fixed,
    /// By `cadence`, `due_tier` and `reading`.
    Adaptive,
}

/// One reading of an account.
#[derive(Clone, Debug)]
pub(crate) struct Tick {
    pub(crate) at: i64,
    /// Requests sent to the platform.
    pub(crate) requests: usize,
    /// Posts seen for the first time, by index in the account's posts.
    pub(crate) new: std::ops::Range<usize>,
}

/// The stored state of an account that is being read.
pub(crate) struct Reader<'a> {
    account: &'a Account,
    rule: Rule,
    /// Items, newest first.
    items: Vec<Item>,
    /// When each known post was read last, oldest post first.
    read: Vec<i64>,
    last_attempt: Option<i64>,
    quiet_since: Option<i64>,
    tiers: TierReadTimes,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(account: &'a Account, rule: Rule) -> Self {
        Self {
            account,
            rule,
            items: Vec::new(),
            read: Vec::new(),
            last_attempt: None,
            quiet_since: None,
            tiers: TierReadTimes::default(),
        }
    }

    /// Returns when each known post was posted, and when it was last read.
    pub(crate) fn known(&self) -> impl Iterator<Item = (i64, i64)> {
        self.account.posts.iter().copied().zip(self.read.iter().copied())
    }

    /// Returns when the account is read next; `beginning` if it was never read.
    pub(crate) fn next(&self, beginning: i64) -> i64 {
        let unit = Unit {
            key: self.account.key,
            pool: PoolId::NONE,
            interval_seconds: self.interval(),
            last_attempt: self.last_attempt,
            consecutive_failures: 0,
            delay_seconds: None,
            group: 1,
            requested: false,
        };
        match next_due(&unit, self.last_attempt.unwrap_or(beginning)) {
            AT_ONCE => beginning,
            due => due,
        }
    }

    fn interval(&self) -> u32 {
        let seen = ScrapeHistory {
            kind: UnitKind::Account { has_boosted: false },
            interval: self.account.interval,
            last_attempt: self.last_attempt,
            outcome: self.last_attempt.map(|_| Outcome::Ok),
            failures: 0,
            quiet_since: self.quiet_since,
        };
        match self.rule {
            Rule::Fixed => self.account.interval,
            Rule::Adaptive => cadence(&seen).interval,
        }
    }

    /// Reads the account.
    pub(crate) fn tick(&mut self, at: i64) -> Tick {
        let listed = self.account.posts.partition_point(|posted| *posted <= at);
        let new = self.read.len()..listed;
        let (pages, lookup_ids) = match self.rule {
            Rule::Fixed => (self.fixed_pages(listed, at), Vec::new()),
            Rule::Adaptive => self.adaptive_pages(new.len(), listed, at),
        };
        self.read.resize(listed, at);
        let crawled = listed.saturating_sub(pages * self.page());
        self.read[crawled..].fill(at);
        for id in &lookup_ids {
            self.read[place(*id)] = at;
        }
        for place in new.clone() {
            let posted = self.account.posts[place];
            self.items.insert(
                0,
                Item {
                    id: u64::try_from(place).unwrap() + 1,
                    posted: Some(posted),
                    boosted: false,
                },
            );
        }
        let newest = listed.checked_sub(1).map(|last| self.account.posts[last]);
        self.quiet_since = newest.or(self.quiet_since).or(Some(at));
        self.last_attempt = Some(at);
        Tick {
            at,
            // The profile and the list; Instagram's play counts are in a separate list.
            requests: 1 + pages * self.lists() + lookup_ids.len(),
            new,
        }
    }

    fn fixed_pages(&mut self, listed: usize, at: i64) -> usize {
        let is_full = self.tiers.all.is_none_or(|full| at - full >= DAY);
        if is_full {
            self.tiers.all = Some(at);
        }
        listed
            .min(if is_full { 1_000 } else { 100 })
            .div_ceil(self.page())
            .max(1)
    }

    /// Returns the pages of a crawl that continues until a page is known and nothing deeper is due, and the items to
    /// look up singly.
    fn adaptive_pages(&mut self, new: usize, listed: usize, at: i64) -> (usize, Vec<u64>) {
        let due = due_tier(&self.tiers, self.interval(), at);
        for (tier, noted) in [
            (FreshnessTier::Week, &mut self.tiers.week),
            (FreshnessTier::Month, &mut self.tiers.month),
            (FreshnessTier::All, &mut self.tiers.all),
        ] {
            if due >= tier {
                *noted = Some(at);
            }
        }
        let page = self.page();
        let Reading {
            read_to_id,
            depth,
            lookup_ids,
        } = reading(&self.items, due, u32::try_from(page).unwrap(), at);
        if read_to_id == u64::MAX && new == 0 {
            return (0, lookup_ids);
        }
        let new_pages = new.div_ceil(page);
        let pages = (new_pages + 1).max((new + depth).div_ceil(page));
        (pages.min(listed.div_ceil(page)).max(1), lookup_ids)
    }

    /// Items on a page of a list.
    fn page(&self) -> usize {
        match self.account.key.platform {
            Platform::Tiktok => 15,
            _ => 12,
        }
    }

    /// Lists that a crawl goes through page by page.
    fn lists(&self) -> usize {
        match self.account.key.platform {
            Platform::Tiktok => 1,
            _ => 2,
        }
    }
}

/// Returns the index of a post by its ID.
fn place(id: u64) -> usize {
    usize::try_from(id).unwrap() - 1
}

/// Returns random times between `from` and `to` that are `every` seconds apart on average.
pub(crate) fn moments(every: f64, from: i64, to: i64, mut sample: impl FnMut() -> f64) -> Vec<i64> {
    let mut times = Vec::new();
    let mut at = from;
    loop {
        // Exponentially distributed, as of independent events.
        #[expect(clippy::cast_possible_truncation, reason = "a time span in seconds")]
        let gap = (-every * (1.0 - sample()).ln()) as i64;
        at += gap.max(1);
        if at >= to {
            return times;
        }
        times.push(at);
    }
}

/// Numbers from 0 to 1 by `SplitMix64` (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
pub(crate) fn uniform_samples(mut state: u64) -> impl FnMut() -> f64 {
    move || {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        let bits = u32::try_from((z ^ (z >> 31)) >> 32).unwrap();
        f64::from(bits) / f64::from(u32::MAX)
    }
}
