//! What the platforms rotate and what they tolerate: ids of stored queries, application ids, user agents, query constants, sizes
//! of pages, pace. One JSON document, so that it can be changed where Clipmeter runs, without a release.
//!
//! The shipped document is `default.json`. Layers are put over it, each a merge patch (RFC 7396) that names only what it
//! changes; arrays are replaced as a whole.

mod check;
mod discovered;
mod former;
mod instagram;
pub mod limits;
mod overlay;
mod rate_limit;
mod strategies;
mod tiktok;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use discovered::DiscoveredDocument;
pub use instagram::{InstagramConfig, InstagramRateLimits, QueryDocument, QueryDocuments};
pub use rate_limit::RateLimitConfig;
pub use strategies::{InstagramStrategies, TiktokStrategies};
pub use tiktok::{TiktokConfig, TiktokRateLimits};

/// The facts that this version was released with.
const SHIPPED: &str = include_str!("default.json");

/// Facts about both platforms.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlatformConfig {
    /// Of this document; 1.
    pub format: u32,
    /// Desktop Chromes; the first is sent where none is given. A session made in a browser is refused under a mobile one.
    pub user_agents: Vec<String>,
    /// Sent to both platforms. English, so that the few texts that are read have one language.
    pub accept_language: String,
    /// Instagram's own.
    pub instagram: InstagramConfig,
    /// TikTok's own.
    pub tiktok: TiktokConfig,
}

/// Why a document holds no facts that could be meant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {reason}")]
pub struct PlatformConfigError {
    /// Members from the outside in, such as `instagram.documents.graphql_clips[0].doc_id`; `document` for the whole.
    pub path: String,
    /// What is wrong with it, or what it must be.
    pub reason: String,
}

impl PlatformConfigError {
    fn new(path: impl Into<String>, reason: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            reason: reason.into(),
        }
    }

    fn of_document(error: &serde_json::Error) -> Self {
        Self::new("document", error.to_string())
    }
}

impl PlatformConfig {
    /// The facts that this version was released with.
    pub fn shipped() -> Result<Self, PlatformConfigError> {
        Self::of_value(
            serde_json::from_str(SHIPPED).map_err(|error| PlatformConfigError::of_document(&error))?,
        )
    }

    /// These facts with a layer over them. A member that they do not have is an error, because it is a misspelling, and so
    /// is a value that the platforms would not bear.
    pub fn with(&self, layer: &str) -> Result<Self, PlatformConfigError> {
        let (document, layer) = (self.value()?, parse(layer)?);
        overlay::fits(&document, &layer)?;
        Self::of_value(overlay::merged(document, layer))
    }

    /// These facts with a layer over them that may be of another version: members that they do not have are left out, and a layer
    /// that cannot be meant even so is left out as a whole. Also says what was left out.
    #[must_use]
    pub fn with_known(&self, layer: &str) -> (Self, Vec<PlatformConfigError>) {
        let known = || {
            let (document, mut layer) = (self.value()?, parse(layer)?);
            let mut unknown = overlay::take_unknown(&document, &mut layer);
            unknown.extend(strategies::take_unknown(&mut layer));
            overlay::fits(&document, &layer)?;
            Ok((Self::of_value(overlay::merged(document, layer))?, unknown))
        };
        known().unwrap_or_else(|error| (self.clone(), vec![error]))
    }

    /// The whole document, for people.
    pub fn to_json(&self) -> Result<String, PlatformConfigError> {
        serde_json::to_string_pretty(self).map_err(|error| PlatformConfigError::of_document(&error))
    }

    /// The user agent where none is given.
    #[must_use]
    pub fn user_agent(&self) -> &str {
        self.user_agents.first().map_or("", String::as_str)
    }

    /// The whole document, for programs.
    pub fn value(&self) -> Result<Value, PlatformConfigError> {
        serde_json::to_value(self).map_err(|error| PlatformConfigError::of_document(&error))
    }

    fn of_value(document: Value) -> Result<Self, PlatformConfigError> {
        let platform_config: Self =
            serde_json::from_value(document).map_err(|error| PlatformConfigError::of_document(&error))?;
        check::check(&platform_config)?;
        Ok(platform_config)
    }
}

/// One layer with another one over it, as a layer of its own: over any document it is what the two are one after the other.
#[must_use]
pub fn layered(lower: Value, upper: Value) -> Value {
    overlay::merged(lower, upper)
}

fn parse(layer: &str) -> Result<Value, PlatformConfigError> {
    serde_json::from_str(layer).map_err(|error| PlatformConfigError::of_document(&error))
}

#[cfg(test)]
mod tests;
