//! The rate limits of all scrapers together, from the platform configuration. docs/dev/scraping.md states how far
//! they are below the known limits of the platforms.

use clipmeter_platform_config::{PlatformConfig, RateLimitConfig};
use clipmeter_proto::v1::Platform;
use clipmeter_scheduler::rate_limit::RateLimit;

/// Returns the rate limit of a session. Only Instagram has sessions.
pub(crate) fn of_session(platform_config: &PlatformConfig, slowed: bool) -> RateLimit {
    let rule = rule(&platform_config.instagram.rate_limits.session);
    if slowed { rule.slowed() } else { rule }
}

/// The rate limit of an address on a platform that has no configuration: one request a second.
const ADDRESS: RateLimit = RateLimit {
    interval_ms: 1_000,
    spread: 0.5,
    burst: 4,
    per_hour: 3_600,
};

/// Returns the rate limit of an address, for anonymous clients and sessions together.
#[allow(
    clippy::match_wildcard_for_single_variants,
    reason = "a feature adds a platform"
)]
pub(crate) fn of_address(platform_config: &PlatformConfig, platform: Platform) -> RateLimit {
    match platform {
        Platform::Instagram => rule(&platform_config.instagram.rate_limits.address),
        Platform::Tiktok => rule(&platform_config.tiktok.rate_limits.address),
        _ => ADDRESS,
    }
}

/// Returns the rate limit of a session, or of the anonymous clients of an address, for an endpoint with its
/// own limit.
pub(crate) fn of_endpoint(
    platform_config: &PlatformConfig,
    platform: Platform,
    endpoint: &str,
) -> Option<RateLimit> {
    let limits = &platform_config.instagram.rate_limits.endpoints_per_hour;
    let per_hour = limits.get(endpoint).filter(|_| platform == Platform::Instagram)?;
    Some(RateLimit {
        interval_ms: 0,
        spread: 0.0,
        burst: 1,
        per_hour: *per_hour,
    })
}

fn rule(config: &RateLimitConfig) -> RateLimit {
    RateLimit {
        interval_ms: config.interval_ms.into(),
        spread: config.spread,
        burst: config.burst,
        per_hour: config.per_hour,
    }
}
