//! A response with its body.

use axum::body::to_bytes;
use axum::response::Response;
use http::{HeaderMap, StatusCode};
use serde_json::Value;

#[derive(Debug)]
pub(crate) struct TestResponse {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    /// Null if the body is not JSON.
    pub(crate) json: Value,
    pub(crate) text: String,
}

impl TestResponse {
    pub(crate) async fn read(response: Response) -> Self {
        let (parts, body) = response.into_parts();
        let bytes = to_bytes(body, usize::MAX).await.unwrap();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let json = serde_json::from_str(&text).unwrap_or_default();
        Self {
            status: parts.status,
            headers: parts.headers,
            json,
            text,
        }
    }

    /// The body of a success.
    #[track_caller]
    pub(crate) fn ok(self) -> Value {
        assert!(self.status.is_success(), "{self:?}");
        self.json
    }

    /// Asserts an error response with exactly its two fields.
    #[track_caller]
    pub(crate) fn refused(&self, status: u16, code: &str) {
        assert_eq!(
            (self.status.as_u16(), self.json["code"].as_str()),
            (status, Some(code)),
            "{self:?}"
        );
        let fields = self.json.as_object().unwrap();
        assert!(
            fields.len() == 2 && fields["error"].as_str().is_some_and(|text| !text.is_empty()),
            "{self:?}"
        );
    }

    #[track_caller]
    pub(crate) fn error(&self) -> &str {
        self.json["error"].as_str().unwrap()
    }

    #[track_caller]
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .unwrap_or_else(|| panic!("no {name} in {self:?}"))
            .to_str()
            .unwrap()
    }
}
