//! Whom Instagram sees, and what is known of how it treats them.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use clipmeter_proto::SessionAction;
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{EndpointCooldown, Outcome, SessionReport, Works};
use tokio::sync::OnceCell;

use super::endpoint::Endpoint;
use super::session::Session;
use super::strategy::{FetchStrategy, Need};
use super::tokens::PageTokens;
use crate::address;
use crate::failure::Failure;
use crate::strategy;
use crate::transport::Connection;

/// What browsers send that were given no claim yet.
const NO_CLAIM: &str = "0";

/// Somebody signed in with a session, or a guest, each in a browser of their own.
pub(super) struct WebClient {
    pub(super) connection: Connection,
    session: Option<Session>,
    /// The random token that cookie and header must agree on.
    pub(super) csrf_token: String,
    /// What the home page gave; asked for once.
    pub(super) tokens: OnceCell<PageTokens>,
    /// Names the address that requests leave from; empty: the session's own proxy.
    address: String,
    state: Mutex<ClientState>,
}

/// What a visitor remembers.
#[derive(Debug, Default)]
pub(super) struct ClientState {
    /// Why nothing more is sent in this run.
    out: Option<Outcome>,
    endpoints: strategy::EndpointHistory,
    /// Echo of the last `x-ig-set-www-claim`.
    claim: String,
    /// The API does not know it yet.
    has_new_claim: bool,
}

impl ClientState {
    /// What the API remembers.
    pub(super) fn restored(cooldowns: &[EndpointCooldown], works: &[Works]) -> Self {
        Self {
            endpoints: strategy::EndpointHistory::restored(cooldowns, works),
            ..Self::default()
        }
    }
}

impl WebClient {
    /// A visitor with this session, or a guest.
    pub(super) fn new(
        session: Option<Session>,
        connection: Connection,
        address: String,
        csrf_token: String,
        mut state: ClientState,
    ) -> Self {
        let claim = session.as_ref().and_then(|session| session.claim.clone());
        state.claim = claim.unwrap_or_else(|| NO_CLAIM.to_owned());
        Self {
            connection,
            session,
            csrf_token,
            tokens: OnceCell::new(),
            address,
            state: Mutex::new(state),
        }
    }

    /// The session that goes along.
    pub(super) fn session(&self) -> Option<&Session> {
        self.session.as_ref()
    }

    pub(super) fn is_anonymous(&self) -> bool {
        self.session.is_none()
    }

    /// Why nothing more is sent, if that is so.
    pub(super) fn out(&self) -> Option<Outcome> {
        self.state().out
    }

    /// Fails when nothing more is sent.
    pub(super) fn check(&self) -> Result<(), Failure> {
        self.out().map_or(Ok(()), |outcome| {
            let detail = "the platform requested a cooldown earlier in this run";
            Err(Failure::new(outcome, detail))
        })
    }

    /// Whether this endpoint is not to be asked now, seconds since 1970-01-01T00:00:00Z.
    pub(super) fn is_cooling_down(&self, endpoint: Endpoint, now: i64) -> bool {
        self.state().endpoints.is_cooling_down(endpoint, now)
    }

    /// Whether this endpoint is better not asked now, because it rests, or because the address's guests do. A session that rests is told
    /// with the next request.
    pub(super) fn leaves_alone(&self, endpoint: Endpoint, now: i64) -> bool {
        self.is_cooling_down(endpoint, now) || (self.is_anonymous() && self.out().is_some())
    }

    /// Learns what other runs have found to be closed.
    pub(super) fn add_cooldowns(&self, cooldowns: &[EndpointCooldown]) {
        self.state().endpoints.add_cooldowns(cooldowns);
    }

    /// Learns from the outcome of a request. Returns what to tell the API of session, endpoint and address.
    pub(super) fn record_outcome(
        &self,
        endpoint: Endpoint,
        outcome: Outcome,
        retry_after: Option<Duration>,
    ) -> Vec<Body> {
        let mut reports = Vec::new();
        let is_over = match &self.session {
            Some(_) => outcome.policy().session != SessionAction::Keep,
            None => matches!(outcome, Outcome::RateLimited | Outcome::FeedbackRequired),
        };
        if is_over {
            self.state().out = Some(outcome);
        }
        if let Some(session) = self.session.as_ref().filter(|_| is_over) {
            reports.push(Body::Session(SessionReport {
                session_id: session.id,
                outcome: outcome.into(),
                retry_after_seconds: address::seconds(retry_after),
                ..SessionReport::default()
            }));
        }
        let closes = match outcome {
            Outcome::EndpointRetired => true,
            Outcome::LoginRequired | Outcome::RateLimited => self.is_anonymous(),
            _ => false,
        };
        if closes {
            self.state().endpoints.close(endpoint);
            reports.push(self.endpoint_report(endpoint, "", outcome));
        }
        reports.extend(address::report(
            &self.address,
            self.connection.session_id,
            outcome,
            retry_after,
        ));
        reports
    }

    /// Remembers that an endpoint gave what was wanted. Returns what to tell the API, if that is news.
    pub(super) fn works(&self, need: Need, endpoint: Endpoint) -> Option<Body> {
        let is_new = self.state().endpoints.works(need.code(), endpoint);
        is_new.then(|| self.endpoint_report(endpoint, need.code(), Outcome::Ok))
    }

    /// Ways in the order in which they are tried with it.
    pub(super) fn in_order(&self, need: Need, strategies: &[FetchStrategy]) -> Vec<FetchStrategy> {
        self.state().endpoints.in_order(need.code(), strategies)
    }

    /// What to tell the API of an endpoint: a success, which was for `need`, or that it is to rest.
    pub(super) fn endpoint_report(&self, endpoint: Endpoint, need: &str, outcome: Outcome) -> Body {
        strategy::report(&self.address, self.connection.session_id, endpoint, need, outcome)
    }

    /// The value of `X-IG-WWW-Claim`.
    pub(super) fn claim(&self) -> String {
        self.state().claim.clone()
    }

    /// Remembers the claim that an answer set.
    pub(super) fn set_claim(&self, claim: &str) {
        let mut state = self.state();
        if state.claim != claim {
            claim.clone_into(&mut state.claim);
            state.has_new_claim = true;
        }
    }

    /// The report of a session's claim that the API does not know yet.
    pub(super) fn new_claim(&self) -> Option<Body> {
        let session = self.session.as_ref()?;
        let mut state = self.state();
        let is_new = std::mem::take(&mut state.has_new_claim) && state.out.is_none();
        is_new.then(|| {
            Body::Session(SessionReport {
                session_id: session.id,
                outcome: Outcome::Ok.into(),
                claim: state.claim.clone(),
                ..SessionReport::default()
            })
        })
    }

    fn state(&self) -> MutexGuard<'_, ClientState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
