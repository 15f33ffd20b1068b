//! Probes and metrics on a separate port: `/livez`, `/readyz`, `/readyz/database` and `/metrics`. They are served before the
//! database is migrated: a pod whose migration takes long must not be restarted. Readiness covers the process only, once the
//! schema has been checked: if all replicas left their Service during a database outage, clients would get no error message.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;
use clipmeter_api::Api;
use clipmeter_db::MigrationProgress;
use tokio::sync::watch;

use crate::metrics::Metrics;

/// Content type of `/metrics`.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// State of the probes and metrics endpoints.
#[derive(Clone)]
pub(crate) struct Health {
    /// Empty while the database is migrated.
    api: Arc<OnceLock<Api>>,
    /// What all routes but `/livez` respond until then.
    progress: watch::Receiver<MigrationProgress>,
    metrics: Metrics,
    serving: Arc<AtomicBool>,
}

impl Health {
    /// Creates the state as not ready.
    pub(crate) fn new(metrics: Metrics, progress: watch::Receiver<MigrationProgress>) -> Self {
        Self {
            api: Arc::default(),
            progress,
            metrics,
            serving: Arc::default(),
        }
    }

    /// Sets the API whose database and metrics are reported, once it is connected.
    pub(crate) fn set_api(&self, api: Api) {
        self.api.get_or_init(|| api);
    }

    /// Sets whether both listeners accept connections: not before they were started, and not once a stop was requested.
    pub(crate) fn set_serving(&self, serving: bool) {
        self.serving.store(serving, Ordering::Relaxed);
    }

    fn connecting(&self) -> (StatusCode, String) {
        (
            StatusCode::SERVICE_UNAVAILABLE,
            format!("{}\n", *self.progress.borrow()),
        )
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

async fn ready(State(health): State<Health>) -> (StatusCode, String) {
    if health.api.get().is_none() {
        return health.connecting();
    }
    if !health.serving.load(Ordering::Relaxed) {
        return (
            StatusCode::SERVICE_UNAVAILABLE,
            "starting or stopping\n".to_owned(),
        );
    }
    (StatusCode::OK, "ok\n".to_owned())
}

/// For `helm test` and manual checks; not used as a probe.
async fn database(State(health): State<Health>) -> (StatusCode, String) {
    match health.api.get() {
        Some(api) if api.is_database_up().await => (StatusCode::OK, "ok\n".to_owned()),
        Some(_) => (
            StatusCode::SERVICE_UNAVAILABLE,
            "the database does not respond\n".to_owned(),
        ),
        None => health.connecting(),
    }
}

async fn metrics(State(health): State<Health>) -> impl IntoResponse {
    let Some(api) = health.api.get() else {
        return Err(health.connecting());
    };
    let usage = api.usage().await;
    health
        .metrics
        .text(&usage)
        .map(|text| ([(CONTENT_TYPE, OPEN_METRICS)], text))
        .map_err(|error| (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()))
}
