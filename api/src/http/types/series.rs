//! What was on each day.

use chrono::{Days, NaiveDate};
use serde::{Deserialize, Serialize};
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::openapi::{KnownFormat, RefOr, SchemaFormat};
use utoipa::{IntoParams, PartialSchema, ToSchema};

use crate::store::days::Day;

/// How far back a series goes, days: what its charts offer.
const LENGTHS: [u64; 3] = [7, 30, 90];

/// A number of days that ends with today.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "u64")]
pub struct SeriesLength(u64);

impl SeriesLength {
    /// The shortest.
    pub(crate) const WEEK: Self = Self(LENGTHS[0]);

    /// The first of its days.
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

/// Whose trend is wanted, and how far back.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct TrendQuery {
    /// Admins: a group, or all groups when absent. Others have only their own group and may leave it out.
    pub group_id: Option<i64>,
    /// How many days up to today; all when absent.
    #[param(inline)]
    pub days: Option<SeriesLength>,
}

/// How far back the history of an account is wanted.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AccountHistoryQuery {
    /// How many days up to today; all when absent.
    #[param(inline)]
    pub days: Option<SeriesLength>,
}

/// A day (UTC). Its totals are those of the last known counts of every item at its end. What was gained is what measuring
/// items again added that day: less than the totals grew by when items were collected for the first time, since what they
/// had before that is no gain; below zero when the platform took counts back.
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
    /// Views that were gained.
    pub gained_views: i64,
    /// Likes that were gained.
    pub gained_likes: i64,
    /// Comments that were gained.
    pub gained_comments: i64,
    /// Shares that were gained; 0 on Instagram.
    pub gained_shares: i64,
}

/// The days of everything in scope. Both lists have the same days: all from the first to today, oldest first; empty when
/// nothing was ever measured.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Trend {
    /// The first day: that from which on days are wanted, or the first with a measurement if that is later; null when
    /// nothing was ever measured.
    pub from: Option<NaiveDate>,
    /// Today; null when nothing was ever measured.
    pub to: Option<NaiveDate>,
    /// Of Instagram posts.
    pub instagram: Vec<TrendDay>,
    /// Of TikTok videos.
    pub tiktok: Vec<TrendDay>,
}

/// The days of an account: all from the first to today, oldest first; empty when nothing of it was ever measured.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct AccountHistory {
    /// The first day: that from which on days are wanted, or the first with a measurement if that is later; null when
    /// nothing was ever measured.
    pub from: Option<NaiveDate>,
    /// Today; null when nothing was ever measured.
    pub to: Option<NaiveDate>,
    /// Of its items.
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
