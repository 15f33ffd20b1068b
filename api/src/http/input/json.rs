//! JSON bodies. Only objects are accepted: serde would also accept the fields as a list, in an order that is not part of
//! the API.

use std::fmt;
use std::marker::PhantomData;

use axum::body::{Body, Bytes};
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Request};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, MapAccess, Visitor};

use super::without_preamble;
use crate::http::error::{ErrorCode, Problem};

/// A JSON body.
pub(crate) struct Json<T>(pub(crate) T);

/// A JSON body with secrets: error messages do not repeat the input, not even the name of a field.
pub(crate) struct SecretJson<T>(pub(crate) T);

/// A JSON body that may be omitted or null.
pub(crate) struct JsonOrDefault<T>(pub(crate) T);

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
                "A field of the request body is missing or unknown, or has the wrong type",
            )),
            Err(problem) => Err(problem.code().into()),
        }
    }
}

impl<T: DeserializeOwned + Default, S: Send + Sync> FromRequest<S> for JsonOrDefault<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let (parts, body) = request.into_parts();
        let request = Request::from_parts(parts.clone(), body);
        let bytes = <Bytes as FromRequest<S>>::from_request(request, state)
            .await
            .map_err(|rejection| problem(&JsonRejection::from(rejection)))?;
        if bytes.is_empty() {
            return Ok(Self(T::default()));
        }
        // Without a content type, the extractor for an optional body would ignore the body, and the group that it names.
        let request = Request::from_parts(parts, Body::from(bytes));
        let body = <axum::Json<Option<Object<T>>> as FromRequest<S>>::from_request(request, state)
            .await
            .map_err(|rejection| problem(&rejection))?;
        Ok(Self(body.0.map(|object| object.0).unwrap_or_default()))
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

/// A value that was sent as an object.
pub(crate) struct Object<T>(pub(crate) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FieldsOf(PhantomData))
    }
}

struct FieldsOf<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for FieldsOf<T> {
    type Value = Object<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, fields: M) -> Result<Self::Value, M::Error> {
        T::deserialize(MapAccessDeserializer::new(fields)).map(Object)
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Body {
        name: Option<String>,
    }

    fn read(text: &str) -> Option<Body> {
        serde_json::from_str::<Object<Body>>(text)
            .ok()
            .map(|object| object.0)
    }

    #[test]
    fn object_body_rejects_other_json_and_unknown_fields() {
        let name = Some("x".to_owned());
        assert_eq!(read(r#"{"name": "x"}"#), Some(Body { name }));
        assert_eq!(read("{}"), Some(Body { name: None }));
        for other in [r#"["x"]"#, "[]", "null", "1", r#"{"nome": "x"}"#] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
