//! One post or video.

use std::borrow::Cow;

use clipmeter_proto::v1::{MediaKind, Precision};

use super::Rounded;

/// Whether the text can be a platform's id: decimal digits of a number below 2^64, which the ids of both are.
pub(crate) fn is_id(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit()) && text.parse::<u64>().is_ok_and(|id| id > 0)
}

/// A post or video as one answer shows it. An absent count is one that the platform did not show, never zero.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Item<'a> {
    /// Instagram pk or TikTok video id: decimal digits.
    pub id: Cow<'a, str>,
    /// Instagram's code in the URL.
    pub shortcode: Option<Cow<'a, str>>,
    /// The author's name, when the answer gives it with the item.
    pub username: Option<Cow<'a, str>>,
    /// The author's platform id, when the answer gives it with the item.
    pub user_id: Option<Cow<'a, str>>,
    /// The author's TikTok secUid, when the answer gives it with the item.
    pub sec_uid: Option<Cow<'a, str>>,
    /// Platform ids of accounts that published it together with the author, as far as the answer names them.
    pub coauthors: Vec<Cow<'a, str>>,
    /// The whole caption; `None` when the item has none or the answer does not show it.
    pub caption: Option<Cow<'a, str>>,
    /// Seconds since 1970-01-01T00:00:00Z, as the answer gives it. [`Item::created_at`] falls back on the id.
    pub posted_at: Option<i64>,
    /// The same as the answer wrote it, where it wrote text for a number and that is to be kept apart.
    pub posted_at_text: Option<Cow<'a, str>>,
    /// Plays.
    pub views: Option<i64>,
    /// The JSON key that `views` was read from; series of different keys are not comparable.
    pub views_key: Option<&'static str>,
    /// Likes; `None` when the author hides them.
    pub likes: Option<i64>,
    /// Comments.
    pub comments: Option<i64>,
    /// TikTok only.
    pub shares: Option<i64>,
    /// TikTok only.
    pub saves: Option<i64>,
    /// How exact the counts are: the summary of `rounded`.
    pub precision: Precision,
    /// Which counts are rounded.
    pub rounded: Rounded,
    /// Video, image or carousel.
    pub media_kind: MediaKind,
    /// Instagram's own finer word: `feed`, `clips`, `igtv`, `carousel_container`.
    pub product_type: Option<Cow<'a, str>>,
    /// Shown first regardless of its date, so a walk through the pages must not stop at it.
    pub pinned: bool,
}
