//! Posts and videos in responses.
//!
//! Views, likes, comments and shares are always numbers: a count that the platform does not show is 0, and
//! `metrics_status` marks it as unknown.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};
use utoipa::ToSchema;

use crate::http::common::PlatformName;
use crate::http::metrics::{InstagramMetrics, ItemMetrics, TiktokMetrics};

/// Why a metric of an item may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MetricsStatus {
    /// All metrics are known.
    Ok,
    /// The platform shows no views for this item (a photo, for example), so CPM and engagement are unknown.
    NoViews,
    /// The platform hides the likes or comments of this item, so the engagement is unknown.
    LikesHidden,
    /// Views and likes are known, but no cost is set, so the CPM is unknown.
    NoCost,
}

/// Whether an item is publicly visible on its platform. An item that is no longer visible keeps its metrics and
/// history.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Availability {
    /// The item is visible as far as known.
    Public,
    /// The item was missing twice, the second time in an independent observation.
    Removed,
    /// The item is visible to a limited audience only.
    Private,
}

/// Whether an item is a video, or has one or several pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema, IntoStaticStr, EnumString)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub(crate) enum MediaKind {
    /// A video, such as a reel.
    Video,
    /// A single picture.
    Image,
    /// Several pictures or videos.
    Carousel,
}

impl MediaKind {
    /// Returns the database value.
    pub(super) fn code(self) -> &'static str {
        self.into()
    }
}

impl From<&str> for Availability {
    fn from(code: &str) -> Self {
        match code {
            "removed" => Self::Removed,
            "private" => Self::Private,
            _ => Self::Public,
        }
    }
}

/// An Instagram post in the list of an account.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct InstagramPost {
    /// Post ID.
    pub(crate) id: i64,
    /// The platform's shortcode of the post.
    pub(crate) shortcode: String,
    /// Public URL.
    pub(crate) url: String,
    /// Null if unknown.
    pub(crate) media_kind: Option<MediaKind>,
    /// Path of its picture, which needs no token; null if there is none.
    #[schema(example = "/api/pictures/9f86d081884c7d659a2feaa0c55ad015")]
    pub(crate) picture: Option<String>,
    /// Empty when the post has none.
    pub(crate) caption: String,
    /// Whether the caption exceeded the platform's limit and was truncated.
    pub(crate) caption_cut: bool,
    /// The account's handle, without @.
    pub(crate) username: String,
    /// ID of the account, of its group or else of one of the groups that track it and that the user may see; null if none does.
    pub(crate) account_id: Option<i64>,
    #[serde(flatten)]
    #[schema(inline)]
    pub(crate) metrics: InstagramMetrics,
    /// Views that are usual for the account at this age: the median of its 30 items before, at least 8 of which were measured at that
    /// age. Null if unknown, for items older than 30 days, and in lists of the latest items.
    pub(crate) usual_views: Option<i64>,
    /// Views gained in the period from `gained_from` to `gained_to` of the request; null without it, if first seen later, and if the
    /// period begins before the kept history and the item was first seen before it.
    pub(crate) gained_views: Option<i64>,
    /// Cost of the views so far, 2 decimals; null if no cost is set or the views are unknown.
    pub(crate) cost: Option<f64>,
    /// When it was posted.
    pub(crate) post_timestamp: Option<DateTime<Utc>>,
    /// Why a metric is missing.
    pub(crate) metrics_status: MetricsStatus,
    /// Whether the platform still shows the item.
    pub(crate) availability: Availability,
    /// When the item was found to be no longer public; absent while it is public.
    pub(crate) unavailable_since: Option<DateTime<Utc>>,
    /// When the metrics last changed.
    pub(crate) updated_at: DateTime<Utc>,
}

