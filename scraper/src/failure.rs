//! An outcome other than success, on its way to the unit's report.

use std::time::Duration;

use clipmeter_proto::Step;
use clipmeter_proto::v1::{Outcome, Walk};

/// The longest detail that a report carries, in characters: enough for a sentence, too little for an answer's body.
pub const MAX_DETAIL_CHARS: usize = 300;

/// How reading something from a platform failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// What kind of failure.
    pub outcome: Outcome,
    /// For people; without secrets and without the answer's body.
    pub detail: String,
    /// How long the platform asked to be left alone.
    pub retry_after: Option<Duration>,
    /// How far the account's list had been read by then, when one was.
    pub walk: Option<Box<Walk>>,
}

impl Failure {
    /// A failure without a wish of the platform.
    pub fn new(outcome: Outcome, detail: impl Into<String>) -> Self {
        Self {
            outcome,
            detail: detail.into(),
            retry_after: None,
            walk: None,
        }
    }

    /// Adds how long the platform asked to be left alone.
    #[must_use]
    pub fn asking_for(mut self, rest: Option<Duration>) -> Self {
        self.retry_after = rest;
        self
    }

    /// Adds how far the account's list had been read.
    #[must_use]
    pub fn after(mut self, walk: Walk) -> Self {
        self.walk = Some(Box::new(walk));
        self
    }

    /// Whether another way to the same thing may succeed where this one failed.
    #[must_use]
    pub fn has_other_way(&self) -> bool {
        self.outcome.reaction().then.contains(&Step::NextWay)
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
