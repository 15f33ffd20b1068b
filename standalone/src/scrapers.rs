//! Runs scrapers as child processes, the counterpart of a Job.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use clipmeter_api::Api;
use clipmeter_api::control_plane::{RunStarter, StartRunError};
use clipmeter_runtime::{Backoff, RetryPolicy};
use clipmeter_scheduler::Trigger;
use parking_lot::Mutex;
use rustix::process::{Pid, Signal, kill_process};
use tokio::process::{Child, Command};
use tokio::sync::{AcquireError, Notify, Semaphore};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use url::Url;
use uuid::Uuid;

use crate::error::StandaloneError;

/// Time for a scraper to send its reports and exit after a stop was requested. A pending request to a platform is aborted
/// earlier.
const EXIT_TIMEOUT: Duration = Duration::from_secs(8);

/// Maximum concurrent scrapers: a scraper is a process of some 20 MB, and the platforms see one address. Further runs are open
/// and wait.
pub(crate) const MAX_SCRAPERS: usize = 4;

/// A scraper that cannot run at all (an invalid setting, a missing library) ends within milliseconds, and its units are due at once:
/// without a pause it would be restarted endlessly. A killed scraper is replaced before users notice.
const RESTARTS: RetryPolicy = RetryPolicy::new(Duration::from_secs(1), Duration::from_mins(1));

/// Environment variables that are withheld from scrapers, which parse what platforms send: with each of them one can sign in, or
/// decrypt the keys of a backup.
const WITHHELD: [&str; 7] = [
    "CLIPMETER_ADMIN_PASSWORD",
    "CLIPMETER_APP_PASSWORD",
    "CLIPMETER_BACKUP_PASSPHRASE",
    "CLIPMETER_INGEST_PASSWORD",
    "CLIPMETER_MAINTENANCE_PASSWORD",
    "DATABASE_URL",
    "PGPASSWORD",
];

/// Settings of every scraper.
#[derive(Debug, Clone)]
pub(crate) struct ScraperSettings {
    pub(crate) program: PathBuf,
    /// Address of the API.
    pub(crate) api: String,
    /// Base URL of Instagram.
    pub(crate) instagram: Url,
    /// Base URL of TikTok.
    pub(crate) tiktok: Url,
    /// Factor for the pauses between requests; `None` keeps the environment's value.
    pub(crate) delay_factor: Option<f64>,
    /// Whether proxies that admins add may be on this machine.
    pub(crate) local_proxies: bool,
}

/// Starts a scraper for each run and closes the run when the scraper ends.
#[derive(Debug)]
struct ScraperProcesses {
    settings: ScraperSettings,
    api: Api,
    places: Semaphore,
    /// Places for requested runs: one less, so that scheduled runs do not wait for all of them.
    request_places: Semaphore,
    /// Runs whose scraper is running or waits for a slot.
    live: Mutex<HashSet<Uuid>>,
    stopping: CancellationToken,
    run_ended: Arc<Notify>,
    /// Failures of all scrapers.
    backoff: Backoff,
}

/// The scrapers of this process. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct Scrapers {
    processes: Arc<ScraperProcesses>,
    children: TaskTracker,
}

impl Scrapers {
    /// `run_ended` is signaled whenever a run has ended.
    pub(crate) fn new(settings: ScraperSettings, api: Api, run_ended: Arc<Notify>) -> Self {
        let processes = ScraperProcesses {
            settings,
            api,
            places: Semaphore::new(MAX_SCRAPERS),
            request_places: Semaphore::new(MAX_SCRAPERS - 1),
            live: Mutex::default(),
            stopping: CancellationToken::new(),
            run_ended,
            backoff: Backoff::new(RESTARTS),
        };
        Self {
            processes: Arc::new(processes),
            children: TaskTracker::new(),
        }
    }

    /// Returns whether the run has a scraper, or will get one as soon as a slot is free.
    pub(crate) fn has(&self, run: Uuid) -> bool {
        self.processes.live.lock().contains(&run)
    }

    /// Starts a scraper for a run of the schedule.
    pub(crate) fn start_scheduled(&self, run: Uuid) -> Result<(), StartRunError> {
        self.start_run(run, Trigger::Schedule)
    }

    fn start_run(&self, run: Uuid, trigger: Trigger) -> Result<(), StartRunError> {
        if self.processes.stopping.is_cancelled() {
            return Err(StartRunError::new("Clipmeter is stopping"));
        }
        self.processes.live.lock().insert(run);
        let processes = Arc::clone(&self.processes);
        self.children
            .spawn(async move { processes.work(run, trigger).await });
        Ok(())
    }

    /// Requests all scrapers to stop and waits until they have exited.
    pub(crate) async fn stop(&self) {
        self.processes.stopping.cancel();
        self.children.close();
        self.children.wait().await;
    }
}

