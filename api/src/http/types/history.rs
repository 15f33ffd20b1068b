//! The measurements of an item over time.

use chrono::{DateTime, Utc};
use clipmeter_db::content::Measurement;
use serde::Serialize;
use utoipa::ToSchema;

/// One measurement. Unlike in lists, an unknown count is null, so that a chart does not draw it as 0.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HistoryPoint {
    /// Time, to the minute.
    pub observed_at: DateTime<Utc>,
    /// Null when unknown.
    pub views: Option<i64>,
    /// Null when unknown.
    pub likes: Option<i64>,
    /// Null when unknown.
    pub comments: Option<i64>,
    /// Null when unknown, and always on Instagram.
    pub shares: Option<i64>,
}

/// All measurements of an item.
#[derive(Serialize, ToSchema)]
pub struct History {
    /// Oldest first; only the latest 2000.
    pub points: Vec<HistoryPoint>,
}

impl From<Measurement> for HistoryPoint {
    fn from(row: Measurement) -> Self {
        Self {
            observed_at: row.observed_at,
            views: row.views,
            likes: row.likes,
            comments: row.comments,
            shares: row.shares,
        }
    }
}
