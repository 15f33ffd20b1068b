//! Determines whether enough sessions are available.

use clipmeter_crds::Reason;
use clipmeter_proto::v1::{PoolCapacity, ScrapingCapacity};

/// The numbers of sessions, without a scraper pool or of one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SessionCounts {
    all: u32,
    usable: u32,
    required: u32,
    /// Until when at least the circuit breaker is open.
    breaker_open_until: Option<i64>,
}

impl From<&ScrapingCapacity> for SessionCounts {
    fn from(capacity: &ScrapingCapacity) -> Self {
        Self {
            all: capacity.sessions,
            usable: capacity.usable_sessions,
            required: capacity.required_sessions,
            breaker_open_until: capacity.breaker_open_until,
        }
    }
}

impl From<&PoolCapacity> for SessionCounts {
    /// The circuit breaker is one for all pools, so the policy reports it.
    fn from(capacity: &PoolCapacity) -> Self {
        Self {
            all: capacity.sessions,
            usable: capacity.usable_sessions,
            required: capacity.required_sessions,
            breaker_open_until: None,
        }
    }
}

/// Returns whether sessions are available, the reason, and a message with their numbers.
pub(crate) fn sessions(counts: SessionCounts) -> (bool, Reason, String) {
    let SessionCounts {
        all,
        usable,
        required,
        breaker_open_until,
    } = counts;
    if let Some(until) = breaker_open_until {
        let message = format!(
            "Several Instagram sessions were refused within ten minutes: none of them is ended, and they are retried automatically, until \
             {} at least. Check the network path to Instagram; {usable} of {all} sessions can be used",
            minute(until)
        );
        return (usable > 0 || required == 0, Reason::SessionBreakerOpen, message);
    }
    let (is_available, reason) = match (usable, required) {
        (_, 0) => (true, Reason::SessionsNotRequired),
        (0, _) => (false, Reason::NoUsableSessions),
        (usable, required) if usable < required => (true, Reason::SessionsLow),
        _ => (true, Reason::SessionsUsable),
    };
    let message = format!("{usable} of {all} Instagram sessions are usable; the accounts need {required}");
    (is_available, reason, message)
}

/// Formats a time for messages: "07:01 UTC".
fn minute(seconds: i64) -> String {
    let of_day = seconds.rem_euclid(86_400) / 60;
    format!("{:02}:{:02} UTC", of_day / 60, of_day % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_condition_reports_end_of_open_breaker() {
        for (usable, is_available) in [(0, false), (2, true)] {
            let capacity = ScrapingCapacity {
                sessions: 8,
                usable_sessions: usable,
                required_sessions: 2,
                breaker_open_until: Some(1_700_000_040),
                ..ScrapingCapacity::default()
            };
            let (available, reason, message) = sessions(SessionCounts::from(&capacity));
            assert_eq!((available, reason), (is_available, Reason::SessionBreakerOpen));
            assert!(message.contains("until 22:14 UTC at least"), "{message}");
        }
    }

    #[test]
    fn sessions_are_available_when_usable_or_not_required() {
        for (usable, required, expected) in [
            (0, 0, (true, Reason::SessionsNotRequired)),
            (3, 0, (true, Reason::SessionsNotRequired)),
            (0, 2, (false, Reason::NoUsableSessions)),
            (1, 2, (true, Reason::SessionsLow)),
            (2, 2, (true, Reason::SessionsUsable)),
            (5, 2, (true, Reason::SessionsUsable)),
        ] {
            let capacity = ScrapingCapacity {
                sessions: 5,
                usable_sessions: usable,
                required_sessions: required,
                ..ScrapingCapacity::default()
            };
            let (is_available, reason, message) = sessions(SessionCounts::from(&capacity));
            assert_eq!((is_available, reason), expected, "{capacity:?}");
            let text = format!("{usable} of 5 Instagram sessions are usable; the accounts need {required}");
            assert_eq!(message, text);
        }
    }
}