impl ScraperProcesses {
    /// Runs the scraper of a run, then closes the run. A run that its scraper completed is unchanged.
    async fn work(&self, run: Uuid, trigger: Trigger) {
        let reason = self.scrape(run, trigger).await;
        if let Err(error) = self.api.runs().close_run(run, &reason).await {
            tracing::warn!(%run, %error, "cannot close the run; the scheduler will close it when the database responds");
        }
        self.live.lock().remove(&run);
        self.run_ended.notify_one();
    }

    /// Returns the reason for the end of the run.
    async fn scrape(&self, run: Uuid, trigger: Trigger) -> String {
        let place = self.stopping.run_until_cancelled(self.place(trigger)).await;
        let Some(Ok(_place)) = place else {
            return "Clipmeter stopped before a scraper was free".to_owned();
        };
        let (succeeded, reason) = match self.spawn(run) {
            Ok(child) => watch(child, &self.stopping).await,
            Err(error) => {
                tracing::error!(%run, %error, "cannot start a scraper");
                (false, error.to_string())
            }
        };
        // The open run holds its units, so that they are not started again in the meantime.
        if succeeded {
            self.backoff.succeeded();
        } else {
            let pause = tokio::time::sleep(self.backoff.failed());
            self.stopping.run_until_cancelled(pause).await;
        }
        reason
    }

    /// Waits for a place; dropping the permits frees it.
    async fn place(&self, trigger: Trigger) -> Result<impl Sized, AcquireError> {
        let requested = match trigger {
            Trigger::Request => Some(self.request_places.acquire().await?),
            Trigger::Schedule => None,
        };
        Ok((requested, self.places.acquire().await?))
    }

    fn spawn(&self, run: Uuid) -> Result<Child, StartRunError> {
        let token = self
            .api
            .run_token(run)
            .map_err(|error| StartRunError::new(error.to_string()))?;
        let mut command = Command::new(&self.settings.program);
        command
            .args(["run", "--stop-with-stdin", "--api", &self.settings.api, "--run-id"])
            .arg(run.to_string())
            .env("CLIPMETER_RUN_TOKEN", token)
            .env("CLIPMETER_INSTAGRAM_URL", self.settings.instagram.as_str())
            .env("CLIPMETER_TIKTOK_URL", self.settings.tiktok.as_str())
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .kill_on_drop(true)
            // A separate process group, so that Ctrl-C signals only this process, which then stops its children in order.
            .process_group(0);
        command.env(
            "CLIPMETER_ALLOW_LOCAL_PROXIES",
            self.settings.local_proxies.to_string(),
        );
        if let Some(delay_factor) = self.settings.delay_factor {
            command.env("CLIPMETER_REQUEST_DELAY_FACTOR", delay_factor.to_string());
        }
        for variable in WITHHELD {
            command.env_remove(variable);
        }
        command.spawn().map_err(|error| {
            StartRunError::new(format!(
                "cannot start {}: {error}",
                self.settings.program.display()
            ))
        })
    }
}

#[async_trait]
impl RunStarter for Scrapers {
    /// Starts a scraper for a requested run.
    async fn start(&self, run: Uuid) -> Result<(), StartRunError> {
        self.start_run(run, Trigger::Request)
    }
}

/// Waits for the scraper to exit; requests it to stop when Clipmeter stops. Returns whether the scraper succeeded, and the reason
/// for the end of the run.
async fn watch(mut child: Child, stopping: &CancellationToken) -> (bool, String) {
    // Keep it open until the scraper has exited: an end of file means that this process has ended.
    let _stdin = child.stdin.take();
    let ended = tokio::select! {
        ended = child.wait() => ended,
        () = stopping.cancelled() => leave(&mut child).await,
    };
    match ended {
        Ok(status) => (status.success(), format!("the scraper ended with {status}")),
        Err(error) => (false, format!("the scraper was lost: {error}")),
    }
}

async fn leave(child: &mut Child) -> std::io::Result<std::process::ExitStatus> {
    if let Some(pid) = child
        .id()
        .and_then(|id| i32::try_from(id).ok())
        .and_then(Pid::from_raw)
    {
        // The scraper may have exited in the meantime, which is the goal.
        let _ = kill_process(pid, Signal::TERM);
    }
    if let Ok(ended) = tokio::time::timeout(EXIT_TIMEOUT, child.wait()).await {
        return ended;
    }
    child.kill().await?;
    child.wait().await
}

/// Returns the path of the scraper program: the given one, or the one next to this program.
pub(crate) fn find_program(named: Option<&Path>) -> Result<PathBuf, StandaloneError> {
    let beside = || {
        std::env::current_exe()
            .ok()
            .and_then(|exe| Some(exe.parent()?.join("scraper")))
    };
    let path = named
        .map(Path::to_owned)
        .or_else(beside)
        .unwrap_or_else(|| PathBuf::from("scraper"));
    if path.is_file() {
        Ok(path)
    } else {
        Err(StandaloneError::ScraperMissing { path })
    }
}
