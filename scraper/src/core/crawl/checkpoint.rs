//! Resuming an earlier crawl at its checkpoint.
//!
//! Lists can be entered at any of their cursors. A resumed crawl first reads the newest items as far down as the start of the earlier
//! crawl, so that nothing between them is omitted, and then continues after the last page of the earlier crawl: the pages in between are
//! not requested again.

use clipmeter_proto::v1::{CrawlCheckpoint, PlaysCheckpoint};
use clipmeter_runtime::saturate;

use super::Crawl;

/// Longest cursor that the API stores.
const MAX_CURSOR: usize = 1000;

impl Crawl {
    /// Returns a crawl that continues this one with another client. It begins like the crawl of a later run: what was reported up to the
    /// last checkpoint is known, and the rest is read again.
    pub(crate) fn resumed(mut self) -> Self {
        // Other crawls end at the first page of known items: if the reported ones were known, that would be the first page.
        let goes_to_end = self.target.read_to == 0 || self.fills_gap();
        let seen = std::mem::take(&mut self.seen);
        if let Some(checkpoint) = self.saved.take().filter(|_| goes_to_end) {
            for id in seen.into_iter().filter(|id| *id >= checkpoint.covered_to_id) {
                self.target.known_count += u64::from(self.target.is_new(id));
                self.target.known.insert(id);
            }
            self.resume = Some(checkpoint);
        }
        self.new = 0;
        self.left = self.max_items;
        self
    }

    /// Returns where to continue instead of the next page: once the newest items are read, after the items that an earlier crawl read of
    /// this list. `place` converts the checkpoint to a position in the list.
    pub(crate) fn jump_to_checkpoint<T>(
        &mut self,
        place: impl FnOnce(CrawlCheckpoint) -> Option<T>,
    ) -> Option<T> {
        if !self.has_pending_checkpoint() {
            return None;
        }
        let lowest = self.coverage.to()?;
        let checkpoint = self.resume.as_ref()?;
        let is_due = self.target.read_to > 0 && lowest > self.target.read_to;
        if lowest > checkpoint.covered_from_id || is_due {
            return None;
        }
        let checkpoint = self.resume.take()?;
        self.saved = Some(checkpoint.clone());
        if lowest <= checkpoint.covered_to_id {
            // This crawl has already passed the checkpoint.
            return None;
        }
        let newer = self
            .seen
            .iter()
            .filter(|id| **id > checkpoint.covered_from_id)
            .count();
        let earlier = saturate::<usize>(checkpoint.listed);
        let read = checkpoint.covered_to_id..=checkpoint.covered_from_id;
        let place = place(checkpoint)?;
        self.left = self.max_items.saturating_sub(earlier).saturating_sub(newer);
        self.coverage.skip(read);
        Some(place)
    }

    /// Undoes the jump if the list shows nothing there: the crawl continues after the newest items.
    pub(crate) fn cancel_jump(&mut self) {
        self.left = self.max_items.saturating_sub(self.seen.len());
        self.coverage.skip_nothing();
    }

    /// Returns the progress of this crawl, for another crawl to resume at `cursor`. None before an earlier crawl's checkpoint is reached:
    /// the earlier crawl had come further.
    pub(crate) fn checkpoint(
        &mut self,
        cursor: &str,
        plays: Option<PlaysCheckpoint>,
    ) -> Option<CrawlCheckpoint> {
        let is_long = |cursor: &str| cursor.len() > MAX_CURSOR;
        if self.has_pending_checkpoint()
            || is_long(cursor)
            || plays.as_ref().is_some_and(|plays| is_long(&plays.cursor))
        {
            return None;
        }
        let checkpoint = CrawlCheckpoint {
            endpoint: self.endpoint.to_owned(),
            cursor: cursor.to_owned(),
            covered_from_id: self.coverage.from()?,
            covered_to_id: self.coverage.to()?,
            listed: saturate::<u32>(self.max_items - self.left),
            plays,
        };
        self.saved = Some(checkpoint.clone());
        Some(checkpoint)
    }

    /// Returns the smallest item ID that this crawl has covered. Pinned items do not count, because lists show them out of order.
    pub(crate) fn lowest(&self) -> Option<u64> {
        self.coverage.to()
    }

    fn has_pending_checkpoint(&self) -> bool {
        self.resume
            .as_ref()
            .is_some_and(|checkpoint| checkpoint.endpoint == self.endpoint)
    }
}
