//! Paging of the item list: by time, backwards, with gaps.

/// A week in milliseconds, the unit of cursors.
const WEEK: i64 = 7 * 24 * 3600 * 1000;

/// September 2016, when the platform launched: no video is older.
const FIRST_VIDEO: i64 = 1_472_706_000_000;

/// Maximum number of pages in a row without a video. Two years without one: after a longer pause, older videos are read only if the list itself leads
/// to them.
const MAX_EMPTY_PAGES: u32 = 104;

/// The position in the list where reading continues.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ListCursor {
    at: i64,
    empty_pages: u32,
}

impl ListCursor {
    /// Starts at the present, in milliseconds.
    pub(super) fn new(now: i64) -> Self {
        Self {
            at: now,
            empty_pages: 0,
        }
    }

    /// Returns the value to send.
    pub(super) fn value(self) -> i64 {
        self.at
    }

    /// Returns whether a page whose last video was posted at `last` seconds leads forward.
    pub(super) fn is_before(self, last: Option<i64>) -> bool {
        last.is_some_and(|seconds| seconds.saturating_mul(1000) > self.at)
    }

    /// Advances after a page whose last video was posted at `last` seconds. `None` at the end of the list.
    ///
    /// A page without a video, or without progress, means a week in which nothing was posted. A page may lead forward: the platform's
    /// clock can be ahead of the scraper's when a crawl begins.
    pub(super) fn next(self, last: Option<i64>, has_more: bool) -> Option<Self> {
        let at = last
            .and_then(|seconds| seconds.checked_mul(1000))
            .filter(|at| *at != self.at);
        let empty_pages = if last.is_none() { self.empty_pages + 1 } else { 0 };
        let next = Self {
            at: at.unwrap_or(self.at - WEEK),
            empty_pages,
        };
        (has_more && next.at >= FIRST_VIDEO && next.empty_pages <= MAX_EMPTY_PAGES).then_some(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_700_000_000_000;

    #[test]
    fn cursor_continues_at_time_of_last_video() {
        let next = ListCursor::new(NOW).next(Some(1_600_000_000), true).unwrap();
        assert_eq!(next.value(), 1_600_000_000_000);
        assert_eq!(next.next(Some(1_500_000_000), false), None);
    }

    #[test]
    fn cursor_skips_week_after_empty_page_or_stalled_time() {
        let cursor = ListCursor::new(NOW);
        assert_eq!(cursor.next(None, true).unwrap().value(), NOW - WEEK);
        assert_eq!(cursor.next(Some(NOW / 1000), true).unwrap().value(), NOW - WEEK);
        // The platform's clock is ahead of the scraper's.
        let ahead = cursor.next(Some(NOW / 1000 + 60), true);
        assert_eq!(ahead.unwrap().value(), NOW + 60_000);
    }

    #[test]
    fn cursor_is_before_page_that_leads_forward() {
        let cursor = ListCursor::new(NOW);
        for (last, is_before) in [
            (None, false),
            (Some(NOW / 1000 - 1), false),
            (Some(NOW / 1000), false),
            (Some(NOW / 1000 + 1), true),
            (Some(i64::MAX), true),
        ] {
            assert_eq!(cursor.is_before(last), is_before, "{last:?}");
        }
    }

    #[test]
    fn cursor_ends_after_maximum_of_empty_pages() {
        let (mut cursor, mut pages) = (Some(ListCursor::new(NOW)), 0);
        while let Some(at) = cursor {
            cursor = at.next(None, true);
            pages += 1;
        }
        assert_eq!(pages, MAX_EMPTY_PAGES + 1);
        assert_eq!(ListCursor::new(FIRST_VIDEO + 1).next(None, true), None);
    }
}
