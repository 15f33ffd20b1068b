//! `scraper run`: lease a run, read its units, report, complete.

mod worker;

use std::io::Read as _;
use std::sync::Arc;
use std::time::Duration;

use clipmeter_proto::trace_context::{self, TRACES};
use clipmeter_proto::v1::CompleteRunResponse;
use clipmeter_runtime::{Clock, Random, SystemClock};
use tokio::signal::unix::{SignalKind, signal};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tracing::{Instrument as _, trace_span};

use self::worker::Worker;
use crate::config::RunConfig;
use crate::core::fetcher::Transports;
use crate::core::pictures::store_needed;
use crate::core::report::{Api, Batch, Leased, PictureQueue, Pool, Reporter, RunApi, beat, deliver};
use crate::error::ScraperError;

/// Time to report finished work after the signal to stop. Kubernetes kills the process 30 s after the signal.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(20);
/// Time to stop after the parent process has exited: its API has probably exited too.
const ORPHAN_GRACE_PERIOD: Duration = Duration::from_secs(3);
/// Time between the end of a run and its deadline: for the start of its pod, from which the deadline also counts, and for its reports.
const DEADLINE_MARGIN: Duration = Duration::from_mins(1);
/// Time for pictures after everything else was reported: users wait for the end of a run.
const PICTURES_GRACE_PERIOD: Duration = Duration::from_secs(3);

/// The dependencies of a run.
#[derive(Clone)]
pub struct RunDependencies {
    pub clock: Arc<dyn Clock>,
    /// Source of jitter, device IDs and header names.
    pub random: Arc<Random>,
    /// Canceled when this process is signaled to end. Another scraper then continues the run.
    pub stop: CancellationToken,
    /// The API that assigns the run.
    pub api: Arc<dyn RunApi>,
    /// Transports to the platforms.
    pub transports: Arc<dyn Transports>,
}

/// Executes one run in this process, until it is complete or a signal ends it.
pub async fn run(config: RunConfig) -> Result<(), ScraperError> {
    let stop = CancellationToken::new();
    let dependencies = RunDependencies {
        clock: Arc::new(SystemClock),
        random: Arc::new(Random::from_system()),
        stop: stop.clone(),
        api: Arc::new(config.api_client()?),
        transports: Arc::new(config.http_transports()),
    };
    let orphaned = watch_signals(&stop, config.args.stop_with_stdin)?;
    let left_alone = async {
        orphaned.cancelled().await;
        sleep(ORPHAN_GRACE_PERIOD).await;
    };
    tokio::select! {
        done = work(&config, &dependencies) => done.map(|_| ()),
        () = left_alone => Err(ScraperError::Orphaned),
    }
}

/// Executes one run. Returns its statistics, or `None` if there was nothing left to do. A run that is interrupted by a
/// signal stays open with its remaining units for the next scraper that leases it; a canceled one is completed. One that ends before
/// its deadline stays open too, without an error: the operator sees that its Job has ended, closes it, and repeats its scrape requests.
pub async fn work(
    config: &RunConfig,
    dependencies: &RunDependencies,
) -> Result<Option<CompleteRunResponse>, ScraperError> {
    let api = Api::new(dependencies.api.clone());
    let run_id = config.args.run_id.to_string();
    let shutdown = &dependencies.stop;
    let dependencies = &RunDependencies {
        stop: shutdown.child_token(),
        ..dependencies.clone()
    };
    let stop = &dependencies.stop;
    let overdue = CancellationToken::new();
    if let Some(deadline) = config.args.deadline_seconds {
        let end = time_until_end(Duration::from_secs(deadline.into()));
        let ending = end_after(end, stop.clone(), overdue.clone());
        tokio::spawn(stop.clone().run_until_cancelled_owned(ending));
    }
    let Some(leased) = stop
        .run_until_cancelled(api.lease(&run_id, &config.source_address))
        .await
    else {
        return Err(ScraperError::Interrupted);
    };
    let Leased::Batch(batch) = leased? else {
        return Ok(None);
    };
    let span = trace_span!(
        target: TRACES,
        "run",
        clipmeter.run.id = run_id,
        clipmeter.platform = batch.platform.code(),
        clipmeter.units = batch.units.len(),
    );
    trace_context::set_parent(&span, batch.traceparent);
    execute(config, dependencies, &api, *batch, [shutdown, &overdue])
        .instrument(span)
        .await
}

