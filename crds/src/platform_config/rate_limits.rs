//! Rate limits of each platform, bounded by the fastest rate that the platform is known to tolerate.

use clipmeter_platform_config::limits::{
    INSTAGRAM_ADDRESS, INSTAGRAM_SESSION, MAX_AT_ONCE, MAX_PROFILES, MAX_TIMELINES, TIKTOK_ADDRESS,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Defines the overrides of a rate limit. Each rate limit is a separate type, because each schema has its own bounds.
macro_rules! rate_limit {
    ($(#[$meta:meta])* $name:ident, $fastest:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
        pub struct $name {
            /// The mean interval between requests, in milliseconds.
            #[serde(skip_serializing_if = "Option::is_none")]
            #[schemars(range(min = $fastest.interval_ms, max = u32::MAX))]
            pub interval_ms: Option<i64>,
            /// Jitter: the fraction by which each interval varies.
            #[serde(skip_serializing_if = "Option::is_none")]
            #[schemars(range(min = 0, max = $fastest.spread))]
            pub spread: Option<f64>,
            /// Requests that may be sent at once after a pause.
            #[serde(skip_serializing_if = "Option::is_none")]
            #[schemars(range(min = 1, max = $fastest.burst))]
            pub burst: Option<i64>,
            /// Maximum number of requests in any hour.
            #[serde(skip_serializing_if = "Option::is_none")]
            #[schemars(range(min = 1, max = $fastest.per_hour))]
            pub per_hour: Option<i64>,
        }
    };
}

rate_limit! {
    /// Rate limit of each Instagram session.
    InstagramSessionRateLimit, INSTAGRAM_SESSION
}

rate_limit! {
    /// Rate limit of each address at Instagram.
    InstagramAddressRateLimit, INSTAGRAM_ADDRESS
}

rate_limit! {
    /// Rate limit of each address at TikTok.
    TikTokAddressRateLimit, TIKTOK_ADDRESS
}

/// Rate limits of Instagram.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct InstagramRateLimits {
    /// Rate limit of each session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<InstagramSessionRateLimit>,
    /// Rate limit of each address, for anonymous clients and sessions together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<InstagramAddressRateLimit>,
    /// Maximum number of requests in any hour to endpoints that Instagram counts separately, for each session and for the anonymous
    /// clients of each address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endpoints_per_hour: Option<EndpointsPerHour>,
}

/// Maximum numbers of requests in any hour, by endpoint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EndpointsPerHour {
    /// Requests for an account's posts with stored queries.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = MAX_TIMELINES))]
    pub graphql_timeline: Option<i64>,
    /// Requests for profiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = MAX_PROFILES))]
    pub web_profile_info: Option<i64>,
}

/// Rate limits of TikTok.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TikTokRateLimits {
    /// Rate limit of each address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<TikTokAddressRateLimit>,
    /// Number of accounts and videos that a scraper reads concurrently.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = MAX_AT_ONCE))]
    pub at_once: Option<i64>,
}
