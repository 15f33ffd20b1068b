//! What TikTok rotates and tolerates.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{RateLimitConfig, TiktokStrategies};

/// Facts about TikTok.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TiktokConfig {
    /// What the web application sends along with every item list, in a browser on Windows.
    pub item_list_query: BTreeMap<String, String>,
    /// Videos asked for per page.
    pub page_size: u32,
    /// The smallest device id that the platform gives out to browsers. A text, because JSON's numbers are not that long
    /// everywhere.
    pub first_device_id: String,
    /// The largest one.
    pub last_device_id: String,
    /// The user agent that short links answer with a plain redirect.
    pub link_user_agent: String,
    /// In which order the ways to the same thing are tried.
    pub strategies: TiktokStrategies,
    /// How often it may be asked.
    pub rate_limits: TiktokRateLimits,
}

/// How often TikTok may be asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TiktokRateLimits {
    /// From one address.
    pub address: RateLimitConfig,
    /// Units that are read at once.
    pub at_once: usize,
}

impl TiktokConfig {
    /// The device ids that the platform gives out to browsers.
    #[must_use]
    pub fn device_ids(&self) -> std::ops::RangeInclusive<u64> {
        let number = |text: &str| text.parse().unwrap_or_default();
        number(&self.first_device_id)..=number(&self.last_device_id)
    }
}
