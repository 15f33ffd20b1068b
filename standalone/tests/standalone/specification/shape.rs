//! Section 3: the fields of each entity, and what they hold. An answer may have more, never less.

use serde_json::Value;

#[derive(Clone, Copy, Debug)]
pub(super) enum Kind {
    Text,
    Whole,
    Number,
    Flag,
    List,
    Object,
    Time,
    /// Absent or null where there is none.
    MaybeTime,
    MaybeText,
    MaybeWhole,
}
use Kind::{Flag, List, MaybeText, MaybeTime, MaybeWhole, Number, Object, Text, Time, Whole};

impl Kind {
    fn holds(self, value: &Value) -> bool {
        match self {
            Text => value.is_string(),
            Whole => value.is_i64(),
            Number => value.is_number(),
            Flag => value.is_boolean(),
            List => value.is_array(),
            Object => value.is_object(),
            Time => value.as_str().is_some_and(is_time),
            MaybeTime => value.is_null() || Time.holds(value),
            MaybeText => value.is_null() || value.is_string(),
            MaybeWhole => value.is_null() || value.is_i64(),
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
        .filter(|(field, kind)| !kind.holds(&value[*field]))
        .collect();
    assert!(wrong.is_empty(), "{wrong:?} are not in {value:#}");
}

/// Asserts that a list has entries, all of this shape.
#[track_caller]
pub(super) fn all_have(list: &Value, shape: Shape) {
    let entries = list.as_array().unwrap_or_else(|| panic!("no list: {list}"));
    assert!(!entries.is_empty(), "an empty list shows nothing");
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
    ("group_id", MaybeWhole),
    ("group_name", MaybeText),
    ("is_group_admin", Flag),
    ("created_at", Time),
];
pub(super) const SIGNED_IN: Shape = &[("user", Object), ("access_token", Text)];
pub(super) const MESSAGE: Shape = &[("message", Text)];

pub(super) const GROUP: Shape = &[
    ("id", Whole),
    ("name", Text),
    ("description", Text),
    ("is_active", Flag),
    ("max_instagram_accounts", Whole),
    ("max_tiktok_accounts", Whole),
    ("instagram_count", Whole),
    ("tiktok_count", Whole),
    ("user_count", Whole),
];
pub(super) const GROUP_INSTAGRAM: Shape = &[
    ("total_views", Whole),
    ("total_likes", Whole),
    ("total_comments", Whole),
    ("total_posts", Whole),
    ("accounts", List),
    ("recent_posts", List),
];
pub(super) const GROUP_TIKTOK: Shape = &[
    ("total_views", Whole),
    ("total_likes", Whole),
    ("total_comments", Whole),
    ("total_shares", Whole),
    ("total_videos", Whole),
    ("accounts", List),
    ("recent_videos", List),
];

pub(super) const INSTAGRAM_ACCOUNT: Shape = &[
    ("id", Whole),
    ("username", Text),
    ("post_count", Whole),
    ("last_scraped", MaybeTime),
    ("group", Text),
];
pub(super) const TIKTOK_ACCOUNT: Shape = &[
    ("id", Whole),
    ("username", Text),
    ("video_count", Whole),
    ("last_scraped", MaybeTime),
];

pub(super) const INSTAGRAM_POST: Shape = &[
    ("id", Whole),
    ("shortcode", Text),
    ("url", Text),
    ("username", Text),
    ("views", Whole),
    ("likes", Whole),
    ("comments", Whole),
    ("cpm", Number),
    ("engagement_rate", Number),
    ("post_timestamp", MaybeTime),
];
pub(super) const TIKTOK_VIDEO: Shape = &[
    ("id", Whole),
    ("video_id", Text),
    ("url", Text),
    ("caption", MaybeText),
    ("username", Text),
    ("views", Whole),
    ("likes", Whole),
    ("comments", Whole),
    ("shares", Whole),
    ("cpm", Number),
    ("engagement_rate", Number),
    ("video_timestamp", MaybeTime),
];
pub(super) const INSTAGRAM_POST_ROW: Shape = &[
    ("id", Whole),
    ("account", Text),
    ("shortcode", Text),
    ("url", Text),
    ("date_posted", MaybeTime),
    ("views", Whole),
    ("likes", Whole),
    ("comments", Whole),
    ("cpm", Number),
    ("engagement_rate", Number),
    ("scraped_at", Time),
];
pub(super) const TIKTOK_VIDEO_ROW: Shape = &[
    ("id", Whole),
    ("account", Text),
    ("video_id", Text),
    ("url", Text),
    ("date_posted", MaybeTime),
    ("views", Whole),
    ("likes", Whole),
    ("comments", Whole),
    ("shares", Whole),
    ("cpm", Number),
    ("engagement_rate", Number),
    ("caption", MaybeText),
    ("scraped_at", Time),
];

pub(super) const INSTAGRAM_TOTALS: Shape = &[
    ("total_views", Whole),
    ("total_likes", Whole),
    ("total_comments", Whole),
    ("avg_cpm", Number),
    ("avg_engagement", Number),
];
pub(super) const TIKTOK_TOTALS: Shape = &[
    ("total_views", Whole),
    ("total_likes", Whole),
    ("total_comments", Whole),
    ("total_shares", Whole),
    ("avg_cpm", Number),
    ("avg_engagement", Number),
];
pub(super) const PER_PLATFORM: Shape = &[("instagram", Whole), ("tiktok", Whole)];
pub(super) const COLLECTED: Shape = &[("instagram_posts", Whole), ("tiktok_videos", Whole)];
pub(super) const RECENT: Shape = &[
    ("instagram_posts", Whole),
    ("tiktok_videos", Whole),
    ("recent_instagram", Whole),
    ("recent_tiktok", Whole),
];
pub(super) const USERS: Shape = &[("total", Whole), ("active", Whole)];
pub(super) const INSTAGRAM_ENGAGEMENT: Shape = &[("views", Whole), ("likes", Whole), ("comments", Whole)];
pub(super) const TIKTOK_ENGAGEMENT: Shape = &[("views", Whole), ("likes", Whole), ("shares", Whole)];

pub(super) const SCRAPE: Shape = &[("status", Text), ("message", Text)];
pub(super) const ENDED: Shape = &[("successful", Whole), ("failed", Whole)];
pub(super) const SESSIONS: Shape = &[("sessions", List), ("total", Whole), ("total_pages", Whole)];
