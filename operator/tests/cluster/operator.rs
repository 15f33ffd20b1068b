//! The program `operator`.

use std::fs::File;
use std::io;
use std::net::SocketAddr;

use clipmeter_fixtures::fake_api::FakeApi;
use clipmeter_fixtures::{free_address, wait_for};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};

use super::cluster::Cluster;

/// A running operator. It is killed when it is dropped.
pub(crate) struct Operator {
    child: Child,
    health: SocketAddr,
    files: TempDir,
}

/// Prints the log if the test fails.
impl Drop for Operator {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let log = std::fs::read_to_string(self.files.path().join("log"));
            eprintln!("the operator's log:\n{}", log.unwrap_or_default());
        }
    }
}

/// The lease that the chart names.
pub(crate) const LEASE: &str = "clipmeter-operator";
pub(crate) const TOKEN: &str = "operators-token";

impl Operator {
    /// Starts with the chart's permissions and restrictions. There is one lease, so operators run one after the other.
    pub(crate) fn start(cluster: &Cluster, api: &FakeApi, pod: &str, options: &[&str]) -> Self {
        Self::start_with_settings(cluster, api, pod, &cluster.installed.settings, options)
    }

    fn start_with_settings(
        cluster: &Cluster,
        api: &FakeApi,
        pod: &str,
        scraper: &str,
        options: &[&str],
    ) -> Self {
        let files = tempfile::tempdir().unwrap();
        let token = files.path().join("token");
        std::fs::write(&token, TOKEN).unwrap();
        let settings = files.path().join("scraper.yaml");
        std::fs::write(&settings, scraper).unwrap();
        let health = free_address();
        let log = files.path().join("log");
        let child = Command::new(env!("CARGO_BIN_EXE_operator"))
            .arg(format!("--api=http://{}", api.address))
            .arg(format!("--token-file={}", token.display()))
            .arg(format!("--namespace={}", cluster.namespace))
            .arg(format!("--scraper-namespace={}", cluster.scrapers))
            .arg(format!("--pod-name={pod}"))
            .arg(format!("--lease={LEASE}"))
            .arg(format!("--scraper-settings={}", settings.display()))
            .arg(format!("--metrics-listen={health}"))
            .args(options)
            .env("KUBECONFIG", &cluster.installed.kubeconfig)
            .stdout(File::create(log).unwrap())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        Self { child, health, files }
    }

    /// Starts an operator that leads, without waiting for the lease of a killed one.
    pub(crate) async fn leading(cluster: &Cluster, api: &FakeApi, pod: &str) -> Self {
        Self::leading_with(cluster, api, pod, &[]).await
    }

    /// Does the same with further options.
    pub(crate) async fn leading_with(cluster: &Cluster, api: &FakeApi, pod: &str, options: &[&str]) -> Self {
        Self::free_lease(cluster).await;
        let operator = Self::start(cluster, api, pod, options);
        operator.wait_until_leading().await;
        operator
    }

    /// Does the same with other settings of scrapers.
    pub(crate) async fn leading_with_settings(
        cluster: &Cluster,
        api: &FakeApi,
        pod: &str,
        scraper: &str,
    ) -> Self {
        Self::free_lease(cluster).await;
        let operator = Self::start_with_settings(cluster, api, pod, scraper, &[]);
        operator.wait_until_leading().await;
        operator
    }

    /// Takes the lease from an operator that was killed.
    pub(crate) async fn free_lease(cluster: &Cluster) {
        cluster.delete("Lease", &cluster.namespace, LEASE).await;
    }

    pub(crate) async fn wait_until_leading(&self) {
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

    /// Waits until another operator may lead, and returns the metrics. Fails if the process ends.
    pub(crate) async fn wait_until_standby(&self) -> String {
        wait_for("a standby", async || {
            let text = self.get("/metrics").await;
            if text.contains("\nclipmeter_leader 0\n") {
                Ok(text)
            } else {
                Err(text)
            }
        })
        .await
    }

    /// Returns the whole response, or nothing if the server is absent or ends meanwhile.
    pub(crate) async fn get(&self, path: &str) -> String {
        self.try_get(path).await.unwrap_or_default()
    }

    async fn try_get(&self, path: &str) -> io::Result<String> {
        let mut stream = TcpStream::connect(self.health).await?;
        let request = format!("GET {path} HTTP/1.1\r\nhost: test\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await?;
        let mut response = String::new();
        stream.read_to_string(&mut response).await?;
        Ok(response)
    }

    /// Returns the number of successful reconciliations of a kind.
    pub(crate) async fn passes(&self, kind: &str) -> u64 {
        let name = format!("clipmeter_reconcile_total{{controller=\"{kind}\",outcome=\"done\"}} ");
        let text = self.get("/metrics").await;
        let line = text.lines().find_map(|line| line.strip_prefix(&name));
        line.map_or(0, |count| count.parse().unwrap())
    }

    pub(crate) async fn kill(&mut self) {
        self.child.kill().await.unwrap();
    }

    /// Stops the process, as a node without CPU time does.
    pub(crate) async fn pause(&self) {
        self.signal("-STOP").await;
    }

    pub(crate) async fn resume(&self) {
        self.signal("-CONT").await;
    }

    async fn signal(&self, signal: &str) {
        let pid = self.child.id().unwrap().to_string();
        assert!(
            Command::new("kill")
                .args([signal, &pid])
                .status()
                .await
                .unwrap()
                .success()
        );
    }

    /// Terminates the operator like the kubelet. Returns whether it exited successfully.
    pub(crate) async fn terminate(&mut self) -> bool {
        self.signal("-TERM").await;
        self.child.wait().await.unwrap().success()
    }
}
