//! Prometheus metrics. Labels have a bounded number of values: declared routes and methods, never values from callers,
//! and no names of groups or accounts.

mod connections;
mod grpc;
mod http;
mod platforms;
mod reviews;

use std::sync::atomic::Ordering;

use clipmeter_api::Usage;
use clipmeter_runtime::Connections;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use self::connections::ConnectionCounts;
pub(crate) use self::grpc::counted as counted_grpc;
pub(crate) use self::http::counted as counted_http;
use self::platforms::PlatformCounts;
pub use self::reviews::ReviewCounts;

/// Buckets of a request's duration in seconds: most take milliseconds, one that waits for runs 20 s.
const REQUEST_SECONDS: [f64; 8] = [0.005, 0.025, 0.1, 0.25, 1.0, 5.0, 20.0, 60.0];

#[derive(Clone)]
pub(crate) struct Metrics {
    requests: Family<RequestLabels, Counter>,
    request_seconds: Family<RouteLabels, Histogram, fn() -> Histogram>,
    calls: Family<CallLabels, Counter>,
    connections: Family<PoolLabels, Gauge>,
    database_up: Gauge,
    replica_reads: Family<ResultLabels, Counter>,
    servers: ConnectionCounts,
    sessions: Family<SessionLabels, Gauge>,
    sessions_usable: Gauge,
    sessions_required: Gauge,
    session_breaker_open: Gauge,
    platforms: PlatformCounts,
    pub(crate) reviews: ReviewCounts,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct RequestLabels {
    method: String,
    route: String,
    status: u16,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct RouteLabels {
    route: String,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct CallLabels {
    method: String,
    code: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct PoolLabels {
    pool: &'static str,
    state: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct ResultLabels {
    result: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct SessionLabels {
    state: &'static str,
}

impl Metrics {
    /// Creates all metrics at zero.
    pub(crate) fn new(servers: Vec<Connections>) -> Self {
        Self {
            requests: Family::default(),
            request_seconds: Family::new_with_constructor(|| Histogram::new(REQUEST_SECONDS)),
            calls: Family::default(),
            connections: Family::default(),
            database_up: Gauge::default(),
            replica_reads: Family::default(),
            servers: ConnectionCounts::new(servers),
            sessions: Family::default(),
            sessions_usable: Gauge::default(),
            sessions_required: Gauge::default(),
            session_breaker_open: Gauge::default(),
            platforms: PlatformCounts::default(),
            reviews: ReviewCounts::default(),
        }
    }

    /// Encodes all metrics in the `OpenMetrics` format, with the API's current usage.
    pub(crate) fn text(&self, usage: &Usage) -> Result<String, std::fmt::Error> {
        for pool in &usage.pools {
            for (state, connections) in [
                ("idle", pool.idle),
                ("busy", pool.open - pool.idle),
                ("limit", pool.limit),
            ] {
                let labels = PoolLabels {
                    pool: pool.name,
                    state,
                };
                self.connections.get_or_create(&labels).set(connections);
            }
        }
        self.database_up.set(i64::from(usage.is_database_up));
        if let Some(reads) = usage.replica_reads {
            for (result, count) in [
                ("served", reads.served),
                ("behind", reads.behind),
                ("unavailable", reads.unavailable),
            ] {
                raise(&self.replica_reads.get_or_create(&ResultLabels { result }), count);
            }
        }
        if let Some(sessions) = usage.sessions {
            for (state, count) in sessions.states() {
                let labels = SessionLabels { state: state.code() };
                self.sessions.get_or_create(&labels).set(count);
            }
            self.sessions_usable.set(sessions.usable);
            self.sessions_required.set(sessions.required);
            self.session_breaker_open
                .set(i64::from(sessions.breaker_until.is_some()));
        }
        self.servers.update();
        self.platforms.update(&usage.reported);
        let mut text = String::new();
        encode(&mut text, &self.registry())?;
        Ok(text)
    }

    fn registry(&self) -> Registry {
        let mut registry = Registry::with_prefix("clipmeter");
        registry.register("http_requests", "Requests served", self.requests.clone());
        registry.register(
            "http_request_duration_seconds",
            "Response time",
            self.request_seconds.clone(),
        );
        registry.register("grpc_calls", "Calls served", self.calls.clone());
        registry.register(
            "database_connections",
            "Connections to the database: idle, busy, and the most there may be",
            self.connections.clone(),
        );
        registry.register(
            "database_up",
            "1 if the database responded within a second",
            self.database_up.clone(),
        );
        registry.register(
            "database_replica_reads",
            "Reads for which a replica of the database was tried: served by it, or by the primary because the replica was behind or unavailable",
            self.replica_reads.clone(),
        );
        registry.register("sessions", "Instagram sessions by status", self.sessions.clone());
        registry.register(
            "sessions_usable",
            "Instagram sessions that are in use or available",
            self.sessions_usable.clone(),
        );
        registry.register(
            "sessions_required",
            "Instagram sessions that the tracked accounts need, with a margin",
            self.sessions_required.clone(),
        );
        registry.register(
            "session_breaker_open",
            "1 while the circuit breaker is open: several Instagram sessions would have ended within ten minutes, so none does",
            self.session_breaker_open.clone(),
        );
        self.servers.register(&mut registry);
        self.platforms.register(&mut registry);
        self.reviews.register(&mut registry);
        registry
    }
}

/// Sets the counter, but never lowers it: two scrapes may overlap, and the later one may have the older count.
fn raise(counter: &Counter, count: u64) {
    counter.inner().fetch_max(count, Ordering::Relaxed);
}
