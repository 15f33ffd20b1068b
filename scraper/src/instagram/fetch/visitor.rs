//! Whom Instagram sees, and what is known of how it treats them.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use clipmeter_proto::SessionFate;
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{Outcome, Resting, SessionReport, Works};
use tokio::sync::OnceCell;

use super::endpoint::Endpoint;
use super::session::Session;
use super::tokens::PageTokens;
use super::ways::{Need, Way};
use crate::address;
use crate::failure::Failure;
use crate::transport::Line;
use crate::ways;

/// What browsers send that were given no claim yet.
const NO_CLAIM: &str = "0";

/// Somebody signed in with a session, or a guest, each in a browser of their own.
pub(super) struct Visitor {
    pub(super) line: Line,
    session: Option<Session>,
    /// The random token that cookie and header must agree on.
    pub(super) csrf_token: String,
    /// What the home page gave; asked for once.
    pub(super) tokens: OnceCell<PageTokens>,
    /// Names the address that requests leave from; empty: the session's own proxy.
    address: String,
    memory: Mutex<Memory>,
}

/// What a visitor remembers.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// Why nothing more is sent in this run.
    out: Option<Outcome>,
    endpoints: ways::Memory,
    /// Echo of the last `x-ig-set-www-claim`.
    claim: String,
    /// The API does not know it yet.
    has_new_claim: bool,
}

impl Memory {
    /// What the API remembers.
    pub(super) fn recalled(resting: &[Resting], works: &[Works]) -> Self {
        Self {
            endpoints: ways::Memory::recalled(resting, works),
            ..Self::default()
        }
    }
}

impl Visitor {
    /// A visitor with this session, or a guest.
    pub(super) fn new(
        session: Option<Session>,
        line: Line,
        address: String,
        csrf_token: String,
        mut memory: Memory,
    ) -> Self {
        let claim = session.as_ref().and_then(|session| session.claim.clone());
        memory.claim = claim.unwrap_or_else(|| NO_CLAIM.to_owned());
        Self {
            line,
            session,
            csrf_token,
            tokens: OnceCell::new(),
            address,
            memory: Mutex::new(memory),
        }
    }

    /// The session that goes along.
    pub(super) fn session(&self) -> Option<&Session> {
        self.session.as_ref()
    }

    pub(super) fn is_guest(&self) -> bool {
        self.session.is_none()
    }

    /// Why nothing more is sent, if that is so.
    pub(super) fn out(&self) -> Option<Outcome> {
        self.memory().out
    }

    /// Fails when nothing more is sent.
    pub(super) fn check(&self) -> Result<(), Failure> {
        self.out().map_or(Ok(()), |outcome| {
            let detail = "the platform asked for a rest earlier in this run";
            Err(Failure::new(outcome, detail))
        })
    }

    /// Whether this endpoint is not to be asked now, seconds since 1970-01-01T00:00:00Z.
    pub(super) fn rests(&self, endpoint: Endpoint, now: i64) -> bool {
        self.memory().endpoints.rests(endpoint, now)
    }

    /// Whether this endpoint is better not asked now, because it rests, or because the address's guests do. A session that rests is told
    /// with the next request.
    pub(super) fn leaves_alone(&self, endpoint: Endpoint, now: i64) -> bool {
        self.rests(endpoint, now) || (self.is_guest() && self.out().is_some())
    }

    /// Learns what other runs have found to be closed.
    pub(super) fn hear(&self, resting: &[Resting]) {
        self.memory().endpoints.hear(resting);
    }

    /// Learns from the outcome of a request. Returns what to tell the API of session, endpoint and address.
    pub(super) fn learn(
        &self,
        endpoint: Endpoint,
        outcome: Outcome,
        retry_after: Option<Duration>,
    ) -> Vec<Body> {
        let mut told = Vec::new();
        let is_over = match &self.session {
            Some(_) => outcome.reaction().session != SessionFate::Keep,
            None => matches!(outcome, Outcome::RateLimited | Outcome::FeedbackRequired),
        };
        if is_over {
            self.memory().out = Some(outcome);
        }
        if let Some(session) = self.session.as_ref().filter(|_| is_over) {
            told.push(Body::Session(SessionReport {
                session_id: session.id,
                outcome: outcome.into(),
                retry_after_seconds: address::seconds(retry_after),
                ..SessionReport::default()
            }));
        }
        let closes = match outcome {
            Outcome::EndpointRetired => true,
            Outcome::LoginRequired | Outcome::RateLimited => self.is_guest(),
            _ => false,
        };
        if closes {
            self.memory().endpoints.close(endpoint);
            told.push(self.endpoint_report(endpoint, "", outcome));
        }
        told.extend(address::report(
            &self.address,
            self.line.session_id,
            outcome,
            retry_after,
        ));
        told
    }

    /// Remembers that an endpoint gave what was wanted. Returns what to tell the API, if that is news.
    pub(super) fn works(&self, need: Need, endpoint: Endpoint) -> Option<Body> {
        let is_news = self.memory().endpoints.works(need.code(), endpoint);
        is_news.then(|| self.endpoint_report(endpoint, need.code(), Outcome::Ok))
    }

    /// Ways in the order in which they are tried with it.
    pub(super) fn in_order(&self, need: Need, ways: &[Way]) -> Vec<Way> {
        self.memory().endpoints.in_order(need.code(), ways)
    }

    /// What to tell the API of an endpoint: a success, which was for `need`, or that it is to rest.
    pub(super) fn endpoint_report(&self, endpoint: Endpoint, need: &str, outcome: Outcome) -> Body {
        ways::report(&self.address, self.line.session_id, endpoint, need, outcome)
    }

    /// The value of `X-IG-WWW-Claim`.
    pub(super) fn claim(&self) -> String {
        self.memory().claim.clone()
    }

    /// Remembers the claim that an answer set.
    pub(super) fn set_claim(&self, claim: &str) {
        let mut memory = self.memory();
        if memory.claim != claim {
            claim.clone_into(&mut memory.claim);
            memory.has_new_claim = true;
        }
    }

    /// The report of a session's claim that the API does not know yet.
    pub(super) fn new_claim(&self) -> Option<Body> {
        let session = self.session.as_ref()?;
        let mut memory = self.memory();
        let is_news = std::mem::take(&mut memory.has_new_claim) && memory.out.is_none();
        is_news.then(|| {
            Body::Session(SessionReport {
                session_id: session.id,
                outcome: Outcome::Ok.into(),
                claim: memory.claim.clone(),
                ..SessionReport::default()
            })
        })
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
