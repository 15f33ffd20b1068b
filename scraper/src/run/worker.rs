//! Reads a run's units from their platform, as many in parallel as that platform tolerates.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use clipmeter_platform_config::{PlatformConfig, RateLimitConfig};
use clipmeter_proto::RecoveryStep;
use clipmeter_proto::v1::unit::Target;
use clipmeter_proto::v1::{Outcome, Platform, Unit};
use futures::StreamExt as _;
use secrecy::SecretString;
use url::Url;

use super::RunDependencies;
use crate::config::RunConfig;
use crate::core::capture::CaptureSampler;
use crate::core::failure::FetchError;
use crate::core::fetcher::LocalRateLimiter;
use crate::core::fetcher::RateLimiter;
use crate::core::fetcher::{Fetcher, Retry, TransportPool};
use crate::core::report::{Batch, Pool, Reporter};
use crate::core::unit::{UnitResult, UnitWork};
use crate::error::ScraperError;
use crate::platforms::instagram::fetch::{Access, Instagram};
use crate::platforms::tiktok::fetch::Tiktok;

/// A session belongs to one person, who reads one page at a time.
const INSTAGRAM_AT_ONCE: usize = 1;

/// The client of the run's platform.
enum Reader {
    Instagram(Box<Instagram>),
    Tiktok(Box<Tiktok>),
}

/// Reads the units of a run.
pub(super) struct Worker {
    reader: Reader,
    /// Units read in parallel.
    at_once: usize,
    /// Selects the responses of the run that are captured.
    sampler: Arc<CaptureSampler>,
    /// Whether the API accepts the cost of requeued units.
    accepts_requeues: bool,
}

impl Worker {
    /// Creates the platform's client, which requests sessions and permits from the run's pool.
    pub(super) fn new(
        config: &RunConfig,
        dependencies: &RunDependencies,
        batch: &Batch,
        platform_config: Arc<PlatformConfig>,
        pool: &Pool,
    ) -> Result<Self, ScraperError> {
        let proxy = Some(&batch.address.proxy).filter(|proxy| !proxy.is_empty());
        let proxy = proxy
            .cloned()
            .map(SecretString::from)
            .or_else(|| config.proxy.clone());
        let transports =
            |base: &Url| TransportPool::new(Arc::clone(&dependencies.transports), base.clone(), proxy);
        let config_revision = batch
            .platform_config
            .as_ref()
            .map_or(0, |platform_config| platform_config.revision);
        let sampler = Arc::new(CaptureSampler::new(config_revision));
        let fetcher = |rule| fetcher(config, dependencies, rule, pool.clone());
        match batch.platform {
            Platform::Instagram => {
                let base = config.instagram.clone();
                let access = Access {
                    session: batch.session.clone(),
                    address: batch.address.clone(),
                    transports: transports(&base),
                    pool: pool.clone(),
                    may_discover: batch.may_discover,
                    config_revision,
                };
                let fetcher = fetcher(platform_config.instagram.rate_limits.session);
                let instagram = Instagram::new(fetcher, base, platform_config, access)?;
                Ok(Self {
                    reader: Reader::Instagram(Box::new(instagram)),
                    at_once: INSTAGRAM_AT_ONCE,
                    sampler,
                    accepts_requeues: batch.accepts_requeues,
                })
            }
            Platform::Tiktok => {
                let base = config.tiktok.clone();
                let transports = transports(&base);
                let at_once = platform_config.tiktok.rate_limits.at_once;
                let fetcher = fetcher(platform_config.tiktok.rate_limits.address);
                let tiktok = Tiktok::new(fetcher, base, platform_config, &batch.address, &transports)?;
                Ok(Self {
                    reader: Reader::Tiktok(Box::new(tiktok)),
                    at_once,
                    sampler,
                    accepts_requeues: batch.accepts_requeues,
                })
            }
            Platform::Unspecified => Err(ScraperError::Rejected(
                "this version does not know the run's platform".to_owned(),
            )),
        }
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
            .for_each_concurrent(self.at_once, |unit| async {
                let work = self.unit(unit.unit_id, &reporter, dependencies);
                let result = match Box::pin(self.work_unit(unit, &work)).await {
                    Ok(result) => result,
                    Err(FetchError::Failed(failure)) => failure.into(),
                    Err(error @ (FetchError::Stopped | FetchError::Deferred)) => {
                        tracing::info!(unit = work.id(), why = ?error, "unit requeued");
                        // Its cost and captures are not worth waiting for if the queue is closed.
                        drop(work.requeue(self.accepts_requeues).await);
                        return;
                    }
                };
                if result.outcome.policy().recovery.contains(&RecoveryStep::StopRun) {
                    tracing::error!(
                        outcome = result.outcome.code(),
                        "the run ends: its other units would fail too"
                    );
                    over.cancel();
                }
                if matches!(&self.reader, Reader::Instagram(instagram) if instagram.is_over()) {
                    over.cancel();
                }
                // A closed queue means that the run is stopping: the unit is requeued.
                if work.finish(result).await.is_ok() {
                    left.fetch_sub(1, Ordering::Relaxed);
                }
            })
            .await;
        left.into_inner() == 0
    }

    fn unit(&self, id: i64, reporter: &Reporter, dependencies: &RunDependencies) -> UnitWork {
        let clock = Arc::clone(&dependencies.clock);
        UnitWork::new(id, reporter.clone(), clock, Arc::clone(&self.sampler))
    }

    async fn work_unit(&self, unit: Unit, work: &UnitWork) -> Result<UnitResult, FetchError> {
        match (&self.reader, unit.target) {
            (Reader::Instagram(instagram), Some(Target::Account(account))) => {
                instagram.account(&account, work).await
            }
            (Reader::Tiktok(tiktok), Some(Target::Account(account))) => tiktok.account(&account, work).await,
            (Reader::Tiktok(tiktok), Some(Target::Video(video))) => tiktok.video(&video, work).await,
            _ => Ok(UnitResult::new(
                Outcome::UnknownError,
                "this version of the scraper cannot read such a unit",
            )),
        }
    }
}

fn fetcher(config: &RunConfig, dependencies: &RunDependencies, rule: RateLimitConfig, pool: Pool) -> Fetcher {
    let random = Arc::clone(&dependencies.random);
    Fetcher {
        rate_limiter: RateLimiter::new(
            Some(pool),
            LocalRateLimiter::new(rule, config.delay_factor, Arc::clone(&random)),
        ),
        retry: Retry {
            delay_factor: config.delay_factor,
        },
        random,
        stop: dependencies.stop.clone(),
    }
}
