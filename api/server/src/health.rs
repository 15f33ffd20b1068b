//! Probes and metrics on a separate port: `/livez`, `/readyz`, `/readyz/database` and `/metrics`. Readiness covers the
//! process only, once the schema has been checked: if all replicas left their Service during a database outage, clients
//! would get no error message.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;
use clipmeter_api::Api;

use crate::metrics::Metrics;

/// Content type of `/metrics`.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// State of the probes and metrics endpoints.
#[derive(Clone)]
pub(crate) struct Health {
    api: Api,
    metrics: Metrics,
    serving: Arc<AtomicBool>,
}

impl Health {
    /// Creates the state as not ready.
    pub(crate) fn new(api: Api, metrics: Metrics) -> Self {
        Self {
            api,
            metrics,
            serving: Arc::default(),
        }
    }

    /// Sets whether both listeners accept connections: not before they were started, and not once a stop was requested.
    pub(crate) fn set_serving(&self, serving: bool) {
        self.serving.store(serving, Ordering::Relaxed);
    }

    /// Returns the routes.
    pub(crate) fn router(self) -> Router {
        Router::new()
            .route("/livez", get(async || "ok\n"))
            .route("/readyz", get(ready))
            .route("/readyz/database", get(database))
            .route("/metrics", get(metrics))
            .with_state(self)
    }
}

async fn ready(State(health): State<Health>) -> (StatusCode, &'static str) {
    if !health.serving.load(Ordering::Relaxed) {
        return (StatusCode::SERVICE_UNAVAILABLE, "starting or stopping\n");
    }
    (StatusCode::OK, "ok\n")
}

/// For `helm test` and manual checks; not used as a probe.
async fn database(State(health): State<Health>) -> (StatusCode, &'static str) {
    if health.api.is_database_up().await {
        (StatusCode::OK, "ok\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the database does not respond\n")
    }
}

async fn metrics(State(health): State<Health>) -> impl IntoResponse {
    let usage = health.api.usage().await;
    health
        .metrics
        .text(&usage)
        .map(|text| ([(CONTENT_TYPE, OPEN_METRICS)], text))
        .map_err(|error| (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()))
}
