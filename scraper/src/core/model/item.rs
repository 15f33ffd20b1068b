//! Items and accounts as one response shows them.

use std::borrow::Cow;

use clipmeter_proto::v1::{MediaKind, Precision};

use super::Rounded;

/// Returns whether the text can be a platform's ID: decimal digits of a number below 2^64, as on both platforms.
pub(crate) fn is_id(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit()) && text.parse::<u64>().is_ok_and(|id| id > 0)
}

/// A post or video as one response shows it. An absent count is one that the platform did not show, never
/// zero.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Item<'a> {
    /// Instagram pk or TikTok video ID: decimal digits.
    pub id: Cow<'a, str>,
    /// Instagram's shortcode in the URL.
    pub shortcode: Option<Cow<'a, str>>,
    /// The author's username, if the response includes it with the item.
    pub username: Option<Cow<'a, str>>,
    /// The author's platform ID, if the response includes it with the item.
    pub user_id: Option<Cow<'a, str>>,
    /// The author's TikTok secUid, if the response includes it with the item.
    pub sec_uid: Option<Cow<'a, str>>,
    /// Platform IDs of coauthors, as far as the response names them.
    pub coauthors: Vec<Cow<'a, str>>,
    /// The whole caption; `None` if the item has none or the response does not show it.
    pub caption: Option<Cow<'a, str>>,
    /// Seconds since 1970-01-01T00:00:00Z, as given in the response. [`Item::created_at`] falls back on the
    /// ID.
    pub posted_at: Option<i64>,
    /// The same time as text, if the response contains text instead of a number and the difference matters.
    pub posted_at_text: Option<Cow<'a, str>>,
    pub views: Option<i64>,
    /// The JSON key that `views` was read from; series of different keys are not comparable.
    pub views_key: Option<&'static str>,
    /// Number of likes; `None` if the author hides them.
    pub likes: Option<i64>,
    pub comments: Option<i64>,
    /// TikTok only.
    pub shares: Option<i64>,
    /// TikTok only.
    pub saves: Option<i64>,
    /// The precision of the counts: the summary of `rounded`.
    pub precision: Precision,
    pub rounded: Rounded,
    pub media_kind: MediaKind,
    /// Instagram's more specific type: `feed`, `clips`, `igtv`, `carousel_container`.
    pub product_type: Option<Cow<'a, str>>,
    /// Listed first regardless of its date, so a crawl must not stop at it.
    pub pinned: bool,
    /// URL of a small picture of it, not checked.
    pub picture_url: Option<Cow<'a, str>>,
}

/// An account as one response shows it. Everything that the response does not contain is empty or `None`,
/// never zero.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Profile<'a> {
    /// Instagram pk or TikTok user ID: survives a rename.
    pub platform_id: Cow<'a, str>,
    /// TikTok secUid, the key of its item lists.
    pub sec_uid: Cow<'a, str>,
    /// The current username, without @.
    pub username: Cow<'a, str>,
    pub display_name: Cow<'a, str>,
    /// Whether only approved followers see its items; `None` if the response does not include this.
    pub is_private: Option<bool>,
    pub follower_count: Option<i64>,
    /// Number of accounts that it follows.
    pub following_count: Option<i64>,
    /// Posts or videos according to the platform.
    pub item_count: Option<i64>,
    /// TikTok: total likes of all its videos.
    pub heart_count: Option<i64>,
    /// Whether the counts are exact to the last digit (TikTok `statsV2`) instead of rounded to three digits.
    pub is_exact: bool,
    /// URL of its avatar, not checked.
    pub picture_url: Option<Cow<'a, str>>,
}
