//! Instagram's fetch strategies: which endpoint is requested, and with which client.

use std::collections::{BTreeMap, BTreeSet};

use clipmeter_proto::SessionAction;
use clipmeter_proto::v1::Outcome;
use strum::IntoStaticStr;

use super::endpoint::Endpoint;
use crate::core::failure::{Failure, FetchError};
pub(super) use crate::core::strategy::{With, read};

/// The data that a strategy provides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub(super) enum Need {
    /// The account with a username, and its counts.
    Profile,
    /// The current username of an account.
    NameById,
    Posts,
    /// Play counts of reels.
    Plays,
    Item,
}

impl Need {
    /// Returns the code in reports and the platform configuration.
    pub(super) fn code(self) -> &'static str {
        self.into()
    }
}

/// A fetch strategy of Instagram.
pub(super) type FetchStrategy = crate::core::strategy::FetchStrategy<Endpoint>;

/// The strategies that failed.
#[derive(Debug)]
pub(super) struct Tried {
    failures: Vec<Failure>,
    /// Refusals of anonymous clients, which say nothing about sessions.
    refusals: Vec<Failure>,
    /// Whether only one endpoint is configured, so that no other can confirm its response.
    is_alone: bool,
    /// Endpoints that reported the target as not found.
    denied: BTreeSet<Endpoint>,
    /// Whether no permit was available for a session.
    is_deferred: bool,
    /// Endpoints that have a rate limit of their own.
    limited: BTreeSet<Endpoint>,
    /// Whether no permit was available for a session because an endpoint has its own rate limit.
    is_limited: bool,
}

impl Tried {
    /// Creates an empty record for these strategies.
    pub(super) fn none_of(strategies: &[FetchStrategy]) -> Self {
        Self {
            failures: Vec::new(),
            refusals: Vec::new(),
            is_alone: strategies
                .iter()
                .all(|strategy| strategy.endpoint == strategies[0].endpoint),
            denied: BTreeSet::new(),
            is_deferred: false,
            limited: BTreeSet::new(),
            is_limited: false,
        }
    }

    /// Adds the endpoints that have a rate limit of their own, by code, of those that the strategies request.
    pub(super) fn limited(mut self, strategies: &[FetchStrategy], limits: &BTreeMap<String, u32>) -> Self {
        let endpoints = strategies.iter().map(|strategy| strategy.endpoint);
        self.limited = endpoints
            .filter(|endpoint| limits.contains_key(endpoint.code()))
            .collect();
        self
    }

    /// Records an endpoint that was not requested because it is on cooldown for a client, which may be anonymous.
    pub(super) fn skipped(&mut self, is_anonymous: bool, what: &str) {
        let outcome = if is_anonymous {
            Outcome::LoginRequired
        } else {
            Outcome::EndpointRetired
        };
        let detail = format!("{what}: not requested, because it refused this client recently");
        self.failures.push(Failure::new(outcome, detail));
    }

    /// Records why a strategy failed; an error ends the search.
    pub(super) fn failed(&mut self, strategy: FetchStrategy, error: FetchError) -> Result<(), FetchError> {
        match error {
            // What the address or its anonymous clients are refused, sessions may not be.
            FetchError::Failed(failure) if is_refused_anonymously(strategy, &failure) => {
                self.refusals.push(failure);
                Ok(())
            }
            FetchError::Failed(failure) if failure.may_try_next_strategy() => {
                if failure.outcome == Outcome::NotFound {
                    self.denied.insert(strategy.endpoint);
                }
                self.failures.push(failure);
                Ok(())
            }
            // Rate limits apply separately to each endpoint and client.
            FetchError::Deferred => {
                let is_limited = self.limited.contains(&strategy.endpoint);
                self.is_limited |= is_limited && strategy.with == With::Session;
                self.is_deferred |= !is_limited && strategy.with == With::Session;
                Ok(())
            }
            error => Err(error),
        }
    }

    /// Returns whether two endpoints reported the target as not found, which is enough.
    pub(super) fn is_denied(&self) -> bool {
        self.denied.len() > 1
    }

