use std::borrow::Cow;

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
    /// The display name.
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
}
