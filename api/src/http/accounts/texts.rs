//! What people are told about accounts that are not added.

use clipmeter_proto::v1::Platform;

/// The platform's name on screen.
pub(super) fn platform_name(platform: Platform) -> &'static str {
    match platform {
        Platform::Tiktok => "TikTok",
        _ => "Instagram",
    }
}

pub(super) fn already_tracked(username: &str) -> String {
    format!("@{username} is already tracked")
}

pub(super) fn limit_reached(platform: Platform, limit: i32) -> String {
    let platform = platform_name(platform);
    format!(
        "This group may track {limit} {platform} accounts. Delete one first, or have an administrator raise the limit."
    )
}

/// "1 duplicate", "2 duplicates".
pub(crate) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
