//! TikTok.

use super::{Concurrency, Descriptor, ItemLinks, ItemNoun};
use crate::{Username, allowance, item};

/// The path of a profile may continue to a video; a pasted video URL means that the user wanted to add that.
fn profile_name<'a>(segments: &[&'a str]) -> Option<&'a str> {
    match *segments {
        [name] if name.starts_with('@') => Some(name),
        _ => None,
    }
}

pub(super) const DESCRIPTOR: Descriptor = Descriptor {
    code: "tiktok",
    name: "TikTok",
    item: ItemNoun::VIDEO,
    account_resource: "TikTokAccount",
    usernames: Username::TIKTOK,
    profile_hosts: &["www.tiktok.com", "tiktok.com", "m.tiktok.com"],
    profile_name,
    links: |video| ItemLinks {
        shortcode: None,
        url: item::tiktok_link(&video.author.to_lowercase(), video.id),
    },
    has_shortcodes: false,
    max_caption_length: item::MAX_TIKTOK_CAPTION_LENGTH,
    default_interval_minutes: 15,
    default_max_accounts: allowance::DEFAULT,
    list_page: 15,
    concurrency: Concurrency::PerAddress(2),
    has_sessions: false,
    has_single_items: true,
    missing_metrics: &[],
    endpoints: &[
        "embed_user",
        "embed_video",
        "item_list",
        "oembed",
        "short_link",
        "user_page",
        "video_page",
    ],
};
