//! The gRPC interface: what scrapers and control planes call. Messages and status codes are those of the contract.

mod auth;
mod control;
mod ingest;
mod status;

pub(crate) use auth::RunTokens;

use clipmeter_proto::v1::control_server::ControlServer;
use clipmeter_proto::v1::ingest_server::IngestServer;
use tonic::service::Routes;
use uuid::Uuid;

use crate::{Api, ApiError};

impl Api {
    /// The gRPC services `Ingest` and `Control`, to be served on a listener of their own.
    #[must_use]
    pub fn grpc_routes(&self) -> Routes {
        let tokens = self.run_tokens();
        Routes::new(IngestServer::new(ingest::IngestService::new(
            self.runs.clone(),
            tokens.clone(),
        )))
        .add_service(ControlServer::new(control::ControlService::new(
            self.runs.clone(),
            tokens,
        )))
    }

    /// The bearer token with which a scraper may lease this run and report for it, and do nothing else.
    pub fn run_token(&self, run: Uuid) -> Result<String, ApiError> {
        self.run_tokens().for_run(run)
    }

    /// The bearer token with which a control plane in another process may call `Control`.
    pub fn control_token(&self) -> Result<String, ApiError> {
        self.run_tokens().for_control()
    }

    fn run_tokens(&self) -> RunTokens {
        RunTokens::new(&self.secrets, std::sync::Arc::clone(&self.clock))
    }
}
