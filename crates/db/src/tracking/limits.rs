//! The messages when a group's limits are reached, over HTTP and gRPC.

use clipmeter_proto::v1::Platform;

/// The message when the group tracks the maximum of accounts of the platform.
#[must_use]
pub fn no_more_accounts(platform: Platform, limit: i32) -> String {
    let platform = platform.display_name();
    format!("Limit reached: {limit} {platform} accounts. Delete one or ask an admin to raise the limit.")
}

/// The message when the group tracks the maximum of single videos.
#[must_use]
pub fn no_more_videos(limit: i32) -> String {
    format!("Limit reached: {limit} single videos. Delete some or ask an admin to raise the limit.")
}
