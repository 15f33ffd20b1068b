//! Instagram.

use super::{Concurrency, Descriptor, ItemLinks, ItemNoun};
use crate::metric::Metric;
use crate::{Username, allowance, item, shortcode};

/// Paths that look like a profile's but are not.
const RESERVED: [&str; 8] = [
    "p", "reel", "reels", "tv", "stories", "explore", "accounts", "direct",
];

fn profile_name<'a>(segments: &[&'a str]) -> Option<&'a str> {
    segments
        .first()
        .copied()
        .filter(|first| !RESERVED.contains(first))
}

pub(super) const DESCRIPTOR: Descriptor = Descriptor {
    code: "instagram",
    name: "Instagram",
    item: ItemNoun::POST,
    account_resource: "InstagramAccount",
    usernames: Username::INSTAGRAM,
    profile_hosts: &["www.instagram.com", "instagram.com", "m.instagram.com"],
    profile_name,
    links: |post| ItemLinks {
        shortcode: Some(shortcode::encode(post.id)),
        url: item::instagram_link(post.id, item::is_reel(post.url)),
    },
    has_shortcodes: true,
    max_caption_length: item::MAX_INSTAGRAM_CAPTION_LENGTH,
    default_interval_minutes: 60,
    default_max_accounts: allowance::DEFAULT,
    list_page: 12,
    concurrency: Concurrency::Sessions,
    has_sessions: true,
    has_single_items: false,
    missing_metrics: &[Metric::Shares, Metric::Saves],
    endpoints: &[
        "clips_user",
        "feed_by_name",
        "feed_user",
        "graphql_clips",
        "graphql_logged_out",
        "graphql_shortcode",
        "graphql_timeline",
        "home",
        "media_info",
        "post_page",
        "profile_by_id",
        "profile_page",
        "script",
        "topsearch",
        "web_profile_info",
    ],
};
