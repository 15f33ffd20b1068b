//! Retries transactions that were aborted because of a conflict with a concurrent one.

use clipmeter_runtime::RetryPolicy;
use sqlx::error::DatabaseError;

use crate::DbError;

/// Each time, another transaction has made progress, so a transaction fails only after this many conflicts in a row.
const POLICY: RetryPolicy = RetryPolicy::immediate(4);

/// Repeats a short transaction from its beginning as long as `is_lost` accepts its error.
pub async fn retried<T, E, A: Future<Output = Result<T, E>>>(
    is_lost: impl Fn(&E) -> bool,
    attempt: impl FnMut() -> A,
) -> Result<T, E> {
    POLICY.run(is_lost, attempt).await
}

/// Returns whether `PostgreSQL` aborted the transaction in favor of another one: a deadlock, or a serialization
/// failure.
#[must_use]
pub fn is_lost(error: &sqlx::Error) -> bool {
    has_code(error, &["40P01", "40001"])
}

/// Returns whether a statement was canceled by its lock timeout.
pub(crate) fn is_lock_timeout(error: &sqlx::Error) -> bool {
    has_code(error, &["55P03"])
}

fn has_code(error: &sqlx::Error, codes: &[&str]) -> bool {
    error
        .as_database_error()
        .and_then(DatabaseError::code)
        .is_some_and(|code| codes.contains(&code.as_ref()))
}

/// Returns whether the same transaction may succeed when it is retried: it lost against another one that touched the
/// same accounts, or another transaction inserted the same row after this one had checked for it.
pub(crate) fn is_contention(error: &DbError) -> bool {
    let DbError::Database(error) = error else {
        return false;
    };
    is_lost(error)
        || error
            .as_database_error()
            .is_some_and(DatabaseError::is_unique_violation)
}
