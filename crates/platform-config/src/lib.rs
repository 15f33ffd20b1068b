//! The platform configuration: what the platforms rotate and what they tolerate, such as query documents, application IDs, user
//! agents, query constants, page sizes and rate limits. It is one JSON document, so that an installation can change it without a
//! release.
//!
//! The built-in document is `default.json`. Layers are applied over it, each a merge patch (RFC 7396) that names only what it
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

/// The built-in configuration of this version.
const SHIPPED: &str = include_str!("default.json");

/// The configuration of both platforms.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlatformConfig {
    /// The format of this document; 1.
    pub format: u32,
    /// User agents of desktop Chrome; the first is the default. A session created in a browser is refused under a mobile user
    /// agent.
    pub user_agents: Vec<String>,
    /// The `Accept-Language` header for both platforms. English, so that the parsed texts have one language.
    pub accept_language: String,
    /// The configuration of Instagram.
    pub instagram: InstagramConfig,
    /// The configuration of TikTok.
    pub tiktok: TiktokConfig,
}

/// The reason why a document is not a valid configuration.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {reason}")]
pub struct PlatformConfigError {
    /// Path of the member, from the outside in, such as `instagram.documents.graphql_clips[0].doc_id`; `document` for the whole.
    pub path: String,
    /// The problem, or what the value must be.
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
    /// Returns the built-in configuration of this version.
    pub fn shipped() -> Result<Self, PlatformConfigError> {
        Self::of_value(
            serde_json::from_str(SHIPPED).map_err(|error| PlatformConfigError::of_document(&error))?,
        )
    }

    /// Applies a layer. A member that the configuration does not have is an error, because it is a misspelling, and so is a value
    /// that the platforms would not tolerate.
    pub fn with(&self, layer: &str) -> Result<Self, PlatformConfigError> {
        let (document, layer) = (self.value()?, parse(layer)?);
        overlay::fits(&document, &layer)?;
        Self::of_value(overlay::merged(document, layer))
    }

    /// Applies a layer that may be of another version: unknown members are dropped, and a layer that is still invalid is dropped
    /// as a whole. Also returns the errors of what was dropped.
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

    /// Returns the whole document as formatted JSON.
    pub fn to_json(&self) -> Result<String, PlatformConfigError> {
        serde_json::to_string_pretty(self).map_err(|error| PlatformConfigError::of_document(&error))
    }

    /// Returns the default user agent.
    #[must_use]
    pub fn user_agent(&self) -> &str {
        self.user_agents.first().map_or("", String::as_str)
    }

    /// Returns the whole document as a JSON value.
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

/// Merges two layers into one: applying the result has the same effect as applying both in order.
#[must_use]
pub fn layered(lower: Value, upper: Value) -> Value {
    overlay::merged(lower, upper)
}

fn parse(layer: &str) -> Result<Value, PlatformConfigError> {
    serde_json::from_str(layer).map_err(|error| PlatformConfigError::of_document(&error))
}

#[cfg(test)]
mod tests;
