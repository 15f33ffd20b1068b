//! The ways to what is wanted of an account: which endpoint is asked, and with whom.

use std::collections::BTreeSet;

use clipmeter_proto::v1::Outcome;

use super::endpoint::Endpoint;
use super::visitor::Visitor;
use crate::failure::Failure;
use crate::transport::FetchError;
pub(super) use crate::ways::{With, read};

/// What is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Need {
    /// Who answers by a name, with the counts.
    Profile,
    /// The name that an account has now.
    NameById,
    /// The list of posts.
    Posts,
    /// How often reels were played.
    Plays,
    /// A single post.
    Item,
}

impl Need {
    /// The word for it in reports and facts.
    pub(super) fn code(self) -> &'static str {
        match self {
            Self::Profile => "profile",
            Self::NameById => "name_by_id",
            Self::Posts => "posts",
            Self::Plays => "plays",
            Self::Item => "item",
        }
    }
}

/// A way of Instagram's.
pub(super) type Way = crate::ways::Way<Endpoint>;

/// The ways that were tried in vain.
#[derive(Debug)]
pub(super) struct Tried {
    failures: Vec<Failure>,
    /// The facts name one endpoint only, so that no other can confirm what it says.
    is_alone: bool,
    /// Endpoints that denied it.
    denied: BTreeSet<Endpoint>,
    /// A session had no turn for one of them.
    is_later: bool,
}

impl Tried {
    /// None of these ways yet.
    pub(super) fn none_of(ways: &[Way]) -> Self {
        Self {
            failures: Vec::new(),
            is_alone: ways.iter().all(|way| way.endpoint == ways[0].endpoint),
            denied: BTreeSet::new(),
            is_later: false,
        }
    }

    /// Remembers an endpoint that rests for the visitor and was not asked.
    pub(super) fn rests(&mut self, visitor: &Visitor, what: &str) {
        let outcome = if visitor.is_guest() {
            Outcome::LoginRequired
        } else {
            Outcome::EndpointRetired
        };
        let detail = format!("{what}: not asked, because it refused this visitor lately");
        self.failures.push(Failure::new(outcome, detail));
    }

    /// Remembers why an endpoint was of no use; an error ends the search.
    pub(super) fn failed(&mut self, way: Way, error: FetchError) -> Result<(), FetchError> {
        match error {
            // The address's guests have asked too often, and whoever is signed in may not have.
            FetchError::Failed(failure) if failure.has_other_way() || is_spent(way, &failure) => {
                if failure.outcome == Outcome::NotFound {
                    self.denied.insert(way.endpoint);
                }
                self.failures.push(failure);
                Ok(())
            }
            // Endpoints are counted for themselves, and for each visitor.
            FetchError::Later => {
                self.is_later |= way.with == With::Session;
                Ok(())
            }
            error => Err(error),
        }
    }

    /// Whether two endpoints have said that there is no such thing, which is enough.
    pub(super) fn is_denied(&self) -> bool {
        self.denied.len() > 1
    }

    /// Why none of the ways worked: what says most about it. Without a turn for a session the unit is given back, because the pool lends
    /// that one no more until it has one; a guest's turn is nothing to be given back for, again and again, until it comes. What one endpoint
    /// alone denies may be there, unless no other is to be asked, or none that is open to guests where they are alone: no session may come.
    pub(super) fn end(self, what: &str, are_guests_alone: bool) -> FetchError {
        let is_denied = self.is_denied();
        if self.is_later && !is_denied {
            return FetchError::Later;
        }
        let is_closed = |failure: &Failure| failure.outcome == Outcome::LoginRequired;
        let may_confirm = |failure: &Failure| failure.outcome != Outcome::NotFound && !is_closed(failure);
        let is_believed =
            is_denied || self.is_alone || (are_guests_alone && !self.failures.iter().any(may_confirm));
        let failure = self
            .failures
            .into_iter()
            .min_by_key(|failure| match failure.outcome {
                Outcome::LoginRequired => 2,
                Outcome::EndpointRetired => 1,
                _ => 0,
            });
        match failure {
            Some(failure) if failure.outcome == Outcome::NotFound && !is_believed => {
                let detail = format!("one endpoint alone denies it; {}", failure.detail);
                Failure::new(Outcome::AmbiguousEmpty, detail)
            }
            Some(failure) => failure,
            None => {
                let detail = format!("{what}: no session is free, and guests have no turn");
                Failure::new(Outcome::NoSession, detail)
            }
        }
        .into()
    }
}

fn is_spent(way: Way, failure: &Failure) -> bool {
    way.with == With::Guest && failure.outcome == Outcome::RateLimited
}

