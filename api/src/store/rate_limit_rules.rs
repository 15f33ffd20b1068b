//! How fast requests may follow each other, of all scrapers together: as the facts say. docs/scraping.md says how far that is
//! below what is known to be borne.

use clipmeter_proto::v1::Platform;
use clipmeter_rules::platform_config::{PlatformConfig, RateLimitConfig};
use clipmeter_scheduler::rate_limit::RateLimit;

/// What a session may do. Only Instagram has sessions.
pub(super) fn of_session(platform_config: &PlatformConfig, slowed: bool) -> RateLimit {
    let rule = rule(&platform_config.instagram.rate_limits.session);
    if slowed { rule.slowed() } else { rule }
}

/// What an address may do, guests and sessions together.
pub(super) fn of_address(platform_config: &PlatformConfig, platform: Platform) -> RateLimit {
    rule(match platform {
        Platform::Tiktok => &platform_config.tiktok.rate_limits.address,
        _ => &platform_config.instagram.rate_limits.address,
    })
}

/// What a session, or the guests of an address, may ask of an endpoint that has a limit of its own.
pub(super) fn of_endpoint(
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

fn rule(said: &RateLimitConfig) -> RateLimit {
    RateLimit {
        interval_ms: said.interval_ms.into(),
        spread: said.spread,
        burst: said.burst,
        per_hour: said.per_hour,
    }
}
