//! Why work on a unit ends early: the failure that becomes its outcome, or the end of the run.

use clipmeter_proto::RecoveryStep;
use clipmeter_proto::v1::{CrawlSummary, Outcome};

/// The longest detail of a report, in characters: enough for a sentence, too little for a response body.
pub const MAX_DETAIL_CHARS: usize = 300;

/// A failed attempt to read something from a platform.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    pub outcome: Outcome,
    /// Description for display; without secrets and without the response body.
    pub detail: String,
    /// How far the account's list was read, if it was.
    pub crawl: Option<Box<CrawlSummary>>,
    /// Whether the required login concerns only this account or post, which therefore exists.
    pub is_gated: bool,
}

impl Failure {
    /// Creates a failure before which no list was read.
    pub fn new(outcome: Outcome, detail: impl Into<String>) -> Self {
        Self {
            outcome,
            detail: detail.into(),
            crawl: None,
            is_gated: false,
        }
    }

    /// Adds how far the account's list was read.
    #[must_use]
    pub fn with_crawl(mut self, crawl: CrawlSummary) -> Self {
        self.crawl = Some(Box::new(crawl));
        self
    }

    /// Returns whether the next fetch strategy for the same need may succeed.
    #[must_use]
    pub fn may_try_next_strategy(&self) -> bool {
        self.outcome
            .policy()
            .recovery
            .contains(&RecoveryStep::NextStrategy)
    }

    /// Adds what was being read to the detail.
    #[must_use]
    pub fn while_reading(mut self, what: &str) -> Self {
        self.detail = if self.detail.is_empty() {
            what.to_owned()
        } else {
            format!("{what}: {}", self.detail)
        };
        self
    }
}

/// Why the work on a unit ends early.
#[derive(Debug)]
pub enum FetchError {
    /// The run is ending: the unit has no outcome and is requeued.
    Stopped,
    /// No permit is available within the maximum wait: the unit is requeued, but other units may get permits.
    Deferred,
    /// The platform's response, or its absence, is the unit's outcome.
    Failed(Failure),
}

impl From<Failure> for FetchError {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// Truncates a text to [`MAX_DETAIL_CHARS`].
#[must_use]
pub fn cut_detail(detail: &str) -> String {
    detail.chars().take(MAX_DETAIL_CHARS).collect()
}
