//! Faults behind the API: the log has the details, the caller gets the catalogue's text.

use super::{Code, Problem};
use crate::ApiError;

impl From<sqlx::Error> for Problem {
    fn from(error: sqlx::Error) -> Self {
        let code = match &error {
            sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::Io(_) => Code::Unavailable,
            _ => Code::Internal,
        };
        tracing::error!(%error, "the database failed a request");
        code.into()
    }
}

impl From<ApiError> for Problem {
    fn from(error: ApiError) -> Self {
        match error {
            ApiError::Database(error) => error.into(),
            ApiError::Invalid(reason) => Self::invalid(reason),
            error => {
                tracing::error!(%error, "a request failed");
                Code::Internal.into()
            }
        }
    }
}
