//! How much of a list was read, and which items must have been on it.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use clipmeter_proto::v1::{Observation, Platform};

use super::Target;

/// Missing items that are believed whatever the profile counts.
const FEW: usize = 3;
/// Beyond that, the part of the items that should have been seen of which as many may be missing: a fifth.
const ONE_IN: usize = 5;

/// So many items are missing, while the profile counts them all, that the platform holds them back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Shadow {
    /// Known items that the list does not show.
    pub(super) missing: usize,
}

/// What was read of one list.
#[derive(Debug, Default)]
pub(super) struct Coverage {
    /// The newest and the oldest item that stand in their turn.
    highest: Option<u64>,
    lowest: Option<u64>,
    /// What an earlier walk read and this one does not: from this id up to that one.
    skipped: Option<RangeInclusive<u64>>,
    /// The last page had items in their turn, and all of them were known.
    last_was_known: bool,
    pages: usize,
    /// Items shown, pinned ones and those of other lists among them.
    shown: usize,
    end: End,
}

/// How a list ended.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum End {
    /// It did not, as far as is known.
    #[default]
    Open,
    /// It has no further page.
    Reached,
    /// The limit was reached within a page.
    Capped,
}

impl Coverage {
    pub(super) fn is_at_first_page(&self) -> bool {
        self.pages == 0
    }

    /// Notes the items of a page, whatever becomes of them.
    pub(super) fn has_shown(&mut self, items: &[Observation]) {
        self.shown += items.len();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.shown == 0
    }

    /// Adds a page by the ids of its items that stand in their turn. Within a page they come in any order.
    pub(super) fn add_page(&mut self, in_order: &[u64], has_new: bool) {
        self.pages += 1;
        self.last_was_known = !in_order.is_empty() && !has_new;
        self.lowest = in_order.iter().copied().chain(self.lowest).min();
        self.highest = in_order.iter().copied().chain(self.highest).max();
    }

    /// The limit was reached within a page: whatever else it shows is lost, so it covers nothing.
    pub(super) fn cap(&mut self) {
        self.end = End::Capped;
    }

    /// The list has no further page. One that was left within its last page is not read to the end.
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

    /// Goes on below what an earlier walk read.
    pub(super) fn skip(&mut self, read: RangeInclusive<u64>) {
        self.skipped = Some(read);
    }

    /// Takes that back.
    pub(super) fn skip_nothing(&mut self) {
        self.skipped = None;
    }

    /// The newest item in its turn.
    pub(super) fn from(&self) -> Option<u64> {
        self.highest
    }

    /// The oldest item in its turn.
    pub(super) fn to(&self) -> Option<u64> {
        self.lowest
    }

    /// Every listed item at or above this id was seen.
    pub(super) fn covered_to(&self) -> u64 {
        if self.reached_end() {
            0
        } else {
            self.lowest.unwrap_or(u64::MAX)
        }
    }

    /// Known items that should have been seen and were not.
    pub(super) fn missing(
        &self,
        target: &Target,
        seen: &HashSet<u64>,
        item_count: u64,
    ) -> Result<Vec<u64>, Shadow> {
        let hour = an_hour(target.platform);
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
        if missing.len() > FEW.max(due.len() / ONE_IN) && counts_them_all {
            return Err(Shadow {
                missing: missing.len(),
            });
        }
        missing.sort_unstable_by(|one, other| other.cmp(one));
        Ok(missing)
    }
}

/// An hour as ids count time. Lists are in the order of posting, which ids precede by minutes, so that what stands close to
/// the end of what was read may well stand behind it.
fn an_hour(platform: Platform) -> u64 {
    match platform {
        // Seconds above the lower 32 bits.
        Platform::Tiktok => 3600 << 32,
        // Milliseconds above the lower 23 bits.
        _ => 3_600_000 << 23,
    }
}
