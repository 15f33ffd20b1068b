//! Recognizes the errors of a connection pooler.

/// `PgBouncer` uses the code of a protocol violation for all its errors.
const CODE: &str = "08P01";
/// Parts of its messages when it has no password of the role, or another one.
const REFUSALS: [&str; 2] = ["authentication failed", "no such user"];
/// Part of its message for BEGIN.
const NO_TRANSACTIONS: &str = "statement pooling";

/// Returns whether a pooler rejects the login.
pub(crate) fn is_refused_by_pooler(error: &sqlx::Error) -> bool {
    REFUSALS.iter().any(|part| is_from_pooler(error, part))
}

/// Returns whether a pooler rejects a transaction.
pub(crate) fn is_statement_pooling(error: &sqlx::Error) -> bool {
    is_from_pooler(error, NO_TRANSACTIONS)
}

fn is_from_pooler(error: &sqlx::Error, part: &str) -> bool {
    error
        .as_database_error()
        .is_some_and(|error| error.code().is_some_and(|code| code == CODE) && error.message().contains(part))
}
