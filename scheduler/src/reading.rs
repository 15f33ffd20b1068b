//! What of an account's list is read: the newest items at every tick, older ones the less often the older they are, and
//! those that are being seen again as often as young ones. ADR 0031.
//!
//! Items lie in rings by their age. A tick reads the deepest ring that is due; what is due in it is reached by walking
//! through the list's pages or by looking at single items, whichever takes fewer requests.

const HOUR: i64 = 60 * 60;
const DAY: i64 = 24 * HOUR;
const WEEK: i64 = 7 * DAY;
const MONTH: i64 = 30 * DAY;

/// Most items that are looked at one by one in a unit, so that it costs little more than a walk.
pub const MAX_LOOKUPS: usize = 5;

/// Ticks between two readings of the items of a week.
const WEEK_TICKS: i64 = 4;

/// The items that a tick reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FreshnessTier {
    /// Those of the last 24 hours; due at every tick.
    Day,
    /// Those of the last week, and those that are boosted; due at every fourth tick.
    Week,
    /// Those of the last 30 days; due once a day, but no more often than those of the week.
    Month,
    /// All, to the end of the list; due once a week.
    All,
}

/// When the rings of an account were read last, seconds since 1970; a deeper ring holds the ones above it. `None`: never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TierReadTimes {
    /// The items of the last week.
    pub week: Option<i64>,
    /// Those of the last 30 days.
    pub month: Option<i64>,
    /// All.
    pub all: Option<i64>,
}

/// A stored item of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// The platform's id, which rises with time.
    pub id: u64,
    /// When it was posted; one that nobody knows counts as old.
    pub posted: Option<i64>,
    /// It gains views as if it were young.
    pub boosted: bool,
}

/// How an account's list is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The walk goes on at least to this item. 0: to the end; [`u64::MAX`]: nothing is due.
    pub read_to_id: u64,
    /// How many items lie in that walk.
    pub depth: usize,
    /// Due items beyond it, to be looked at one by one; at most [`MAX_LOOKUPS`].
    pub lookup_ids: Vec<u64>,
}

impl FreshnessTier {
    /// Seconds between two readings of the ring for an account with a tick every `interval` seconds.
    pub(crate) fn period(self, interval: i64) -> i64 {
        match self {
            Self::Day => interval,
            Self::Week => WEEK_TICKS * interval,
            Self::Month => DAY.max(WEEK_TICKS * interval),
            Self::All => WEEK.max(WEEK_TICKS * interval),
        }
    }

    /// The first that an item of this age is in.
    pub(crate) fn of(age: i64, is_boosted: bool) -> Self {
        [Self::Day, Self::Week, Self::Month]
            .into_iter()
            .find(|tier| tier.contains(Some(age)) || (is_boosted && *tier == Self::Week))
            .unwrap_or(Self::All)
    }

    /// Whether an item of this age belongs to it.
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
    /// The same reading of these items, newest first, with a walk over at least so many of them.
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

/// The deepest ring that is due at a tick. Half a tick early counts, so that a reading that ended late in its tick does not
/// put the next one off by a whole tick.
#[must_use]
pub fn due_tier(read: &TierReadTimes, interval: u32, now: i64) -> FreshnessTier {
    let interval = i64::from(interval.max(1));
    let is_due = |tier: FreshnessTier, last: Option<i64>| {
        // One of the future was noted before the clock was set back.
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

/// How a ring of these items, newest first, is read with the fewest requests: a walk to some item takes one for each page
/// of `page` items, each due item beyond it one of its own. Among equals the longer walk, which sees more.
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
    // Walking to the n-th due item, or not at all; so many beyond it have to be few enough.
    let crawled = (due.len().saturating_sub(MAX_LOOKUPS)..=due.len())
        .rev()
        .min_by_key(|crawled| {
            let depth = depth(&due, *crawled);
            depth.div_ceil(page) + due.len() - crawled
        })
        .unwrap_or(due.len());
    let (near, far) = due.split_at(crawled);
    Reading {
        // Ids rise with time, but for a few minutes: the walk goes to the smallest of those that it is for.
        read_to_id: near.iter().map(|(_, id)| *id).min().unwrap_or(u64::MAX),
        depth: depth(&due, crawled),
        lookup_ids: far.iter().map(|(_, id)| *id).collect(),
    }
}

/// How many items lie in a walk to the n-th due item.
fn depth(due: &[(usize, u64)], n: usize) -> usize {
    n.checked_sub(1)
        .and_then(|last| due.get(last))
        .map_or(0, |(rank, _)| *rank)
}

#[cfg(test)]
#[path = "reading_tests.rs"]
mod tests;
