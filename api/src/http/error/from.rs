//! Converts internal errors: the log gets the details, the caller gets the catalog's text.

use clipmeter_db::storage::{NoRoom, RETRY_AFTER, UNREACHABLE, WriteRefusal};
use clipmeter_db::tracking::intent::Intent;
use clipmeter_db::{DbError, is_lost};
use clipmeter_domain::WeakPassword;
use sqlx::error::DatabaseError;

use super::Problem;
use super::code::ErrorCode;
use crate::ApiError;
use crate::auth::names::BadName;
use crate::control_plane::DesiredStateError;

impl From<sqlx::Error> for Problem {
    fn from(error: sqlx::Error) -> Self {
        if is_lost(&error) {
            tracing::warn!(%error, "a transaction was aborted because of a conflict");
            return Self {
                is_lost: true,
                ..Self::from(ErrorCode::Unavailable)
            };
        }
        if let Some(refusal) = WriteRefusal::of(&error) {
            tracing::error!(%error, "the database rejected a request");
            return refusal.into();
        }
        let code = match &error {
            sqlx::Error::Database(refusal) if is_transient(refusal.as_ref()) => ErrorCode::Unavailable,
            _ => ErrorCode::Internal,
        };
        tracing::error!(%error, "a request failed with a database error");
        code.into()
    }
}

impl From<WriteRefusal> for Problem {
    fn from(refusal: WriteRefusal) -> Self {
        let problem: Self = match refusal {
            WriteRefusal::NoSpace => ErrorCode::StorageFull.into(),
            WriteRefusal::ReadOnly => ErrorCode::ReadOnly.into(),
            WriteRefusal::Away => Self::new(ErrorCode::Unavailable, UNREACHABLE),
        };
        Self {
            refusal: Some(refusal),
            ..problem.retry_after(RETRY_AFTER)
        }
    }
}

impl From<NoRoom> for Problem {
    fn from(error: NoRoom) -> Self {
        Self::new(ErrorCode::StorageFull, error.to_string()).retry_after(RETRY_AFTER)
    }
}

/// The cluster that stores the desired state does not respond.
const CLUSTER_UNAVAILABLE: &str =
    "The cluster cannot be reached, so nothing was changed. Please try again in a moment.";

/// The message if the connection is lost during several deletions, which cannot be undone.
const CLUSTER_LOST_DURING_DELETION: &str = "The connection to the cluster was lost. Some objects may already be deleted; the others are \
    unchanged. Please try again in a moment.";

/// Returns whether the same call may succeed later, or return a more specific error.
fn is_transient(refusal: &dyn DatabaseError) -> bool {
    /// A statement timeout, a lock timeout, and a row that refers to one that was deleted concurrently.
    const CODES: [&str; 3] = ["57014", "55P03", "23503"];
    refusal.code().is_some_and(|code| CODES.contains(&code.as_ref()))
}

impl From<DbError> for Problem {
    fn from(error: DbError) -> Self {
        match error {
            DbError::Database(error) => error.into(),
            DbError::Invalid(reason) => Self::invalid(reason),
            DbError::NoRoom(error) => error.into(),
            error => {
                tracing::error!(%error, "a request failed");
                ErrorCode::Internal.into()
            }
        }
    }
}

impl From<ApiError> for Problem {
    fn from(error: ApiError) -> Self {
        match error {
            ApiError::Db(error) => error.into(),
            ApiError::WeakPassword(reason) => reason.into(),
            error => {
                tracing::error!(%error, "a request failed");
                ErrorCode::Internal.into()
            }
        }
    }
}

impl From<DesiredStateError> for Problem {
    fn from(error: DesiredStateError) -> Self {
        match error {
            DesiredStateError::ManagedElsewhere { .. } => {
                Self::new(ErrorCode::ManagedElsewhere, error.to_string())
            }
            DesiredStateError::LimitReached => ErrorCode::AccountLimitReached.into(),
            DesiredStateError::NotYet(text) => Self {
                is_early: true,
                ..Self::new(ErrorCode::Unavailable, text)
            },
            DesiredStateError::Unavailable(_) => {
                tracing::warn!(%error, "a change was canceled");
                Self::new(ErrorCode::Unavailable, CLUSTER_UNAVAILABLE)
            }
            DesiredStateError::Refused(_) => {
                tracing::error!(%error, "a request failed");
                ErrorCode::Internal.into()
            }
        }
    }
}

impl Problem {
    /// Returns why the desired state was rejected.
    pub(crate) fn of_desired_state(error: DesiredStateError, intents: &[Intent]) -> Self {
        let deletions: usize = intents
            .iter()
            .map(|intent| match intent {
                Intent::Untrack(_, names) => names.len(),
                _ => 0,
            })
            .sum();
        let is_unavailable = matches!(error, DesiredStateError::Unavailable(_));
        let problem = Self::from(error);
        if is_unavailable && deletions > 1 {
            return Self::new(ErrorCode::Unavailable, CLUSTER_LOST_DURING_DELETION);
        }
        problem
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
