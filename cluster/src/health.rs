//! Probes and metrics on a port of their own: `/livez`, `/readyz`, `/readyz/database` and `/metrics`. Readiness speaks for the
//! process alone, once the schema was checked: replicas that all left their Service during an outage of the database could not say
//! what is wrong.

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

/// The format of `/metrics`.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// What is asked.
#[derive(Clone)]
pub(crate) struct Health {
    api: Api,
    metrics: Metrics,
    serving: Arc<AtomicBool>,
}

impl Health {
    /// Not ready yet.
    pub(crate) fn new(api: Api, metrics: Metrics) -> Self {
        Self {
            api,
            metrics,
            serving: Arc::default(),
        }
    }

    /// Whether both listeners take what comes: not before they were started, and not once a stop was asked for.
    pub(crate) fn set_serving(&self, serving: bool) {
        self.serving.store(serving, Ordering::Relaxed);
    }

    /// The paths.
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

/// For `helm test` and people; no kubelet asks it.
async fn database(State(health): State<Health>) -> (StatusCode, &'static str) {
    if health.api.is_database_up().await {
        (StatusCode::OK, "ok\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n")
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
