//! Somebody who calls the running program.

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
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) body: Value,
}

impl Answer {
    /// The body of a success.
    #[track_caller]
    pub(super) fn ok(self) -> Value {
        assert!((200..300).contains(&self.status), "{self:?}");
        self.body
    }

    /// Asserts a refusal with its text.
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
    /// Somebody without a token.
    pub(super) fn stranger(url: &str) -> Self {
        Self {
            http: http(),
            url: url.to_owned(),
            token: String::new(),
        }
    }

    pub(super) async fn sign_in(url: &str, username: &str, password: &str) -> Self {
        let stranger = Self::stranger(url);
        let body = json!({"username": username, "password": password});
        let answer = stranger.post("/auth/login", body).await.ok();
        let token = answer["access_token"].as_str().unwrap().to_owned();
        Self { token, ..stranger }
    }

    /// The same caller with another token.
    pub(super) fn with_token(&self, token: &Value) -> Self {
        Self {
            http: self.http.clone(),
            url: self.url.clone(),
            token: token.as_str().unwrap().to_owned(),
        }
    }

    pub(super) async fn get(&self, path: &str) -> Answer {
        send(self.request(Method::GET, path)).await
    }

    pub(super) async fn post(&self, path: &str, body: Value) -> Answer {
        send(self.request(Method::POST, path).json(&body)).await
    }

    /// A POST without a body.
    pub(super) async fn poke(&self, path: &str) -> Answer {
        send(self.request(Method::POST, path)).await
    }

    pub(super) async fn put(&self, path: &str, body: Value) -> Answer {
        send(self.request(Method::PUT, path).json(&body)).await
    }

    pub(super) async fn delete(&self, path: &str) -> Answer {
        send(self.request(Method::DELETE, path)).await
    }

    pub(super) async fn post_text(&self, path: &str, text: String) -> Answer {
        let request = self
            .request(Method::POST, path)
            .header("content-type", "text/plain");
        send(request.body(text)).await
    }

    pub(super) async fn upload(&self, path: &str, name: &str, kind: &str, content: Vec<u8>) -> Answer {
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

async fn send(request: RequestBuilder) -> Answer {
    let answer = request.send().await.unwrap();
    let status = answer.status().as_u16();
    let text = answer.text().await.unwrap();
    Answer {
        status,
        body: serde_json::from_str(&text).unwrap_or(Value::String(text)),
    }
}
