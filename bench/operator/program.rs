//! The measured process.

use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::time::{sleep, timeout};

use crate::Failure;

/// The namespace of the operator, and of scrapers.
pub(crate) const NAMESPACE: &str = "clipmeter";
/// The longest wait; 100,000 registrations take less than four minutes.
const MAX_WAIT: Duration = Duration::from_mins(20);
/// Time without queued objects after which nothing is in progress.
const QUIET: usize = 5;

/// A running operator. It is killed when it is dropped.
pub(crate) struct Program {
    child: Child,
    health: SocketAddr,
    _files: TempDir,
}

/// Megabytes.
pub(crate) struct Memory {
    pub(crate) resident: usize,
    /// Since the previous measurement.
    pub(crate) peak: usize,
}

impl Program {
    pub(crate) fn start(operator: &Path, cluster: SocketAddr, api: SocketAddr) -> Result<Self, Failure> {
        let files = tempfile::tempdir()?;
        let file = |name: &str, text: &str| -> Result<_, Failure> {
            let path = files.path().join(name);
            std::fs::write(&path, text)?;
            Ok(path)
        };
        let token = file("token", "token")?;
        let settings = file(
            "scraper.yaml",
            "image: i\nserviceAccountName: s\napi: http://api:8443\n",
        )?;
        let kubeconfig = file(
            "kubeconfig",
            &format!(
                "apiVersion: v1\nkind: Config\ncurrent-context: c\nusers: [{{name: u, user: {{}}}}]\n\
                 clusters: [{{name: c, cluster: {{server: 'http://{cluster}'}}}}]\n\
                 contexts: [{{name: c, context: {{cluster: c, user: u}}}}]\n"
            ),
        )?;
        let health = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let child = Command::new(operator)
            .arg(format!("--api=http://{api}"))
            .arg(format!("--token-file={}", token.display()))
            .arg(format!("--namespace={NAMESPACE}"))
            .arg("--pod-name=operator")
            .arg(format!("--scraper-settings={}", settings.display()))
            .arg(format!("--metrics-listen={health}"))
            .arg("--provision-groups=false")
            .env("KUBECONFIG", kubeconfig)
            // As in the chart.
            .env("MIMALLOC_ALLOW_THP", "0")
            .env(
                "RUST_LOG",
                std::env::var("RUST_LOG").unwrap_or_else(|_| "off".to_owned()),
            )
            .stdout(Stdio::inherit())
            .kill_on_drop(true)
            .spawn()?;
        Ok(Self {
            child,
            health,
            _files: files,
        })
    }

    /// Waits until the operator has reconciled this number of accounts and has no status to write.
    pub(crate) async fn wait_until_idle(&self, accounts: usize) -> Result<(), Failure> {
        let idle = async {
            let mut quiet = 0;
            while quiet < QUIET {
                sleep(Duration::from_secs(1)).await;
                let metrics = self.metrics().await.unwrap_or_default();
                let passes = sum(
                    &metrics,
                    "clipmeter_reconcile_total{controller=\"InstagramAccount\"",
                ) + sum(&metrics, "clipmeter_reconcile_total{controller=\"TikTokAccount\"");
                let is_idle = sum(&metrics, "clipmeter_leader ") == 1
                    && passes >= accounts
                    && sum(&metrics, "clipmeter_status_queue_depth") == 0;
                quiet = if is_idle { quiet + 1 } else { 0 };
            }
        };
        Ok(timeout(MAX_WAIT, idle).await?)
    }

    /// Returns the memory, and begins to measure the next peak.
    pub(crate) fn memory(&self) -> Result<Memory, Failure> {
        let pid = self.child.id().ok_or("the operator has ended")?;
        let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
        std::fs::write(format!("/proc/{pid}/clear_refs"), "5")?;
        let megabytes = |field: &str| -> Result<usize, Failure> {
            let line = status.lines().find_map(|line| line.strip_prefix(field));
            let kilobytes = line.and_then(|line| line.split_whitespace().next());
            Ok(kilobytes
                .ok_or("the operator has ended")?
                .parse::<usize>()?
                .div_ceil(1024))
        };
        Ok(Memory {
            resident: megabytes("VmRSS:")?,
            peak: megabytes("VmHWM:")?,
        })
    }

    /// Returns the number of statuses that were written.
    pub(crate) async fn statuses(&self) -> Result<usize, Failure> {
        Ok(sum(&self.metrics().await?, "clipmeter_status_writes_total"))
    }

    /// Returns the number of objects whose status is queued.
    pub(crate) async fn queued(&self) -> Result<usize, Failure> {
        Ok(sum(&self.metrics().await?, "clipmeter_status_queue_depth"))
    }

    /// Returns the processor time of all threads since the start.
    pub(crate) fn processor_time(&self) -> Result<Duration, Failure> {
        let pid = self.child.id().ok_or("the operator has ended")?;
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"))?;
        // After the name, which may contain spaces; the times are fields 14 and 15, in hundredths of a second.
        let (_, fields) = stat.rsplit_once(')').ok_or("/proc/PID/stat has no name")?;
        let times = fields.split_whitespace().skip(11).take(2);
        let ticks = times.map(str::parse::<u64>).sum::<Result<u64, _>>()?;
        Ok(Duration::from_millis(ticks * 10))
    }

    async fn metrics(&self) -> Result<String, Failure> {
        let mut stream = TcpStream::connect(self.health).await?;
        stream
            .write_all(b"GET /metrics HTTP/1.1\r\nhost: bench\r\nconnection: close\r\n\r\n")
            .await?;
        let mut response = String::new();
        stream.read_to_string(&mut response).await?;
        Ok(response)
    }
}

/// Returns the sum of the values of all lines that begin like this.
fn sum(metrics: &str, prefix: &str) -> usize {
    let lines = metrics.lines().filter(|line| line.starts_with(prefix));
    let values = lines.filter_map(|line| line.rsplit_once(' ')?.1.parse::<usize>().ok());
    values.sum()
}
