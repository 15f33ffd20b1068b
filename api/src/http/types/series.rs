//! Daily series.

use chrono::{Days, NaiveDate};
use clipmeter_db::stats::days::Day;
use serde::{Deserialize, Serialize};
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::openapi::{KnownFormat, RefOr, SchemaFormat};
use utoipa::{IntoParams, PartialSchema, ToSchema};

/// Longest series in days: what the charts offer.
const LENGTHS: [u64; 3] = [7, 30, 90];

/// A number of days ending today.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "u64")]
pub struct SeriesLength(u64);

impl SeriesLength {
    /// The shortest range.
    pub(crate) const WEEK: Self = Self(LENGTHS[0]);

    /// Returns the first day of the range.
    pub(crate) fn first_day(self, today: NaiveDate) -> NaiveDate {
        today.checked_sub_days(Days::new(self.0 - 1)).unwrap_or(today)
    }
}

impl TryFrom<u64> for SeriesLength {
    type Error = &'static str;

    fn try_from(days: u64) -> Result<Self, Self::Error> {
        if LENGTHS.contains(&days) {
            Ok(Self(days))
        } else {
            Err("days must be 7, 30 or 90")
        }
    }
}

impl PartialSchema for SeriesLength {
    fn schema() -> RefOr<Schema> {
        let schema = ObjectBuilder::new()
            .schema_type(Type::Integer)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int32)))
            .enum_values(Some(LENGTHS));
        RefOr::T(Schema::Object(schema.build()))
    }
}

impl ToSchema for SeriesLength {}

/// Query of a trend: group and range.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct TrendQuery {
    /// Admins: a group, or all groups when absent. Members have only their own group and may omit it.
    pub group_id: Option<i64>,
    /// Number of days up to today; all when absent.
    #[param(inline)]
    pub days: Option<SeriesLength>,
}

/// Query of an account's history: its range.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AccountHistoryQuery {
    /// Number of days up to today; all when absent.
    #[param(inline)]
    pub days: Option<SeriesLength>,
}

/// One day (UTC). Totals are those of the last known counts of every item at the end of the day. Gains are what later
/// measurements of items added that day: the growth of the totals minus the initial counts of newly collected items,
/// which are not gains; negative when the platform corrected counts downward.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct TrendDay {
    /// The day.
    pub day: NaiveDate,
    /// Items collected so far.
    pub items: i64,
    /// Sum of known views.
    pub views: i64,
    /// Sum of known likes.
    pub likes: i64,
    /// Sum of known comments.
    pub comments: i64,
    /// Sum of known shares; 0 on Instagram.
    pub shares: i64,
    /// Views gained.
    pub gained_views: i64,
    /// Likes gained.
    pub gained_likes: i64,
    /// Comments gained.
    pub gained_comments: i64,
    /// Shares gained; 0 on Instagram.
    pub gained_shares: i64,
}

/// The days of everything in scope. Both lists cover the same days: all from the first to today, oldest first; empty
/// without any measurement.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Trend {
    /// The first day: the start of the requested range, or the first day with a measurement if that is later; null
    /// without any measurement.
    pub from: Option<NaiveDate>,
    /// Today; null without any measurement.
    pub to: Option<NaiveDate>,
    /// Instagram posts.
    pub instagram: Vec<TrendDay>,
    /// TikTok videos.
    pub tiktok: Vec<TrendDay>,
}

/// The days of an account: all from the first to today, oldest first; empty without any measurement.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AccountHistory {
    /// The first day: the start of the requested range, or the first day with a measurement if that is later; null
    /// without any measurement.
    pub from: Option<NaiveDate>,
    /// Today; null without any measurement.
    pub to: Option<NaiveDate>,
    /// The account's items.
    pub days: Vec<TrendDay>,
}

impl From<Day> for TrendDay {
    fn from(Day { totals, change }: Day) -> Self {
        Self {
            day: change.day,
            items: totals.items,
            views: totals.views,
            likes: totals.likes,
            comments: totals.comments,
            shares: totals.shares,
            gained_views: change.gained_views,
            gained_likes: change.gained_likes,
            gained_comments: change.gained_comments,
            gained_shares: change.gained_shares,
        }
    }
}
