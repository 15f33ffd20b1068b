//! Retries of transactions that lost against a concurrent one.

use sqlx::error::DatabaseError;

use crate::DbError;

/// Attempts at a transaction that conflicts with others: each time the winner has made progress, so only this
/// many winners in a row make it fail.
const ATTEMPTS: u32 = 4;

/// Repeats a short transaction from its beginning as long as `is_lost` accepts its error.
pub async fn retried<T, E, A: Future<Output = Result<T, E>>>(
    is_lost: impl Fn(&E) -> bool,
    mut attempt: impl FnMut() -> A,
) -> Result<T, E> {
    for _ in 1..ATTEMPTS {
        match attempt().await {
            Err(error) if is_lost(&error) => {}
            outcome => return outcome,
        }
    }
    attempt().await
}

/// Returns whether `PostgreSQL` aborted the transaction in favor of another one: a deadlock, or a serialization
/// failure.
pub fn is_lost(error: &sqlx::Error) -> bool {
    const CODES: [&str; 2] = ["40P01", "40001"];
    error
        .as_database_error()
        .and_then(DatabaseError::code)
        .is_some_and(|code| CODES.contains(&code.as_ref()))
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

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    /// Runs an operation that fails this many times; returns the attempts and the result. Odd errors count as
    /// lost.
    async fn attempts(failures: u32, error: u32) -> (u32, Result<(), u32>) {
        let made = Cell::new(0);
        let attempt = async || {
            made.set(made.get() + 1);
            if made.get() <= failures {
                Err(error)
            } else {
                Ok(())
            }
        };
        let outcome = retried(|error| error % 2 == 1, attempt).await;
        (made.get(), outcome)
    }

    #[tokio::test]
    async fn retry_repeats_only_lost_transactions_a_few_times() {
        assert_eq!(attempts(0, 1).await, (1, Ok(())));
        assert_eq!(attempts(3, 1).await, (4, Ok(())));
        assert_eq!(attempts(9, 1).await, (4, Err(1)));
        assert_eq!(attempts(9, 2).await, (1, Err(2)));
    }
}
