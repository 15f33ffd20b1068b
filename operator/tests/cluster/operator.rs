//! The program `operator`.

use std::net::{SocketAddr, TcpListener};
use std::process::Stdio;

use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};

use super::api::Api;
use super::cluster::{Cluster, wait_for};

/// A running operator. It is killed when it is dropped.
pub(crate) struct Operator {
    child: Child,
    health: SocketAddr,
    _files: TempDir,
}

pub(crate) const TOKEN: &str = "operators-token";

impl Operator {
    /// Operators with one lease take turns.
    pub(crate) fn start(cluster: &Cluster, api: &Api, pod: &str, lease: &str) -> Self {
        let files = tempfile::tempdir().unwrap();
        let token = files.path().join("token");
        std::fs::write(&token, TOKEN).unwrap();
        let settings = files.path().join("scraper.yaml");
        let text = "{image: 'localhost/scraper:1', serviceAccountName: default, api: 'https://api:8443', caSecret: ca}";
        std::fs::write(&settings, text).unwrap();
        // The port is free again a moment before the operator takes it; ports are given out in turn.
        let health = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let log = std::env::var("CLIPMETER_TEST_LOG");
        let child = Command::new(env!("CARGO_BIN_EXE_operator"))
            .arg(format!("--api=http://{}", api.address))
            .arg(format!("--token-file={}", token.display()))
            .arg(format!("--namespace={}", cluster.namespace))
            .arg(format!("--pod-name={pod}"))
            .arg(format!("--lease={lease}"))
            .arg(format!("--scraper-settings={}", settings.display()))
            .arg(format!("--metrics-listen={health}"))
            .env("RUST_LOG", log.as_deref().unwrap_or("off"))
            .stdout(if log.is_ok() {
                Stdio::inherit()
            } else {
                Stdio::null()
            })
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        Self {
            child,
            health,
            _files: files,
        }
    }

    /// Started with a lease of its own, and leading.
    pub(crate) async fn leading(cluster: &Cluster, api: &Api, pod: &str) -> Self {
        let operator = Self::start(cluster, api, pod, pod);
        operator.until_leads().await;
        operator
    }

    pub(crate) async fn until_leads(&self) {
        wait_for("leading", async || {
            let text = self.get("/metrics").await;
            if text.contains("\nclipmeter_leader 1\n") {
                Ok(())
            } else {
                Err(text)
            }
        })
        .await;
    }

    /// The whole answer, or nothing when nobody answers.
    pub(crate) async fn get(&self, path: &str) -> String {
        let Ok(mut stream) = TcpStream::connect(self.health).await else {
            return String::new();
        };
        let request = format!("GET {path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        answer
    }

    /// How many passes over objects of a kind went well.
    pub(crate) async fn passes(&self, kind: &str) -> u64 {
        let name = format!("clipmeter_reconcile_total{{controller=\"{kind}\",outcome=\"done\"}} ");
        let text = self.get("/metrics").await;
        let line = text.lines().find_map(|line| line.strip_prefix(&name));
        line.map_or(0, |count| count.parse().unwrap())
    }

    pub(crate) async fn kill(&mut self) {
        self.child.kill().await.unwrap();
    }

    /// As the kubelet ends it. Returns whether it ended well.
    pub(crate) async fn terminate(&mut self) -> bool {
        let pid = self.child.id().unwrap().to_string();
        let sent = Command::new("kill").args(["-TERM", &pid]).status().await.unwrap();
        assert!(sent.success());
        self.child.wait().await.unwrap().success()
    }
}
