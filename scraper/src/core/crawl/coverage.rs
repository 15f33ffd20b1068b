//! Tracks how much of a list was read, and which items it should have contained.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use clipmeter_proto::v1::Observation;

use super::Target;

/// Missing items that are accepted regardless of the profile's count.
const ACCEPTED_MISSING: usize = 3;
/// Beyond that, a fifth of the expected items may be missing.
const ONE_IN: usize = 5;

/// More items are missing than is plausible while the profile still counts them: the platform withholds them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shadow {
    /// Number of known items that the list does not show.
    pub(super) missing: usize,
}

/// The part of one list that was read.
#[derive(Debug, Default)]
pub(super) struct Coverage {
    /// The newest and the oldest item in list order.
    highest: Option<u64>,
    lowest: Option<u64>,
    /// Range of IDs that an earlier crawl read and this one skips.
    skipped: Option<RangeInclusive<u64>>,
    /// Whether the last page had items in list order, all of them known.
    last_was_known: bool,
    pages: usize,
    /// Items shown, including pinned ones and those already seen in other lists.
    shown: usize,
    end: End,
}

/// How a list ended.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum End {
    /// The end is not reached, as far as known.
    #[default]
    Open,
    /// The list has no further page.
    Reached,
    /// The limit was reached within a page.
    Capped,
}

impl Coverage {
    pub(super) fn is_at_first_page(&self) -> bool {
        self.pages == 0
    }

    /// Counts the items of a page, whether they are used or not.
    pub(super) fn has_shown(&mut self, items: &[Observation]) {
        self.shown += items.len();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.shown == 0
    }

    /// Adds a page by the IDs of its items in list order. Within a page, they may come in any order.
    pub(super) fn add_page(&mut self, in_order: &[u64], has_new: bool) {
        // Pinned items are on the first page that shows anything.
        self.pages += usize::from(!self.is_empty());
        self.last_was_known = !in_order.is_empty() && !has_new;
        self.lowest = in_order.iter().copied().chain(self.lowest).min();
        self.highest = in_order.iter().copied().chain(self.highest).max();
    }

    /// Marks the limit as reached within a page: the rest of that page is lost, so it covers nothing.
    pub(super) fn cap(&mut self) {
        self.end = End::Capped;
    }

    /// Marks the list as read to its end, unless the limit was reached within its last page.
    pub(super) fn finish(&mut self) {
        if self.end == End::Open {
            self.end = End::Reached;
        }
    }

    pub(super) fn reached_end(&self) -> bool {
        self.end == End::Reached
    }

    pub(super) fn reached_known_items(&self) -> bool {
        self.last_was_known
    }

    /// Continues below the items that an earlier crawl read.
    pub(super) fn skip(&mut self, read: RangeInclusive<u64>) {
        self.skipped = Some(read);
    }

    /// Undoes [`Self::skip`].
    pub(super) fn skip_nothing(&mut self) {
        self.skipped = None;
    }

    /// Returns the newest item in list order.
    pub(super) fn from(&self) -> Option<u64> {
        self.highest
    }

    /// Returns the oldest item in list order.
    pub(super) fn to(&self) -> Option<u64> {
        self.lowest
    }

    /// Returns the ID at or above which every listed item was seen.
    pub(super) fn covered_to(&self) -> u64 {
        if self.reached_end() {
            0
        } else {
            self.lowest.unwrap_or(u64::MAX)
        }
    }

    /// Returns known items that should have been seen and were not.
    pub(super) fn missing(
        &self,
        target: &Target,
        seen: &HashSet<u64>,
        item_count: u64,
    ) -> Result<Vec<u64>, Shadow> {
        // Lists are in the order of posting, which IDs precede by minutes, so an item close to the end of the read part may still be
        // listed after it.
        let hour = target.id_hour;
        let Some(floor) = self.covered_to().checked_add(hour) else {
            return Ok(Vec::new());
        };
        let was_read = |id: &u64| {
            self.skipped.as_ref().is_some_and(|read| {
                (read.start().saturating_sub(hour)..=read.end().saturating_add(hour)).contains(id)
            })
        };
        let known = target.known.iter().copied();
        let due: Vec<u64> = known.filter(|id| *id > floor && !was_read(id)).collect();
        let mut missing: Vec<u64> = due.iter().copied().filter(|id| !seen.contains(id)).collect();
        let counts_them_all = item_count + 1 >= target.known_count;
        if missing.len() > ACCEPTED_MISSING.max(due.len() / ONE_IN) && counts_them_all {
            return Err(Shadow {
                missing: missing.len(),
            });
        }
        missing.sort_unstable_by(|one, other| other.cmp(one));
        Ok(missing)
    }
}
