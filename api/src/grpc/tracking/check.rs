//! Validation of messages.

use clipmeter_db::tracking::resources::ResourceKind;
use clipmeter_domain::cost::{CURRENCY_RULE, is_currency};
use clipmeter_domain::{allowance, interval, scraper_pool};
use clipmeter_proto::v1::{Platform, TrackedKind, TrackedName};
use tonic::Status;

/// Maximum length of an object's name on Kubernetes: a subdomain of RFC 1123.
const MAX_OBJECT_NAME_LENGTH: usize = 253;

/// Maximum length of a field manager's name on Kubernetes.
const MAX_MANAGER_LENGTH: usize = 128;

/// Checks the name of an object.
pub(super) fn object<'a>(field: &str, name: &'a str) -> Result<&'a str, Status> {
    let in_alphabet = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.');
    if (1..=MAX_OBJECT_NAME_LENGTH).contains(&name.len()) && name.bytes().all(in_alphabet) {
        return Ok(name);
    }
    Err(Status::invalid_argument(format!(
        "{field} is not a valid object name"
    )))
}

/// Checks the name of a field manager, which may be empty.
pub(super) fn manager(name: &str) -> Result<&str, Status> {
    if name.len() <= MAX_MANAGER_LENGTH && !name.contains('\0') {
        return Ok(name);
    }
    Err(Status::invalid_argument(
        "managed_by is not a valid field manager",
    ))
}

/// Checks an interval in whole minutes.
pub(super) fn minutes(field: &str, minutes: u32) -> Result<i32, Status> {
    i32::try_from(minutes)
        .ok()
        .filter(|minutes| (interval::MIN..=interval::MAX).contains(minutes))
        .ok_or_else(|| {
            Status::invalid_argument(format!(
                "{field} must be from {} to {}",
                interval::MIN,
                interval::MAX
            ))
        })
}

/// Checks a limit on accounts or videos.
pub(super) fn allowance(field: &str, limit: u32) -> Result<i32, Status> {
    i32::try_from(limit)
        .ok()
        .filter(|limit| *limit <= allowance::MAX)
        .ok_or_else(|| Status::invalid_argument(format!("{field} must be at most {}", allowance::MAX)))
}

/// Rejects a code that does not match the pattern of the resource's field.
pub(super) fn currency(code: &str) -> Result<&str, Status> {
    if is_currency(code) {
        Ok(code)
    } else {
        Err(Status::invalid_argument(CURRENCY_RULE))
    }
}

/// Checks the name of a scraper pool; `None` if it is empty.
pub(super) fn scraper_pool(name: &str) -> Result<Option<&str>, Status> {
    match name {
        "" => Ok(None),
        name => pool_name(name).map(Some),
    }
}

/// Checks the names of scraper pools.
pub(super) fn scraper_pools(names: &[String]) -> Result<&[String], Status> {
    names.iter().try_for_each(|name| pool_name(name).map(drop))?;
    Ok(names)
}

/// Checks the name of a scraper pool or a set of sessions.
pub(super) fn pool_name(name: &str) -> Result<&str, Status> {
    scraper_pool::name(name).map_err(|bad| Status::invalid_argument(bad.to_string()))
}

/// Checks the region of a scraper pool, which may be empty.
pub(super) fn region(region: &str) -> Result<&str, Status> {
    match region {
        "" => Ok(region),
        region => scraper_pool::region(region).map_err(|bad| Status::invalid_argument(bad.to_string())),
    }
}

/// Returns the kind of a tracked resource.
pub(super) fn kind(name: &TrackedName) -> Result<ResourceKind, Status> {
    match name.kind() {
        TrackedKind::InstagramAccount => Ok(ResourceKind::Account(Platform::Instagram)),
        TrackedKind::TiktokAccount => Ok(ResourceKind::Account(Platform::Tiktok)),
        TrackedKind::TiktokVideo => Ok(ResourceKind::Video),
        TrackedKind::Unspecified => Err(Status::invalid_argument("name.kind is missing")),
    }
}

/// Converts the kind for a message.
pub(super) fn tracked_kind(kind: ResourceKind) -> TrackedKind {
    match kind {
        ResourceKind::Account(Platform::Tiktok) => TrackedKind::TiktokAccount,
        ResourceKind::Account(_) => TrackedKind::InstagramAccount,
        ResourceKind::Video => TrackedKind::TiktokVideo,
    }
}
