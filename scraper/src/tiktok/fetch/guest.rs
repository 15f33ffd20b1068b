//! The guest that TikTok sees, and what is known of how it treats those of its address.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use clipmeter_proto::AddressFate;
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{Address, Outcome};

use super::endpoint::{Endpoint, Need};
use crate::transport::Line;
use crate::ways::{self, Memory, Way};

/// Units in a row whose walls close an endpoint. Those before one account and its videos may stand there alone.
const WALLS: usize = 2;

/// A guest, the same one in all of a run.
pub(super) struct Guest {
    pub(super) line: Line,
    /// Names the address that requests leave from.
    pub(super) address: String,
    memory: Mutex<Known>,
}

struct Known {
    endpoints: Memory,
    /// The units that an endpoint led to a login, and none to what was wanted since.
    walls: BTreeMap<Endpoint, BTreeSet<i64>>,
}

impl Guest {
    /// A guest at an address, with what the API remembers of it.
    pub(super) fn new(line: Line, address: &Address) -> Self {
        Self {
            line,
            address: address.key.clone(),
            memory: Mutex::new(Known {
                endpoints: Memory::recalled(&address.resting, &address.works),
                walls: BTreeMap::new(),
            }),
        }
    }

    /// Whether this endpoint is not to be asked now, seconds since 1970-01-01T00:00:00Z.
    pub(super) fn rests(&self, endpoint: Endpoint, now: i64) -> bool {
        self.memory().endpoints.rests(endpoint, now)
    }

    /// The ways of the facts to a need, in the order in which they are tried.
    pub(super) fn in_order(&self, need: Need, ways: &[String]) -> Vec<Way<Endpoint>> {
        self.memory().endpoints.in_order(need.code(), &ways::read(ways))
    }

    /// Learns from the outcome of a unit's request. Returns what to tell the API of the endpoint.
    pub(super) fn learn(&self, endpoint: Endpoint, unit: i64, outcome: Outcome) -> Option<Body> {
        let mut memory = self.memory();
        let is_closed = match outcome {
            Outcome::EndpointRetired => true,
            Outcome::LoginRequired => {
                let walls = memory.walls.entry(endpoint).or_default();
                walls.insert(unit);
                walls.len() >= WALLS
            }
            // What comes instead of the page says nothing of what it shows.
            _ if outcome.reaction().address != AddressFate::Calm => false,
            _ => {
                memory.walls.remove(&endpoint);
                false
            }
        };
        if is_closed {
            memory.endpoints.close(endpoint);
        }
        is_closed.then(|| ways::report(&self.address, 0, endpoint, "", outcome))
    }

    /// Remembers that an endpoint gave what was wanted. Returns what to tell the API, if that is news. What gives less is not remembered: once it
    /// was asked first, exact counts would stay away for as long as that is remembered.
    pub(super) fn works(&self, need: Need, endpoint: Endpoint) -> Option<Body> {
        let is_news = !endpoint.gives_less(need) && self.memory().endpoints.works(need.code(), endpoint);
        is_news.then(|| ways::report(&self.address, 0, endpoint, need.code(), Outcome::Ok))
    }

    fn memory(&self) -> MutexGuard<'_, Known> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
