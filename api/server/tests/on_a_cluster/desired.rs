//! Intents, as the handlers create them.

use clipmeter_db::tracking::intent::{GroupIntent, GroupName, Intent, Subject, TrackedIntent, TrackedName};
use clipmeter_domain::VideoAddress;
use clipmeter_domain::group::DEFAULT_PURGE_AFTER;
use clipmeter_proto::v1::Platform;

/// A group that is not in the database.
pub(crate) fn group(display_name: &str) -> GroupName {
    GroupName {
        resource: None,
        namespace: None,
        display_name: display_name.to_owned(),
    }
}

/// Returns a group whose namespace is recorded in the database.
pub(crate) fn existing(resource: &str) -> GroupName {
    GroupName {
        resource: Some(resource.to_owned()),
        namespace: Some(format!("cg-{resource}")),
        display_name: resource.to_owned(),
    }
}

pub(crate) fn intent(name: GroupName) -> GroupIntent {
    GroupIntent {
        display_name: name.display_name.clone(),
        name,
        description: String::new(),
        suspended: false,
        max_instagram_accounts: 10,
        max_tiktok_accounts: 10,
        max_tiktok_videos: 100,
        instagram_minutes: None,
        tiktok_minutes: None,
        cost: None,
        currency: None,
        time_zone: None,
        scraper_pool: None,
        allowed_scraper_pools: Vec::new(),
        retain: false,
        purge_after_seconds: DEFAULT_PURGE_AFTER,
    }
}

pub(crate) fn instagram(username: &str) -> TrackedName {
    account(Platform::Instagram, username)
}

pub(crate) fn account(platform: Platform, username: &str) -> TrackedName {
    TrackedName {
        resource: None,
        subject: Subject::Account {
            platform,
            username: username.to_owned(),
        },
    }
}

pub(crate) fn video(url: &str) -> TrackedName {
    TrackedName {
        resource: None,
        subject: Subject::Video(VideoAddress::parse(url).unwrap()),
    }
}

pub(crate) fn with_defaults(name: TrackedName) -> TrackedIntent {
    TrackedIntent {
        name,
        interval_minutes: None,
        cost: None,
        scraper_pool: None,
    }
}

pub(crate) fn track(group: GroupName, names: impl IntoIterator<Item = TrackedName>) -> Intent {
    Intent::Track(group, names.into_iter().map(with_defaults).collect())
}
