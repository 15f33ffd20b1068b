//! The probes of an orchestrator.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use http::StatusCode;

use super::error::{Code, Problem};
use super::state::HttpState;

/// A probe that waits longer learns nothing more.
const PING_TIMEOUT: Duration = Duration::from_secs(1);

/// `GET /livez`: the process runs. It asks nobody, so that an outage of the database restarts nothing.
pub(super) async fn livez() -> StatusCode {
    StatusCode::NO_CONTENT
}

/// `GET /readyz`: requests can be served.
pub(super) async fn readyz(State(state): State<Arc<HttpState>>) -> Result<StatusCode, Problem> {
    match tokio::time::timeout(PING_TIMEOUT, state.database.ping()).await {
        Ok(true) => Ok(StatusCode::NO_CONTENT),
        Ok(false) | Err(_) => Err(Code::Unavailable.into()),
    }
}
