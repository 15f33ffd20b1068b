//! Reactions for people.

use super::{AddressFate, Reaction, Schedule, SessionFate, Step};

impl Reaction {
    /// What is done, in the order in which it is: "Tries another session; parks the session; …".
    #[must_use]
    pub fn text(&self) -> String {
        let parts: Vec<String> = self
            .attempt()
            .into_iter()
            .chain(self.session.words().map(str::to_owned))
            .chain(self.address.words().map(str::to_owned))
            .chain([self.schedule.words().to_owned()])
            .chain(self.asks_admin.then(|| "asks an administrator".to_owned()))
            .collect();
        capitalized(&parts.join("; "))
    }

    /// None: the attempt is done.
    fn attempt(&self) -> Option<String> {
        let steps: Vec<&str> = self.then.iter().map(|step| step.words()).collect();
        (!steps.is_empty()).then(|| steps.join(", then "))
    }
}

impl SessionFate {
    fn words(self) -> Option<&'static str> {
        match self {
            Self::Keep => None,
            Self::Cool => Some("lets the session rest for minutes"),
            Self::Rest => Some("lets the session rest for hours"),
            Self::Park => Some("parks the session once that is confirmed"),
            Self::Dead => Some("gives the session up once that is confirmed"),
        }
    }
}

impl Step {
    fn words(self) -> &'static str {
        match self {
            Self::SameAgain => "asks again",
            Self::NextDocument => "tries another stored query",
            Self::NextWay => "tries another way",
            Self::OtherSession => "tries another session",
            Self::StopUnit => "stops there",
            Self::StopRun => "ends the run",
        }
    }
}

impl AddressFate {
    fn words(self) -> Option<&'static str> {
        match self {
            Self::Calm => None,
            Self::Count => Some("counts it against the address"),
            Self::Cool => Some("lets the address rest for minutes"),
            Self::Rest => Some("lets the address rest for an hour"),
        }
    }
}

impl Schedule {
    fn words(self) -> &'static str {
        match self {
            Self::Normal | Self::Defer => "reads it again after its interval",
            Self::Lenient => "reads it again after its interval, and waits longer from the third time on",
            Self::Failure => "waits longer each time",
            Self::Weekly => "waits longer each time, and a week once it is confirmed",
            Self::Daily => "looks again once a day",
            Self::Confirm => {
                "reads it again after its interval, ten minutes later at the earliest, to confirm that"
            }
            Self::Hold => "waits for a decision, and looks whether it is over, less often each time",
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
    fn a_reaction_says_what_is_done_in_order() {
        for (outcome, text) in [
            (Outcome::Ok, "Reads it again after its interval"),
            (
                Outcome::RateLimited,
                "Tries another session; lets the session rest for minutes; counts it against the address; waits longer \
                 each time",
            ),
            (
                Outcome::ChallengeRequired,
                "Tries another session; parks the session once that is confirmed; waits longer each time; asks an administrator",
            ),
            (
                Outcome::EmptyBody,
                "Asks again, then tries another way; lets the address rest for minutes; waits longer each time",
            ),
            (
                Outcome::IdentityChanged,
                "Stops there; waits for a decision, and looks whether it is over, less often each time; asks an administrator",
            ),
        ] {
            assert_eq!(outcome.reaction().text(), text, "{}", outcome.code());
        }
    }
}
