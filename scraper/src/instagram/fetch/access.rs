//! Whether requests go out with the session, as a guest, or not at all, and which endpoints are closed to this run.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use clipmeter_proto::v1::{self, Outcome, SessionReport};

use super::session::Session;
use crate::failure::Failure;

/// The ways to an account's data that Instagram closes one by one, per session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Endpoint {
    WebProfileInfo,
    ProfilePage,
    FeedByName,
    Timeline,
    Feed,
    Clips,
    ClipsRest,
    Home,
}

/// How a request goes out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum As {
    Session,
    Guest,
}

/// What became of the access that the run started with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// As at the start.
    Whole,
    /// The session is of no use any more; guests may still ask.
    SessionLost(Outcome),
    /// The platform wants quiet: nothing more is sent in this run.
    Resting(Outcome),
}

/// The access of one run.
#[derive(Debug)]
pub(super) struct Access {
    session: Option<Session>,
    memory: Mutex<Memory>,
}

#[derive(Debug)]
struct Memory {
    state: State,
    retired: HashSet<Endpoint>,
    /// How many of an endpoint's stored queries are known to be stale, counted from the first.
    stale: HashMap<Endpoint, usize>,
    /// Echo of the last `x-ig-set-www-claim`.
    claim: String,
}

impl Access {
    /// Access with the session of the lease, or as a guest.
    pub(super) fn new(session: Option<Session>) -> Self {
        let memory = Memory {
            state: State::Whole,
            retired: HashSet::new(),
            stale: HashMap::new(),
            claim: session
                .as_ref()
                .and_then(|session| session.claim.clone())
                .unwrap_or_else(|| "0".to_owned()),
        };
        Self {
            session,
            memory: Mutex::new(memory),
        }
    }

    /// How the next request goes out, or why none may.
    pub(super) fn current(&self) -> Result<As, Failure> {
        match self.memory().state {
            State::Resting(outcome) => Err(Failure::new(
                outcome,
                "the platform asked for a rest earlier in this run",
            )),
            State::Whole if self.session.is_some() => Ok(As::Session),
            State::Whole | State::SessionLost(_) => Ok(As::Guest),
        }
    }

    /// The session to send, when one is sent.
    pub(super) fn session(&self, way: As) -> Option<&Session> {
        self.session.as_ref().filter(|_| way == As::Session)
    }

    /// Why the run has no session although it started with one.
    pub(super) fn lost(&self) -> Option<Failure> {
        match self.memory().state {
            State::SessionLost(outcome) => Some(Failure::new(
                outcome,
                "the run's session was lost earlier in this run",
            )),
            _ => None,
        }
    }

    /// Learns from the outcome of a request. Returns what to tell the API when it is about the session.
    pub(super) fn learn(
        &self,
        way: As,
        endpoint: Endpoint,
        outcome: Outcome,
        retry_after: Option<Duration>,
    ) -> Option<SessionReport> {
        let mut memory = self.memory();
        match outcome {
            Outcome::EndpointRetired => {
                memory.retired.insert(endpoint);
            }
            Outcome::RateLimited | Outcome::FeedbackRequired => memory.state = State::Resting(outcome),
            Outcome::SessionDead
            | Outcome::ChallengeRequired
            | Outcome::CheckpointRequired
            | Outcome::Suspended
                if way == As::Session =>
            {
                memory.state = State::SessionLost(outcome);
            }
            _ => {}
        }
        let is_about_session = memory.state != State::Whole && self.session(way).is_some();
        let session = self.session.as_ref().filter(|_| is_about_session)?;
        Some(v1::SessionReport {
            session_id: session.id,
            outcome: outcome.into(),
            retry_after_seconds: retry_after.and_then(|rest| u32::try_from(rest.as_secs()).ok()),
            ..v1::SessionReport::default()
        })
    }

    /// Whether this endpoint no longer serves this run.
    pub(super) fn is_retired(&self, endpoint: Endpoint) -> bool {
        self.memory().retired.contains(&endpoint)
    }

    /// How many of the endpoint's stored queries are known to be stale, counted from the first.
    pub(super) fn stale(&self, endpoint: Endpoint) -> usize {
        self.memory().stale.get(&endpoint).copied().unwrap_or_default()
    }

    /// Remembers that one more of them is.
    pub(super) fn skip_document(&self, endpoint: Endpoint) {
        *self.memory().stale.entry(endpoint).or_default() += 1;
    }

    /// The value of `X-IG-WWW-Claim`.
    pub(super) fn claim(&self) -> String {
        self.memory().claim.clone()
    }

    /// Remembers the claim that an answer set.
    pub(super) fn set_claim(&self, claim: &str) {
        claim.clone_into(&mut self.memory().claim);
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access() -> Access {
        Access::new(Session::new(&v1::Session {
            session_id: 5,
            value: "1:x".to_owned(),
            ..v1::Session::default()
        }))
    }

    #[test]
    fn a_dead_session_leaves_the_guests_way_open_and_is_told_once() {
        let access = access();
        let report = access
            .learn(As::Session, Endpoint::Feed, Outcome::SessionDead, None)
            .unwrap();
        assert_eq!((report.session_id, report.outcome()), (5, Outcome::SessionDead));
        assert_eq!(access.current(), Ok(As::Guest));
        assert_eq!(access.lost().unwrap().outcome, Outcome::SessionDead);
        assert_eq!(
            access.learn(As::Guest, Endpoint::WebProfileInfo, Outcome::Ok, None),
            None
        );
    }

    #[test]
    fn a_rate_limit_ends_all_requests_and_carries_the_platforms_wish() {
        let access = access();
        let wish = Some(Duration::from_secs(90));
        let report = access
            .learn(As::Session, Endpoint::Feed, Outcome::RateLimited, wish)
            .unwrap();
        assert_eq!(report.retry_after_seconds, Some(90));
        assert_eq!(access.current().unwrap_err().outcome, Outcome::RateLimited);
    }

    #[test]
    fn a_retired_endpoint_says_nothing_about_the_session() {
        let access = access();
        assert_eq!(
            access.learn(As::Session, Endpoint::Timeline, Outcome::EndpointRetired, None),
            None
        );
        assert!(access.is_retired(Endpoint::Timeline) && !access.is_retired(Endpoint::Feed));
        assert_eq!(access.current(), Ok(As::Session));
    }
}
