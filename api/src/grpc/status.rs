//! Errors as gRPC status codes.

use tonic::Status;
use uuid::Uuid;

use crate::ApiError;

/// The status that the contract gives for an error. Details of our own failures stay in the log.
pub(super) fn status(error: ApiError) -> Status {
    match error {
        ApiError::Invalid(reason) => Status::invalid_argument(reason),
        ApiError::NoSuchRun => Status::not_found(error.to_string()),
        ApiError::RunEnded | ApiError::LeaseLost => Status::failed_precondition(error.to_string()),
        ApiError::LeaseHeld => Status::unavailable(error.to_string()),
        ApiError::Contended => Status::aborted(error.to_string()),
        // Most often a server that is restarting: the same call may succeed later.
        ApiError::Database(error) => {
            tracing::error!(%error, "a call failed in the database");
            Status::unavailable("the database is not available; try again")
        }
        error => {
            tracing::error!(%error, "a call failed");
            Status::internal("the call failed; the reason is in the log of the API")
        }
    }
}

/// An id of the wire.
pub(super) fn uuid(field: &str, text: &str) -> Result<Uuid, Status> {
    text.parse()
        .map_err(|_| Status::invalid_argument(format!("{field} is no UUID")))
}