/// A TikTok video in the list of an account.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct TiktokVideo {
    /// Video ID.
    pub(crate) id: i64,
    /// The platform's ID.
    pub(crate) video_id: String,
    /// Public URL.
    pub(crate) url: String,
    /// Null if unknown.
    pub(crate) media_kind: Option<MediaKind>,
    /// Path of its picture, which needs no token; null if there is none.
    #[schema(example = "/api/pictures/9f86d081884c7d659a2feaa0c55ad015")]
    pub(crate) picture: Option<String>,
    /// Empty when the video has none.
    pub(crate) caption: String,
    /// Whether the caption exceeded the platform's limit and was truncated.
    pub(crate) caption_cut: bool,
    /// The account's handle, without @.
    pub(crate) username: String,
    /// ID of the account, of its group or else of one of the groups that track it and that the user may see; null if none does.
    pub(crate) account_id: Option<i64>,
    #[serde(flatten)]
    #[schema(inline)]
    pub(crate) metrics: TiktokMetrics,
    /// Views that are usual for the account at this age: the median of its 30 items before, at least 8 of which were measured at that
    /// age. Null if unknown, for items older than 30 days, and in lists of the latest items.
    pub(crate) usual_views: Option<i64>,
    /// Views gained in the period from `gained_from` to `gained_to` of the request; null without it, if first seen later, and if the
    /// period begins before the kept history and the item was first seen before it.
    pub(crate) gained_views: Option<i64>,
    /// Cost of the views so far, 2 decimals; null if no cost is set or the views are unknown.
    pub(crate) cost: Option<f64>,
    /// When it was posted.
    pub(crate) video_timestamp: Option<DateTime<Utc>>,
    /// Why a metric is missing.
    pub(crate) metrics_status: MetricsStatus,
    /// Whether the platform still shows the item.
    pub(crate) availability: Availability,
    /// When the item was found to be no longer public; absent while it is public.
    pub(crate) unavailable_since: Option<DateTime<Utc>>,
    /// When the metrics last changed.
    pub(crate) updated_at: DateTime<Utc>,
}

/// An Instagram post in the table of all content.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct InstagramPostRow {
    /// Post ID.
    pub(crate) id: i64,
    /// The account's handle, without @.
    pub(crate) account: String,
    /// ID of the account, of its group or else of one of the groups that track it and that the user may see; null if none does.
    pub(crate) account_id: Option<i64>,
    /// Names of the groups that track the item or its account, in alphabetical order: all for admins, for members their own.
    #[schema(example = json!(["Northwind Media"]))]
    pub(crate) groups: Vec<String>,
    /// The platform's shortcode of the post.
    pub(crate) shortcode: String,
    /// Public URL.
    pub(crate) url: String,
    /// Null if unknown.
    pub(crate) media_kind: Option<MediaKind>,
    /// Path of its picture, which needs no token; null if there is none.
    #[schema(example = "/api/pictures/9f86d081884c7d659a2feaa0c55ad015")]
    pub(crate) picture: Option<String>,
    /// When it was posted.
    pub(crate) date_posted: Option<DateTime<Utc>>,
    #[serde(flatten)]
    #[schema(inline)]
    pub(crate) metrics: InstagramMetrics,
    /// Views gained in the period from `gained_from` to `gained_to` of the request; null without it, if first seen later, and if the
    /// period begins before the kept history and the item was first seen before it.
    pub(crate) gained_views: Option<i64>,
    /// Cost of the views so far, 2 decimals; null if no cost is set or the views are unknown.
    pub(crate) cost: Option<f64>,
    /// Absent when the post has none.
    pub(crate) caption: Option<String>,
    /// Whether the caption exceeded the platform's limit and was truncated.
    pub(crate) caption_cut: bool,
    /// Why a metric is missing.
    pub(crate) metrics_status: MetricsStatus,
    /// Whether the platform still shows the item.
    pub(crate) availability: Availability,
    /// When the item was found to be no longer public; absent while it is public.
    pub(crate) unavailable_since: Option<DateTime<Utc>>,
    /// When the metrics last changed.
    pub(crate) scraped_at: DateTime<Utc>,
    /// The same value under the field name of other lists.
    pub(crate) updated_at: DateTime<Utc>,
}

