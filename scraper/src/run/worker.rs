//! Takes a run's units to their platform, as many at once as that platform bears.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use clipmeter_proto::Step;
use clipmeter_proto::v1::unit::Target;
use clipmeter_proto::v1::{Outcome, Platform, Unit};
use clipmeter_rules::facts::{Facts, PaceRule};
use futures::StreamExt as _;
use secrecy::SecretString;
use url::Url;

use super::Surroundings;
use crate::config::RunConfig;
use crate::error::ScraperError;
use crate::evidence::Sample;
use crate::instagram::fetch::{Access, Instagram};
use crate::pace::Pace;
use crate::report::{Batch, Pool, Reporter};
use crate::tiktok::fetch::Tiktok;
use crate::transport::{Exits, FetchError, Fetcher, Retry};
use crate::turns::Turns;
use crate::unit::{Ending, UnitWork};

/// A session belongs to one person, who reads one page at a time.
const INSTAGRAM_AT_ONCE: usize = 1;

/// The platform of a run, ready to be asked.
enum Reader {
    Instagram(Box<Instagram>),
    Tiktok(Box<Tiktok>),
}

/// Works the units of a run.
pub(super) struct Worker {
    reader: Reader,
    /// Units that are read at once.
    at_once: usize,
    /// Which answers of the run are kept for people.
    sample: Arc<Sample>,
    /// The API is told what units cost that are given back.
    takes_returns: bool,
}

impl Worker {
    /// Prepares the platform's client, which asks the run's pool for sessions and turns.
    pub(super) fn new(
        config: &RunConfig,
        surroundings: &Surroundings,
        batch: &Batch,
        facts: Arc<Facts>,
        pool: &Pool,
    ) -> Result<Self, ScraperError> {
        let proxy = Some(&batch.address.proxy).filter(|proxy| !proxy.is_empty());
        let proxy = proxy
            .cloned()
            .map(SecretString::from)
            .or_else(|| config.proxy.clone());
        let exits = |base: &Url| Exits::new(Arc::clone(&surroundings.transports), base.clone(), proxy);
        let facts_version = batch.facts.as_ref().map_or(0, |facts| facts.version);
        let sample = Arc::new(Sample::new(facts_version));
        let fetcher = |rule| fetcher(config, surroundings, rule, pool.clone());
        match batch.platform {
            Platform::Instagram => {
                let base = config.instagram.clone();
                let access = Access {
                    session: batch.session.clone(),
                    address: batch.address.clone(),
                    exits: exits(&base),
                    pool: pool.clone(),
                    may_discover: batch.may_discover,
                    facts_version,
                };
                let fetcher = fetcher(facts.instagram.pace.session);
                let instagram = Instagram::new(fetcher, base, facts, access)?;
                Ok(Self {
                    reader: Reader::Instagram(Box::new(instagram)),
                    at_once: INSTAGRAM_AT_ONCE,
                    sample,
                    takes_returns: batch.takes_returns,
                })
            }
            Platform::Tiktok => {
                let base = config.tiktok.clone();
                let exits = exits(&base);
                let at_once = facts.tiktok.pace.at_once;
                let fetcher = fetcher(facts.tiktok.pace.address);
                let tiktok = Tiktok::new(fetcher, base, facts, &batch.address, &exits)?;
                Ok(Self {
                    reader: Reader::Tiktok(Box::new(tiktok)),
                    at_once,
                    sample,
                    takes_returns: batch.takes_returns,
                })
            }
            Platform::Unspecified => Err(ScraperError::Rejected(
                "the run names no platform that this version knows".to_owned(),
            )),
        }
    }

    /// Works the units and reports each one's end. Units that are left when the run is stopped, or by an outcome that is its end, stay
    /// without one. Returns whether there are none.
    pub(super) async fn work(
        &self,
        units: Vec<Unit>,
        reporter: Reporter,
        surroundings: &Surroundings,
    ) -> bool {
        let left = AtomicUsize::new(units.len());
        let over = surroundings.stop.child_token();
        futures::stream::iter(units)
            .take_until(over.cancelled())
            .for_each_concurrent(self.at_once, |unit| async {
                let work = self.unit(unit.unit_id, &reporter, surroundings);
                let ending = match Box::pin(self.work_unit(unit, &work)).await {
                    Ok(ending) => ending,
                    Err(FetchError::Failed(failure)) => failure.into(),
                    Err(error @ (FetchError::Stopped | FetchError::Later)) => {
                        tracing::info!(unit = work.id(), why = ?error, "it is given back");
                        // What it cost and met is not worth waiting for a queue that is closed.
                        drop(work.give_back(self.takes_returns).await);
                        return;
                    }
                };
                if ending.outcome.reaction().then.contains(&Step::StopRun) {
                    tracing::error!(
                        outcome = ending.outcome.code(),
                        "the run ends: nothing in it would fare better"
                    );
                    over.cancel();
                }
                if matches!(&self.reader, Reader::Instagram(instagram) if instagram.is_over()) {
                    over.cancel();
                }
                // A queue that is closed means that the run is stopping: the unit goes back.
                if work.finish(ending).await.is_ok() {
                    left.fetch_sub(1, Ordering::Relaxed);
                }
            })
            .await;
        left.into_inner() == 0
    }

    fn unit(&self, id: i64, reporter: &Reporter, surroundings: &Surroundings) -> UnitWork {
        let clock = Arc::clone(&surroundings.clock);
        UnitWork::new(id, reporter.clone(), clock, Arc::clone(&self.sample))
    }

    async fn work_unit(&self, unit: Unit, work: &UnitWork) -> Result<Ending, FetchError> {
        match (&self.reader, unit.target) {
            (Reader::Instagram(instagram), Some(Target::Account(account))) => {
                instagram.account(&account, work).await
            }
            (Reader::Tiktok(tiktok), Some(Target::Account(account))) => tiktok.account(&account, work).await,
            (Reader::Tiktok(tiktok), Some(Target::Video(video))) => tiktok.video(&video, work).await,
            _ => Ok(Ending::new(
                Outcome::UnknownError,
                "this version of the scraper cannot read such a unit",
            )),
        }
    }
}

fn fetcher(config: &RunConfig, surroundings: &Surroundings, rule: PaceRule, pool: Pool) -> Fetcher {
    let random = Arc::clone(&surroundings.random);
    Fetcher {
        turns: Turns::new(Some(pool), Pace::new(rule, config.pace, Arc::clone(&random))),
        retry: Retry { pace: config.pace },
        random,
        stop: surroundings.stop.clone(),
    }
}
