//! The limits on what a group may track, and the messages when they are reached, over HTTP and gRPC.

use clipmeter_proto::v1::Platform;

/// Maximum of single videos of a group. A group's own limits are about accounts; this one only keeps the
/// queue from being flooded: one scraper reads this many in a few hours at the platform's rate limit.
pub const MAX_VIDEOS: usize = 10_000;

/// The message when the group tracks the maximum of accounts of the platform.
#[must_use]
pub fn no_more_accounts(platform: Platform, limit: i32) -> String {
    let platform = platform.display_name();
    format!(
        "This group may track at most {limit} {platform} accounts. Delete one first, or ask an administrator to raise the limit."
    )
}

/// The message when the group tracks the maximum of single videos.
#[must_use]
pub fn no_more_videos() -> String {
    format!("A group may track at most {MAX_VIDEOS} single videos. Delete some first.")
}
