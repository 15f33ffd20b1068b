//! Selects which items of an account's list are read: the newest ones at every tick, older ones less often the older they
//! are, and boosted ones as often as young ones. ADR 0023.
//!
//! Items are grouped into tiers by age. A tick reads the deepest tier that is due; its due items are reached by a crawl
//! through the list's pages or by single lookups, whichever takes fewer requests.

const HOUR: i64 = 60 * 60;
const DAY: i64 = 24 * HOUR;
const WEEK: i64 = 7 * DAY;
const MONTH: i64 = 30 * DAY;

/// Maximum number of single-item lookups in a unit, so that they cost little more than a crawl.
pub const MAX_LOOKUPS: usize = 5;

/// Ticks between two readings of the week tier.
const WEEK_TICKS: i64 = 4;

/// The tier of items that a tick reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FreshnessTier {
    /// Items of the last 24 hours; due at every tick.
    Day,
    /// Items of the last week and boosted items; due at every fourth tick.
    Week,
    /// Items of the last 30 days; due once a day, but no more often than the week tier.
    Month,
    /// All items, to the end of the list; due once a week.
    All,
}

/// When the tiers of an account were last read, seconds since 1970; a deeper tier includes the shallower ones. `None`:
/// never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TierReadTimes {
    /// Items of the last week.
    pub week: Option<i64>,
    /// Items of the last 30 days.
    pub month: Option<i64>,
    /// All items.
    pub all: Option<i64>,
}

/// A stored item of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// The platform's ID, which increases over time.
    pub id: u64,
    /// When the item was posted; an item without a date counts as old.
    pub posted: Option<i64>,
    /// Whether the item gains views as if it were young.
    pub boosted: bool,
}

/// How an account's list is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The crawl continues at least to this item. 0: to the end; [`u64::MAX`]: nothing is due.
    pub read_to_id: u64,
    /// Number of items in that crawl.
    pub depth: usize,
    /// Due items beyond the crawl, read by single lookups; at most [`MAX_LOOKUPS`].
    pub lookup_ids: Vec<u64>,
}

impl FreshnessTier {
    /// Returns the seconds between two readings of the tier for an account with a tick every `interval` seconds.
    pub(crate) fn period(self, interval: i64) -> i64 {
        match self {
            Self::Day => interval,
            Self::Week => WEEK_TICKS * interval,
            Self::Month => DAY.max(WEEK_TICKS * interval),
            Self::All => WEEK.max(WEEK_TICKS * interval),
        }
    }

    /// Returns the shallowest tier that contains an item of this age.
    pub(crate) fn of(age: i64, is_boosted: bool) -> Self {
        [Self::Day, Self::Week, Self::Month]
            .into_iter()
            .find(|tier| tier.contains(Some(age)) || (is_boosted && *tier == Self::Week))
            .unwrap_or(Self::All)
    }

    /// Returns whether the tier contains an item of this age.
    fn contains(self, age: Option<i64>) -> bool {
        let reach = match self {
            Self::Day => DAY,
            Self::Week => WEEK,
            Self::Month => MONTH,
            Self::All => return true,
        };
        age.is_some_and(|age| age < reach)
    }
}

impl Reading {
    /// Extends the reading so that its crawl covers at least `depth` of these items, newest first.
    #[must_use]
    pub fn at_least(self, depth: usize, items: &[Item]) -> Self {
        let crawled = &items[..depth.min(items.len())];
        if crawled.len() <= self.depth {
            return self;
        }
        let is_beyond = |id: &u64| crawled.iter().all(|item| item.id != *id);
        Self {
            read_to_id: crawled.iter().map(|item| item.id).fold(self.read_to_id, u64::min),
            depth: crawled.len(),
            lookup_ids: self.lookup_ids.into_iter().filter(is_beyond).collect(),
        }
    }
}

/// Returns the deepest tier that is due at a tick. A tier counts as due half a tick early, so that a reading that ended
/// late in its tick does not delay the next one by a whole tick.
#[must_use]
pub fn due_tier(read: &TierReadTimes, interval: u32, now: i64) -> FreshnessTier {
    let interval = i64::from(interval.max(1));
    let is_due = |tier: FreshnessTier, last: Option<i64>| {
        // A time in the future was recorded before the clock was set back.
        last.is_none_or(|last| last > now || now - last >= tier.period(interval) - interval / 2)
    };
    if is_due(FreshnessTier::All, read.all) {
        FreshnessTier::All
    } else if is_due(FreshnessTier::Month, read.month) {
        FreshnessTier::Month
    } else if is_due(FreshnessTier::Week, read.week) {
        FreshnessTier::Week
    } else {
        FreshnessTier::Day
    }
}

/// Chooses how to read a tier of these items, newest first, with the fewest requests: a crawl to an item takes one request
/// for each page of `page` items, and each due item beyond it takes one lookup. Of equally cheap readings, the longer crawl
/// is chosen, because it sees more.
#[must_use]
pub fn reading(items: &[Item], tier: FreshnessTier, page: u32, now: i64) -> Reading {
    if tier == FreshnessTier::All {
        return Reading {
            read_to_id: 0,
            depth: items.len(),
            lookup_ids: Vec::new(),
        };
    }
    let is_due = |item: &Item| {
        (item.boosted && tier >= FreshnessTier::Week)
            || tier.contains(item.posted.map(|posted| now.saturating_sub(posted)))
    };
    let due: Vec<(usize, u64)> = (1..)
        .zip(items)
        .filter(|(_, item)| is_due(item))
        .map(|(rank, item)| (rank, item.id))
        .collect();
    let page = usize::try_from(page.max(1)).unwrap_or(usize::MAX);
    // Crawl to the n-th due item, or not at all; the due items beyond it must fit into the lookups.
    let crawled = (due.len().saturating_sub(MAX_LOOKUPS)..=due.len())
        .rev()
        .min_by_key(|crawled| {
            let depth = depth(&due, *crawled);
            depth.div_ceil(page) + due.len() - crawled
        })
        .unwrap_or(due.len());
    let (near, far) = due.split_at(crawled);
    Reading {
        // IDs increase over time, except within a few minutes: the crawl reaches the smallest ID of its due items.
        read_to_id: near.iter().map(|(_, id)| *id).min().unwrap_or(u64::MAX),
        depth: depth(&due, crawled),
        lookup_ids: far.iter().map(|(_, id)| *id).collect(),
    }
}

/// Returns the number of items in a crawl to the n-th due item.
fn depth(due: &[(usize, u64)], n: usize) -> usize {
    n.checked_sub(1)
        .and_then(|last| due.get(last))
        .map_or(0, |(rank, _)| *rank)
}

#[cfg(test)]
#[path = "reading_tests.rs"]
mod tests;
