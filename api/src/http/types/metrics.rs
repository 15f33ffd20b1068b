//! Completeness of an item's metrics.

use serde::Serialize;
use utoipa::ToSchema;

/// Why a metric of an item may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MetricsStatus {
    /// All metrics are known.
    Ok,
    /// The platform shows no views for this item (a photo, for example), so CPM and engagement are unknown.
    NoViews,
    /// The platform hides the likes or comments of this item, so the engagement is unknown.
    LikesHidden,
    /// Views and likes are known, but no cost is set, so the CPM is unknown.
    NoCost,
}
