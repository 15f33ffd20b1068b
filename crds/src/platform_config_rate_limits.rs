//! How often a platform may be asked: not faster than what it is known to bear.

use clipmeter_rules::platform_config::limits::{
    INSTAGRAM_ADDRESS, INSTAGRAM_SESSION, MOST_AT_ONCE, MOST_PROFILES, MOST_TIMELINES, TIKTOK_ADDRESS,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What of a bucket of turns differs from the facts below, with the fastest that is borne of it. A type each, because a schema's bounds
/// are its own.
macro_rules! rate_limit {
    ($(#[$meta:meta])* $name:ident, $fastest:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
        pub struct $name {
            /// The mean distance between requests, milliseconds.
            #[serde(skip_serializing_if = "Option::is_none")]
            #[schemars(range(min = $fastest.interval_ms, max = u32::MAX))]
            pub interval_ms: Option<i64>,
            /// Each distance varies by this part of itself.
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
    /// Over a session of Instagram.
    InstagramSessionRateLimit, INSTAGRAM_SESSION
}

rate_limit! {
    /// From an address at Instagram.
    InstagramAddressRateLimit, INSTAGRAM_ADDRESS
}

rate_limit! {
    /// From an address at TikTok.
    TikTokAddressRateLimit, TIKTOK_ADDRESS
}

/// How often Instagram may be asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct InstagramRateLimits {
    /// Over one session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<InstagramSessionRateLimit>,
    /// From one address, guests and sessions together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<InstagramAddressRateLimit>,
    /// Requests in any hour to endpoints that Instagram counts for themselves, over one session or by the guests of one address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endpoints_per_hour: Option<EndpointsPerHour>,
}

/// Requests in any hour, by endpoint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EndpointsPerHour {
    /// Stored queries of an account's posts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = MOST_TIMELINES))]
    pub graphql_timeline: Option<i64>,
    /// Profiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = MOST_PROFILES))]
    pub web_profile_info: Option<i64>,
}

/// How often TikTok may be asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct TikTokRateLimits {
    /// From one address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<TikTokAddressRateLimit>,
    /// Units that are read at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = MOST_AT_ONCE))]
    pub at_once: Option<i64>,
}
