//! The guest that TikTok sees, and what is known of how it treats those of its address.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use clipmeter_proto::AddressAction;
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{Address, Outcome};

use super::endpoint::{Endpoint, Need};
use crate::strategy::{self, EndpointHistory, FetchStrategy};
use crate::transport::Connection;

/// Units in a row whose walls close an endpoint. Those before one account and its videos may stand there alone.
const WALLS: usize = 2;

/// A guest, the same one in all of a run.
pub(super) struct AnonymousClient {
    pub(super) connection: Connection,
    /// Names the address that requests leave from.
    pub(super) address: String,
    state: Mutex<EndpointState>,
}

struct EndpointState {
    endpoints: EndpointHistory,
    /// The units that an endpoint led to a login, and none to what was wanted since.
    walls: BTreeMap<Endpoint, BTreeSet<i64>>,
}

impl AnonymousClient {
    /// A guest at an address, with what the API remembers of it.
    pub(super) fn new(connection: Connection, address: &Address) -> Self {
        Self {
            connection,
            address: address.key.clone(),
            state: Mutex::new(EndpointState {
                endpoints: EndpointHistory::restored(&address.cooldowns, &address.works),
                walls: BTreeMap::new(),
            }),
        }
    }

    /// Whether this endpoint is not to be asked now, seconds since 1970-01-01T00:00:00Z.
    pub(super) fn is_cooling_down(&self, endpoint: Endpoint, now: i64) -> bool {
        self.state().endpoints.is_cooling_down(endpoint, now)
    }

    /// The ways of the facts to a need, in the order in which they are tried.
    pub(super) fn in_order(&self, need: Need, strategies: &[String]) -> Vec<FetchStrategy<Endpoint>> {
        self.state()
            .endpoints
            .in_order(need.code(), &strategy::read(strategies))
    }

    /// Learns from the outcome of a unit's request. Returns what to tell the API of the endpoint.
    pub(super) fn record_outcome(&self, endpoint: Endpoint, unit: i64, outcome: Outcome) -> Option<Body> {
        let mut state = self.state();
        let is_closed = match outcome {
            Outcome::EndpointRetired => true,
            Outcome::LoginRequired => {
                let walls = state.walls.entry(endpoint).or_default();
                walls.insert(unit);
                walls.len() >= WALLS
            }
            // What comes instead of the page says nothing of what it shows.
            _ if outcome.policy().address != AddressAction::Keep => false,
            _ => {
                state.walls.remove(&endpoint);
                false
            }
        };
        if is_closed {
            state.endpoints.close(endpoint);
        }
        is_closed.then(|| strategy::report(&self.address, 0, endpoint, "", outcome))
    }

    /// Remembers that an endpoint gave what was wanted. Returns what to tell the API, if that is news. What gives less is not remembered: once it
    /// was asked first, exact counts would stay away for as long as that is remembered.
    pub(super) fn works(&self, need: Need, endpoint: Endpoint) -> Option<Body> {
        let is_new = !endpoint.gives_less(need) && self.state().endpoints.works(need.code(), endpoint);
        is_new.then(|| strategy::report(&self.address, 0, endpoint, need.code(), Outcome::Ok))
    }

    fn state(&self) -> MutexGuard<'_, EndpointState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
