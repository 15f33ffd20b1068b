//! Converts errors to gRPC status codes.

use clipmeter_db::DbError;
use clipmeter_proto::bounds::{self, Fields};
use clipmeter_proto::{InvalidLeaderTerm, LEADER_TERM, LeaderTerm};
use tonic::Status;
use tonic::metadata::MetadataMap;
use uuid::Uuid;

/// Returns the status that the contract defines for an error. Details of internal errors stay in the log.
pub(super) fn status(error: DbError) -> Status {
    match error {
        DbError::Invalid(reason) => Status::invalid_argument(reason),
        DbError::NoSuchRun | DbError::NoSuchGroup => Status::not_found(error.to_string()),
        DbError::Taken(reason) => Status::already_exists(reason),
        DbError::LimitReached(reason) => Status::resource_exhausted(reason),
        DbError::RunEnded | DbError::LeaseLost | DbError::Erased | DbError::Deposed => {
            Status::failed_precondition(error.to_string())
        }
        DbError::ScraperPool(_) | DbError::Proxy(_) => Status::failed_precondition(error.to_string()),
        DbError::LeaseHeld | DbError::NoRoom(_) => Status::unavailable(error.to_string()),
        DbError::Contended => Status::aborted(error.to_string()),
        DbError::Database(error) if is_change_of_pool(&error) => {
            Status::failed_precondition("the scraper pool of the run has changed")
        }
        error if error.is_refusal_of_data() => {
            tracing::error!(%error, "the database rejected the data of a gRPC call");
            Status::invalid_argument(
                "the database rejected the message's data; see the API's log for the reason",
            )
        }
        // Usually a server that is restarting: the same call may succeed later.
        DbError::Database(error) => {
            tracing::error!(%error, "a gRPC call failed with a database error");
            Status::unavailable("the database is unavailable; try again")
        }
        error => {
            tracing::error!(%error, "a gRPC call failed");
            Status::internal("the call failed; see the API's log for the reason")
        }
    }
}

/// Returns whether the scraper pool of a run was changed after the call had read it, which triggers detect.
fn is_change_of_pool(error: &sqlx::Error) -> bool {
    const TRIGGERS: [&str; 2] = ["runs_address_of_pool", "session_lease_of_pool"];
    error
        .as_database_error()
        .and_then(|error| error.constraint())
        .is_some_and(|constraint| TRIGGERS.contains(&constraint))
}

/// Returns the message if every field is within its bounds, or else an error.
pub(super) fn bounded<M: Fields>(message: M) -> Result<M, Status> {
    bounds::check(&message).map_err(|refusal| Status::invalid_argument(refusal.to_string()))?;
    Ok(message)
}

/// Returns the term that a leading operator sends; `None` from other callers.
pub(super) fn leader_term(metadata: &MetadataMap) -> Result<Option<LeaderTerm>, Status> {
    let Some(value) = metadata.get(LEADER_TERM) else {
        return Ok(None);
    };
    let term = value.to_str().unwrap_or_default().parse();
    term.map(Some)
        .map_err(|error: InvalidLeaderTerm| Status::invalid_argument(error.to_string()))
}

/// Parses an ID from a message.
pub(super) fn uuid(field: &str, text: &str) -> Result<Uuid, Status> {
    text.parse()
        .map_err(|_| Status::invalid_argument(format!("{field} is not a UUID")))
}
