//! IDs in paths.

use axum::extract::{FromRequestParts, Path};
use http::request::Parts;
use serde::de::DeserializeOwned;

use crate::http::error::{ErrorCode, Problem};

/// The ID, position or name in a path. An invalid one cannot exist, so the response is "not found" rather than an
/// error.
pub(crate) struct PathId<T = i64>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for PathId<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Path(id) = Path::from_request_parts(parts, state)
            .await
            .map_err(|_| ErrorCode::NotFound)?;
        Ok(Self(id))
    }
}
