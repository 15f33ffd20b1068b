//! The platforms without a server: converts a request into a response, without waiting or listening.

use std::{sync::Arc, time::Duration};

use axum::http::{HeaderMap, StatusCode};
use bytes::Bytes;
use chrono::{DateTime, Utc};
use clipmeter_proto::v1::Platform;

use crate::{
    AccountSummary, Chaos, FaultRule, InvalidFault, Quotas, Reading, RequestCounts, SimulatorConfig,
    SimulatorError,
    clock::SimulatedClock,
    faults::Delivery,
    instagram::QueryDocuments,
    platforms::Platforms,
    replay::Replay,
    request::{RawRequest, Request},
    world::{EventPlan, World},
};

/// A response with its delivery.
#[derive(Debug, Clone)]
pub struct OfflineResponse {
    pub status: StatusCode,
    /// The headers, without the length of the body.
    pub headers: HeaderMap,
    /// The complete body, even if it is cut off.
    pub body: Bytes,
    /// The delay of the response.
    pub delay: Duration,
    /// Whether the connection ends after the first half of the body.
    pub cut_off: bool,
}

/// Both platforms with their clock, in this process.
#[derive(Debug)]
pub struct Offline {
    pub(crate) platforms: Arc<Platforms>,
}

impl Offline {
    /// Reads the recordings and creates the accounts. `listen` is ignored.
    pub fn new(config: &SimulatorConfig) -> Result<Self, SimulatorError> {
        config.check()?;
        let replay = config
            .replay
            .as_deref()
            .map(Replay::load)
            .transpose()?
            .unwrap_or_default();
        let clock = SimulatedClock::new(
            config.time.clone(),
            config.clock_start,
            config.clock_speed,
            config.clock_catches_up,
        );
        let event_plan = EventPlan::new(config.events, clock.start(), config.private_since);
        let world = World::new(config.seed, config.accounts, event_plan);
        let documents = QueryDocuments::new(config.documents, config.seed, clock.start());
        let platforms = Platforms::new(clock, world, replay, documents, config.waf_always);
        platforms.fault_sampler.set(config.chaos.clone());
        Ok(Self {
            platforms: Arc::new(platforms),
        })
    }

    /// Returns the response immediately; delays and disconnections are up to the caller.
    #[must_use]
    pub fn response(&self, raw_request: RawRequest) -> OfflineResponse {
        self.platforms.response(raw_request)
    }

    /// Advances the clock: posts appear and counts grow.
    pub fn advance(&self, by: Duration) {
        self.platforms.clock.advance(by);
    }

    /// Returns simulated time in whole seconds.
    #[must_use]
    pub fn now(&self) -> DateTime<Utc> {
        DateTime::from_timestamp_millis(self.platforms.clock.now()).unwrap_or_default()
    }

    /// Returns the seeded accounts, alternating between the platforms, in their initial state.
    #[must_use]
    pub fn accounts(&self) -> Vec<AccountSummary> {
        AccountSummary::all(&self.platforms.world)
    }

    /// Returns what a scraper would find at an instant of the seeded account that was the first with this name, regardless of the
    /// clock and of faults; `None` if there is no such account.
    ///
    /// The account is followed through renames. Only if another account has taken the name is nothing found: then use a later
    /// name.
    #[must_use]
    pub fn reading(&self, platform: Platform, username: &str, at: DateTime<Utc>) -> Option<Reading> {
        self.platforms
            .world
            .reading(platform, username, at.timestamp() * 1_000)
    }

    /// Adds a fault rule. A `recording` that is missing in the replay folder is not reported here.
    pub fn inject(&self, fault: FaultRule) -> Result<(), InvalidFault> {
        self.platforms.faults.add(fault)
    }

    /// Removes all fault rules.
    pub fn clear_faults(&self) {
        self.platforms.faults.clear();
    }

    /// Enables random faults, or disables them with `None`.
    pub fn set_chaos(&self, chaos: Option<Chaos>) -> Result<(), SimulatorError> {
        chaos.as_ref().map(Chaos::check).transpose()?;
        self.platforms.fault_sampler.set(chaos);
        Ok(())
    }

    /// Sets quotas from now on; earlier requests do not count.
    pub fn set_quotas(&self, quotas: Quotas) {
        self.platforms.quota_tracker.set(quotas);
    }

    /// Trusts a session again, given by its hash; returns whether it was untrusted.
    #[must_use = "a session that was trusted may have been named by mistake"]
    pub fn restore(&self, session: &str) -> bool {
        self.platforms.restore(session)
    }

    /// Returns the request counters.
    #[must_use]
    pub fn requests(&self) -> RequestCounts {
        self.platforms.log.so_far()
    }
}

impl Platforms {
    pub(crate) fn restore(&self, session: &str) -> bool {
        self.quota_tracker.reset(session);
        self.sessions.restore(session)
    }

    pub(crate) fn response(&self, raw_request: RawRequest) -> OfflineResponse {
        let request = Request::new(raw_request);
        let Delivery {
            response,
            delay,
            cut_off,
        } = self.deliver(&request);
        tracing::debug!(
            from = request.address,
            path = request.path,
            status = response.status.as_u16(),
            "response sent"
        );
        let sent = response.body.len() / if cut_off { 2 } else { 1 };
        self.log.note_sent(sent);
        let mut headers = HeaderMap::with_capacity(response.headers.len());
        for (name, value) in response.headers {
            headers.append(name, value);
        }
        OfflineResponse {
            status: response.status,
            headers,
            body: response.body,
            delay,
            cut_off,
        }
    }
}
