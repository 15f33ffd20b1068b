//! A platform that answers as it is told to and remembers what it was asked.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::response::Response;
use tokio::net::TcpListener;

/// An answer.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    status: u16,
    headers: Vec<(&'static str, String)>,
    body: Vec<u8>,
    hangs: bool,
    is_cut_off: bool,
}

/// In a body, the name that the request asks for.
pub(crate) const ASKED_NAME: &str = "*asked*";

impl Reply {
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

    /// No answer, ever.
    pub(crate) fn hang() -> Self {
        Self {
            hangs: true,
            ..Self::ok("")
        }
    }

    /// Half of an answer, then a broken connection.
    pub(crate) fn cut_off(body: impl Into<Vec<u8>>) -> Self {
        Self {
            is_cut_off: true,
            ..Self::ok(body)
        }
    }

    pub(crate) fn body(&self) -> Vec<u8> {
        self.body.clone()
    }

    /// A file of the recorded answers.
    pub(crate) fn recorded(file: &str) -> Self {
        let path = format!("{}/../../shared/fixtures/{file}", env!("CARGO_MANIFEST_DIR"));
        Self::ok(std::fs::read(path).unwrap())
    }
}

/// A request as it arrived.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    /// Path and query.
    pub(crate) target: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl Asked {
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
    asked: Vec<Asked>,
}

struct Rule {
    /// The request's path begins with the first and path, query and form together contain the second.
    path: String,
    marker: String,
    replies: VecDeque<Reply>,
}

/// A running platform.
#[derive(Clone)]
pub(crate) struct StandIn {
    url: String,
    script: Arc<Mutex<Script>>,
}

impl StandIn {
    pub(crate) async fn start() -> Self {
        let script = Arc::new(Mutex::new(Script::default()));
        let router = Router::new().fallback(answer).with_state(script.clone());
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { url, script }
    }

    pub(crate) fn url(&self) -> String {
        self.url.clone()
    }

    /// Requests to this path, or below it unless it begins with `=`, get these answers in turn; the last one stays. Rules
    /// added first win.
    pub(crate) fn on(&self, path: &str, replies: impl IntoIterator<Item = Reply>) -> &Self {
        self.on_marked(path, "", replies)
    }

    /// The same for requests that contain `marker`.
    pub(crate) fn on_marked(
        &self,
        path: &str,
        marker: &str,
        replies: impl IntoIterator<Item = Reply>,
    ) -> &Self {
        let replies = replies.into_iter().collect();
        let rule = Rule {
            path: path.to_owned(),
            marker: marker.to_owned(),
            replies,
        };
        self.script.lock().unwrap().rules.push(rule);
        self
    }

    /// All requests so far.
    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.script.lock().unwrap().asked.clone()
    }

    /// Requests whose path begins so.
    pub(crate) fn asked_for(&self, path: &str) -> Vec<Asked> {
        self.asked()
            .into_iter()
            .filter(|asked| asked.target.starts_with(path))
            .collect()
    }
}

async fn answer(State(script): State<Arc<Mutex<Script>>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    let asked = Asked {
        target: parts.uri.path_and_query().unwrap().to_string(),
        headers: parts.headers,
        body: String::from_utf8(body.to_vec()).unwrap(),
    };
    let text = format!("{} {}", asked.target, asked.body);
    let reply = {
        let mut script = script.lock().unwrap();
        script.asked.push(asked.clone());
        let is_for = |rule: &&mut Rule| match rule.path.strip_prefix('=') {
            Some(target) => asked.target == target,
            None => asked.target.starts_with(&rule.path) && text.contains(&rule.marker),
        };
        match script.rules.iter_mut().find(is_for) {
            Some(rule) if rule.replies.len() > 1 => rule.replies.pop_front().unwrap(),
            Some(rule) => rule.replies[0].clone(),
            None => Reply::status(404, r#"{"message":"nothing here","status":"fail"}"#),
        }
    };
    if reply.hangs {
        std::future::pending::<()>().await;
    }
    let name = asked.query("username").unwrap_or_default();
    let body = match String::from_utf8(reply.body) {
        Ok(text) => text.replace(ASKED_NAME, &name).into_bytes(),
        Err(other) => other.into_bytes(),
    };
    let mut response = Response::builder().status(reply.status);
    for (name, value) in reply.headers {
        response = response.header(name, value);
    }
    let body = if reply.is_cut_off {
        let chunks = [Ok(body), Err(std::io::Error::other("cut off"))];
        Body::from_stream(futures::stream::iter(chunks))
    } else {
        Body::from(body)
    };
    response.body(body).unwrap()
}
