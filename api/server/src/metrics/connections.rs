//! Client connections, by server.

use clipmeter_runtime::{Connections, saturate};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

use super::raise;

/// Exports the counters of the servers.
#[derive(Clone)]
pub(super) struct ConnectionCounts {
    servers: Vec<Connections>,
    connections: Family<ConnectionLabels, Gauge>,
    accepted: Family<ServerLabels, Counter>,
    accept_errors: Family<ServerLabels, Counter>,
    closed: Family<ClosedLabels, Counter>,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct ConnectionLabels {
    server: &'static str,
    state: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct ServerLabels {
    server: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct ClosedLabels {
    server: &'static str,
    reason: &'static str,
}

impl ConnectionCounts {
    pub(super) fn new(servers: Vec<Connections>) -> Self {
        Self {
            servers,
            connections: Family::default(),
            accepted: Family::default(),
            accept_errors: Family::default(),
            closed: Family::default(),
        }
    }

    pub(super) fn update(&self) {
        for counts in self.servers.iter().map(Connections::counts) {
            let server = counts.server;
            for (state, count) in [("open", counts.open), ("limit", counts.limit)] {
                let gauge = self
                    .connections
                    .get_or_create(&ConnectionLabels { server, state });
                gauge.set(saturate::<i64>(count));
            }
            raise(
                &self.accepted.get_or_create(&ServerLabels { server }),
                counts.accepted,
            );
            raise(
                &self.accept_errors.get_or_create(&ServerLabels { server }),
                counts.accept_errors,
            );
            for (reason, count) in counts.closed {
                let reason = reason.code();
                raise(
                    &self.closed.get_or_create(&ClosedLabels { server, reason }),
                    count,
                );
            }
        }
    }

    pub(super) fn register(&self, registry: &mut Registry) {
        registry.register(
            "connections",
            "Connections of clients: open, and the most there may be",
            self.connections.clone(),
        );
        registry.register(
            "connections_accepted",
            "Connections that were accepted",
            self.accepted.clone(),
        );
        registry.register(
            "connection_accept_errors",
            "Failures to accept a connection",
            self.accept_errors.clone(),
        );
        registry.register(
            "connections_closed",
            "Connections that the server closed, by reason",
            self.closed.clone(),
        );
    }
}
