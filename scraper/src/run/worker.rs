//! Reads a run's units from their platform, as many in parallel as that platform tolerates.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use clipmeter_platform_config::PlatformConfig;
use clipmeter_proto::RecoveryStep;
use clipmeter_proto::trace_context::TRACES;
use clipmeter_proto::v1::Unit;
use clipmeter_proto::v1::unit::Target;
use futures::StreamExt as _;
use secrecy::SecretString;
use tracing::field::Empty;
use tracing::{Instrument as _, Span, trace_span};

use super::RunDependencies;
use crate::config::RunConfig;
use crate::core::capture::CaptureSampler;
use crate::core::failure::FetchError;
use crate::core::fetcher::{Fetcher, RateLimiter, Retry, TransportPool};
use crate::core::pictures::PictureFetcher;
use crate::core::report::{Batch, Pool, Reporter};
use crate::core::unit::{UnitResult, UnitWork};
use crate::error::ScraperError;
use crate::platforms::{self, PlatformClient, RunAccess, unsupported_unit};

/// Returns the proxy of a run's requests, except those of sessions that have a proxy. A direct address never uses the scraper's own
/// proxy.
fn proxy(config: &RunConfig, batch: &Batch) -> Option<SecretString> {
    let address = &batch.address;
    if !address.proxy.is_empty() {
        return Some(address.proxy.clone().into());
    }
    config.proxy.clone().filter(|_| !address.direct)
}

/// Creates the fetcher of a run's pictures; `None` if it cannot, which only leaves the run without pictures.
pub(super) fn picture_fetcher(
    config: &RunConfig,
    dependencies: &RunDependencies,
    batch: &Batch,
    user_agent: &str,
) -> Option<PictureFetcher> {
    let media = platforms::find(batch.platform)?.media_hosts();
    let base = config.base_urls.get(&batch.platform)?;
    let place = (base, &platforms::allowed_hosts(base));
    let transports = dependencies.transports.as_ref();
    PictureFetcher::new(
        transports,
        media,
        place,
        proxy(config, batch).as_ref(),
        user_agent,
    )
    .inspect_err(|error| tracing::warn!(%error, "pictures cannot be fetched"))
    .ok()
}

/// Reads the units of a run.
pub(super) struct Worker {
    client: Box<dyn PlatformClient>,
    /// Selects the responses of the run that are captured.
    sampler: Arc<CaptureSampler>,
}

impl Worker {
    /// Creates the client of the batch's platform, which requests sessions and permits from the run's pool.
    pub(super) fn new(
        config: &RunConfig,
        dependencies: &RunDependencies,
        batch: &Batch,
        platform_config: Arc<PlatformConfig>,
        pool: &Pool,
    ) -> Result<Self, ScraperError> {
        let platform = platforms::find(batch.platform).zip(config.base_urls.get(&batch.platform));
        let Some((platform, base)) = platform else {
            return Err(ScraperError::Rejected(
                "this version does not know the run's platform".to_owned(),
            ));
        };
        let proxy = proxy(config, batch);
        let hosts = platforms::allowed_hosts(base);
        let config_revision = batch
            .platform_config
            .as_ref()
            .map_or(0, |platform_config| platform_config.revision);
        let access = RunAccess {
            base: base.clone(),
            platform_config,
            config_revision,
            pool: pool.clone(),
            address: batch.address.clone(),
            transports: TransportPool::new(Arc::clone(&dependencies.transports), hosts, proxy),
            may_discover: batch.may_discover,
        };
        let fetcher = Fetcher {
            rate_limiter: RateLimiter::new(pool.clone(), config.delay_factor),
            retry: Retry {
                delay_factor: config.delay_factor,
            },
            random: Arc::clone(&dependencies.random),
            stop: dependencies.stop.clone(),
        };
        Ok(Self {
            client: platform.client(fetcher, access)?,
            sampler: Arc::new(CaptureSampler::new(config_revision)),
        })
    }

    /// Reads the units and reports each result. Units that remain when the run is stopped, or when an outcome ends the run, get no
    /// result. Returns whether none remain.
    pub(super) async fn work(
        &self,
        units: Vec<Unit>,
        reporter: Reporter,
        dependencies: &RunDependencies,
    ) -> bool {
        let left = AtomicUsize::new(units.len());
        let over = dependencies.stop.child_token();
        futures::stream::iter(units)
            .take_until(over.cancelled())
            .for_each_concurrent(self.client.at_once(), |unit| {
                let span = trace_span!(
                    target: TRACES,
                    "unit",
                    clipmeter.unit.id = unit.unit_id,
                    clipmeter.unit.outcome = Empty,
                );
                async {
                    let work = self.unit(unit.unit_id, &reporter, dependencies);
                    let result = match self.work_unit(unit, &work).await {
                        Ok(result) => result,
                        Err(FetchError::Failed(failure)) => failure.into(),
                        Err(error @ (FetchError::Stopped | FetchError::Deferred)) => {
                            tracing::info!(unit = work.id(), why = ?error, "unit requeued");
                            Span::current().record("clipmeter.unit.outcome", "requeued");
                            // Its cost and captures are not worth waiting for if the queue is closed.
                            drop(work.requeue().await);
                            return;
                        }
                    };
                    Span::current().record("clipmeter.unit.outcome", result.outcome.code());
                    if result.outcome.policy().recovery.contains(&RecoveryStep::StopRun) {
                        tracing::error!(
                            outcome = result.outcome.code(),
                            "aborting the run, because its other units would fail too"
                        );
                        over.cancel();
                    }
                    if self.client.is_over() {
                        over.cancel();
                    }
                    // A closed queue means that the run is stopping: the unit is requeued.
                    if work.finish(result).await.is_ok() {
                        left.fetch_sub(1, Ordering::Relaxed);
                    }
                }
                .instrument(span)
            })
            .await;
        left.into_inner() == 0
    }

    fn unit(&self, id: i64, reporter: &Reporter, dependencies: &RunDependencies) -> UnitWork {
        let clock = Arc::clone(&dependencies.clock);
        UnitWork::new(id, reporter.clone(), clock, Arc::clone(&self.sampler))
    }

    async fn work_unit(&self, unit: Unit, work: &UnitWork) -> Result<UnitResult, FetchError> {
        match unit.target {
            Some(Target::Account(account)) => self.client.account(&account, work).await,
            Some(Target::Video(video)) => self.client.video(&video, work).await,
            None => Ok(unsupported_unit()),
        }
    }
}
