//! The platforms without a server: a request in, an answer out, and nothing that waits or listens.

use std::{sync::Arc, time::Duration};

use axum::http::{HeaderMap, Method, StatusCode, Uri};
use bytes::Bytes;
use chrono::{DateTime, Utc};
use clipmeter_proto::v1::Platform;

use crate::{
    AccountSummary, Chaos, FaultRule, InvalidFault, Quotas, Reading, RequestCounts, SimulatorConfig,
    SimulatorError,
    clock::Clock,
    faults::Delivery,
    instagram::QueryDocuments,
    platforms::Platforms,
    replay::Replay,
    request::Request,
    world::{EventPlan, World},
};

/// A request to one of the platforms.
#[derive(Debug, Clone, Default)]
pub struct RawRequest {
    /// GET, POST or HEAD.
    pub method: Method,
    /// The path with its query; what stands before the path does not matter.
    pub uri: Uri,
    /// As they were sent.
    pub headers: HeaderMap,
    /// A form, or nothing.
    pub body: Bytes,
    /// Where the request comes from, as a server sees it: what quotas count by.
    pub address: String,
}

/// What comes back, and how.
#[derive(Debug, Clone)]
pub struct OfflineResponse {
    /// The status.
    pub status: StatusCode,
    /// The headers, without the length of the body.
    pub headers: HeaderMap,
    /// All of the body, also if it is cut off.
    pub body: Bytes,
    /// How long it takes.
    pub delay: Duration,
    /// The connection ends after the first half of the body.
    pub cut_off: bool,
}

/// Both platforms with their clock, in this process.
#[derive(Debug)]
pub struct Offline {
    pub(crate) platforms: Arc<Platforms>,
}

impl Offline {
    /// Reads the recordings and makes the accounts. `listen` is of no importance here.
    pub fn new(config: &SimulatorConfig) -> Result<Self, SimulatorError> {
        config.check()?;
        let replay = config
            .replay
            .as_deref()
            .map(Replay::load)
            .transpose()?
            .unwrap_or_default();
        let clock = Clock::new(config.time.clone(), config.clock_start, config.clock_speed);
        let event_plan = EventPlan::new(config.events, clock.start());
        let world = World::new(config.seed, config.accounts, event_plan);
        let documents = QueryDocuments::new(config.documents, config.seed, clock.start());
        let platforms = Platforms::new(clock, world, replay, documents, config.waf_always);
        platforms.fault_sampler.set(config.chaos.clone());
        Ok(Self {
            platforms: Arc::new(platforms),
        })
    }

    /// Answers at once; it is up to the caller to be slow or to break off.
    #[must_use]
    pub fn response(&self, raw_request: RawRequest) -> OfflineResponse {
        self.platforms.response(raw_request)
    }

    /// Pushes the clock forward: posts appear and counts grow.
    pub fn advance(&self, by: Duration) {
        self.platforms.clock.advance(by);
    }

    /// Simulated time, in whole seconds.
    #[must_use]
    pub fn now(&self) -> DateTime<Utc> {
        DateTime::from_timestamp_millis(self.platforms.clock.now()).unwrap_or_default()
    }

    /// The seeded accounts, the platforms in turn, as they were made.
    #[must_use]
    pub fn accounts(&self) -> Vec<AccountSummary> {
        AccountSummary::all(&self.platforms.world)
    }

    /// What a scraper would find at an instant of the seeded account that was the first to bear this name, whatever the
    /// clock shows and whichever faults there are; `None` when there is no such account.
    ///
    /// Whoever bears the name by then, the account is followed. Only when somebody else has taken the name there is
    /// nothing left to be found by it: then ask by a later name.
    #[must_use]
    pub fn reading(&self, platform: Platform, username: &str, at: DateTime<Utc>) -> Option<Reading> {
        self.platforms
            .world
            .reading(platform, username, at.timestamp() * 1_000)
    }

    /// Makes requests go wrong. `recording`s that the replay folder lacks are not noticed here.
    pub fn inject(&self, fault: FaultRule) -> Result<(), InvalidFault> {
        self.platforms.faults.add(fault)
    }

    /// Forgets all faults.
    pub fn clear_faults(&self) {
        self.platforms.faults.clear();
    }

    /// Lets requests go wrong by lot, or, with `None`, no longer.
    pub fn set_chaos(&self, chaos: Option<Chaos>) -> Result<(), SimulatorError> {
        chaos.as_ref().map(Chaos::check).transpose()?;
        self.platforms.fault_sampler.set(chaos);
        Ok(())
    }

    /// Limits how much is answered, from now on; what was asked before does not count.
    pub fn set_quotas(&self, quotas: Quotas) {
        self.platforms.quota_tracker.set(quotas);
    }

    /// Trusts a session again, given by its hash; whether it was not trusted before.
    #[must_use = "a session that was trusted may have been named by mistake"]
    pub fn restore(&self, session: &str) -> bool {
        self.platforms.restore(session)
    }

    /// What has been asked so far.
    #[must_use]
    pub fn requests(&self) -> RequestCounts {
        self.platforms.log.so_far()
    }
}

impl Platforms {
    pub(crate) fn restore(&self, session: &str) -> bool {
        self.quota_tracker.forgive(session);
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
