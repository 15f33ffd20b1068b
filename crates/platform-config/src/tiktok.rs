//! Platform configuration of TikTok.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{RateLimitConfig, TiktokStrategies};

/// What TikTok rotates and tolerates.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TiktokConfig {
    /// Query parameters that the web application sends with every item list, in a browser on Windows.
    pub item_list_query: BTreeMap<String, String>,
    /// Videos per page.
    pub page_size: u32,
    /// The smallest device ID that the platform gives to browsers. A string, because not every JSON implementation
    /// handles numbers of that length.
    pub first_device_id: String,
    /// The largest device ID.
    pub last_device_id: String,
    /// The user agent for which short links respond with a plain redirect.
    pub link_user_agent: String,
    /// The order in which fetch strategies are tried.
    pub strategies: TiktokStrategies,
    /// The rate limits.
    pub rate_limits: TiktokRateLimits,
}

/// Rate limits for requests to TikTok.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TiktokRateLimits {
    /// The limit of one address.
    pub address: RateLimitConfig,
    /// Units that are read in parallel.
    pub at_once: usize,
}

impl TiktokConfig {
    /// Returns the device IDs that the platform gives to browsers.
    #[must_use]
    pub fn device_ids(&self) -> std::ops::RangeInclusive<u64> {
        let number = |text: &str| text.parse().unwrap_or_default();
        number(&self.first_device_id)..=number(&self.last_device_id)
    }
}
