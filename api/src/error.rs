//! Errors of the API.

use clipmeter_db::DbError;
use clipmeter_domain::WeakPassword;

/// An error of the API. Details are only logged; the HTTP and gRPC layers decide what a caller receives.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ApiError {
    /// The database, or the keys of this installation.
    #[error(transparent)]
    Db(#[from] DbError),
    /// A token cannot be signed.
    #[error("cannot sign a token: {0}")]
    Token(#[source] jsonwebtoken::errors::Error),
    /// A password cannot be hashed, or the stored hash is damaged.
    #[error("cannot hash or verify a password: {0}")]
    PasswordHash(String),
    /// A new password breaks the rules for passwords.
    #[error(transparent)]
    WeakPassword(#[from] WeakPassword),
}

impl From<sqlx::Error> for ApiError {
    fn from(error: sqlx::Error) -> Self {
        Self::Db(error.into())
    }
}