/// Executes a leased run. `shutdown` is canceled by signals only, `overdue` shortly before the deadline, and the token of the
/// dependencies by both and by a failure of the run.
async fn execute(
    config: &RunConfig,
    dependencies: &RunDependencies,
    api: &Api,
    mut batch: Batch,
    [shutdown, overdue]: [&CancellationToken; 2],
) -> Result<Option<CompleteRunResponse>, ScraperError> {
    let stop = &dependencies.stop;
    let run_id = &batch.lease.run_id;
    tracing::info!(
        run = run_id,
        platform = batch.platform.code(),
        units = batch.units.len(),
        config_revision = batch
            .platform_config
            .as_ref()
            .map(|platform_config| platform_config.revision),
        "run leased"
    );

    let (reporter, reports) = Reporter::new();
    let platform_config = config.settings.platform_config(batch.platform_config.as_ref());
    let user_agent = platform_config.user_agent().to_owned();
    let (lease, units) = (batch.lease.clone(), std::mem::take(&mut batch.units));
    let pool = Pool::new(api.clone(), lease.clone());
    let worker = Worker::new(config, dependencies, &batch, platform_config, &pool)?;
    let finished = CancellationToken::new();
    let (queue, needed) = PictureQueue::new();
    let fetcher = worker::picture_fetcher(config, dependencies, &batch, &user_agent);
    let pictures = fetcher.map(|fetcher| {
        let storing = store_needed(api.clone(), lease.clone(), fetcher, needed);
        tokio::spawn(stop.clone().run_until_cancelled_owned(storing).in_current_span())
    });
    let delivery = watched(deliver(api.clone(), lease.clone(), reports, queue), stop);
    let heartbeat = watched(
        beat(api.clone(), lease.clone(), stop.clone(), finished.clone()),
        stop,
    );

    let is_complete = worker.work(units, reporter, dependencies).await;

    let closing = async {
        let delivered = joined(delivery).await;
        if let Some(mut pictures) = pictures
            && timeout(PICTURES_GRACE_PERIOD, &mut pictures).await.is_err()
        {
            tracing::info!(
                run = run_id,
                "pictures took too long and were left for later runs"
            );
            pictures.abort();
        }
        finished.cancel();
        joined(heartbeat).await.and(delivered)?;
        if shutdown.is_cancelled() && !is_complete {
            return Err(ScraperError::Interrupted);
        }
        if overdue.is_cancelled() && !is_complete {
            return Ok(None);
        }
        api.complete(&lease).await.map(Some)
    };
    let done = tokio::select! {
        done = closing => done?,
        () = shutdown_timeout(stop) => {
            let reason = "the results could not be reported before the end".to_owned();
            return Err(ScraperError::Unreachable { waited: SHUTDOWN_TIMEOUT, reason });
        }
    };
    if let Some(done) = &done {
        tracing::info!(
            run = run_id,
            new = done.items_new,
            updated = done.items_updated,
            "run completed"
        );
    }
    Ok(done)
}

/// Returns how long a run with this deadline reads units. Half of a short one.
fn time_until_end(deadline: Duration) -> Duration {
    deadline.saturating_sub(DEADLINE_MARGIN.min(deadline / 2))
}

/// Stops the run once the time has passed.
async fn end_after(time: Duration, stop: CancellationToken, overdue: CancellationToken) {
    sleep(time).await;
    tracing::info!("ending the run before its deadline; what is left is due again");
    overdue.cancel();
    stop.cancel();
}

/// Cancels `stop` on SIGTERM and SIGINT. When standard input closes, if that is watched, the returned token is canceled along with `stop`.
fn watch_signals(stop: &CancellationToken, with_stdin: bool) -> Result<CancellationToken, ScraperError> {
    for kind in [SignalKind::terminate(), SignalKind::interrupt()] {
        let mut signals = signal(kind).map_err(|error| ScraperError::Task(error.to_string()))?;
        let stop = stop.clone();
        tokio::spawn(async move {
            signals.recv().await;
            tracing::info!("stop requested");
            stop.cancel();
        });
    }
    let orphaned = CancellationToken::new();
    if with_stdin {
        let (stop, orphaned) = (stop.clone(), orphaned.clone());
        // A separate thread: a pending read of the runtime would keep the process from exiting.
        std::thread::spawn(move || {
            wait_for_end_of_stdin();
            tracing::warn!("standard input was closed");
            stop.cancel();
            orphaned.cancel();
        });
    }
    Ok(orphaned)
}

fn wait_for_end_of_stdin() {
    let (mut stdin, mut ignored) = (std::io::stdin().lock(), [0; 256]);
    while matches!(stdin.read(&mut ignored), Ok(length) if length > 0) {}
}

/// Runs a task whose failure stops the run.
fn watched(
    task: impl Future<Output = Result<(), ScraperError>> + Send + 'static,
    stop: &CancellationToken,
) -> JoinHandle<Result<(), ScraperError>> {
    let stop = stop.clone();
    let task = async move {
        let result = task.await;
        if let Err(error) = &result {
            tracing::error!(%error, "the run is aborted");
            stop.cancel();
        }
        result
    };
    tokio::spawn(task.in_current_span())
}

async fn joined(task: JoinHandle<Result<(), ScraperError>>) -> Result<(), ScraperError> {
    task.await
        .map_err(|error| ScraperError::Task(error.to_string()))?
}

/// Returns when stopping has taken too long.
async fn shutdown_timeout(stop: &CancellationToken) {
    stop.cancelled().await;
    sleep(SHUTDOWN_TIMEOUT).await;
}
