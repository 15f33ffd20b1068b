//! Parameters in paths, query strings and headers.

use std::fmt::Display;

use axum::extract::{FromRequestParts, Path};
use http::header::IF_MATCH;
use http::request::Parts;
use http::{HeaderMap, Uri};
use serde::de::DeserializeOwned;
use utoipa::IntoParams;

use super::without_preamble;
use crate::http::error::{ErrorCode, Problem};

/// The ID, position or name in a path. An invalid one cannot exist, so the response is "not found" rather than an
/// error.
pub(crate) struct PathId<T = i64>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for PathId<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let Path(id) = Path::from_request_parts(parts, state)
            .await
            .map_err(|_| ErrorCode::NotFound)?;
        Ok(Self(id))
    }
}

/// The parameters of a query string.
pub(crate) struct Query<T>(pub(crate) T);

/// Query parameters of two types, for calls that share one of them. Parameters that `B` does not document are left to
/// `A` to accept or reject.
pub(crate) struct SplitQuery<A, B>(pub(crate) A, pub(crate) B);

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

/// Returns whether `If-Match` is absent or names this state. Proxies that compress weaken a tag (`W/`), which does not
/// matter here: the tag identifies the state and not the bytes of a response.
pub(crate) fn is_expected(headers: &HeaderMap, tag: &impl Display) -> bool {
    let tag = format!("\"{tag}\"");
    let mut conditions = headers.get_all(IF_MATCH).iter().peekable();
    conditions.peek().is_none()
        || conditions
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .map(str::trim)
            .any(|one| one == "*" || one.strip_prefix("W/").unwrap_or(one) == tag)
}
