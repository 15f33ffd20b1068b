//! Loopreel, the example of docs/dev/add-a-platform.md: a platform that only the simulator has.

use super::{Concurrency, Descriptor, ItemLinks, ItemNoun};
use crate::metric::Metric;
use crate::{Username, allowance};

fn profile_name<'a>(segments: &[&'a str]) -> Option<&'a str> {
    match *segments {
        [name] if name.starts_with('@') => Some(name),
        _ => None,
    }
}

pub(super) const DESCRIPTOR: Descriptor = Descriptor {
    code: "loopreel",
    name: "Loopreel",
    item: ItemNoun::VIDEO,
    account_resource: "LoopreelAccount",
    usernames: Username {
        site: "Loopreel",
        shortest: 3,
        longest: 20,
        reserved: &[],
    },
    profile_hosts: &["www.loopreel.example", "loopreel.example"],
    profile_name,
    links: |clip| ItemLinks {
        shortcode: None,
        url: format!("https://www.loopreel.example/v/{}", clip.id),
    },
    has_shortcodes: false,
    max_caption_length: 500,
    default_interval_minutes: 30,
    default_max_accounts: allowance::DEFAULT,
    list_page: 20,
    concurrency: Concurrency::PerAddress(1),
    has_sessions: false,
    has_single_items: false,
    missing_metrics: &[Metric::Saves],
    endpoints: &["profile"],
};
