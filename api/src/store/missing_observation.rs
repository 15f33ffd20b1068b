//! When two misses of an item prove that it is gone.

use std::time::Duration;

use chrono::{DateTime, Utc};
use uuid::Uuid;

/// What one list leaves out for a while, another session's list may leave out for the same reason: it is asked so much later.
const BETWEEN_SESSIONS: Duration = Duration::from_hours(1);

/// What is held back from a session is so for hours; the same session is believed a day later.
const BETWEEN_LISTS_OF_ONE: Duration = Duration::from_hours(24);

/// When and how an item was missed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MissingObservation {
    pub(super) at: DateTime<Utc>,
    pub(super) run: Uuid,
    /// That the run held; None: it had none.
    pub(super) session: Option<i64>,
    /// The item's own page said so, not a list.
    pub(super) is_of_its_page: bool,
}

impl MissingObservation {
    /// Whether this one and an earlier one prove together that the item is gone.
    pub(super) fn confirms(&self, earlier: &Self) -> bool {
        let needed = if self.session == earlier.session {
            BETWEEN_LISTS_OF_ONE
        } else {
            BETWEEN_SESSIONS
        };
        let was_looked_up = self.is_of_its_page || earlier.is_of_its_page;
        self.run != earlier.run && (was_looked_up || self.at >= earlier.at + needed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn observation(hours: u64, run: u128, session: Option<i64>, is_of_its_page: bool) -> MissingObservation {
        MissingObservation {
            at: DateTime::UNIX_EPOCH + Duration::from_hours(hours),
            run: Uuid::from_u128(run),
            session,
            is_of_its_page,
        }
    }

    #[test]
    fn a_second_miss_counts_when_it_does_not_depend_on_the_first() {
        let first = observation(0, 1, Some(7), false);
        for (second, confirms) in [
            // The same run, whatever it says.
            (observation(48, 1, Some(8), true), false),
            // Its own page, at any time.
            (observation(0, 2, Some(7), true), true),
            // Another session's list, an hour later.
            (observation(0, 2, Some(8), false), false),
            (observation(1, 2, Some(8), false), true),
            (observation(1, 2, None, false), true),
            // The same one's, a day later.
            (observation(23, 2, Some(7), false), false),
            (observation(24, 2, Some(7), false), true),
        ] {
            assert_eq!(second.confirms(&first), confirms, "{second:?}");
        }
        // A list, after its own page.
        assert!(observation(0, 2, Some(7), false).confirms(&observation(0, 1, Some(7), true)));
        // Without sessions there is no other one.
        let first = observation(0, 1, None, false);
        assert!(!observation(23, 2, None, false).confirms(&first));
        assert!(observation(24, 2, None, false).confirms(&first));
    }
}
