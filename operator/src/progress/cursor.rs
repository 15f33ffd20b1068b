//! From when on progress is asked for.

/// Attempts are asked for again for so long: clocks differ, and an attempt is in the database some time after it ended.
const OVERLAP_SECONDS: i64 = 60;
/// Everything is asked for this often, for what changes without an attempt, such as the deletion of posts.
const FULL_SYNC_EVERY_SECONDS: i64 = 600;

/// What was asked for already.
#[derive(Default)]
pub(super) struct Cursor {
    requested_at: Option<i64>,
    last_full_sync: Option<i64>,
}

impl Cursor {
    /// The time to ask for; nothing for everything.
    pub(super) fn since(&self, now: i64) -> Option<i64> {
        let is_full_sync_due = self
            .last_full_sync
            // One of the future was asked for before the clock was set back.
            .is_none_or(|last_full_sync| !(0..FULL_SYNC_EVERY_SECONDS).contains(&(now - last_full_sync)));
        self.requested_at
            .filter(|_| !is_full_sync_due)
            .map(|requested_at| requested_at - OVERLAP_SECONDS)
    }

    /// What was asked for at this time was answered.
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
    fn everything_first_and_every_ten_minutes_and_what_is_new_in_between() {
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
