//! A fake platform that sends configured responses and records requests.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::response::Response;
use tokio::net::TcpListener;

/// A response.
#[derive(Debug, Clone)]
pub(crate) struct StubResponse {
    status: u16,
    headers: Vec<(&'static str, String)>,
    body: Vec<u8>,
    hangs: bool,
    is_cut_off: bool,
}

/// Placeholder in a body for the requested name.
pub(crate) const REQUESTED_NAME: &str = "*requested*";

impl StubResponse {
    pub(crate) fn ok(body: impl Into<Vec<u8>>) -> Self {
        Self::status(200, body)
    }

    pub(crate) fn status(status: u16, body: impl Into<Vec<u8>>) -> Self {
        Self {
            status,
            headers: Vec::new(),
            body: body.into(),
            hangs: false,
            is_cut_off: false,
        }
    }

    pub(crate) fn redirect(location: &str) -> Self {
        Self::status(302, "").with("location", location)
    }

    pub(crate) fn with(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }

    /// Never responds.
    pub(crate) fn hang() -> Self {
        Self {
            hangs: true,
            ..Self::ok("")
        }
    }

    /// Half of a response, then the connection breaks.
    pub(crate) fn cut_off(body: impl Into<Vec<u8>>) -> Self {
        Self {
            is_cut_off: true,
            ..Self::ok(body)
        }
    }

    pub(crate) fn body(&self) -> Vec<u8> {
        self.body.clone()
    }

    /// A file of the recorded responses.
    pub(crate) fn recorded(file: &str) -> Self {
        let path = format!("../../shared/fixtures/{file}");
        Self::ok(std::fs::read(path).unwrap())
    }
}

/// A request as it arrived.
#[derive(Debug, Clone)]
pub(crate) struct ReceivedRequest {
    /// Path and query.
    pub(crate) target: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl ReceivedRequest {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map(|value| value.to_str().unwrap())
            .unwrap_or_default()
    }

    /// A field of the query, decoded.
    pub(crate) fn query(&self, name: &str) -> Option<String> {
        let query = self.target.split_once('?')?.1;
        field(query, name)
    }

    /// A field of the form, decoded.
    pub(crate) fn form(&self, name: &str) -> Option<String> {
        field(&self.body, name)
    }
}

fn field(text: &str, name: &str) -> Option<String> {
    url::form_urlencoded::parse(text.as_bytes())
        .find(|(key, _)| key == name)
        .map(|(_, value)| value.into_owned())
}

#[derive(Default)]
struct Script {
    rules: Vec<Rule>,
    received: Vec<ReceivedRequest>,
}

struct Rule {
    /// The request's path begins with the first, and path, query and form together contain the second.
    path: String,
    marker: String,
    stubs: VecDeque<StubResponse>,
}

/// A running platform.
#[derive(Clone)]
pub(crate) struct FakePlatform {
    url: String,
    script: Arc<Mutex<Script>>,
}

impl FakePlatform {
    pub(crate) async fn start() -> Self {
        let script = Arc::new(Mutex::new(Script::default()));
        let router = Router::new().fallback(respond).with_state(script.clone());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { url, script }
    }

    pub(crate) fn url(&self) -> String {
        self.url.clone()
    }

    /// Requests to this path, or below it unless it begins with `=`, get these responses one after the other; the last one is repeated. Rules
    /// added first win.
    pub(crate) fn on(&self, path: &str, stubs: impl IntoIterator<Item = StubResponse>) -> &Self {
        self.on_marked(path, "", stubs)
    }

    /// The same for requests that contain `marker`.
    pub(crate) fn on_marked(
        &self,
        path: &str,
        marker: &str,
        stubs: impl IntoIterator<Item = StubResponse>,
    ) -> &Self {
        let stubs = stubs.into_iter().collect();
        let rule = Rule {
            path: path.to_owned(),
            marker: marker.to_owned(),
            stubs,
        };
        self.script.lock().unwrap().rules.push(rule);
        self
    }

    /// All requests so far.
    pub(crate) fn received(&self) -> Vec<ReceivedRequest> {
        self.script.lock().unwrap().received.clone()
    }

    /// Returns the requests whose path begins with this.
    pub(crate) fn received_at(&self, path: &str) -> Vec<ReceivedRequest> {
        self.received()
            .into_iter()
            .filter(|received| received.target.starts_with(path))
            .collect()
    }
}

async fn respond(State(script): State<Arc<Mutex<Script>>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    let received = ReceivedRequest {
        target: parts.uri.path_and_query().unwrap().to_string(),
        headers: parts.headers,
        body: String::from_utf8(body.to_vec()).unwrap(),
    };
    let text = format!("{} {}", received.target, received.body);
    let stub = {
        let mut script = script.lock().unwrap();
        script.received.push(received.clone());
        let is_for = |rule: &&mut Rule| match rule.path.strip_prefix('=') {
            Some(target) => received.target == target,
            None => received.target.starts_with(&rule.path) && text.contains(&rule.marker),
        };
        match script.rules.iter_mut().find(is_for) {
            Some(rule) if rule.stubs.len() > 1 => rule.stubs.pop_front().unwrap(),
            Some(rule) => rule.stubs[0].clone(),
            None => StubResponse::status(404, r#"{"message":"nothing here","status":"fail"}"#),
        }
    };
    if stub.hangs {
        std::future::pending::<()>().await;
    }
    let name = received.query("username").unwrap_or_default();
    let body = match String::from_utf8(stub.body) {
        Ok(text) => text.replace(REQUESTED_NAME, &name).into_bytes(),
        Err(other) => other.into_bytes(),
    };
    let mut response = Response::builder().status(stub.status);
    for (name, value) in stub.headers {
        response = response.header(name, value);
    }
    let body = if stub.is_cut_off {
        let chunks = [Ok(body), Err(std::io::Error::other("cut off"))];
        Body::from_stream(futures::stream::iter(chunks))
    } else {
        Body::from(body)
    };
    response.body(body).unwrap()
}
