//! Takes a run's units to their platform, as many at once as that platform bears.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use clipmeter_proto::v1::unit::Target;
use clipmeter_proto::v1::{Outcome, Platform, Session, SessionReport, Unit};
use clipmeter_rules::facts::{Facts, PaceRule};
use futures::StreamExt as _;
use url::Url;

use super::Surroundings;
use crate::config::RunConfig;
use crate::error::ScraperError;
use crate::instagram::fetch::Instagram;
use crate::pace::Pace;
use crate::report::Reporter;
use crate::tiktok::fetch::Tiktok;
use crate::transport::{FetchError, Fetcher, Retry};
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
}

impl Worker {
    /// Prepares the platform's client. Also returns what to report of a session that cannot be used.
    pub(super) fn new(
        config: &RunConfig,
        surroundings: &Surroundings,
        platform: Platform,
        facts: Arc<Facts>,
        session: Option<&Session>,
    ) -> Result<(Self, Option<SessionReport>), ScraperError> {
        match platform {
            Platform::Instagram => {
                let rule = facts.instagram.pace.session;
                let fetcher = fetcher(config, surroundings, &config.instagram, rule)?;
                let base = config.instagram.clone();
                let (instagram, unusable) = Instagram::new(fetcher, base, facts, session);
                let reader = Reader::Instagram(Box::new(instagram));
                let at_once = INSTAGRAM_AT_ONCE;
                Ok((Self { reader, at_once }, unusable))
            }
            Platform::Tiktok => {
                let fetcher = fetcher(config, surroundings, &config.tiktok, facts.tiktok.pace.address)?;
                let at_once = facts.tiktok.pace.at_once;
                let tiktok = Tiktok::new(fetcher, config.tiktok.clone(), facts);
                let reader = Reader::Tiktok(Box::new(tiktok));
                Ok((Self { reader, at_once }, None))
            }
            Platform::Unspecified => Err(ScraperError::Rejected(
                "the run names no platform that this version knows".to_owned(),
            )),
        }
    }

    /// Works the units and reports each one's end. Units that are left when the run is stopped stay without one. Returns
    /// whether there are none.
    pub(super) async fn work(
        &self,
        units: Vec<Unit>,
        reporter: Reporter,
        surroundings: &Surroundings,
    ) -> bool {
        let left = AtomicUsize::new(units.len());
        futures::stream::iter(units)
            .take_until(surroundings.stop.cancelled())
            .for_each_concurrent(self.at_once, |unit| async {
                let work = UnitWork::new(unit.unit_id, reporter.clone(), surroundings.clock.clone());
                let ending = match self.work_unit(unit, &work).await {
                    Ok(ending) => ending,
                    Err(FetchError::Failed(failure)) => failure.into(),
                    Err(FetchError::Stopped) => return,
                };
                // A queue that is closed means that the run is stopping: the unit goes back.
                if work.finish(ending).await.is_ok() {
                    left.fetch_sub(1, Ordering::Relaxed);
                }
            })
            .await;
        left.into_inner() == 0
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

fn fetcher(
    config: &RunConfig,
    surroundings: &Surroundings,
    base: &Url,
    rule: PaceRule,
) -> Result<Fetcher, ScraperError> {
    let random = surroundings.random.clone();
    Ok(Fetcher {
        transport: surroundings.transports.to(base, config.proxy.as_ref())?,
        pace: Pace::new(rule, config.pace, random.clone()),
        retry: Retry { pace: config.pace },
        random,
        stop: surroundings.stop.clone(),
    })
}
