//! Why a session is as it is, for people.

use clipmeter_proto::v1::Outcome;
use clipmeter_scheduler::cooldown::SessionStatus;

use crate::store::sessions::{ADMIN, BREAKER, DAMAGED, PROXY_DAMAGED};

/// The installation has the session's key no longer.
pub(super) const KEY_LOST: &str = "key_lost";

/// The installation has the key of the session's proxy no longer.
pub(super) const PROXY_LOST: &str = "proxy_lost";

/// The reason of a session's state with what can be done about it.
pub(super) fn text(state: SessionStatus, reason: &str) -> &'static str {
    match reason {
        BREAKER => {
            "It would have ended while other sessions did, so the platform or the network path is the suspect. It is tried again by itself."
        }
        _ if state == SessionStatus::Suspect => of_suspect(reason.parse().unwrap_or_default()),
        ADMIN => "An administrator disabled it.",
        KEY_LOST => {
            "It was encrypted with a key that this installation has no longer. Delete it, and add it again."
        }
        PROXY_LOST => {
            "Its proxy was encrypted with a key that this installation has no longer. Add the proxy again, or take it away from it."
        }
        DAMAGED => "What is stored of it is damaged. Delete it, and add it again.",
        PROXY_DAMAGED => {
            "What is stored of its proxy is damaged. Add the proxy again, or take it away from it; then re-enable it."
        }
        code => code.parse().map_or(UNKNOWN, of_outcome),
    }
}

/// A version later than this one wrote it.
const UNKNOWN: &str = "Instagram returned an error for it.";

/// What made a session suspect.
fn of_suspect(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::SessionDead => {
            "Instagram asked it to sign in. It is tried again by itself, and counts as dead if that is confirmed."
        }
        Outcome::Suspended => {
            "Instagram says that its account is suspended. It is tried again by itself, and counts as dead if that is confirmed."
        }
        Outcome::ChallengeRequired | Outcome::CheckpointRequired => {
            "Instagram asks its owner to confirm something. It is tried again by itself, and waits for a person if that is confirmed."
        }
        _ => "The responses to it could not be parsed. It is tried again by itself.",
    }
}

/// What an outcome means for the session that it happened to.
pub(super) fn of_outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::SessionDead => {
            "It signs nobody in any more. Sign in with a browser and add the new session."
        }
        Outcome::Suspended => "Instagram has suspended its account. Use another one.",
        Outcome::ChallengeRequired | Outcome::CheckpointRequired => {
            "Instagram asks its owner to confirm something. Do so in a browser, then re-enable it."
        }
        Outcome::RateLimited | Outcome::Blocked => "Instagram limited its requests. It comes back by itself.",
        Outcome::FeedbackRequired => {
            "Instagram took it for a machine. It is on cooldown for at least 12 hours, then used at half its rate for a week."
        }
        Outcome::EndpointRetired => {
            "Instagram sends it away wherever accounts or posts are shown. It is tried again after a day, or when you re-enable it: check it in a browser first."
        }
        Outcome::LoginRequired => "Instagram asked it to sign in. If that stays so, add it anew.",
        Outcome::UseragentMismatch => "It was made in another kind of browser. Make it in a desktop browser.",
        _ => UNKNOWN,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use clipmeter_proto::SessionAction;

    use super::*;

    #[test]
    fn whatever_takes_a_session_out_of_use_has_a_text_of_its_own() {
        for outcome in Outcome::all() {
            if outcome.policy().session != SessionAction::Keep {
                assert_ne!(text(SessionStatus::Dead, outcome.code()), UNKNOWN, "{outcome:?}");
            }
        }
        assert_ne!(
            text(SessionStatus::Cooling, Outcome::EndpointRetired.code()),
            UNKNOWN
        );
        assert_eq!(text(SessionStatus::Cooling, "of_tomorrow"), UNKNOWN);
        assert_ne!(
            text(SessionStatus::Cooling, ADMIN),
            text(SessionStatus::Cooling, KEY_LOST)
        );
        for reason in [PROXY_LOST, DAMAGED, PROXY_DAMAGED] {
            assert_ne!(text(SessionStatus::Cooling, reason), UNKNOWN, "{reason}");
        }
        let suspect: HashSet<_> = [
            BREAKER,
            Outcome::SessionDead.code(),
            Outcome::Suspended.code(),
            Outcome::CheckpointRequired.code(),
            Outcome::UnexpectedPage.code(),
        ]
        .map(|reason| text(SessionStatus::Suspect, reason))
        .into();
        assert_eq!(suspect.len(), 5);
        assert!(suspect.iter().all(|text| text.contains("tried again by itself")));
    }
}
