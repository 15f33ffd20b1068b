//! A client of the running program.

use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};

use crate::support::http;

/// Separates the parts of a form.
const BOUNDARY: &str = "clipmeter-boundary";

pub(super) struct Caller {
    http: Client,
    url: String,
    token: String,
}

#[derive(Debug)]
pub(super) struct ApiResponse {
    pub(super) status: u16,
    pub(super) body: Value,
}

impl ApiResponse {
    /// The body of a success.
    #[track_caller]
    pub(super) fn ok(self) -> Value {
        assert!((200..300).contains(&self.status), "{self:?}");
        self.body
    }

    /// Asserts an error response with this text.
    #[track_caller]
    pub(super) fn refused(&self, status: u16, text: &str) {
        assert_eq!(
            (self.status, self.body["error"].as_str()),
            (status, Some(text)),
            "{self:?}"
        );
    }
}

impl Caller {
    /// A client without a token.
    pub(super) fn anonymous(url: &str) -> Self {
        Self {
            http: http(),
            url: url.to_owned(),
            token: String::new(),
        }
    }

    pub(super) async fn sign_in(url: &str, username: &str, password: &str) -> Self {
        let anonymous = Self::anonymous(url);
        let body = json!({"username": username, "password": password});
        let response = anonymous.post("/auth/login", body).await.ok();
        let token = response["access_token"].as_str().unwrap().to_owned();
        Self { token, ..anonymous }
    }

    /// The same caller with another token.
    pub(super) fn with_token(&self, token: &Value) -> Self {
        Self {
            http: self.http.clone(),
            url: self.url.clone(),
            token: token.as_str().unwrap().to_owned(),
        }
    }

    pub(super) async fn get(&self, path: &str) -> ApiResponse {
        send(self.request(Method::GET, path)).await
    }

    pub(super) async fn post(&self, path: &str, body: Value) -> ApiResponse {
        send(self.request(Method::POST, path).json(&body)).await
    }

    /// A POST without a body.
    pub(super) async fn poke(&self, path: &str) -> ApiResponse {
        send(self.request(Method::POST, path)).await
    }

    pub(super) async fn put(&self, path: &str, body: Value) -> ApiResponse {
        send(self.request(Method::PUT, path).json(&body)).await
    }

    pub(super) async fn delete(&self, path: &str) -> ApiResponse {
        send(self.request(Method::DELETE, path)).await
    }

    pub(super) async fn post_text(&self, path: &str, text: String) -> ApiResponse {
        let request = self
            .request(Method::POST, path)
            .header("content-type", "text/plain");
        send(request.body(text)).await
    }

    pub(super) async fn upload(&self, path: &str, name: &str, kind: &str, content: Vec<u8>) -> ApiResponse {
        let head = format!(
            "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\ncontent-type: {kind}\r\n\r\n"
        );
        let foot = format!("\r\n--{BOUNDARY}--\r\n");
        let form = [head.into_bytes(), content, foot.into_bytes()].concat();
        let request = self.request(Method::POST, path).header(
            "content-type",
            format!("multipart/form-data; boundary={BOUNDARY}"),
        );
        send(request.body(form)).await
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{}/api{path}", self.url));
        if self.token.is_empty() {
            request
        } else {
            request.bearer_auth(&self.token)
        }
    }
}

async fn send(request: RequestBuilder) -> ApiResponse {
    let response = request.send().await.unwrap();
    let status = response.status().as_u16();
    let text = response.text().await.unwrap();
    ApiResponse {
        status,
        body: serde_json::from_str(&text).unwrap_or(Value::String(text)),
    }
}