#[cfg(test)]
mod tests {
    use clipmeter_rules::facts::limits::{
        WAYS_TO_ITEM, WAYS_TO_NAME_BY_ID, WAYS_TO_PLAYS, WAYS_TO_POSTS, WAYS_TO_PROFILE,
    };

    use super::*;
    use crate::ways::in_order;

    fn ways() -> [Way; 3] {
        [
            "guest:web_profile_info",
            "session:web_profile_info",
            "session:profile_page",
        ]
        .map(|way| Way::read(way).unwrap())
    }

    #[test]
    fn every_way_of_the_facts_is_known() {
        for known in [
            &WAYS_TO_PROFILE[..],
            &WAYS_TO_NAME_BY_ID,
            &WAYS_TO_POSTS,
            &WAYS_TO_PLAYS,
            &WAYS_TO_ITEM,
        ] {
            let known: Vec<_> = known.iter().copied().map(str::to_owned).collect();
            assert_eq!(read::<Endpoint>(&known).len(), known.len());
        }
    }

    #[test]
    fn what_worked_lately_is_tried_first_and_the_others_keep_their_order() {
        let ways = read::<Endpoint>(
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
            let codes: Vec<_> = in_order(&ways, works)
                .iter()
                .map(|way| way.endpoint.code())
                .collect();
            assert_eq!(codes, order);
        }
    }

    fn end(failures: &[(Way, Outcome)]) -> Outcome {
        let mut tried = Tried::none_of(&ways());
        for (way, outcome) in failures {
            tried.failed(*way, Failure::new(*outcome, "").into()).unwrap();
        }
        match tried.end("profile", false) {
            FetchError::Failed(failure) => failure.outcome,
            _ => Outcome::Unspecified,
        }
    }

    #[test]
    fn what_says_most_is_more_than_a_closed_door() {
        let [guest, session, page] = ways();
        let (closed, retired) = (Outcome::LoginRequired, Outcome::EndpointRetired);
        assert_eq!(end(&[(guest, closed), (session, retired)]), retired);
        assert_eq!(
            end(&[(guest, closed), (session, retired), (page, Outcome::ParseError)]),
            Outcome::ParseError
        );
        assert_eq!(end(&[(guest, closed)]), closed);
        assert_eq!(end(&[]), Outcome::NoSession);
    }

    #[test]
    fn what_one_endpoint_alone_denies_is_not_gone_unless_the_facts_name_no_other() {
        let [guest, session, page] = ways();
        let (gone, closed) = (Outcome::NotFound, Outcome::LoginRequired);
        let unsure = Outcome::AmbiguousEmpty;
        assert_eq!(end(&[(guest, gone), (page, closed)]), unsure);
        assert_eq!(
            end(&[(guest, gone), (session, gone)]),
            unsure,
            "the same one twice"
        );
        assert_eq!(end(&[(guest, gone), (page, Outcome::ParseError)]), unsure);
        assert_eq!(end(&[(guest, gone), (page, gone)]), gone);
        let mut tried = Tried::none_of(&[guest, session]);
        tried.failed(guest, Failure::new(gone, "").into()).unwrap();
        assert!(
            matches!(tried.end("profile", false), FetchError::Failed(failure) if failure.outcome == gone)
        );
        for (other, outcome) in [(closed, gone), (Outcome::ParseError, unsure)] {
            let mut tried = Tried::none_of(&ways());
            for (way, outcome) in [(guest, gone), (page, other)] {
                tried.failed(way, Failure::new(outcome, "").into()).unwrap();
            }
            let end = tried.end("profile", true);
            assert!(
                matches!(end, FetchError::Failed(failure) if failure.outcome == outcome),
                "{other:?}"
            );
        }
    }

    #[test]
    fn without_a_turn_a_session_gives_it_back_and_a_guest_does_not() {
        let [guest, session, _] = ways();
        let mut tried = Tried::none_of(&ways());
        tried.failed(guest, FetchError::Later).unwrap();
        let FetchError::Failed(failure) = tried.end("profile", false) else {
            panic!("it would be given back until the guest has a turn")
        };
        assert_eq!(failure.outcome, Outcome::NoSession);
        let mut tried = Tried::none_of(&ways());
        tried.failed(guest, FetchError::Later).unwrap();
        tried.failed(session, FetchError::Later).unwrap();
        assert!(matches!(tried.end("profile", false), FetchError::Later));
    }

    #[test]
    fn two_endpoints_deny_an_account_and_one_asked_twice_does_not() {
        let [guest, session, page] = ways();
        let mut tried = Tried::none_of(&ways());
        for (way, is_denied) in [(guest, false), (session, false), (page, true)] {
            tried
                .failed(way, Failure::new(Outcome::NotFound, "").into())
                .unwrap();
            assert_eq!(tried.is_denied(), is_denied);
        }
    }
}
