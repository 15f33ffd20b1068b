//! Daily series.

use chrono::{Days, NaiveDate};
use clipmeter_db::stats::days::Day;
use serde::{Deserialize, Serialize};
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::openapi::{KnownFormat, RefOr, SchemaFormat};
use utoipa::{PartialSchema, ToSchema};

use super::metrics::{CountGains, CountSums};

/// Longest series in days: what the charts offer.
const LENGTHS: [u64; 3] = [7, 30, 90];

/// A number of days ending today.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "u64")]
pub(crate) struct SeriesLength(u64);

impl SeriesLength {
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

/// One day. Totals are those of the last known counts of every item at the end of the day. Gains are what later
/// measurements of items added that day: the growth of the totals minus the initial counts of newly collected items,
/// which are not gains; negative when the platform corrected counts downward.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub(crate) struct TrendDay {
    /// The day.
    pub(crate) day: NaiveDate,
    /// Items collected so far.
    pub(crate) items: i64,
    #[serde(flatten)]
    #[schema(inline)]
    pub(crate) totals: CountSums,
    #[serde(flatten)]
    #[schema(inline)]
    pub(crate) gains: CountGains,
}

impl From<Day> for TrendDay {
    fn from(Day { totals, change }: Day) -> Self {
        Self {
            day: change.day,
            items: totals.items,
            totals: totals.counts.into(),
            gains: change.gained.into(),
        }
    }
}