/// A TikTok video in the table of all content.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct TiktokVideoRow {
    /// Video ID.
    pub(crate) id: i64,
    /// The account's handle, without @.
    pub(crate) account: String,
    /// ID of the account, of its group or else of one of the groups that track it and that the user may see; null if none does.
    pub(crate) account_id: Option<i64>,
    /// Names of the groups that track the item or its account, in alphabetical order: all for admins, for members their own.
    #[schema(example = json!(["Northwind Media"]))]
    pub(crate) groups: Vec<String>,
    /// The platform's ID.
    pub(crate) video_id: String,
    /// Public URL.
    pub(crate) url: String,
    /// Null if unknown.
    pub(crate) media_kind: Option<MediaKind>,
    /// Path of its picture, which needs no token; null if there is none.
    #[schema(example = "/api/pictures/9f86d081884c7d659a2feaa0c55ad015")]
    pub(crate) picture: Option<String>,
    /// When it was posted.
    pub(crate) date_posted: Option<DateTime<Utc>>,
    #[serde(flatten)]
    #[schema(inline)]
    pub(crate) metrics: TiktokMetrics,
    /// Views gained in the period from `gained_from` to `gained_to` of the request; null without it, if first seen later, and if the
    /// period begins before the kept history and the item was first seen before it.
    pub(crate) gained_views: Option<i64>,
    /// Cost of the views so far, 2 decimals; null if no cost is set or the views are unknown.
    pub(crate) cost: Option<f64>,
    /// Absent when the video has none.
    pub(crate) caption: Option<String>,
    /// Whether the caption exceeded the platform's limit and was truncated.
    pub(crate) caption_cut: bool,
    /// Why a metric is missing.
    pub(crate) metrics_status: MetricsStatus,
    /// Whether the platform still shows the item.
    pub(crate) availability: Availability,
    /// When the item was found to be no longer public; absent while it is public.
    pub(crate) unavailable_since: Option<DateTime<Utc>>,
    /// When the metrics last changed.
    pub(crate) scraped_at: DateTime<Utc>,
    /// The same value under the field name of other lists.
    pub(crate) updated_at: DateTime<Utc>,
}

/// A post or video in the table of all content.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct ContentItemRow {
    /// ID of the item in the paths of its platform.
    pub(crate) id: i64,
    /// The item's platform, which determines the paths with its details.
    pub(crate) platform: PlatformName,
    /// The account's handle, without @.
    pub(crate) account: String,
    /// ID of the account, of its group or else of one of the groups that track it and that the user may see; null if none does.
    pub(crate) account_id: Option<i64>,
    /// Names of the groups that track the item or its account, in alphabetical order: all for admins, for members their own.
    #[schema(example = json!(["Northwind Media"]))]
    pub(crate) groups: Vec<String>,
    /// The shortcode or the platform's ID, as in the item's address.
    pub(crate) item_id: String,
    /// Address of the item on the platform.
    pub(crate) url: String,
    /// What the item consists of; null if unknown.
    pub(crate) media_kind: Option<MediaKind>,
    /// Path of its picture, which needs no token; null if there is none.
    #[schema(example = "/api/pictures/9f86d081884c7d659a2feaa0c55ad015")]
    pub(crate) picture: Option<String>,
    /// When it was posted; null if unknown.
    pub(crate) date_posted: Option<DateTime<Utc>>,
    #[serde(flatten)]
    #[schema(inline)]
    pub(crate) metrics: ItemMetrics,
    /// Views gained in the period from `gained_from` to `gained_to` of the request; null without it, if first seen later, and if the
    /// period begins before the kept history and the item was first seen before it.
    pub(crate) gained_views: Option<i64>,
    /// Cost of the views so far, 2 decimals; null if no cost is set or the views are unknown.
    pub(crate) cost: Option<f64>,
    /// Absent when the item has none.
    pub(crate) caption: Option<String>,
    /// Whether the caption exceeded the platform's limit and was truncated.
    pub(crate) caption_cut: bool,
    /// Why a metric is missing.
    pub(crate) metrics_status: MetricsStatus,
    /// Whether the platform still shows the item.
    pub(crate) availability: Availability,
    /// When the item was found to be no longer public; absent while it is public.
    pub(crate) unavailable_since: Option<DateTime<Utc>>,
    /// When the metrics last changed.
    pub(crate) updated_at: DateTime<Utc>,
}
