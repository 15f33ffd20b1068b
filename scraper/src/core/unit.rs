//! One unit of a run in progress: its cost, its account, and its reports.

use std::sync::Arc;

use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{
    CaptureReport, CrawlCheckpoint, CrawlSummary, MissingItem, MissingSource, Observation, Outcome,
    PageReport, Profile, RequeueReport, UnitReport,
};
use clipmeter_runtime::Clock;
use parking_lot::Mutex;

use crate::core::capture::{CaptureSampler, ClassifiedResponse, Redaction};
use crate::core::failure::{Failure, FetchError, cut_detail};
use crate::core::fetcher::{Request, Traffic};
use crate::core::report::Reporter;

/// Maximum number of items in one report. The API accepts a thousand, in a message of 4 MiB, which a hundred of the longest captions do
/// not reach. Pages of the platforms have a few dozen.
const MAX_REPORTED_ITEMS: usize = 100;

/// How a unit ended, without its profile and costs, which [`UnitWork`] adds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitResult {
    pub outcome: Outcome,
    /// Description for display.
    pub detail: String,
    /// For a video given by short link: the resolved ID.
    pub resolved_video_id: String,
    /// How far the account's list was read, if it was.
    pub crawl: Option<CrawlSummary>,
    /// Known items that were not found where expected.
    pub missing: Vec<MissingItem>,
    /// The account that now owns the handle.
    pub new_owner: Option<Profile>,
    /// The outcome of the list if it failed although the unit ended well.
    pub list_failure: Option<Outcome>,
}

impl UnitResult {
    pub fn new(outcome: Outcome, detail: impl Into<String>) -> Self {
        Self {
            outcome,
            detail: detail.into(),
            resolved_video_id: String::new(),
            crawl: None,
            missing: Vec::new(),
            new_owner: None,
            list_failure: None,
        }
    }

    /// Adds how far the account's list was read.
    #[must_use]
    pub fn with_crawl(mut self, crawl: CrawlSummary) -> Self {
        self.crawl = Some(crawl);
        self
    }

    #[must_use]
    pub fn with_list_error(mut self, failure: &Failure) -> Self {
        self.list_failure = Some(failure.outcome);
        self
    }

    /// Adds the account that now owns the handle.
    #[must_use]
    pub fn with_new_owner(mut self, new_owner: Profile) -> Self {
        self.new_owner = Some(new_owner);
        self
    }

    /// Adds known items that are missing in this source.
    #[must_use]
    pub fn with_missing(mut self, ids: impl IntoIterator<Item = u64>, source: MissingSource) -> Self {
        let missing = ids.into_iter().map(|id| MissingItem {
            id,
            source: source.into(),
        });
        self.missing.extend(missing);
        self
    }
}

impl From<Failure> for UnitResult {
    fn from(failure: Failure) -> Self {
        Self {
            crawl: failure.crawl.map(|crawl| *crawl),
            ..Self::new(failure.outcome, failure.detail)
        }
    }
}

/// A unit in progress.
pub struct UnitWork {
    unit_id: i64,
    reporter: Reporter,
    clock: Arc<dyn Clock>,
    profile: Mutex<Option<Profile>>,
    /// Seconds since 1970-01-01T00:00:00Z.
    started_at: i64,
    /// The cost so far.
    pub traffic: Traffic,
    /// Selects the responses of the run that are captured.
    sampler: Arc<CaptureSampler>,
    /// Captures of this unit, kept until it ends.
    captured: Mutex<Vec<CaptureReport>>,
}

impl UnitWork {
    /// Starts work on a unit. `sampler` belongs to the run.
    #[must_use]
    pub fn new(
        unit_id: i64,
        reporter: Reporter,
        clock: Arc<dyn Clock>,
        sampler: Arc<CaptureSampler>,
    ) -> Self {
        Self {
            unit_id,
            reporter,
            started_at: clock.now().timestamp(),
            clock,
            profile: Mutex::new(None),
            traffic: Traffic::default(),
            sampler,
            captured: Mutex::default(),
        }
    }

