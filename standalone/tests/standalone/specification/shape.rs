//! Section 3: the fields of each entity and their types. A response may have more fields, but not fewer.

use serde_json::Value;

#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    Text,
    Integer,
    Number,
    Flag,
    List,
    Object,
    Time,
    /// Absent or null where there is none.
    NullableTime,
    NullableText,
    NullableInteger,
}
use Kind::{Flag, Integer, List, NullableInteger, NullableText, NullableTime, Number, Object, Text, Time};

impl Kind {
    fn matches(self, value: &Value) -> bool {
        match self {
            Text => value.is_string(),
            Integer => value.is_i64(),
            Number => value.is_number(),
            Flag => value.is_boolean(),
            List => value.is_array(),
            Object => value.is_object(),
            Time => value.as_str().is_some_and(is_time),
            NullableTime => value.is_null() || Time.matches(value),
            NullableText => value.is_null() || value.is_string(),
            NullableInteger => value.is_null() || value.is_i64(),
        }
    }
}

/// RFC 3339 in UTC.
fn is_time(text: &str) -> bool {
    text.ends_with('Z') && chrono::DateTime::parse_from_rfc3339(text).is_ok()
}

pub(super) type Shape = &'static [(&'static str, Kind)];

#[track_caller]
pub(super) fn has(value: &Value, shape: Shape) {
    let wrong: Vec<_> = shape
        .iter()
        .filter(|(field, kind)| !kind.matches(&value[*field]))
        .collect();
    assert!(wrong.is_empty(), "{wrong:?} are not in {value:#}");
}

/// Asserts that a list is not empty and all entries have this shape.
#[track_caller]
pub(super) fn all_have(list: &Value, shape: Shape) {
    let entries = list.as_array().unwrap_or_else(|| panic!("not a list: {list}"));
    assert!(!entries.is_empty(), "the list is empty");
    for entry in entries {
        has(entry, shape);
    }
}

pub(super) const USER: Shape = &[
    ("username", Text),
    ("email", Text),
    ("full_name", Text),
    ("company_name", Text),
    ("role", Text),
    ("is_admin", Flag),
    ("is_active", Flag),
    ("group_id", NullableInteger),
    ("group_name", NullableText),
    ("is_group_admin", Flag),
    ("created_at", Time),
];
pub(super) const SIGNED_IN: Shape = &[("user", Object), ("access_token", Text)];
pub(super) const MESSAGE: Shape = &[("message", Text)];

pub(super) const GROUP: Shape = &[
    ("id", Integer),
    ("name", Text),
    ("description", Text),
    ("is_active", Flag),
    ("max_instagram_accounts", Integer),
    ("max_tiktok_accounts", Integer),
    ("instagram_count", Integer),
    ("tiktok_count", Integer),
    ("user_count", Integer),
];
pub(super) const GROUP_INSTAGRAM: Shape = &[
    ("total_views", Integer),
    ("total_likes", Integer),
    ("total_comments", Integer),
    ("total_posts", Integer),
    ("accounts", List),
    ("recent_posts", List),
];
pub(super) const GROUP_TIKTOK: Shape = &[
    ("total_views", Integer),
    ("total_likes", Integer),
    ("total_comments", Integer),
    ("total_shares", Integer),
    ("total_videos", Integer),
    ("accounts", List),
    ("recent_videos", List),
];

pub(super) const INSTAGRAM_ACCOUNT: Shape = &[
    ("id", Integer),
    ("username", Text),
    ("post_count", Integer),
    ("last_scraped", NullableTime),
    ("group", Text),
];
pub(super) const TIKTOK_ACCOUNT: Shape = &[
    ("id", Integer),
    ("username", Text),
    ("video_count", Integer),
    ("last_scraped", NullableTime),
];

pub(super) const INSTAGRAM_POST: Shape = &[
    ("id", Integer),
    ("shortcode", Text),
    ("url", Text),
    ("username", Text),
    ("views", Integer),
    ("likes", Integer),
    ("comments", Integer),
    ("cpm", Number),
    ("engagement_rate", Number),
    ("post_timestamp", NullableTime),
];
pub(super) const TIKTOK_VIDEO: Shape = &[
    ("id", Integer),
    ("video_id", Text),
    ("url", Text),
    ("caption", NullableText),
    ("username", Text),
    ("views", Integer),
    ("likes", Integer),
    ("comments", Integer),
    ("shares", Integer),
    ("cpm", Number),
    ("engagement_rate", Number),
    ("video_timestamp", NullableTime),
];
pub(super) const INSTAGRAM_POST_ROW: Shape = &[
    ("id", Integer),
    ("account", Text),
    ("shortcode", Text),
    ("url", Text),
    ("date_posted", NullableTime),
    ("views", Integer),
    ("likes", Integer),
    ("comments", Integer),
    ("cpm", Number),
    ("engagement_rate", Number),
    ("scraped_at", Time),
];
pub(super) const TIKTOK_VIDEO_ROW: Shape = &[
    ("id", Integer),
    ("account", Text),
    ("video_id", Text),
    ("url", Text),
    ("date_posted", NullableTime),
    ("views", Integer),
    ("likes", Integer),
    ("comments", Integer),
    ("shares", Integer),
    ("cpm", Number),
    ("engagement_rate", Number),
    ("caption", NullableText),
    ("scraped_at", Time),
];

pub(super) const INSTAGRAM_TOTALS: Shape = &[
    ("total_views", Integer),
    ("total_likes", Integer),
    ("total_comments", Integer),
    ("avg_cpm", Number),
    ("avg_engagement", Number),
];
pub(super) const TIKTOK_TOTALS: Shape = &[
    ("total_views", Integer),
    ("total_likes", Integer),
    ("total_comments", Integer),
    ("total_shares", Integer),
    ("avg_cpm", Number),
    ("avg_engagement", Number),
];
pub(super) const PER_PLATFORM: Shape = &[("instagram", Integer), ("tiktok", Integer)];
pub(super) const COLLECTED: Shape = &[("instagram_posts", Integer), ("tiktok_videos", Integer)];
pub(super) const RECENT: Shape = &[
    ("instagram_posts", Integer),
    ("tiktok_videos", Integer),
    ("recent_instagram", Integer),
    ("recent_tiktok", Integer),
];
pub(super) const USERS: Shape = &[("total", Integer), ("active", Integer)];
pub(super) const INSTAGRAM_ENGAGEMENT: Shape =
    &[("views", Integer), ("likes", Integer), ("comments", Integer)];
pub(super) const TIKTOK_ENGAGEMENT: Shape = &[("views", Integer), ("likes", Integer), ("shares", Integer)];

pub(super) const SCRAPE: Shape = &[("status", Text), ("message", Text)];
pub(super) const ENDED: Shape = &[("successful", Integer), ("failed", Integer)];
pub(super) const SESSIONS: Shape = &[("sessions", List), ("total", Integer), ("total_pages", Integer)];
