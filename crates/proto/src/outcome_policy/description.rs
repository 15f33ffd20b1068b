//! Outcome policies in words, for the dashboard.

use super::{AddressAction, OutcomePolicy, RecoveryStep, Schedule, SessionAction};

impl OutcomePolicy {
    /// Returns the policy's effects in order: "Tries another session; marks the session as challenged; …".
    #[must_use]
    pub fn text(&self) -> String {
        let parts: Vec<String> = self
            .attempt()
            .into_iter()
            .chain(self.session.description().map(str::to_owned))
            .chain(self.address.description().map(str::to_owned))
            .chain([self.schedule.description().to_owned()])
            .chain(self.requires_admin.then(|| "asks an administrator".to_owned()))
            .collect();
        capitalized(&parts.join("; "))
    }

    /// Returns how the attempt continues, or None if it is done.
    fn attempt(&self) -> Option<String> {
        let steps: Vec<&str> = self.recovery.iter().map(|step| step.description()).collect();
        (!steps.is_empty()).then(|| steps.join(", then "))
    }
}

impl SessionAction {
    fn description(self) -> Option<&'static str> {
        match self {
            Self::Keep => None,
            Self::Cooldown => Some("puts the session on cooldown for minutes"),
            Self::LongCooldown => Some("puts the session on cooldown for hours"),
            Self::Challenged => Some("marks the session as challenged once that is confirmed"),
            Self::Dead => Some("retires the session once that is confirmed"),
        }
    }
}

impl RecoveryStep {
    fn description(self) -> &'static str {
        match self {
            Self::Retry => "retries the request",
            Self::NextDocument => "tries another stored query",
            Self::NextStrategy => "tries another strategy",
            Self::OtherSession => "tries another session",
            Self::StopUnit => "stops there",
            Self::StopRun => "ends the run",
        }
    }
}

impl AddressAction {
    fn description(self) -> Option<&'static str> {
        match self {
            Self::Keep => None,
            Self::Count => Some("counts it against the address"),
            Self::Cooldown => Some("puts the address on cooldown for minutes"),
            Self::LongCooldown => Some("puts the address on cooldown for an hour"),
        }
    }
}

impl Schedule {
    fn description(self) -> &'static str {
        match self {
            Self::Normal | Self::Defer => "reads it again after its interval",
            Self::Lenient => "reads it again after its interval, and waits longer from the third time on",
            Self::Failure => "waits longer each time",
            Self::Weekly => "waits longer each time, and a week once it is confirmed",
            Self::Daily => "checks again once a day",
            Self::Confirm => {
                "reads it again after its interval, ten minutes later at the earliest, to confirm that"
            }
            Self::AwaitDecision => {
                "waits for a decision, and checks whether it is over, less often each time"
            }
        }
    }
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use crate::v1::Outcome;

    #[test]
    fn outcome_policy_text_lists_actions_in_order() {
        for (outcome, text) in [
            (Outcome::Ok, "Reads it again after its interval"),
            (
                Outcome::RateLimited,
                "Tries another session; puts the session on cooldown for minutes; counts it against the address; waits longer \
                 each time",
            ),
            (
                Outcome::ChallengeRequired,
                "Tries another session; marks the session as challenged once that is confirmed; waits longer each time; asks an administrator",
            ),
            (
                Outcome::EmptyBody,
                "Retries the request, then tries another strategy; puts the address on cooldown for minutes; waits longer each time",
            ),
            (
                Outcome::IdentityChanged,
                "Stops there; waits for a decision, and checks whether it is over, less often each time; asks an administrator",
            ),
        ] {
            assert_eq!(outcome.policy().text(), text, "{}", outcome.code());
        }
    }
}
