//! Liveness and readiness probes.

use http::StatusCode;

/// `GET /livez`: the process is running. Does not check the database, so that a database outage triggers no restart.
pub(super) async fn livez() -> StatusCode {
    StatusCode::NO_CONTENT
}

/// `GET /readyz`: the schema has been checked, because the router is built after that. Does not check the database:
/// during an outage calls return an error, which a Service without endpoints could not do.
pub(super) async fn readyz() -> StatusCode {
    StatusCode::NO_CONTENT
}
