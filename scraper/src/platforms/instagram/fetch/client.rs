//! A browser identity towards Instagram, and its state.

use std::time::Duration;

use clipmeter_proto::SessionAction;
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{EndpointCooldown, Outcome, SessionReport, Works};
use parking_lot::Mutex;
use tokio::sync::OnceCell;

use super::endpoint::Endpoint;
use super::session::Session;
use super::strategy::{FetchStrategy, Need};
use super::tokens::PageTokens;
use crate::core::failure::Failure;
use crate::core::fetcher::Connection;
use crate::core::report::address;
use crate::core::strategy;

/// The claim that browsers send before they get one.
const NO_CLAIM: &str = "0";

/// A client with a session or an anonymous one, each with its own browser identity.
pub(super) struct WebClient {
    pub(super) connection: Connection,
    session: Option<Session>,
    /// The random token that cookie and header must agree on.
    pub(super) csrf_token: String,
    /// Tokens from the home page, which is requested once.
    pub(super) tokens: OnceCell<PageTokens>,
    /// Key of the address that requests leave from; empty: the session's own proxy.
    address: String,
    state: Mutex<ClientState>,
}

/// The state of a client.
#[derive(Debug, Default)]
pub(super) struct ClientState {
    /// The outcome after which nothing more is sent in this run.
    stopped_by: Option<Outcome>,
    endpoints: strategy::EndpointHistory,
    /// The last value of `x-ig-set-www-claim`.
    claim: String,
    /// Whether the claim was not reported to the API yet.
    has_new_claim: bool,
}

impl ClientState {
    /// Restores the state stored by the API.
    pub(super) fn restored(cooldowns: &[EndpointCooldown], works: &[Works]) -> Self {
        Self {
            endpoints: strategy::EndpointHistory::restored(cooldowns, works),
            ..Self::default()
        }
    }
}

impl WebClient {
    /// Creates a client with this session, or an anonymous one.
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

    /// Returns the session sent along.
    pub(super) fn session(&self) -> Option<&Session> {
        self.session.as_ref()
    }

    pub(super) fn is_anonymous(&self) -> bool {
        self.session.is_none()
    }

    /// Returns the outcome after which nothing more is sent, if any.
    pub(super) fn stopped_by(&self) -> Option<Outcome> {
        self.state.lock().stopped_by
    }

    /// Returns an error if nothing more may be sent.
    pub(super) fn check(&self) -> Result<(), Failure> {
        self.stopped_by().map_or(Ok(()), |outcome| {
            let detail = "the platform requested a cooldown earlier in this run";
            Err(Failure::new(outcome, detail))
        })
    }

    /// Returns whether this endpoint is on cooldown at `now`, seconds since 1970-01-01T00:00:00Z.
    pub(super) fn is_cooling_down(&self, endpoint: Endpoint, now: i64) -> bool {
        self.state.lock().endpoints.is_cooling_down(endpoint, now)
    }

    /// Returns whether this endpoint should not be requested now, because it is on cooldown, or because the address's anonymous
    /// clients are. For a session on cooldown, the next request returns the error.
    pub(super) fn skips(&self, endpoint: Endpoint, now: i64) -> bool {
        self.is_cooling_down(endpoint, now) || (self.is_anonymous() && self.stopped_by().is_some())
    }

    /// Adds cooldowns that other runs have caused.
    pub(super) fn add_cooldowns(&self, cooldowns: &[EndpointCooldown]) {
        self.state.lock().endpoints.add_cooldowns(cooldowns);
    }

    /// Updates the state from the outcome of a request. Returns the reports about session, endpoint and address.
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
            self.state.lock().stopped_by = Some(outcome);
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
            self.state.lock().endpoints.close(endpoint);
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

    /// Records that an endpoint worked for a need. Returns the report if that changed the history.
    pub(super) fn works(&self, need: Need, endpoint: Endpoint) -> Option<Body> {
        let is_new = self.state.lock().endpoints.works(need.code(), endpoint);
        is_new.then(|| self.endpoint_report(endpoint, need.code(), Outcome::Ok))
    }

    /// Returns strategies in the order in which they are tried with this client.
    pub(super) fn in_order(&self, need: Need, strategies: &[FetchStrategy]) -> Vec<FetchStrategy> {
        self.state.lock().endpoints.in_order(need.code(), strategies)
    }

    /// Returns the report of an endpoint's success for `need` or of its cooldown.
    pub(super) fn endpoint_report(&self, endpoint: Endpoint, need: &str, outcome: Outcome) -> Body {
        strategy::report(&self.address, self.connection.session_id, endpoint, need, outcome)
    }

    /// Returns the value of `X-IG-WWW-Claim`.
    pub(super) fn claim(&self) -> String {
        self.state.lock().claim.clone()
    }

    /// Stores the claim that a response set.
    pub(super) fn set_claim(&self, claim: &str) {
        let mut state = self.state.lock();
        if state.claim != claim {
            claim.clone_into(&mut state.claim);
            state.has_new_claim = true;
        }
    }

    /// Returns the report of a session's claim that the API does not have yet.
    pub(super) fn new_claim(&self) -> Option<Body> {
        let session = self.session.as_ref()?;
        let mut state = self.state.lock();
        let is_new = std::mem::take(&mut state.has_new_claim) && state.stopped_by.is_none();
        is_new.then(|| {
            Body::Session(SessionReport {
                session_id: session.id,
                outcome: Outcome::Ok.into(),
                claim: state.claim.clone(),
                ..SessionReport::default()
            })
        })
    }
}

#[cfg(test)]
mod tests;
