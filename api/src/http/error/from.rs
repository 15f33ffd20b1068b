//! Faults behind the API: the log has the details, the caller gets the catalogue's text.

use sqlx::error::DatabaseError;

use super::{Code, Problem};
use crate::ApiError;
use crate::auth::WeakPassword;
use crate::auth::names::BadName;

impl From<sqlx::Error> for Problem {
    fn from(error: sqlx::Error) -> Self {
        let code = match &error {
            sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::Io(_) => Code::Unavailable,
            sqlx::Error::Database(refusal) if lost_against_another(refusal.as_ref()) => Code::Unavailable,
            _ => Code::Internal,
        };
        tracing::error!(%error, "the database failed a request");
        code.into()
    }
}

/// Whether the transaction was given up for another one that touched the same rows, or for taking too long; the same
/// call may succeed again, or then say what is wrong.
fn lost_against_another(refusal: &dyn DatabaseError) -> bool {
    /// A deadlock, a failed serialisation, a statement that took too long, and a row that refers to one which was deleted
    /// meanwhile.
    const CODES: [&str; 4] = ["40P01", "40001", "57014", "23503"];
    refusal.code().is_some_and(|code| CODES.contains(&code.as_ref()))
}

impl From<ApiError> for Problem {
    fn from(error: ApiError) -> Self {
        match error {
            ApiError::Database(error) => error.into(),
            ApiError::Invalid(reason) => Self::invalid(reason),
            ApiError::WeakPassword(reason) => reason.into(),
            error => {
                tracing::error!(%error, "a request failed");
                Code::Internal.into()
            }
        }
    }
}

impl From<WeakPassword> for Problem {
    fn from(reason: WeakPassword) -> Self {
        Self::invalid(reason.to_string())
    }
}

impl From<BadName> for Problem {
    fn from(reason: BadName) -> Self {
        Self::invalid(reason.to_string())
    }
}