    /// Returns the most informative reason for the failure of all strategies. Without a permit for a session, the unit is requeued, because
    /// the pool does not lease that session until it has one; a missing permit for an anonymous client does not justify repeated
    /// requeueing. Neither does a missing permit for an endpoint with its own limit, because the pool leases the session meanwhile. A
    /// target reported as not found by only one endpoint may exist, unless no other endpoint is configured, or unless only anonymous
    /// clients are available, no session is expected soon, and no other endpoint is open to them.
    pub(super) fn end(self, what: &str, is_anonymous_only: bool) -> FetchError {
        let is_denied = self.is_denied();
        if self.is_deferred && !is_denied {
            return FetchError::Deferred;
        }
        if self.is_limited && !is_denied {
            let detail =
                format!("{what}: the session has no permit for the only endpoints that are open to it");
            return Failure::new(Outcome::NoSession, detail).into();
        }
        let is_closed = |failure: &Failure| failure.outcome == Outcome::LoginRequired && !failure.is_gated;
        let may_confirm = |failure: &Failure| failure.outcome != Outcome::NotFound && !is_closed(failure);
        let mut all = self.failures.iter().chain(&self.refusals);
        let is_confirmed = is_denied || self.is_alone || (is_anonymous_only && !all.any(may_confirm));
        let failures = self.failures.into_iter().map(|failure| {
            let rank = match failure.outcome {
                Outcome::LoginRequired => 3,
                Outcome::EndpointRetired => 1,
                _ => 0,
            };
            (rank, failure)
        });
        let refusals = self.refusals.into_iter().map(|failure| (2, failure));
        let failure = failures.chain(refusals).min_by_key(|(rank, _)| *rank);
        let failure = failure.map(|(_, failure)| failure);
        match failure {
            Some(failure) if failure.outcome == Outcome::NotFound && !is_confirmed => {
                let detail = format!("one endpoint alone denies it; {}", failure.detail);
                Failure::new(Outcome::AmbiguousEmpty, detail)
            }
            Some(failure) => failure,
            None => {
                let detail =
                    format!("{what}: no session is available, and anonymous clients are rate-limited");
                Failure::new(Outcome::NoSession, detail)
            }
        }
        .into()
    }
}

/// Returns whether an anonymous client gets no more, for a reason that would concern a session if one had been used.
fn is_refused_anonymously(strategy: FetchStrategy, failure: &Failure) -> bool {
    let is_refusal =
        failure.outcome.policy().session != SessionAction::Keep || failure.outcome == Outcome::RegionBlocked;
    strategy.with == With::Anonymous && is_refusal
}

#[cfg(test)]
mod tests {
    use clipmeter_platform_config::limits::{
        ITEM_STRATEGIES, NAME_BY_ID_STRATEGIES, PLAYS_STRATEGIES, POSTS_STRATEGIES, PROFILE_STRATEGIES,
    };

    use super::*;
    use crate::core::strategy::in_order;

    fn strategies() -> [FetchStrategy; 3] {
        [
            "anonymous:web_profile_info",
            "session:web_profile_info",
            "session:profile_page",
        ]
        .map(|strategy| FetchStrategy::read(strategy).unwrap())
    }

    #[test]
    fn instagram_strategies_are_all_known() {
        for known in [
            &PROFILE_STRATEGIES[..],
            &NAME_BY_ID_STRATEGIES,
            &POSTS_STRATEGIES,
            &PLAYS_STRATEGIES,
            &ITEM_STRATEGIES,
        ] {
            let known: Vec<_> = known.iter().copied().map(str::to_owned).collect();
            assert_eq!(read::<Endpoint>(&known).len(), known.len());
        }
    }

    #[test]
    fn strategy_that_worked_recently_moves_first_without_reordering_others() {
        let strategies = read::<Endpoint>(
            &["profile_page", "web_profile_info", "feed_by_name"].map(|code| format!("session:{code}")),
        );
        for (works, order) in [
            (None, ["profile_page", "web_profile_info", "feed_by_name"]),
            (
                Some("profile_page"),
                ["profile_page", "web_profile_info", "feed_by_name"],
            ),
            (
                Some("web_profile_info"),
                ["web_profile_info", "profile_page", "feed_by_name"],
            ),
            (
                Some("feed_by_name"),
                ["feed_by_name", "profile_page", "web_profile_info"],
            ),
            (
                Some("novelty"),
                ["profile_page", "web_profile_info", "feed_by_name"],
            ),
        ] {
            let codes: Vec<_> = in_order(&strategies, works)
                .iter()
                .map(|strategy| strategy.endpoint.code())
                .collect();
            assert_eq!(codes, order);
        }
    }

    fn end(failures: &[(FetchStrategy, Outcome)]) -> Outcome {
        let mut tried = Tried::none_of(&strategies());
        for (strategy, outcome) in failures {
            tried
                .failed(*strategy, Failure::new(*outcome, "").into())
                .unwrap();
        }
        match tried.end("profile", false) {
            FetchError::Failed(failure) => failure.outcome,
            _ => Outcome::Unspecified,
        }
    }

    #[test]
    fn strategies_end_with_most_informative_failure() {
        let [anonymous, session, page] = strategies();
        let (closed, retired) = (Outcome::LoginRequired, Outcome::EndpointRetired);
        assert_eq!(end(&[(anonymous, closed), (session, retired)]), retired);
        assert_eq!(
            end(&[
                (anonymous, closed),
                (session, retired),
                (page, Outcome::ParseError)
            ]),
            Outcome::ParseError
        );
        assert_eq!(end(&[(anonymous, closed)]), closed);
        assert_eq!(end(&[]), Outcome::NoSession);
        // A refusal of anonymous clients is not the outcome of a session's requests.
        let limited = Outcome::RateLimited;
        for (other, outcome) in [
            ((session, Outcome::SchemaChanged), Outcome::SchemaChanged),
            ((session, retired), retired),
            ((anonymous, closed), limited),
        ] {
            assert_eq!(end(&[(anonymous, limited), other]), outcome);
        }
    }

