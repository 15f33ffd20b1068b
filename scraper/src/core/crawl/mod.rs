//! A crawl through the pages of an account's list, newest first: which items were seen, when the crawl may stop, and which
//! known items are missing.
//!
//! IDs increase over time on both platforms, so an ID determines an item's position in the list. Pinned items come first
//! regardless of their age; they are reported like any other item but do not count as progress.

mod checkpoint;
#[cfg(test)]
mod checkpoint_tests;
mod coverage;
pub(crate) mod lookups;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use clipmeter_proto::v1::{self, AccountTarget, CrawlCheckpoint, MissingSource, Observation, Outcome};
use clipmeter_runtime::saturate;

use self::coverage::{Coverage, Shadow};
use crate::core::failure::FetchError;
use crate::core::unit::UnitResult;

/// Maximum number of pages read of one list. The largest lists requested end far below; this stops a platform that keeps sending new
/// cursors.
pub(crate) const MAX_PAGES: usize = 500;

/// Maximum number of items that an account can pin, on both platforms.
const MAX_PINNED: usize = 3;

/// Value of [`AccountTarget::read_to_id`] if nothing is due to be read again.
const NOTHING_DUE: u64 = u64::MAX;

/// A crawl in progress. It may read several lists of the same account one after another; each begins with [`Crawl::begin`],
/// and items seen in one list are not reported again.
#[derive(Debug)]
pub(crate) struct Crawl {
    target: Target,
    seen: HashSet<u64>,
    /// Number of items seen that were not known.
    new: u64,
    /// Maximum number of items, and how many of them remain.
    max_items: usize,
    left: usize,
    /// The checkpoint of an earlier crawl, until this crawl reaches it.
    resume: Option<CrawlCheckpoint>,
    /// The last checkpoint of this crawl.
    saved: Option<CrawlCheckpoint>,
    /// Number of items according to the profile.
    item_count: Option<u64>,
    coverage: Coverage,
    endpoint: &'static str,
}

/// Known data about the account.
#[derive(Debug)]
struct Target {
    /// An hour in the units of the platform's item IDs.
    id_hour: u64,
    known: HashSet<u64>,
    /// Items older than this ID may be known although `known` does not contain them.
    oldest_named: u64,
    known_count: u64,
    read_to: u64,
    may_fill_gap: bool,
    last_item_count: Option<u64>,
}

impl Crawl {
    /// Creates a crawl from the API's target; `id_hour` is an hour in the units of the platform's item IDs. Without known items, it reads every item, up to `max_items`.
    pub(crate) fn new(id_hour: u64, target: &AccountTarget) -> Self {
        let known: HashSet<u64> = target.known_ids.iter().copied().collect();
        let named_all = known.len() as u64 >= u64::from(target.known_count);
        let oldest = known.iter().min().copied().unwrap_or_default();
        let max_items = usize::try_from(target.max_items)
            .ok()
            .filter(|items| *items > 0)
            .unwrap_or(usize::MAX);
        Self {
            target: Target {
                id_hour,
                oldest_named: if named_all { 0 } else { oldest },
                known,
                known_count: target.known_count.into(),
                read_to: target.read_to_id,
                may_fill_gap: target.may_fill_gap,
                last_item_count: target.last_item_count,
            },
            seen: HashSet::new(),
            new: 0,
            max_items,
            left: max_items,
            resume: target.resume.clone(),
            saved: None,
            item_count: None,
            coverage: Coverage::default(),
            endpoint: "",
        }
    }

    /// Records the number of items according to the profile.
    pub(crate) fn counted(&mut self, item_count: Option<i64>) {
        self.item_count = item_count.and_then(|count| u64::try_from(count).ok());
    }

    /// Returns whether a list needs to be requested: not if nothing is due, the profile's count is the same as in the last crawl,
    /// and the items shown in the profile are known.
    pub(crate) fn is_needed(&self, shown: &[Observation]) -> bool {
        let is_quiet = self.target.read_to == NOTHING_DUE
            && self.item_count.is_some()
            && self.item_count == self.target.last_item_count;
        !is_quiet || shown.iter().filter_map(id).any(|id| self.target.is_new(id))
    }

    /// Begins a list; the coverage of an earlier list does not count for it.
    pub(crate) fn begin(&mut self, endpoint: &'static str) {
        self.endpoint = endpoint;
        self.coverage = Coverage::default();
    }

    /// Adds a page and returns its items that were not seen before, as far as the limit allows.
    pub(crate) fn take(&mut self, items: Vec<Observation>) -> Vec<Observation> {
        self.coverage.has_shown(&items);
        let pinned = pinned(&items, self.coverage.is_at_first_page());
        let mut taken = Vec::new();
        let (mut in_order, mut has_new) = (Vec::new(), false);
        for item in items {
            let Some(id) = id(&item) else { continue };
            let is_new = self.target.is_new(id);
            if !self.seen.contains(&id) {
                if self.left == 0 {
                    self.coverage.cap();
                    return taken;
                }
                self.left -= 1;
                self.seen.insert(id);
                self.new += u64::from(is_new);
                taken.push(item);
            }
            if !pinned.contains(&id) {
                // Another list may have shown the item before and ended above other new items.
                has_new |= is_new;
                in_order.push(id);
            }
        }
        self.coverage.add_page(&in_order, has_new);
        taken
    }

