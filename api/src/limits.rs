//! How much a group may track, and what whoever asks for more is told, over HTTP as over gRPC.

use clipmeter_proto::v1::Platform;

/// Most single videos of a group. Groups' limits are about accounts; this only keeps the queue from being flooded: so many
/// are read in a few hours by one scraper at the platform's pace.
pub(crate) const MOST_VIDEOS: usize = 10_000;

/// The platform's name on screen.
fn platform_name(platform: Platform) -> &'static str {
    match platform {
        Platform::Tiktok => "TikTok",
        _ => "Instagram",
    }
}

/// The group tracks as many accounts of the platform as it may.
pub(crate) fn no_more_accounts(platform: Platform, limit: i32) -> String {
    let platform = platform_name(platform);
    format!(
        "This group may track {limit} {platform} accounts. Delete one first, or have an administrator raise the limit."
    )
}

/// The group tracks as many single videos as it may.
pub(crate) fn no_more_videos() -> String {
    format!("A group may track {MOST_VIDEOS} single videos. Delete some first.")
}
