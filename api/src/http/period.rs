//! Periods of days that requests name, and the ones they are compared with.

use chrono::{Datelike, Days, NaiveDate};
use clipmeter_db::cost::CostTerms;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::error::Problem;

/// Longest period in days: a leap year.
const MAX_DAYS: i64 = 366;
/// Length of the period without parameters.
const USUAL_DAYS: u64 = 7;
/// Years of the days that are accepted. PostgreSQL supports all days that are derived from them.
const YEARS: std::ops::RangeInclusive<i32> = 2000..=9999;

/// Query of gains: group and period.
#[derive(Clone, Copy, Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct GainsQuery {
    /// For admins: a group, or all groups if absent. Members have only their own group and may omit it.
    pub(crate) group_id: Option<i64>,
    /// First day of the period; 6 days before the last one if absent.
    pub(crate) from: Option<NaiveDate>,
    /// Last day of the period, which has at most 366 days; yesterday if absent.
    pub(crate) to: Option<NaiveDate>,
    /// First day of the period to compare with; with `compare_to` only. Both absent: the period of the same length
    /// that ends on the day before `from`.
    pub(crate) compare_from: Option<NaiveDate>,
    /// Last day of the period to compare with.
    pub(crate) compare_to: Option<NaiveDate>,
}

/// Days from the first to the last one, in the time zone of the group in scope, or else of the installation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct Period {
    /// The first day.
    pub(crate) from: NaiveDate,
    /// The last day.
    pub(crate) to: NaiveDate,
}

impl Period {
    /// Returns the requested period and the one to compare with.
    pub(crate) fn requested(query: &GainsQuery, today: NaiveDate) -> Result<(Self, Self), Problem> {
        let period = Self::or_usual(query.from, query.to, today)?;
        let previous = match (query.compare_from, query.compare_to) {
            (None, None) => period.previous(),
            (Some(from), Some(to)) => Self::checked(from, to)?,
            _ => {
                return Err(Problem::invalid(
                    "compare_from and compare_to must be sent together",
                ));
            }
        };
        Ok((period, previous))
    }

    /// Returns the period from the first to the last day: by default, the week that ends yesterday or on the last day.
    pub(crate) fn or_usual(
        from: Option<NaiveDate>,
        to: Option<NaiveDate>,
        today: NaiveDate,
    ) -> Result<Self, Problem> {
        let to = to.unwrap_or_else(|| before(today, 1));
        let from = from.unwrap_or_else(|| before(to, USUAL_DAYS - 1));
        Self::checked(from, to)
    }

    pub(crate) fn checked(from: NaiveDate, to: NaiveDate) -> Result<Self, Problem> {
        if ![from, to].iter().all(|day| YEARS.contains(&day.year())) {
            return Err(Problem::invalid(format!(
                "the days of a period must be in the years {} to {}, like 2026-01-31",
                YEARS.start(),
                YEARS.end()
            )));
        }
        if from > to {
            return Err(Problem::invalid(
                "the first day of a period must not be after its last day",
            ));
        }
        if (to - from).num_days() >= MAX_DAYS {
            return Err(Problem::invalid(format!("a period has at most {MAX_DAYS} days")));
        }
        Ok(Self { from, to })
    }

    /// Returns the period of the same length that ends on the day before.
    pub(crate) fn previous(self) -> Self {
        let length = u64::try_from((self.to - self.from).num_days()).unwrap_or_default() + 1;
        Self {
            from: before(self.from, length),
            to: before(self.from, 1),
        }
    }
}

/// Returns the day that is this number of days earlier.
pub(crate) fn before(day: NaiveDate, days: u64) -> NaiveDate {
    day.checked_sub_days(Days::new(days)).unwrap_or(NaiveDate::MIN)
}

/// Returns whether there is a cost, and all measurements of the period are kept.
pub(crate) fn is_cost_known(terms: &CostTerms, period: Period) -> bool {
    terms.has_cost() && terms.history_begins.is_none_or(|day| day <= period.from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn period_previous_has_same_length_and_ends_the_day_before() {
        for (from, to, previous_from, previous_to) in [
            ("2026-11-20", "2026-11-26", "2026-11-13", "2026-11-19"),
            ("2026-03-01", "2026-03-01", "2026-02-28", "2026-02-28"),
            ("2024-01-01", "2024-12-31", "2022-12-31", "2023-12-31"),
        ] {
            let period = Period {
                from: day(from),
                to: day(to),
            };
            let previous = Period {
                from: day(previous_from),
                to: day(previous_to),
            };
            assert_eq!(period.previous(), previous, "{from}");
        }
    }

    #[test]
    fn period_is_valid_if_ordered_and_within_a_year() {
        let query = |from: Option<&str>, to: Option<&str>| GainsQuery {
            group_id: None,
            from: from.map(day),
            to: to.map(day),
            compare_from: None,
            compare_to: None,
        };
        let today = day("2026-11-27");
        for (from, to, is_valid) in [
            (Some("2026-11-26"), Some("2026-11-26"), true),
            (Some("2026-11-27"), Some("2026-11-26"), false),
            (Some("2024-01-01"), Some("2024-12-31"), true),
            (Some("2024-01-01"), Some("2025-01-01"), false),
            (Some("2026-11-27"), None, false),
            (None, None, true),
            (Some("2000-01-01"), Some("2000-01-01"), true),
            (Some("1999-12-31"), Some("2000-01-01"), false),
            // The first day is derived.
            (None, Some("2000-01-06"), false),
            (Some("9999-12-31"), Some("9999-12-31"), true),
            (Some("9999-12-31"), Some("+10000-01-01"), false),
            (Some("-262143-01-01"), Some("+262142-12-31"), false),
            (None, Some("-262143-01-01"), false),
            (Some("+262142-12-31"), None, false),
        ] {
            let requested = Period::requested(&query(from, to), today);
            assert_eq!(requested.is_ok(), is_valid, "{from:?} to {to:?}");
        }
        let half = GainsQuery {
            compare_to: Some(today),
            ..query(None, None)
        };
        assert!(Period::requested(&half, today).is_err());
    }
}
