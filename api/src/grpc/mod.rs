//! The gRPC interface for scrapers and control planes. Messages and status codes are defined by the contract.

mod auth;
mod control;
mod ingest;
mod limit;
mod status;
mod tracking;

pub(crate) use auth::RunTokens;

use std::sync::Arc;

use clipmeter_proto::v1::control_server::ControlServer;
use clipmeter_proto::v1::ingest_server::IngestServer;
use clipmeter_proto::v1::tracking_server::TrackingServer;
use tonic::service::Routes;
use uuid::Uuid;

use crate::control_plane::Authenticator;

use crate::{Api, ApiError};

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
            .layer(axum::middleware::from_fn(limit::limit))
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
