//! Ids in paths.

use axum::extract::{FromRequestParts, Path};
use http::request::Parts;

use crate::http::error::{Code, Problem};

/// The id or position in a path. What is no number names nothing, so it is not found rather than wrong.
pub(crate) struct PathId(pub i64);

impl<S: Send + Sync> FromRequestParts<S> for PathId {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Path(id) = Path::from_request_parts(parts, state)
            .await
            .map_err(|_| Code::NotFound)?;
        Ok(Self(id))
    }
}
