//! The gRPC interface for scrapers and control planes. Messages and status codes are defined by the contract.

mod auth;
mod control;
mod ingest;
mod status;
mod trace;
mod tracking;

use std::sync::Arc;
use std::time::Duration;

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use clipmeter_proto::v1::control_server::ControlServer;
use clipmeter_proto::v1::ingest_server::IngestServer;
use clipmeter_proto::v1::tracking_server::TrackingServer;
use tokio::time::timeout;
use tonic::Status;
use tonic::service::Routes;
use uuid::Uuid;

use crate::control_plane::Authenticator;
use crate::{Api, ApiError};

pub(crate) use auth::RunTokens;

impl Api {
    /// Returns the gRPC services `Ingest`, `Control` and `Tracking`, to be served on a separate listener. `callers`
    /// authorizes the calls.
    #[must_use]
    pub fn grpc_routes(&self, authenticator: Arc<dyn Authenticator>) -> Routes {
        let ingest = ingest::IngestService::new(self.runs.clone(), Arc::clone(&authenticator));
        let control = control::ControlService::new(self.runs.clone(), Arc::clone(&authenticator));
        let tracking = tracking::TrackingService::new(
            &self.pools,
            Arc::clone(&self.clock),
            Arc::clone(&self.secrets),
            authenticator,
        );
        Routes::new(IngestServer::new(ingest))
            .add_service(ControlServer::new(control))
            .add_service(TrackingServer::new(tracking))
            .into_axum_router()
            .layer(axum::middleware::from_fn(limit))
            .layer(axum::middleware::from_fn(trace::trace))
            .into()
    }

    /// Returns the authenticator for tokens that this API has issued.
    #[must_use]
    pub fn token_authenticator(&self) -> Arc<dyn Authenticator> {
        Arc::new(self.run_tokens())
    }

    /// Issues the bearer token with which a scraper may lease this run and report for it, and nothing else.
    pub fn run_token(&self, run: Uuid) -> Result<String, ApiError> {
        self.run_tokens().for_run(run)
    }

    /// Issues the bearer token with which a control plane in another process may call `Control` and `Tracking`.
    pub fn control_token(&self) -> Result<String, ApiError> {
        self.run_tokens().for_control()
    }

    fn run_tokens(&self) -> RunTokens {
        RunTokens::new(&self.secrets, Arc::clone(&self.clock))
    }
}

/// Four times the operator's timeout. A connection whose call never arrives completely still answers pings, so nothing
/// else would end it.
const LIMIT: Duration = Duration::from_mins(2);

/// Ends a call whose response has not begun in time. A report stream stays open as long as its run: its response begins
/// immediately.
pub(super) async fn limit(request: Request, next: Next) -> Response {
    timeout(LIMIT, next.run(request)).await.unwrap_or_else(|_| {
        Status::deadline_exceeded("the call exceeded its time limit; try again").into_http()
    })
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use axum::Router;
    use axum::body::Body;
    use axum::routing::post;
    use tower::ServiceExt as _;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn grpc_call_over_time_limit_ends_with_deadline_exceeded() {
        let router = Router::new()
            .route("/", post(|| async { pending::<()>().await }))
            .layer(axum::middleware::from_fn(limit));
        let request = http::Request::post("/").body(Body::empty()).unwrap();
        let began = tokio::time::Instant::now();
        let response = router.oneshot(request).await.unwrap();
        assert_eq!(began.elapsed(), LIMIT);
        let status = response.headers().get("grpc-status").unwrap();
        assert_eq!(status, &(tonic::Code::DeadlineExceeded as i32).to_string());
    }
}
