//! The anonymous client for TikTok, with the endpoint history of its address.

use std::collections::{BTreeMap, BTreeSet};

use clipmeter_proto::AddressAction;
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{Address, Outcome};
use parking_lot::Mutex;

use super::endpoint::{Endpoint, Need};
use crate::core::fetcher::Connection;
use crate::core::strategy::{self, EndpointHistory, FetchStrategy};

/// Login redirects of this many units in a row close an endpoint. A single account and its videos may be affected alone.
const MAX_LOGIN_REDIRECTS: usize = 2;

/// An anonymous client, the same one for the whole run.
pub(super) struct AnonymousClient {
    pub(super) connection: Connection,
    /// Key of the address that requests leave from.
    pub(super) address: String,
    state: Mutex<EndpointState>,
}

struct EndpointState {
    endpoints: EndpointHistory,
    /// Units for which an endpoint redirected to a login since it last worked.
    login_redirects: BTreeMap<Endpoint, BTreeSet<i64>>,
}

impl AnonymousClient {
    /// Creates an anonymous client at an address, with the history stored by the API.
    pub(super) fn new(connection: Connection, address: &Address) -> Self {
        Self {
            connection,
            address: address.key.clone(),
            state: Mutex::new(EndpointState {
                endpoints: EndpointHistory::restored(&address.cooldowns, &address.works),
                login_redirects: BTreeMap::new(),
            }),
        }
    }

    /// Returns whether this endpoint is on cooldown at `now`, seconds since 1970-01-01T00:00:00Z.
    pub(super) fn is_cooling_down(&self, endpoint: Endpoint, now: i64) -> bool {
        self.state.lock().endpoints.is_cooling_down(endpoint, now)
    }

    /// Returns the configured strategies for a need, in the order in which they are tried.
    pub(super) fn in_order(&self, need: Need, strategies: &[String]) -> Vec<FetchStrategy<Endpoint>> {
        self.state
            .lock()
            .endpoints
            .in_order(need.code(), &strategy::read(strategies))
    }

    /// Updates the history from the outcome of a unit's request. Returns the report about the endpoint.
    pub(super) fn record_outcome(&self, endpoint: Endpoint, unit: i64, outcome: Outcome) -> Option<Body> {
        let mut state = self.state.lock();
        let is_closed = match outcome {
            Outcome::EndpointRetired => true,
            Outcome::LoginRequired => {
                let login_redirects = state.login_redirects.entry(endpoint).or_default();
                login_redirects.insert(unit);
                login_redirects.len() >= MAX_LOGIN_REDIRECTS
            }
            // A substitute page does not show whether the page itself requires a login.
            _ if outcome.policy().address != AddressAction::Keep => false,
            _ => {
                state.login_redirects.remove(&endpoint);
                false
            }
        };
        if is_closed {
            state.endpoints.close(endpoint);
        }
        is_closed.then(|| strategy::report(&self.address, 0, endpoint, "", outcome))
    }

    /// Records that an endpoint worked for a need. Returns the report if that changed the history. Endpoints with less data are not
    /// recorded: once one came first, exact counts would be missing for as long as the history is kept.
    pub(super) fn works(&self, need: Need, endpoint: Endpoint) -> Option<Body> {
        let is_new =
            !endpoint.has_less_data(need) && self.state.lock().endpoints.works(need.code(), endpoint);
        is_new.then(|| strategy::report(&self.address, 0, endpoint, need.code(), Outcome::Ok))
    }
}
