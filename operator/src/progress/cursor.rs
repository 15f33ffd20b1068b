//! The start time of the next progress query.

/// Overlap of consecutive queries: clocks differ, and an attempt reaches the database some time after it ended.
const OVERLAP_SECONDS: i64 = 60;
/// Interval of complete queries, for changes without an attempt, such as the deletion of posts.
const FULL_SYNC_EVERY_SECONDS: i64 = 600;

#[derive(Default)]
pub(super) struct Cursor {
    requested_at: Option<i64>,
    last_full_sync: Option<i64>,
}

impl Cursor {
    /// Returns the start time of the next query; `None` for a complete one.
    pub(super) fn since(&self, now: i64) -> Option<i64> {
        let is_full_sync_due = self
            .last_full_sync
            // A time in the future was recorded before the clock was set back.
            .is_none_or(|last_full_sync| !(0..FULL_SYNC_EVERY_SECONDS).contains(&(now - last_full_sync)));
        self.requested_at
            .filter(|_| !is_full_sync_due)
            .map(|requested_at| requested_at - OVERLAP_SECONDS)
    }

    /// Records a successful query at this time.
    pub(super) fn record_response(&mut self, since: Option<i64>, at: i64) {
        self.requested_at = Some(at);
        if since.is_none() {
            self.last_full_sync = Some(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_cursor_requests_everything_only_every_ten_minutes() {
        let mut cursor = Cursor::default();
        assert_eq!(cursor.since(1000), None);
        assert_eq!(cursor.since(1003), None, "it was not answered");
        cursor.record_response(None, 1003);
        assert_eq!(cursor.since(1006), Some(943));
        cursor.record_response(Some(943), 1006);
        assert_eq!(cursor.since(1602), Some(946));
        assert_eq!(cursor.since(1603), None);
        cursor.record_response(None, 1603);
        assert_eq!(cursor.since(1603 - 86_400), None, "the clock was set back");
    }
}
