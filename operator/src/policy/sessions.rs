//! What the policy's status says of sessions.

use clipmeter_crds::Reason;
use clipmeter_proto::v1::Capacity;

/// Whether they are available, why, and how many there are, for people.
pub(super) fn sessions(capacity: &Capacity) -> (bool, Reason, String) {
    let Capacity {
        sessions,
        usable_sessions: usable,
        wanted_sessions: wanted,
        ..
    } = *capacity;
    let (is_available, reason) = match (usable, wanted) {
        (_, 0) => (true, Reason::SessionsNotWanted),
        (0, _) => (false, Reason::SessionsGone),
        (usable, wanted) if usable < wanted => (true, Reason::SessionsLow),
        _ => (true, Reason::SessionsUsable),
    };
    let message =
        format!("{usable} of {sessions} Instagram sessions can be used, and the accounts ask for {wanted}");
    (is_available, reason, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn they_are_available_as_long_as_one_can_be_used_or_none_is_asked_for() {
        for (usable, wanted, expected) in [
            (0, 0, (true, Reason::SessionsNotWanted)),
            (3, 0, (true, Reason::SessionsNotWanted)),
            (0, 2, (false, Reason::SessionsGone)),
            (1, 2, (true, Reason::SessionsLow)),
            (2, 2, (true, Reason::SessionsUsable)),
            (5, 2, (true, Reason::SessionsUsable)),
        ] {
            let capacity = Capacity {
                sessions: 5,
                usable_sessions: usable,
                wanted_sessions: wanted,
                ..Capacity::default()
            };
            let (is_available, reason, message) = sessions(&capacity);
            assert_eq!((is_available, reason), expected, "{capacity:?}");
            let text =
                format!("{usable} of 5 Instagram sessions can be used, and the accounts ask for {wanted}");
            assert_eq!(message, text);
        }
    }
}
