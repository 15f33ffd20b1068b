//! One unit of a run while it is being worked: what it has cost, what is known of its account, and where its findings go.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::{
    EvidenceReport, MissSource, Missing, Observation, Outcome, PageReport, Profile, ReturnReport, UnitReport,
    Walk, WalkMark,
};

use crate::clock::Clock;
use crate::evidence::{Judged, Redaction, Sample};
use crate::failure::{Failure, cut_detail};
use crate::report::Reporter;
use crate::transport::{FetchError, Request, Traffic};

/// How a unit ended, without its profile and costs, which [`UnitWork`] knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ending {
    /// The unit's outcome.
    pub outcome: Outcome,
    /// For people.
    pub detail: String,
    /// For a video given by short link: the id behind it.
    pub resolved_video_id: String,
    /// How far the account's list was read, when one was.
    pub walk: Option<Walk>,
    /// Known items that were not where they should be.
    pub missing: Vec<Missing>,
    /// Who answers by the account's name in its place.
    pub claimant: Option<Profile>,
    /// What the platform answered in place of the list, when the unit ended well without it.
    pub list_failure: Option<Outcome>,
}

impl Ending {
    /// An ending with an outcome and what there is to say about it.
    pub fn new(outcome: Outcome, detail: impl Into<String>) -> Self {
        Self {
            outcome,
            detail: detail.into(),
            resolved_video_id: String::new(),
            walk: None,
            missing: Vec::new(),
            claimant: None,
            list_failure: None,
        }
    }

    /// Adds how far the account's list was read.
    #[must_use]
    pub fn after(mut self, walk: Walk) -> Self {
        self.walk = Some(walk);
        self
    }

    /// Adds what came in place of the list.
    #[must_use]
    pub fn despite(mut self, failure: &Failure) -> Self {
        self.list_failure = Some(failure.outcome);
        self
    }

    /// Adds who answers by the account's name in its place.
    #[must_use]
    pub fn claimed_by(mut self, claimant: Profile) -> Self {
        self.claimant = Some(claimant);
        self
    }

    /// Adds known items that were missed there.
    #[must_use]
    pub fn without(mut self, ids: impl IntoIterator<Item = u64>, source: MissSource) -> Self {
        let missing = ids.into_iter().map(|id| Missing {
            id,
            source: source.into(),
        });
        self.missing.extend(missing);
        self
    }
}

impl From<Failure> for Ending {
    fn from(failure: Failure) -> Self {
        Self {
            walk: failure.walk.map(|walk| *walk),
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
    sample: Arc<Sample>,
    /// Those that this unit met, until its end.
    kept: Mutex<Vec<EvidenceReport>>,
}

impl UnitWork {
    /// Starts work on a unit. `sample` is the run's.
    #[must_use]
    pub fn new(unit_id: i64, reporter: Reporter, clock: Arc<dyn Clock>, sample: Arc<Sample>) -> Self {
        Self {
            unit_id,
            reporter,
            started_at: clock.now().timestamp(),
            clock,
            profile: Mutex::new(None),
            traffic: Traffic::default(),
            sample,
            kept: Mutex::default(),
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
        mark: Option<WalkMark>,
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
                mark,
            })
            .await
    }

    /// Reports what became of a session, an endpoint or an address.
    pub async fn tell(&self, body: Body) -> Result<(), FetchError> {
        self.reporter.tell(body).await
    }

    /// Waits until all that was reported is stored.
    pub(crate) async fn stored(&self) -> Result<(), FetchError> {
        self.reporter.stored().await
    }

    /// Keeps an answer that was not understood, if the run has not kept enough of them, without what was sent for it.
    pub fn keep(&self, judged: Judged<'_>, request: &Request) {
        let redaction = || Redaction::default().without_what_was_sent(request);
        if let Some(kept) = self.sample.take(judged, redaction) {
            let kept = EvidenceReport {
                unit_id: self.unit_id,
                observed_at: self.now(),
                ..kept
            };
            self.lock_kept().push(kept);
        }
    }

    /// Reports what the unit cost that is given back, and the answers that were kept: whoever gets it next knows nothing of them.
    pub async fn give_back(&self, takes_returns: bool) -> Result<(), FetchError> {
        self.tell_kept().await?;
        let tallies = self.traffic.tallies();
        if tallies.is_empty() || !takes_returns {
            return Ok(());
        }
        let returned = ReturnReport {
            unit_id: self.unit_id,
            tallies,
        };
        self.reporter.tell(Body::Returned(returned)).await
    }

    /// Reports the unit's end, and before it the answers that were kept.
    pub async fn finish(&self, ending: Ending) -> Result<(), FetchError> {
        self.tell_kept().await?;
        tracing::info!(
            unit = self.unit_id,
            outcome = ending.outcome.code(),
            requests = self.traffic.requests(),
            detail = ending.detail,
            "unit done"
        );
        let report = UnitReport {
            unit_id: self.unit_id,
            outcome: ending.outcome.into(),
            detail: cut_detail(&ending.detail),
            profile: self.profile(),
            observed_at: self.now(),
            requests: self.traffic.requests(),
            bytes: self.traffic.bytes(),
            resolved_video_id: ending.resolved_video_id,
            walk: ending.walk,
            missing: ending.missing,
            tallies: self.traffic.tallies(),
            claimant: ending.claimant,
            started_at: self.started_at,
        };
        self.reporter.unit(report).await
    }

    async fn tell_kept(&self) -> Result<(), FetchError> {
        let kept = std::mem::take(&mut *self.lock_kept());
        for evidence in kept {
            self.reporter.tell(Body::Evidence(evidence)).await?;
        }
        Ok(())
    }

    fn lock_kept(&self) -> MutexGuard<'_, Vec<EvidenceReport>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn profile(&self) -> Option<Profile> {
        self.profile
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }
}
