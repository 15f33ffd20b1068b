//! One unit of a run while it is being worked: what it has cost, what is known of its account, and where its findings go.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{
    CaptureReport, CrawlCheckpoint, CrawlSummary, MissingItem, MissingSource, Observation, Outcome,
    PageReport, Profile, RequeueReport, UnitReport,
};

use crate::captures::{CaptureSampler, ClassifiedResponse, Redaction};
use crate::clock::Clock;
use crate::failure::{Failure, cut_detail};
use crate::report::Reporter;
use crate::transport::{FetchError, Request, Traffic};

/// How a unit ended, without its profile and costs, which [`UnitWork`] knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitResult {
    /// The unit's outcome.
    pub outcome: Outcome,
    /// For people.
    pub detail: String,
    /// For a video given by short link: the id behind it.
    pub resolved_video_id: String,
    /// How far the account's list was read, when one was.
    pub crawl: Option<CrawlSummary>,
    /// Known items that were not where they should be.
    pub missing: Vec<MissingItem>,
    /// Who answers by the account's name in its place.
    pub new_owner: Option<Profile>,
    /// What the platform answered in place of the list, when the unit ended well without it.
    pub list_failure: Option<Outcome>,
}

impl UnitResult {
    /// An ending with an outcome and what there is to say about it.
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

    /// Adds what came in place of the list.
    #[must_use]
    pub fn with_list_error(mut self, failure: &Failure) -> Self {
        self.list_failure = Some(failure.outcome);
        self
    }

    /// Adds who answers by the account's name in its place.
    #[must_use]
    pub fn with_new_owner(mut self, new_owner: Profile) -> Self {
        self.new_owner = Some(new_owner);
        self
    }

    /// Adds known items that were missed there.
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

/// A unit being worked.
pub struct UnitWork {
    unit_id: i64,
    reporter: Reporter,
    clock: Arc<dyn Clock>,
    profile: Mutex<Option<Profile>>,
    /// Seconds since 1970-01-01T00:00:00Z.
    started_at: i64,
    /// What it has cost so far.
    pub traffic: Traffic,
    /// Which answers of the run are kept.
    sampler: Arc<CaptureSampler>,
    /// Those that this unit met, until its end.
    captured: Mutex<Vec<CaptureReport>>,
}

impl UnitWork {
    /// Starts work on a unit. `sample` is the run's.
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

    /// Names the unit within the run.
    #[must_use]
    pub fn id(&self) -> i64 {
        self.unit_id
    }

    /// Remembers who the unit's items belong to; it goes along with every later report.
    pub fn found(&self, profile: Profile) {
        *self.profile.lock().unwrap_or_else(PoisonError::into_inner) = Some(profile);
    }

    /// Seconds since 1970-01-01T00:00:00Z.
    #[must_use]
    pub fn now(&self) -> i64 {
        self.clock.now().timestamp()
    }

    /// Reports items that were seen at `observed_at`; a page without any is not worth a message.
    pub async fn page(&self, observed_at: i64, observations: Vec<Observation>) -> Result<(), FetchError> {
        self.page_to(observed_at, observations, None).await
    }

    /// The same of a page of a list, with how far the walk has come.
    pub async fn page_to(
        &self,
        observed_at: i64,
        observations: Vec<Observation>,
        checkpoint: Option<CrawlCheckpoint>,
    ) -> Result<(), FetchError> {
        if observations.is_empty() {
            return Ok(());
        }
        let (unit_id, profile) = (self.unit_id, self.profile());
        self.reporter
            .page(PageReport {
                unit_id,
                observed_at,
                profile,
                observations,
                checkpoint,
            })
            .await
    }

    /// Reports what became of a session, an endpoint or an address.
    pub async fn report(&self, body: Body) -> Result<(), FetchError> {
        self.reporter.report(body).await
    }

    /// Waits until all that was reported is stored.
    pub(crate) async fn stored(&self) -> Result<(), FetchError> {
        self.reporter.stored().await
    }

    /// Keeps an answer that was not understood, if the run has not kept enough of them, without what was sent for it.
    pub fn capture(&self, classified: ClassifiedResponse<'_>, request: &Request) {
        let redaction = || Redaction::default().without_what_was_sent(request);
        if let Some(captured) = self.sampler.take(classified, redaction) {
            let captured = CaptureReport {
                unit_id: self.unit_id,
                observed_at: self.now(),
                ..captured
            };
            self.lock_captured().push(captured);
        }
    }

    /// Reports what the unit cost that is given back, and the answers that were kept: whoever gets it next knows nothing of them.
    pub async fn requeue(&self, accepts_requeues: bool) -> Result<(), FetchError> {
        self.report_captured().await?;
        let request_stats = self.traffic.request_stats();
        if request_stats.is_empty() || !accepts_requeues {
            return Ok(());
        }
        let requeued = RequeueReport {
            unit_id: self.unit_id,
            request_stats,
        };
        self.reporter.report(Body::Requeued(requeued)).await
    }

    /// Reports the unit's end, and before it the answers that were kept.
    pub async fn finish(&self, result: UnitResult) -> Result<(), FetchError> {
        self.report_captured().await?;
        tracing::info!(
            unit = self.unit_id,
            outcome = result.outcome.code(),
            requests = self.traffic.requests(),
            detail = result.detail,
            "unit done"
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
        let captured = std::mem::take(&mut *self.lock_captured());
        for capture in captured {
            self.reporter.report(Body::Capture(capture)).await?;
        }
        Ok(())
    }

    fn lock_captured(&self) -> MutexGuard<'_, Vec<CaptureReport>> {
        self.captured.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn profile(&self) -> Option<Profile> {
        self.profile
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}
