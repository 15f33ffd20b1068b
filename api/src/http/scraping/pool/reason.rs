//! Human-readable reasons of session states.

use clipmeter_db::sessions::{ADMIN, BREAKER, DAMAGED, PROXY_DAMAGED};
use clipmeter_proto::v1::Outcome;
use clipmeter_scheduler::cooldown::SessionStatus;

/// The installation no longer has the session's key.
pub(crate) const KEY_LOST: &str = "key_lost";

/// The proxy's credentials cannot be decrypted, because their key is lost.
pub(crate) const PROXY_LOST: &str = "proxy_lost";

/// Returns the reason of a session's state, with what can be done about it.
pub(crate) fn text(state: SessionStatus, reason: &str) -> &'static str {
    match reason {
        BREAKER => {
            "Several sessions were refused at once, so the platform or the network path is the likely cause. This session is retried automatically."
        }
        _ if state == SessionStatus::Suspect => of_suspect(reason.parse().unwrap_or_default()),
        ADMIN => "An admin disabled it.",
        KEY_LOST => {
            "The session was encrypted with a key that this installation no longer has. Delete it and add it again."
        }
        PROXY_LOST => {
            "Its proxy was encrypted with a key that this installation no longer has. Add the proxy again, or remove it from this session."
        }
        DAMAGED => "The stored session is damaged. Delete it and add it again.",
        PROXY_DAMAGED => {
            "The stored address of its proxy is damaged. Add the proxy again or remove it from this session, then re-enable the session."
        }
        code => code.parse().map_or(UNKNOWN, of_outcome),
    }
}

/// The text for a code that a later version stored.
const UNKNOWN: &str = "Instagram returned an error for this session.";

/// Returns what made a session suspect.
fn of_suspect(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::SessionDead => {
            "Instagram requires a new login. The session is retried automatically, and counts as dead if this is confirmed."
        }
        Outcome::Suspended => {
            "Instagram reports that the account is suspended. The session is retried automatically, and counts as dead if this is confirmed."
        }
        Outcome::ChallengeRequired | Outcome::CheckpointRequired => {
            "Instagram asks the account's owner to confirm something. The session is retried automatically, and counts as challenged if this is confirmed."
        }
        _ => "The responses to this session could not be parsed. It is retried automatically.",
    }
}

/// Returns what an outcome means for the session that it affected.
pub(crate) fn of_outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::SessionDead => "The session has expired. Sign in with a browser and add the new session.",
        Outcome::Suspended => "Instagram has suspended the account. Use a session of another account.",
        Outcome::ChallengeRequired | Outcome::CheckpointRequired => {
            "Instagram asks the account's owner to confirm something. Confirm it in a browser, then re-enable the session."
        }
        Outcome::RateLimited | Outcome::Blocked => {
            "Instagram limited the session's requests. It recovers automatically."
        }
        Outcome::FeedbackRequired => {
            "Instagram flagged this session as automated. It will be paused for at least 12 hours, then used at half the normal rate for a week."
        }
        Outcome::EndpointRetired => {
            "Instagram redirects all requests of this session for accounts and posts. It is retried after a day, or when you re-enable it; check it in a browser first."
        }
        Outcome::LoginRequired => "Instagram requires a new login. If this persists, add the session again.",
        Outcome::UseragentMismatch => {
            "The session was created in a different kind of browser. Create it in a desktop browser."
        }
        _ => UNKNOWN,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use clipmeter_proto::SessionAction;

    use super::*;

    #[test]
    fn reason_text_exists_for_every_outcome_that_affects_sessions() {
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
        assert!(suspect.iter().all(|text| text.contains("retried automatically")));
    }
}
