//! Rate limits of each platform: not faster than the platform is known to tolerate.

use clipmeter_platform_config::limits::{
    INSTAGRAM_ADDRESS, INSTAGRAM_SESSION, MAX_AT_ONCE, MAX_PROFILES, MAX_TIMELINES, TIKTOK_ADDRESS,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Overrides of a rate limit, bounded by the fastest rate known to be tolerated. Each is a separate type, because a schema has
/// its own bounds.
macro_rules! rate_limit {
    ($(#[$meta:meta])* $name:ident, $fastest:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
        pub struct $name {
            /// The mean interval between requests, in milliseconds.
            #[serde(skip_serializing_if = "Option::is_none")]
            #[schemars(range(min = $fastest.interval_ms, max = u32::MAX))]
            pub interval_ms: Option<i64>,
            /// Jitter: the part of itself by which each interval varies.
            #[serde(skip_serializing_if = "Option::is_none")]
            #[schemars(range(min = 0, max = $fastest.spread))]
            pub spread: Option<f64>,
            /// Requests that may be sent at once after a pause.
            #[serde(skip_serializing_if = "Option::is_none")]
            #[schemars(range(min = 1, max = $fastest.burst))]
            pub burst: Option<i64>,
            /// Requests in any hour.
            #[serde(skip_serializing_if = "Option::is_none")]
            #[schemars(range(min = 1, max = $fastest.per_hour))]
            pub per_hour: Option<i64>,
        }
    };
}

rate_limit! {
    /// Per Instagram session.
    InstagramSessionRateLimit, INSTAGRAM_SESSION
}

rate_limit! {
    /// Per address at Instagram.
    InstagramAddressRateLimit, INSTAGRAM_ADDRESS
}

rate_limit! {
    /// Per address at TikTok.
    TikTokAddressRateLimit, TIKTOK_ADDRESS
}

/// Rate limits of Instagram.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct InstagramRateLimits {
    /// Per session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<InstagramSessionRateLimit>,
    /// Per address, anonymous clients and sessions together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<InstagramAddressRateLimit>,
    /// Requests in any hour to endpoints that Instagram counts separately, per session or for the anonymous clients of an
    /// address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endpoints_per_hour: Option<EndpointsPerHour>,
}

/// Requests in any hour, by endpoint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EndpointsPerHour {
    /// Stored queries of an account's posts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = MAX_TIMELINES))]
    pub graphql_timeline: Option<i64>,
    /// Profiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = MAX_PROFILES))]
    pub web_profile_info: Option<i64>,
}

/// Rate limits of TikTok.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TikTokRateLimits {
    /// Per address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<TikTokAddressRateLimit>,
    /// Units that are scraped concurrently.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = MAX_AT_ONCE))]
    pub at_once: Option<i64>,
}
