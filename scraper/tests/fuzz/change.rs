//! What was done to an answer, as far as it decides what may be read of it.

use clipmeter_scraper::core::model::Item;
use serde_json::Value;

/// A spoiled answer.
#[derive(Debug, Default)]
pub(crate) struct CorruptedResponse {
    /// What arrives.
    pub(crate) body: Vec<u8>,
    /// What was done, for people.
    pub(crate) done: Vec<String>,
    /// The documents that it was written from, where it was changed as such.
    pub(crate) documents: Vec<Value>,
    /// Parts of other answers are in it, so that what it says may be theirs.
    pub(crate) is_mixed: bool,
    /// Other answers' values are in it, so that a count may be what it was not before.
    pub(crate) has_new_values: bool,
    /// Where the damage was done.
    pub(crate) damage: Damage,
    /// What was asked for is not in it any more.
    pub(crate) lacks_expected: bool,
    /// Something that is no count stands wherever this was.
    pub(crate) without: Option<Metric>,
}

/// Where damage was done.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Damage {
    /// To members of documents: everything else is as it was.
    #[default]
    Members,
    /// To bytes, without regard to what they mean, so that any digit may be another.
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
