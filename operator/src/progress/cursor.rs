//! From when on progress is asked for.

/// Attempts are asked for again for so long: clocks differ, and an attempt is in the database some time after it ended.
const OVERLAP_SECONDS: i64 = 60;
/// Everything is asked for this often, for what changes without an attempt, such as the deletion of posts.
const WHOLE_EVERY_SECONDS: i64 = 600;

/// What was asked for already.
#[derive(Default)]
pub(super) struct Cursor {
    asked: Option<i64>,
    whole: Option<i64>,
}

impl Cursor {
    /// The time to ask for; nothing for everything.
    pub(super) fn since(&self, now: i64) -> Option<i64> {
        let is_whole_due = self
            .whole
            // One of the future was asked for before the clock was set back.
            .is_none_or(|whole| !(0..WHOLE_EVERY_SECONDS).contains(&(now - whole)));
        self.asked
            .filter(|_| !is_whole_due)
            .map(|asked| asked - OVERLAP_SECONDS)
    }

    /// What was asked for at this time was answered.
    pub(super) fn answered(&mut self, since: Option<i64>, at: i64) {
        self.asked = Some(at);
        if since.is_none() {
            self.whole = Some(at);
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
        cursor.answered(None, 1003);
        assert_eq!(cursor.since(1006), Some(943));
        cursor.answered(Some(943), 1006);
        assert_eq!(cursor.since(1602), Some(946));
        assert_eq!(cursor.since(1603), None);
        cursor.answered(None, 1603);
        assert_eq!(cursor.since(1603 - 86_400), None, "the clock was set back");
    }
}
