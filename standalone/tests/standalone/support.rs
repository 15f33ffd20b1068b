//! The real programs, started as a user starts them.

use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Timeout of waits. A normal start takes two seconds and the demo's first gains take twenty; a machine that also
/// builds takes many times as long.
const TIMEOUT: Duration = Duration::from_mins(5);
/// Interval between two checks of a condition, most of which call the API. Scrapes take seconds.
const POLL_INTERVAL: Duration = Duration::from_millis(150);

/// The password of `admin` in these tests.
pub(crate) const PASSWORD: &str = "correct horse battery";

/// A program of this workspace, built beside the one under test.
pub(crate) fn program(name: &str) -> PathBuf {
    let beside = Path::new(env!("CARGO_BIN_EXE_clipmeter")).with_file_name(name);
    assert!(
        beside.is_file(),
        "{} is missing: run `cargo build --workspace --bins` first",
        beside.display()
    );
    beside
}

/// A folder that the database's unprivileged user can enter.
pub(crate) fn folder() -> tempfile::TempDir {
    tempfile::Builder::new()
        .permissions(std::os::unix::fs::PermissionsExt::from_mode(0o711))
        .tempdir()
        .unwrap()
}

/// Waits until `look` returns a value; panics with `what` on timeout.
pub(crate) async fn eventually<T>(what: &str, mut probe: impl AsyncFnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + TIMEOUT;
    loop {
        if let Some(seen) = probe().await {
            return seen;
        }
        assert!(Instant::now() < deadline, "timed out waiting for {what}");
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

/// A program that prints its URL in one line.
pub(crate) struct Service {
    pub(crate) child: Child,
    pub(crate) url: String,
    /// Lines before the one with the URL.
    pub(crate) greeting: Vec<String>,
    stdout: BufReader<ChildStdout>,
}

impl Service {
    /// Starts a program and waits for its line `… is ready at URL`.
    pub(crate) fn start(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let mut service = Self {
            child,
            url: String::new(),
            greeting: Vec::new(),
            stdout,
        };
        while service.url.is_empty() {
            let mut line = String::new();
            let read = service.stdout.read_line(&mut line).unwrap();
            assert!(
                read > 0,
                "{command:?} ended before it was ready: {:?}",
                service.greeting
            );
            match line.trim().split_once(" is ready at ") {
                Some((_, url)) => url.clone_into(&mut service.url),
                None => service.greeting.push(line.trim().to_owned()),
            }
        }
        service
    }

    pub(crate) fn signal(&self, signal: rustix::process::Signal) {
        let pid = rustix::process::Pid::from_raw(i32::try_from(self.child.id()).unwrap()).unwrap();
        rustix::process::kill_process(pid, signal).unwrap();
    }

    /// Returns all of its standard output, once it has exited.
    pub(crate) fn said(&mut self) -> String {
        let mut rest = String::new();
        self.stdout.read_to_string(&mut rest).unwrap();
        format!("{} {} {rest}", self.greeting.join("\n"), self.url)
    }

    /// Waits for the program to exit and returns its exit code.
    pub(crate) async fn ended(&mut self) -> Option<i32> {
        eventually("the program's end", async || self.child.try_wait().unwrap())
            .await
            .code()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // Processes must not outlive a failed test.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An HTTP client.
pub(crate) fn http() -> reqwest::Client {
    http_builder().build().unwrap()
}

/// Returns a builder of an HTTP client. Installs the program's TLS provider in the test process, which has none by default.
pub(crate) fn http_builder() -> reqwest::ClientBuilder {
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::builder()
}

/// Starts the simulator with seeded accounts and a fixed clock.
pub(crate) fn simulator(accounts: u32) -> Service {
    Service::start(
        Command::new(program("simulator"))
            .args(["--clock-speed", "0", "--seed", "7", "--accounts"])
            .arg(accounts.to_string()),
    )
}

/// Returns `clipmeter standalone` with the folder `data`, and `simulator` instead of the platforms.
pub(crate) fn clipmeter(data: &Path, simulator: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_clipmeter"));
    command
        .args(["standalone", "--data-dir"])
        .arg(data)
        .env("CLIPMETER_LISTEN", "127.0.0.1:0")
        .env("CLIPMETER_SCRAPER", program("scraper"))
        .env("CLIPMETER_ADMIN_PASSWORD", PASSWORD)
        .env("CLIPMETER_INSTAGRAM_URL", simulator)
        .env("CLIPMETER_TIKTOK_URL", simulator)
        .env("CLIPMETER_REQUEST_DELAY_FACTOR", "0")
        .env_remove("DATABASE_URL");
    command
}

/// Returns the one line on standard error of a program that must fail. Standard output must be empty.
pub(crate) fn refusal(command: &mut Command) -> String {
    // Statements that take longer than a second, on a busy machine, are warnings of their own.
    command.env(
        "RUST_LOG",
        "warn,clipmeter=info,sqlx::query=error,sqlx::pool::acquire=error",
    );
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().unwrap();
    let text = String::from_utf8(stderr).unwrap();
    assert_eq!(status.code(), Some(1), "{command:?}: {text}");
    assert_eq!(String::from_utf8_lossy(&stdout), "", "{command:?}");
    assert_eq!(text.lines().count(), 1, "one line: {text}");
    text
}

/// A signed-in admin.
pub(crate) struct Admin {
    http: reqwest::Client,
    url: String,
    token: String,
}

impl Admin {
    /// Signs in, as soon as the program is not busy.
    pub(crate) async fn sign_in(url: &str) -> Self {
        let http = http();
        let credentials = json!({"username": "admin", "password": PASSWORD});
        let login = format!("{url}/api/auth/login");
        let body: Value = eventually("a sign-in", async || {
            let response = http.post(&login).json(&credentials).send().await.unwrap();
            let is_busy = response.status() == 429 || response.status().is_server_error();
            (!is_busy).then_some(response)
        })
        .await
        .json()
        .await
        .unwrap();
        let token = body["access_token"]
            .as_str()
            .unwrap_or_else(|| panic!("no token in {body}"))
            .to_owned();
        Self {
            http,
            url: url.to_owned(),
            token,
        }
    }

    /// Returns the body of a successful response; `None` if the call failed, as it may during an outage.
    pub(crate) async fn try_get(&self, path: &str) -> Option<Value> {
        let request = self
            .http
            .get(format!("{}/api{path}", self.url))
            .bearer_auth(&self.token);
        request
            .send()
            .await
            .ok()?
            .error_for_status()
            .ok()?
            .json()
            .await
            .ok()
    }

    /// The bearer token.
    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    /// Sends this body unchanged and returns the response.
    pub(crate) async fn send(
        &self,
        method: reqwest::Method,
        path: &str,
        media_type: &str,
        body: String,
    ) -> reqwest::Response {
        self.http
            .request(method, format!("{}/api{path}", self.url))
            .bearer_auth(&self.token)
            .header("content-type", media_type)
            .body(body)
            .send()
            .await
            .unwrap()
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        self.try_get(path)
            .await
            .unwrap_or_else(|| panic!("GET {path} failed"))
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> Value {
        let request = self
            .http
            .post(format!("{}/api{path}", self.url))
            .bearer_auth(&self.token)
            .json(&body);
        let response = request.send().await.unwrap();
        let status = response.status();
        let text = response.text().await.unwrap();
        assert!(status.is_success(), "POST {path}: {status} {text}");
        serde_json::from_str(&text).unwrap()
    }
}
