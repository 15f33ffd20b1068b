//! When two missing observations prove a removal.

use std::time::Duration;

use chrono::{DateTime, Utc};
use uuid::Uuid;

/// An item that one list omits for a while may be missing from another session's list for the same reason;
/// only an observation this much later counts.
const BETWEEN_SESSIONS: Duration = Duration::from_hours(1);

/// Items are hidden from a session for hours; a second observation with the same session counts after a day.
const BETWEEN_LISTS_OF_ONE: Duration = Duration::from_hours(24);

/// When and how an item was missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MissingObservation {
    pub at: DateTime<Utc>,
    pub run: Uuid,
    /// The session that the run used; `None` if it used none.
    pub session: Option<i64>,
    /// The item's own page denied it, not a list.
    pub(crate) is_of_its_page: bool,
}

impl MissingObservation {
    /// Returns whether this observation and an earlier one together prove that the item was removed.
    pub(crate) fn confirms(&self, earlier: &Self) -> bool {
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
    fn missing_observation_is_confirmed_only_by_independent_one() {
        let first = observation(0, 1, Some(7), false);
        for (second, confirms) in [
            // The same run never confirms.
            (observation(48, 1, Some(8), true), false),
            // The item's own page, at any time.
            (observation(0, 2, Some(7), true), true),
            // The list with another session, an hour later.
            (observation(0, 2, Some(8), false), false),
            (observation(1, 2, Some(8), false), true),
            (observation(1, 2, None, false), true),
            // The list with the same session, a day later.
            (observation(23, 2, Some(7), false), false),
            (observation(24, 2, Some(7), false), true),
        ] {
            assert_eq!(second.confirms(&first), confirms, "{second:?}");
        }
        // A list, after the item's own page.
        assert!(observation(0, 2, Some(7), false).confirms(&observation(0, 1, Some(7), true)));
        // Without sessions, the runs count as the same client.
        let first = observation(0, 1, None, false);
        assert!(!observation(23, 2, None, false).confirms(&first));
        assert!(observation(24, 2, None, false).confirms(&first));
    }
}