    #[test]
    fn strategies_end_ambiguous_if_one_endpoint_says_not_found() {
        let [anonymous, session, page] = strategies();
        let (not_found, closed) = (Outcome::NotFound, Outcome::LoginRequired);
        let unsure = Outcome::AmbiguousEmpty;
        assert_eq!(end(&[(anonymous, not_found), (page, closed)]), unsure);
        assert_eq!(
            end(&[(anonymous, not_found), (session, not_found)]),
            unsure,
            "the same one twice"
        );
        assert_eq!(
            end(&[(anonymous, not_found), (page, Outcome::ParseError)]),
            unsure
        );
        assert_eq!(end(&[(anonymous, not_found), (page, not_found)]), not_found);
        let mut tried = Tried::none_of(&[anonymous, session]);
        tried
            .failed(anonymous, Failure::new(not_found, "").into())
            .unwrap();
        assert!(
            matches!(tried.end("profile", false), FetchError::Failed(failure) if failure.outcome == not_found)
        );
        for (other, is_gated, outcome) in [
            (closed, false, not_found),
            (closed, true, unsure),
            (Outcome::ParseError, false, unsure),
        ] {
            let mut tried = Tried::none_of(&strategies());
            let other = Failure {
                is_gated,
                ..Failure::new(other, "")
            };
            tried
                .failed(anonymous, Failure::new(not_found, "").into())
                .unwrap();
            tried.failed(page, other.clone().into()).unwrap();
            let end = tried.end("profile", true);
            assert!(
                matches!(end, FetchError::Failed(failure) if failure.outcome == outcome),
                "{other:?}"
            );
        }
    }

    #[test]
    fn sessions_are_tried_after_refusals_of_anonymous_client() {
        let [anonymous, session, _] = strategies();
        for outcome in [
            Outcome::RateLimited,
            Outcome::FeedbackRequired,
            Outcome::ChallengeRequired,
            Outcome::CheckpointRequired,
            Outcome::Suspended,
            Outcome::RegionBlocked,
        ] {
            let failed = |strategy| {
                let mut tried = Tried::none_of(&strategies());
                tried.failed(strategy, Failure::new(outcome, "").into())
            };
            assert!(failed(anonymous).is_ok(), "{outcome:?}");
            assert!(failed(session).is_err(), "{outcome:?}");
        }
    }

    #[test]
    fn strategies_without_permit_defer_session_but_not_anonymous_client() {
        let [anonymous, session, _] = strategies();
        let mut tried = Tried::none_of(&strategies());
        tried.failed(anonymous, FetchError::Deferred).unwrap();
        let FetchError::Failed(failure) = tried.end("profile", false) else {
            panic!("it would be requeued until the anonymous client has a permit")
        };
        assert_eq!(failure.outcome, Outcome::NoSession);
        let mut tried = Tried::none_of(&strategies());
        tried.failed(anonymous, FetchError::Deferred).unwrap();
        tried.failed(session, FetchError::Deferred).unwrap();
        assert!(matches!(tried.end("profile", false), FetchError::Deferred));
    }

    #[test]
    fn strategies_without_permit_of_limited_endpoint_end_unit_unless_session_has_none() {
        let [anonymous, session, page] = strategies();
        let limits = BTreeMap::from([("web_profile_info".to_owned(), 60)]);
        for (deferred, outcome) in [
            (&[anonymous, session][..], Some(Outcome::NoSession)),
            (&[session, page], None),
        ] {
            let mut tried = Tried::none_of(&strategies()).limited(&strategies(), &limits);
            tried
                .failed(page, Failure::new(Outcome::ParseError, "").into())
                .unwrap();
            for strategy in deferred {
                tried.failed(*strategy, FetchError::Deferred).unwrap();
            }
            let end = match tried.end("profile", false) {
                FetchError::Failed(failure) => Some(failure.outcome),
                _ => None,
            };
            assert_eq!(end, outcome, "{deferred:?}");
        }
    }

    #[test]
    fn account_is_denied_only_by_two_different_endpoints() {
        let [anonymous, session, page] = strategies();
        let mut tried = Tried::none_of(&strategies());
        for (strategy, is_denied) in [(anonymous, false), (session, false), (page, true)] {
            tried
                .failed(strategy, Failure::new(Outcome::NotFound, "").into())
                .unwrap();
            assert_eq!(tried.is_denied(), is_denied);
        }
    }
}
