//! What a platform says of an account.

use std::borrow::Cow;

/// An account as one answer shows it. Everything the answer does not say is empty or `None`, never zero.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Profile<'a> {
    /// Instagram pk or TikTok user id: survives a rename.
    pub platform_id: Cow<'a, str>,
    /// TikTok secUid, the key of its item lists.
    pub sec_uid: Cow<'a, str>,
    /// The name in use now, without @.
    pub username: Cow<'a, str>,
    /// The name for people.
    pub display_name: Cow<'a, str>,
    /// Whether only approved followers see its items; `None` when the answer does not say.
    pub is_private: Option<bool>,
    /// Followers.
    pub follower_count: Option<i64>,
    /// Accounts it follows.
    pub following_count: Option<i64>,
    /// Posts or videos that the platform says it has.
    pub item_count: Option<i64>,
    /// TikTok: likes over all its videos.
    pub heart_count: Option<i64>,
    /// Whether the counts are exact to the last digit (TikTok `statsV2`) rather than rounded to three.
    pub is_exact: bool,
}
