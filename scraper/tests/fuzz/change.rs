//! How a response was changed, as far as this determines what may be parsed from it.

use clipmeter_scraper::core::model::Item;
use serde_json::Value;

/// A corrupted response.
#[derive(Debug, Default)]
pub(crate) struct CorruptedResponse {
    /// The corrupted body.
    pub(crate) body: Vec<u8>,
    /// Human-readable description of the change.
    pub(crate) done: Vec<String>,
    /// The documents that the body was serialized from, if they were changed.
    pub(crate) documents: Vec<Value>,
    /// It contains parts of other responses, so their content may be parsed.
    pub(crate) is_mixed: bool,
    /// It contains values of other responses, so a count may have a new value.
    pub(crate) has_new_values: bool,
    /// Where the damage is.
    pub(crate) damage: Damage,
    /// The requested object is no longer in it.
    pub(crate) lacks_expected: bool,
    /// A value that is not a count replaced this count everywhere.
    pub(crate) without: Option<Metric>,
}

/// Where the damage is.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Damage {
    /// In members of documents; everything else is unchanged.
    #[default]
    Members,
    /// In arbitrary bytes, so any digit may have changed.
    Bytes,
    /// The end is missing, and nothing else.
    End,
}

/// One of the counts.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Metric {
    Views,
    Likes,
    Comments,
    Shares,
    Saves,
}

impl Metric {
    pub(crate) const ALL: [Self; 5] = [
        Self::Views,
        Self::Likes,
        Self::Comments,
        Self::Shares,
        Self::Saves,
    ];

    /// The members in which the platforms have it.
    pub(crate) fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Views => &[
                "play_count",
                "ig_play_count",
                "video_play_count",
                "view_count",
                "video_view_count",
                "playCount",
            ],
            Self::Likes => &[
                "like_count",
                "edge_media_preview_like",
                "edge_liked_by",
                "diggCount",
                "digg_count",
            ],
            Self::Comments => &[
                "comment_count",
                "edge_media_to_comment",
                "edge_media_to_parent_comment",
                "edge_media_preview_comment",
                "commentCount",
            ],
            Self::Shares => &["shareCount", "share_count"],
            Self::Saves => &["collectCount", "collect_count"],
        }
    }

    pub(crate) fn of(self, item: &Item<'_>) -> Option<i64> {
        match self {
            Self::Views => item.views,
            Self::Likes => item.likes,
            Self::Comments => item.comments,
            Self::Shares => item.shares,
            Self::Saves => item.saves,
        }
    }
}
