//! Query strings.

use axum::extract::FromRequestParts;
use http::request::Parts;
use serde::de::DeserializeOwned;

use super::without_preamble;
use crate::http::error::Problem;

/// The parameters of a query string.
pub(crate) struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        axum::extract::Query::<T>::from_request_parts(parts, state)
            .await
            .map(|query| Self(query.0))
            .map_err(|rejection| {
                let reason = rejection.body_text();
                Problem::invalid(format!(
                    "The query string is not valid: {}",
                    without_preamble(&reason)
                ))
            })
    }
}
