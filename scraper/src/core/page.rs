//! A parsed response, detached from its body.

use clipmeter_proto::v1::{Observation, Outcome, Profile};

use crate::core::failure::Failure;
use crate::core::model::{ItemIdScheme, ParsedResponse};

/// The content of one response.
#[derive(Debug, Clone)]
pub(crate) struct Page {
    pub(crate) outcome: Outcome,
    pub(crate) detail: String,
    pub(crate) profile: Option<Profile>,
    pub(crate) observations: Vec<Observation>,
    /// `None` if the response does not include this.
    pub(crate) has_more: Option<bool>,
    pub(crate) cursor: Option<String>,
    /// Whether the required login concerns only this account or post.
    pub(crate) is_gated: bool,
    /// The page's canonical URL, if it is not the requested one.
    pub(crate) canonical: Option<String>,
    /// Seconds since 1970-01-01T00:00:00Z.
    pub(crate) observed_at: i64,
}

impl Page {
    /// Detaches a parsed response from its body.
    pub(crate) fn new(parsed: &ParsedResponse<'_>, ids: &ItemIdScheme, observed_at: i64) -> Self {
        Self {
            outcome: parsed.outcome,
            detail: parsed.detail.clone(),
            profile: parsed
                .profile
                .as_ref()
                .map(crate::core::model::Profile::to_message),
            observations: parsed.items.iter().map(|item| item.to_observation(ids)).collect(),
            has_more: parsed.has_more,
            cursor: parsed
                .cursor
                .as_ref()
                .filter(|cursor| !cursor.is_empty())
                .map(ToString::to_string),
            is_gated: parsed.is_gated,
            canonical: parsed.notes.canonical.as_deref().map(str::to_owned),
            observed_at,
        }
    }

    /// Returns the failure that the response's outcome represents.
    pub(crate) fn failure(&self) -> Failure {
        Failure {
            is_gated: self.is_gated,
            ..Failure::new(self.outcome, self.detail.clone())
        }
    }

    /// Returns the page, or its failure; `what` describes what was being read.
    pub(crate) fn accept(self, what: &str) -> Result<Self, Failure> {
        if self.outcome.is_success() {
            Ok(self)
        } else {
            Err(self.failure().while_reading(what))
        }
    }
}
