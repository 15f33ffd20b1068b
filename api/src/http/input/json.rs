//! JSON bodies.

use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use serde::de::DeserializeOwned;

use super::object::Object;
use super::without_preamble;
use crate::http::error::{ErrorCode, Problem};

/// A JSON body.
pub(crate) struct Json<T>(pub T);

/// A JSON body with secrets: error messages do not repeat the input, not even the name of a field.
pub(crate) struct SecretJson<T>(pub T);

/// A JSON body that may be omitted or null.
pub(crate) struct JsonOrDefault<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let body = <axum::Json<Object<T>> as FromRequest<S>>::from_request(request, state)
            .await
            .map_err(|rejection| problem(&rejection))?;
        Ok(Self(body.0.0))
    }
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for SecretJson<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        match Json::from_request(request, state).await {
            Ok(Json(body)) => Ok(Self(body)),
            Err(problem) if problem.code() == ErrorCode::InvalidRequest => Err(Problem::invalid(
                "The request body does not have the fields that this call takes, or one has another type",
            )),
            Err(problem) => Err(problem.code().into()),
        }
    }
}

impl<T: DeserializeOwned + Default, S: Send + Sync> FromRequest<S> for JsonOrDefault<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let body = Option::<axum::Json<Option<Object<T>>>>::from_request(request, state)
            .await
            .map_err(|rejection| problem(&rejection))?;
        Ok(Self(
            body.and_then(|body| body.0)
                .map(|object| object.0)
                .unwrap_or_default(),
        ))
    }
}

fn problem(rejection: &JsonRejection) -> Problem {
    let code = match rejection {
        JsonRejection::JsonDataError(_) => ErrorCode::InvalidRequest,
        JsonRejection::JsonSyntaxError(_) => ErrorCode::MalformedJson,
        JsonRejection::MissingJsonContentType(_) => return ErrorCode::UnsupportedMediaType.into(),
        other if other.status() == ErrorCode::PayloadTooLarge.status() => {
            return ErrorCode::PayloadTooLarge.into();
        }
        _ => return ErrorCode::MalformedJson.into(),
    };
    Problem::new(
        code,
        format!("{}: {}", code.text(), without_preamble(&rejection.body_text())),
    )
}
