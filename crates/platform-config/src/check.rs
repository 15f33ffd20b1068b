//! Validation of the platform configuration, so that no layer makes Clipmeter send requests that platforms do
//! not tolerate.

use super::limits::{
    self, DOCUMENT_DIGITS, FORMAT, MAX_AT_ONCE, MAX_CONSTANTS, MAX_DOCUMENTS, MAX_FLAGS, MAX_TEXT_LENGTH,
    MAX_USER_AGENTS, PATHS,
};
use super::{PlatformConfig, PlatformConfigError, QueryDocument, RateLimitConfig};

/// Maximum requests per hour to endpoints with their own limit.
const MAX_ENDPOINTS: [(&str, u32); 2] = [
    ("graphql_timeline", limits::MAX_TIMELINES),
    ("web_profile_info", limits::MAX_PROFILES),
];

/// Returns the first problem of a configuration.
pub(super) fn check(platform_config: &PlatformConfig) -> Result<(), PlatformConfigError> {
    ensure(platform_config.format == FORMAT, "format", || {
        format!("must be {FORMAT}")
    })?;
    entries(
        "user_agents",
        platform_config.user_agents.len(),
        1,
        MAX_USER_AGENTS,
    )?;
    for (index, agent) in platform_config.user_agents.iter().enumerate() {
        header(&format!("user_agents[{index}]"), agent)?;
    }
    let (instagram, tiktok) = (&platform_config.instagram, &platform_config.tiktok);
    header("accept_language", &platform_config.accept_language)?;
    header("instagram.app_id", &instagram.app_id)?;
    header("instagram.asbd_id", &instagram.asbd_id)?;
    header("tiktok.link_user_agent", &tiktok.link_user_agent)?;
    size("instagram.page_size", instagram.page_size, limits::MAX_QUERY_PAGE)?;
    size(
        "instagram.feed_page_size",
        instagram.feed_page_size,
        limits::MAX_FEED_PAGE,
    )?;
    size("tiktok.page_size", tiktok.page_size, limits::MAX_ITEM_LIST_PAGE)?;
    for (name, list) in instagram.documents.lists() {
        documents(&format!("instagram.documents.{name}"), list)?;
    }
    instagram.strategies.check("instagram.strategies")?;
    tiktok.strategies.check("tiktok.strategies")?;
    rate_limit(
        "instagram.rate_limits.session",
        &instagram.rate_limits.session,
        &limits::INSTAGRAM_SESSION,
    )?;
    rate_limit(
        "instagram.rate_limits.address",
        &instagram.rate_limits.address,
        &limits::INSTAGRAM_ADDRESS,
    )?;
    for (endpoint, most) in MAX_ENDPOINTS {
        let path = format!("instagram.rate_limits.endpoints_per_hour.{endpoint}");
        let per_hour = instagram.rate_limits.endpoints_per_hour.get(endpoint);
        ensure(
            per_hour.is_some_and(|per_hour| (1..=most).contains(per_hour)),
            &path,
            || format!("must be 1 to {most}"),
        )?;
    }
    rate_limit(
        "tiktok.rate_limits.address",
        &tiktok.rate_limits.address,
        &limits::TIKTOK_ADDRESS,
    )?;
    let at_once = tiktok.rate_limits.at_once;
    ensure(
        (1..=MAX_AT_ONCE).contains(&at_once),
        "tiktok.rate_limits.at_once",
        || format!("must be 1 to {MAX_AT_ONCE}"),
    )?;
    for (path, id) in [
        ("tiktok.first_device_id", &tiktok.first_device_id),
        ("tiktok.last_device_id", &tiktok.last_device_id),
    ] {
        let is_id = id.bytes().all(|byte| byte.is_ascii_digit()) && id.parse::<u64>().is_ok();
        ensure(is_id, path, || limits::NO_DEVICE.to_owned())?;
    }
    let constants = &tiktok.item_list_query;
    entries("tiktok.item_list_query", constants.len(), 0, MAX_CONSTANTS)?;
    for (name, value) in constants {
        let path = format!("tiktok.item_list_query.{name}");
        header(&path, name)?;
        header(&path, value)?;
    }
    ensure(!tiktok.device_ids().is_empty(), "tiktok.first_device_id", || {
        "must not exceed tiktok.last_device_id".to_owned()
    })
}

fn documents(path: &str, documents: &[QueryDocument]) -> Result<(), PlatformConfigError> {
    entries(path, documents.len(), 1, MAX_DOCUMENTS)?;
    for (index, document) in documents.iter().enumerate() {
        let at = |member: &str| format!("{path}[{index}].{member}");
        let id = &document.doc_id;
        let is_id = DOCUMENT_DIGITS.contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_digit());
        ensure(is_id, &at("doc_id"), limits::no_document)?;
        let takes_queries = PATHS.contains(&document.path.as_str());
        ensure(takes_queries, &at("path"), limits::no_path)?;
        header(&at("operation"), &document.operation)?;
        header(&at("root_field"), &document.root_field)?;
        entries(&at("flags"), document.flags.len(), 0, MAX_FLAGS)?;
        for (index, flag) in document.flags.iter().enumerate() {
            header(&format!("{}[{index}]", at("flags")), flag)?;
        }
    }
    Ok(())
}

fn rate_limit(
    path: &str,
    rule: &RateLimitConfig,
    fastest: &RateLimitConfig,
) -> Result<(), PlatformConfigError> {
    let at = |member: &str| format!("{path}.{member}");
    ensure(
        rule.interval_ms >= fastest.interval_ms,
        &at("interval_ms"),
        || {
            format!(
                "must be at least {}: the platform does not tolerate more requests",
                fastest.interval_ms
            )
        },
    )?;
    ensure(
        (0.0..=fastest.spread).contains(&rule.spread),
        &at("spread"),
        || format!("must be 0 to {}", fastest.spread),
    )?;
    ensure((1..=fastest.burst).contains(&rule.burst), &at("burst"), || {
        format!("must be 1 to {}", fastest.burst)
    })?;
    ensure(
        (1..=fastest.per_hour).contains(&rule.per_hour),
        &at("per_hour"),
        || format!("must be 1 to {}", fastest.per_hour),
    )
}

fn size(path: &str, size: u32, largest: u32) -> Result<(), PlatformConfigError> {
    ensure((1..=largest).contains(&size), path, || {
        format!("must be 1 to {largest}")
    })
}

/// Checks a value that is sent in a header or a URL.
fn header(path: &str, value: &str) -> Result<(), PlatformConfigError> {
    let is_ascii = value.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    ensure(is_ascii, path, || limits::NOT_ASCII.to_owned())?;
    ensure(value.len() <= MAX_TEXT_LENGTH, path, || {
        format!("must have at most {MAX_TEXT_LENGTH} characters")
    })
}

fn entries(path: &str, entries: usize, fewest: usize, most: usize) -> Result<(), PlatformConfigError> {
    ensure(entries >= fewest, path, || {
        "must have one entry at least".to_owned()
    })?;
    ensure(entries <= most, path, || {
        format!("must have at most {most} entries")
    })
}

fn ensure(is_so: bool, path: &str, reason: impl FnOnce() -> String) -> Result<(), PlatformConfigError> {
    if is_so {
        Ok(())
    } else {
        Err(PlatformConfigError::new(path, reason()))
    }
}
