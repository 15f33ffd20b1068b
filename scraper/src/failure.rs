//! An outcome other than success, on its way to the unit's report.

use clipmeter_proto::RecoveryStep;
use clipmeter_proto::v1::{CrawlSummary, Outcome};

/// The longest detail that a report carries, in characters: enough for a sentence, too little for an answer's body.
pub const MAX_DETAIL_CHARS: usize = 300;

/// How reading something from a platform failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// What kind of failure.
    pub outcome: Outcome,
    /// For people; without secrets and without the answer's body.
    pub detail: String,
    /// How far the account's list had been read by then, when one was.
    pub crawl: Option<Box<CrawlSummary>>,
}

impl Failure {
    /// A failure before which no list was read.
    pub fn new(outcome: Outcome, detail: impl Into<String>) -> Self {
        Self {
            outcome,
            detail: detail.into(),
            crawl: None,
        }
    }

    /// Adds how far the account's list had been read.
    #[must_use]
    pub fn with_crawl(mut self, crawl: CrawlSummary) -> Self {
        self.crawl = Some(Box::new(crawl));
        self
    }

    /// Whether another way to the same thing may succeed where this one failed.
    #[must_use]
    pub fn may_try_next_strategy(&self) -> bool {
        self.outcome
            .policy()
            .recovery
            .contains(&RecoveryStep::NextStrategy)
    }

    /// Adds what was being done to the detail.
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

/// Cuts a text to [`MAX_DETAIL_CHARS`].
#[must_use]
pub fn cut_detail(detail: &str) -> String {
    detail.chars().take(MAX_DETAIL_CHARS).collect()
}
