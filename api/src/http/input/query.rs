//! Query strings.

use axum::extract::FromRequestParts;
use http::Uri;
use http::request::Parts;
use serde::de::DeserializeOwned;
use utoipa::IntoParams;

use super::without_preamble;
use crate::http::error::{ErrorCode, Problem};

/// The parameters of a query string.
pub(crate) struct Query<T>(pub T);

/// Query parameters of two types, for calls that share one of them. Parameters that `B` does not document are left to
/// `A` to accept or reject.
pub(crate) struct SplitQuery<A, B>(pub A, pub B);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        read(&parts.uri).map(Self)
    }
}

impl<A, B, S> FromRequestParts<S> for SplitQuery<A, B>
where
    A: DeserializeOwned,
    B: DeserializeOwned + IntoParams,
    S: Send + Sync,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let documented = B::into_params(|| None);
        let query = parts.uri.query().unwrap_or_default();
        let (of_b, of_a): (Vec<&str>, Vec<&str>) = query.split('&').partition(|pair| {
            let name = pair.split_once('=').map_or(*pair, |(name, _)| name);
            documented.iter().any(|parameter| parameter.name == name)
        });
        Ok(Self(read_pairs(&of_a)?, read_pairs(&of_b)?))
    }
}

fn read_pairs<T: DeserializeOwned>(pairs: &[&str]) -> Result<T, Problem> {
    let uri = Uri::try_from(format!("/?{}", pairs.join("&"))).map_err(|_| ErrorCode::InvalidRequest)?;
    read(&uri)
}

fn read<T: DeserializeOwned>(uri: &Uri) -> Result<T, Problem> {
    axum::extract::Query::<T>::try_from_uri(uri)
        .map(|query| query.0)
        .map_err(|rejection| {
            let reason = rejection.body_text();
            Problem::invalid(format!(
                "The query string is not valid: {}",
                without_preamble(&reason)
            ))
        })
}