    /// Returns whether to request the next page: not after a page of only known items, beyond what is due, unless items are
    /// missing.
    pub(crate) fn continues(&self) -> bool {
        let is_read = self.target.read_to > 0
            && self
                .coverage
                .to()
                .is_some_and(|lowest| lowest <= self.target.read_to);
        let is_done = self.coverage.reached_known_items() && is_read && !self.fills_gap();
        !(self.is_full() || is_done)
    }

    /// Records that the list has no further page.
    pub(crate) fn end(&mut self) {
        self.coverage.finish();
    }

    /// Returns whether the limit is reached.
    pub(crate) fn is_full(&self) -> bool {
        self.left == 0
    }

    /// Returns the number of items seen.
    pub(crate) fn count(&self) -> usize {
        self.seen.len()
    }

    /// Returns whether the current list has shown nothing yet, not even items seen in an earlier list.
    pub(crate) fn has_shown_nothing(&self) -> bool {
        self.coverage.is_empty()
    }

    /// Returns whether these are exactly the items seen so far: the list starts over instead of continuing.
    pub(crate) fn is_repetition(&self, items: &[Observation]) -> bool {
        let ids: HashSet<u64> = items.iter().filter_map(id).collect();
        !ids.is_empty() && ids == self.seen
    }

    /// Returns whether all of these items were seen.
    pub(crate) fn has_seen_all(&self, items: &[Observation]) -> bool {
        items.iter().filter_map(id).all(|id| self.has_seen(id))
    }

    /// Returns known items that the list did not show where expected, or [`Shadow`] if there are so many that the platform
    /// probably withholds some.
    fn missing(&self) -> Result<Vec<u64>, Shadow> {
        // Without the profile's count, a short list cannot be distinguished from a truncated one.
        let Some(item_count) = self.item_count else {
            return Ok(Vec::new());
        };
        self.coverage.missing(&self.target, &self.seen, item_count)
    }

    /// Returns whether an empty list would be unexpected.
    pub(crate) fn expects_items(&self) -> bool {
        self.item_count
            .map_or(self.target.known_count > 0, |count| count > 0)
    }

    /// Returns whether the item was on a page.
    pub(crate) fn has_seen(&self, id: u64) -> bool {
        self.seen.contains(&id)
    }

    /// Returns the result of a unit whose list was crawled without a failure; `what` describes the list.
    pub(crate) fn unit_result(&self, what: &str) -> UnitResult {
        match self.missing() {
            Ok(missing) => UnitResult::new(Outcome::Ok, "").with_missing(missing, MissingSource::List),
            Err(Shadow { missing }) => {
                let detail = format!("{what}: the list leaves out {missing} that the account still counts");
                UnitResult::new(Outcome::AmbiguousEmpty, detail)
            }
        }
        .with_crawl(self.summary())
    }

    /// Returns the result of a unit whose profile counts no items, as shown by this endpoint: the list is read to its end without a
    /// request, and every known item is missing.
    pub(crate) fn empty_result(&mut self, endpoint: &'static str) -> UnitResult {
        self.counted(Some(0));
        self.begin(endpoint);
        self.end();
        UnitResult {
            outcome: Outcome::OkNoVideos,
            ..self.unit_result("profile")
        }
    }

    /// Adds the crawl's progress to the error that ended it.
    pub(crate) fn cut(&self, error: FetchError) -> FetchError {
        match error {
            FetchError::Failed(failure) if self.count() > 0 => failure.with_crawl(self.summary()).into(),
            error => error,
        }
    }

    /// Returns the crawl's summary for the report.
    pub(crate) fn summary(&self) -> v1::CrawlSummary {
        let is_capped = self.is_full() && !self.coverage.reached_end();
        let has_checked_gap = self.coverage.reached_end() || is_capped;
        v1::CrawlSummary {
            endpoint: self.endpoint.to_owned(),
            covered_to_id: self.coverage.covered_to(),
            reached_end: self.coverage.reached_end(),
            listed: saturate::<u32>(self.count()),
            gap: self.gap().filter(|_| has_checked_gap).map(saturate::<u32>),
            capped: is_capped,
        }
    }

    /// Returns the number of items that the profile counts and no crawl has seen.
    fn gap(&self) -> Option<u64> {
        let found = self.target.known_count + self.new;
        Some(self.item_count?.saturating_sub(found))
    }

    fn fills_gap(&self) -> bool {
        self.target.may_fill_gap && self.gap().is_some_and(|gap| gap > 0)
    }
}

impl Target {
    fn is_new(&self, id: u64) -> bool {
        !self.known.contains(&id) && id >= self.oldest_named
    }
}

/// Returns the pinned items of a page. Not every response flags them: an item at the top of the first page that is older than
/// the following items is there because it is pinned.
fn pinned(items: &[Observation], is_first_page: bool) -> HashSet<u64> {
    let ids: Vec<Option<u64>> = items.iter().map(id).collect();
    let mut pinned: HashSet<u64> = items.iter().filter(|item| item.pinned).filter_map(id).collect();
    if is_first_page {
        let is_older = |at: usize| ids[at] < ids[at + 1..].iter().copied().max().flatten();
        let tops = (0..ids.len().min(MAX_PINNED)).filter(|at| is_older(*at));
        pinned.extend(tops.filter_map(|at| ids[at]));
    }
    pinned
}

fn id(item: &Observation) -> Option<u64> {
    item.external_id.parse().ok()
}
