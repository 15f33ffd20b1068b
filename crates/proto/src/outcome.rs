//! The code of an outcome: `ok`, `rate_limited`, `schema_changed`, and so on.

use std::str::FromStr;

use crate::v1::Outcome;

/// Every outcome with its code.
const OUTCOMES: [(Outcome, &str); 29] = [
    (Outcome::Ok, "ok"),
    (Outcome::OkNoVideos, "ok_no_videos"),
    (Outcome::Private, "private"),
    (Outcome::NotFound, "not_found"),
    (Outcome::NotAvailable, "not_available"),
    (Outcome::SessionDead, "session_dead"),
    (Outcome::LoginRequired, "login_required"),
    (Outcome::RateLimited, "rate_limited"),
    (Outcome::FeedbackRequired, "feedback_required"),
    (Outcome::ChallengeRequired, "challenge_required"),
    (Outcome::CheckpointRequired, "checkpoint_required"),
    (Outcome::Suspended, "suspended"),
    (Outcome::EndpointRetired, "endpoint_retired"),
    (Outcome::UseragentMismatch, "useragent_mismatch"),
    (Outcome::SchemaChanged, "schema_changed"),
    (Outcome::AmbiguousEmpty, "ambiguous_empty"),
    (Outcome::ParseError, "parse_error"),
    (Outcome::UnknownError, "unknown_error"),
    (Outcome::AgeRestricted, "age_restricted"),
    (Outcome::RegionBlocked, "region_blocked"),
    (Outcome::Blocked, "blocked"),
    (Outcome::WafChallenge, "waf_challenge"),
    (Outcome::Captcha, "captcha"),
    (Outcome::EmptyBody, "empty_body"),
    (Outcome::UnexpectedPage, "unexpected_page"),
    (Outcome::Transient, "transient"),
    (Outcome::IdentityChanged, "identity_changed"),
    (Outcome::NoSession, "no_session"),
    (Outcome::IdentityUnconfirmed, "identity_unconfirmed"),
];

/// A text that is not the code of an outcome.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is not an outcome")]
pub struct UnknownOutcome(String);

impl Outcome {
    /// Returns every outcome that a unit can end with.
    pub fn all() -> impl Iterator<Item = Self> {
        OUTCOMES.iter().map(|(outcome, _)| *outcome)
    }

    /// Returns the code of this outcome in SQL, JSON, conditions and the dashboard.
    #[must_use]
    pub fn code(self) -> &'static str {
        OUTCOMES
            .iter()
            .find(|(outcome, _)| *outcome == self)
            .map_or("unspecified", |(_, code)| code)
    }

    /// Returns whether the account or item was read, so that the attempt counts as a success.
    #[must_use]
    pub fn is_success(self) -> bool {
        matches!(self, Self::Ok | Self::OkNoVideos | Self::AgeRestricted)
    }
}

impl FromStr for Outcome {
    type Err = UnknownOutcome;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        OUTCOMES
            .iter()
            .find(|(_, code)| *code == text)
            .map(|(outcome, _)| *outcome)
            .ok_or_else(|| UnknownOutcome(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcome_codes_round_trip_for_every_wire_outcome() {
        for number in 1.. {
            let Ok(outcome) = Outcome::try_from(number) else {
                assert_eq!(usize::try_from(number).unwrap() - 1, OUTCOMES.len());
                break;
            };
            assert_eq!(
                outcome.as_str_name(),
                format!("OUTCOME_{}", outcome.code().to_uppercase())
            );
            assert_eq!(outcome.code().parse::<Outcome>().unwrap(), outcome);
        }
    }
}
