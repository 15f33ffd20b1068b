//! HTTP server for the kubelet and Prometheus: `/livez`, `/readyz` and `/metrics`.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;
use clipmeter_runtime::{ConnectionLimits, Connections, raise_open_files, serve_http};
use parking_lot::Mutex;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::error::Error;
use crate::metrics::Metrics;

/// Grace period for responses after a stop was requested; short, because no handler waits for anything.
const DRAIN: Duration = Duration::from_secs(1);

/// The readiness of the operator: the resource definitions that it waits for.
#[derive(Clone)]
pub(crate) struct Health {
    missing: Arc<Mutex<Vec<String>>>,
    metrics: Arc<Metrics>,
}

impl Health {
    pub(crate) fn new(metrics: Arc<Metrics>) -> Self {
        Self {
            missing: Arc::new(Mutex::new(vec!["the first connection to the cluster".to_owned()])),
            metrics,
        }
    }

    /// Sets the missing definitions. If there are none, the operator is ready.
    pub(crate) fn set_missing_definitions(&self, names: &[String]) {
        self.set_missing(names);
        self.metrics.set_missing_definitions(names);
    }

    /// Records that the cluster cannot be reached. The missing definitions remain as last observed.
    pub(crate) fn set_cluster_unreachable(&self) {
        self.set_missing(&["the Kubernetes API".to_owned()]);
    }

    fn set_missing(&self, names: &[String]) {
        names.clone_into(&mut self.missing.lock());
    }

    fn missing(&self) -> Vec<String> {
        self.missing.lock().clone()
    }
}

/// Binds the address.
pub(crate) async fn bind(address: SocketAddr) -> Result<TcpListener, Error> {
    TcpListener::bind(address)
        .await
        .map_err(|error| Error::Listen { address, error })
}

/// Serves requests until `stop`.
pub(crate) async fn serve(listener: TcpListener, health: Health, stop: CancellationToken) {
    let routes = Router::new()
        .route("/livez", get(async || "ok\n"))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .with_state(health);
    let connections = Connections::new("metrics", ConnectionLimits::probes(raise_open_files()));
    serve_http(routes, listener, connections, stop, DRAIN).await;
}

async fn ready(State(health): State<Health>) -> impl IntoResponse {
    let missing = health.missing();
    if missing.is_empty() {
        (StatusCode::OK, "ok\n".to_owned())
    } else {
        let text = format!("waiting for {}\n", missing.join(", "));
        (StatusCode::SERVICE_UNAVAILABLE, text)
    }
}

async fn metrics(State(health): State<Health>) -> impl IntoResponse {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    health
        .metrics
        .text()
        .map(|text| ([(CONTENT_TYPE, kind)], text))
        .map_err(|error| (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unreachable_cluster_is_not_reported_as_missing_definition() {
        let health = Health::new(Arc::new(Metrics::new()));
        health.set_cluster_unreachable();
        assert_eq!(health.missing(), ["the Kubernetes API"]);
        let is_reported = || {
            health
                .metrics
                .text()
                .unwrap()
                .contains("clipmeter_definition_missing{")
        };
        assert!(!is_reported());
        health.set_missing_definitions(&["clientgroups.clipmeter.io".to_owned()]);
        assert!(is_reported());
        health.set_missing_definitions(&[]);
        assert!(!is_reported() && health.missing().is_empty());
    }
}
