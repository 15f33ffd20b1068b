//! A running `api` program.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};

use clipmeter_fixtures::eventually;
use reqwest::header::{ETAG, IF_NONE_MATCH};
use reqwest::{Client, Method, Response, StatusCode};
use rustix::process::Signal;
use serde_json::{Value, json};

use crate::installation::PASSWORD;

pub(crate) struct Replica {
    child: Child,
    pub(crate) http: String,
    pub(crate) grpc: String,
    pub(crate) metrics: String,
    /// The lines that the program logged until it was ready.
    pub(crate) before_ready: Vec<String>,
    /// The lines that the program logged since.
    log: Arc<Mutex<Vec<String>>>,
    client: Client,
}

impl Replica {
    /// Starts the program, and waits until it prints its addresses.
    pub(crate) fn start(mut command: Command) -> Self {
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap()).lines();
        let mut said = Vec::new();
        let ready = loop {
            let line = log
                .next()
                .unwrap_or_else(|| panic!("it ended before it was ready: {said:#?}"))
                .unwrap();
            let entry: Value = serde_json::from_str(&line).unwrap_or_default();
            if entry["fields"]["message"] == "ready" {
                break entry["fields"].clone();
            }
            said.push(line);
        };
        // The program must not block on its output.
        let later = Arc::new(Mutex::new(Vec::new()));
        let lines = Arc::clone(&later);
        std::thread::spawn(move || {
            log.map_while(Result::ok)
                .for_each(|line| lines.lock().unwrap().push(line));
        });
        // The test process has no TLS provider by itself.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let address = |name: &str| ready[name].as_str().unwrap().to_owned();
        Self {
            child,
            http: address("http_address"),
            grpc: address("grpc_address"),
            metrics: address("metrics_address"),
            before_ready: said,
            log: later,
            client: Client::new(),
        }
    }

    pub(crate) fn log(&self) -> Vec<String> {
        self.log.lock().unwrap().clone()
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// The bearer token of `admin`.
    pub(crate) async fn sign_in(&self) -> String {
        let credentials = json!({"username": "admin", "password": PASSWORD});
        let (status, body) = self.send("", "POST", "/api/auth/login", credentials).await;
        assert_eq!(status, StatusCode::OK, "{body}");
        body["access_token"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn send(
        &self,
        token: &str,
        method: &str,
        path: &str,
        body: Value,
    ) -> (StatusCode, Value) {
        let method: Method = method.parse().unwrap();
        let request = self
            .client
            .request(method, format!("http://{}{path}", self.http))
            .bearer_auth(token)
            .json(&body);
        let response = request.send().await.unwrap();
        (response.status(), response.json().await.unwrap())
    }

    /// Returns the whole response to a call; the body contains credentials.
    pub(crate) async fn fetch_response(&self, token: &str, method: &str, path: &str) -> Response {
        let method: Method = method.parse().unwrap();
        self.client
            .request(method, format!("http://{}{path}", self.http))
            .bearer_auth(token)
            .json(&json!({"username": "admin", "password": PASSWORD}))
            .send()
            .await
            .unwrap()
    }

    /// Returns the status, body and tag of a poll.
    pub(crate) async fn poll(
        &self,
        token: &str,
        path: &str,
        tag: Option<&str>,
    ) -> (StatusCode, Value, Option<String>) {
        let mut request = self
            .client
            .get(format!("http://{}{path}", self.http))
            .bearer_auth(token);
        if let Some(tag) = tag {
            request = request.header(IF_NONE_MATCH, tag);
        }
        let response = request.send().await.unwrap();
        let status = response.status();
        let tag = response
            .headers()
            .get(ETAG)
            .map(|tag| tag.to_str().unwrap().to_owned());
        (status, response.json().await.unwrap_or_default(), tag)
    }

    /// Returns the response of the metrics port.
    pub(crate) async fn probe(&self, path: &str) -> (StatusCode, String) {
        let response = self
            .client
            .get(format!("http://{}{path}", self.metrics))
            .send()
            .await
            .unwrap();
        (response.status(), response.text().await.unwrap())
    }

    pub(crate) fn signal(&self, signal: Signal) {
        let pid = rustix::process::Pid::from_raw(i32::try_from(self.child.id()).unwrap()).unwrap();
        rustix::process::kill_process(pid, signal).unwrap();
    }

    /// Waits for the program to end and returns its exit code.
    pub(crate) async fn ended(&mut self) -> Option<i32> {
        let mut code = None;
        eventually("the program's end", async || {
            let ended = self.child.try_wait().unwrap();
            code = ended.and_then(|status| status.code());
            ended.is_some()
        })
        .await;
        code
    }
}

impl Drop for Replica {
    fn drop(&mut self) {
        // The program must not outlive a failed test.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
