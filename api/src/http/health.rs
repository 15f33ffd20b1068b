//! The probes of an orchestrator.

use http::StatusCode;

/// `GET /livez`: the process runs. It asks nobody, so that an outage of the database restarts nothing.
pub(super) async fn livez() -> StatusCode {
    StatusCode::NO_CONTENT
}

/// `GET /readyz`: the schema was checked, since the router is made after that. The database is not asked: while it is away, calls say
/// so themselves, and a Service without endpoints could not.
pub(super) async fn readyz() -> StatusCode {
    StatusCode::NO_CONTENT
}