    /// Returns the ID of the unit within the run.
    #[must_use]
    pub fn id(&self) -> i64 {
        self.unit_id
    }

    /// Records the account that the unit's items belong to; it is included in every later report.
    pub fn found(&self, profile: Profile) {
        *self.profile.lock() = Some(profile);
    }

    /// Returns the current time in seconds since 1970-01-01T00:00:00Z.
    #[must_use]
    pub fn now(&self) -> i64 {
        self.clock.now().timestamp()
    }

    /// Reports items seen at `observed_at`; an empty page is not sent.
    pub async fn page(&self, observed_at: i64, observations: Vec<Observation>) -> Result<(), FetchError> {
        self.page_to(observed_at, observations, None).await
    }

    /// Reports a page of a list with the crawl's progress, in several reports if it is too long for one. The last one has the progress.
    pub async fn page_to(
        &self,
        observed_at: i64,
        mut observations: Vec<Observation>,
        checkpoint: Option<CrawlCheckpoint>,
    ) -> Result<(), FetchError> {
        while !observations.is_empty() {
            let rest = observations.split_off(observations.len().min(MAX_REPORTED_ITEMS));
            let page = PageReport {
                unit_id: self.unit_id,
                observed_at,
                profile: self.profile(),
                observations,
                checkpoint: checkpoint.clone().filter(|_| rest.is_empty()),
            };
            self.reporter.page(page).await?;
            observations = rest;
        }
        Ok(())
    }

    /// Reports an outcome for a session, an endpoint or an address.
    pub async fn report(&self, body: Body) -> Result<(), FetchError> {
        self.reporter.report(body).await
    }

    /// Waits until all reports are stored.
    pub(crate) async fn stored(&self) -> Result<(), FetchError> {
        self.reporter.stored().await
    }

    /// Captures a response that could not be parsed, without the secrets of its request, unless the run has enough captures.
    pub fn capture(&self, classified: ClassifiedResponse<'_>, request: &Request) {
        let redaction = || Redaction::default().without_what_was_sent(request);
        if let Some(captured) = self.sampler.take(classified, redaction) {
            let captured = CaptureReport {
                unit_id: self.unit_id,
                observed_at: self.now(),
                ..captured
            };
            self.captured.lock().push(captured);
        }
    }

    /// Reports the cost and captures of a unit that is requeued: the next scraper has no access to them.
    pub async fn requeue(&self) -> Result<(), FetchError> {
        self.report_captured().await?;
        let request_stats = self.traffic.request_stats();
        if request_stats.is_empty() {
            return Ok(());
        }
        let requeued = RequeueReport {
            unit_id: self.unit_id,
            request_stats,
        };
        self.reporter.report(Body::Requeued(requeued)).await
    }

    /// Reports the captures and then the result of the unit.
    pub async fn finish(&self, result: UnitResult) -> Result<(), FetchError> {
        self.report_captured().await?;
        tracing::info!(
            unit = self.unit_id,
            outcome = result.outcome.code(),
            requests = self.traffic.requests(),
            detail = result.detail,
            "unit completed"
        );
        let report = UnitReport {
            unit_id: self.unit_id,
            outcome: result.outcome.into(),
            detail: cut_detail(&result.detail),
            profile: self.profile(),
            observed_at: self.now(),
            requests: self.traffic.requests(),
            bytes: self.traffic.bytes(),
            resolved_video_id: result.resolved_video_id,
            crawl: result.crawl,
            missing: result.missing,
            request_stats: self.traffic.request_stats(),
            new_owner: result.new_owner,
            started_at: self.started_at,
        };
        self.reporter.unit(report).await
    }

    async fn report_captured(&self) -> Result<(), FetchError> {
        let captured = std::mem::take(&mut *self.captured.lock());
        for capture in captured {
            self.reporter.report(Body::Capture(capture)).await?;
        }
        Ok(())
    }

    fn profile(&self) -> Option<Profile> {
        self.profile.lock().clone()
    }
}
