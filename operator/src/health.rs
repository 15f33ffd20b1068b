//! How the operator is, for the kubelet and Prometheus: `/livez`, `/readyz` and `/metrics`.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;
use clipmeter_serving::{ConnectionLimits, Connections, raise_open_files, serve_http};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use crate::error::Error;
use crate::metrics::Metrics;

/// How long a response may take once a stop was asked for: nothing here waits for anything.
const DRAIN: Duration = Duration::from_secs(1);

/// What the operator waits for before it can do anything.
#[derive(Clone)]
pub(crate) struct Health {
    waits_for: Arc<Mutex<Vec<String>>>,
    metrics: Arc<Metrics>,
}

impl Health {
    /// Not ready yet.
    pub(crate) fn new(metrics: Arc<Metrics>) -> Self {
        Self {
            waits_for: Arc::new(Mutex::new(vec!["its first contact with the cluster".to_owned()])),
            metrics,
        }
    }

    /// Ready once none of these definitions is missing.
    pub(crate) fn waits_for_definitions(&self, names: &[String]) {
        self.waits_for(names);
        self.metrics.waits_for_definitions(names);
    }

    /// The cluster does not say what there is. Whether a definition is missing stays as it was found last.
    pub(crate) fn waits_for_cluster(&self) {
        self.waits_for(&["the Kubernetes API".to_owned()]);
    }

    fn waits_for(&self, things: &[String]) {
        things.clone_into(&mut self.waits_for.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn missing(&self) -> Vec<String> {
        self.waits_for
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}

/// Takes the address.
pub(crate) async fn bind(address: SocketAddr) -> Result<TcpListener, Error> {
    TcpListener::bind(address)
        .await
        .map_err(|error| Error::Listen { address, error })
}

/// Answers until `stop`.
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
    fn a_cluster_that_does_not_answer_is_no_missing_definition() {
        let health = Health::new(Arc::new(Metrics::new()));
        health.waits_for_cluster();
        assert_eq!(health.missing(), ["the Kubernetes API"]);
        let is_reported = || {
            health
                .metrics
                .text()
                .unwrap()
                .contains("clipmeter_definition_missing{")
        };
        assert!(!is_reported());
        health.waits_for_definitions(&["clientgroups.clipmeter.io".to_owned()]);
        assert!(is_reported());
        health.waits_for_definitions(&[]);
        assert!(!is_reported() && health.missing().is_empty());
    }
}
