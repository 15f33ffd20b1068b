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
            .chain(self.requires_admin.then(|| "asks an admin".to_owned()))
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
            Self::Challenged => Some("marks the session as challenged once confirmed"),
            Self::Dead => Some("retires the session once confirmed"),
        }
    }
}

impl RecoveryStep {
    fn description(self) -> &'static str {
        match self {
            Self::Retry => "retries the request",
            Self::NextDocument => "tries another stored query",
            Self::NextStrategy => "tries another endpoint",
            Self::OtherSession => "tries another session",
            Self::StopUnit => "stops",
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
            Self::Normal | Self::Defer => "updates again after the interval",
            Self::Lenient => "updates again after the interval, and backs off from the third failure on",
            Self::Failure => "backs off",
            Self::Weekly => "backs off, up to a week once confirmed",
            Self::Daily => "checks once a day",
            Self::Confirm => "checks again after the interval, but not within ten minutes",
            Self::AwaitDecision => {
                "waits for a decision, and checks less and less often whether it is still needed"
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
            (Outcome::Ok, "Updates again after the interval"),
            (
                Outcome::RateLimited,
                "Tries another session; puts the session on cooldown for minutes; counts it against the address; backs off",
            ),
            (
                Outcome::ChallengeRequired,
                "Tries another session; marks the session as challenged once confirmed; backs off; asks an admin",
            ),
            (
                Outcome::EmptyBody,
                "Retries the request, then tries another endpoint; puts the address on cooldown for minutes; backs off",
            ),
            (
                Outcome::IdentityChanged,
                "Stops; waits for a decision, and checks less and less often whether it is still needed; asks an admin",
            ),
        ] {
            assert_eq!(outcome.policy().text(), text, "{}", outcome.code());
        }
    }
}
