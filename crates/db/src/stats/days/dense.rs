//! Turns the changes of some days into a series of all days.

use chrono::NaiveDate;

use super::changes::{DayChange, Sums};

/// One day of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Day {
    /// Totals at the end of the day; the gains are those of [`DayChange`].
    pub totals: Sums,
    /// The day's change; zero on a day without a measurement.
    pub change: DayChange,
}

/// Returns the first day of a series: `from` if something had been measured before it, otherwise the first
/// day with a measurement. `None` if there are no measurements.
#[must_use]
pub fn first_day(now: Sums, changes: &[DayChange], from: Option<NaiveDate>) -> Option<NaiveDate> {
    let before = changes
        .iter()
        .fold(now, |sums, change| sums.without(change.raised));
    match from {
        Some(from) if before.items > 0 => Some(from),
        _ => changes.first().map(|change| change.day),
    }
}

/// Returns every day from `first` to `today`, in order, from the current totals and the changes since
/// `first`. The totals of a day are those of the next day minus its change, so the last ones are the current
/// totals.
#[must_use]
pub fn series(now: Sums, changes: &[DayChange], first: NaiveDate, today: NaiveDate) -> Vec<Day> {
    let mut days = Vec::new();
    let mut later = changes.iter().rev().peekable();
    let mut totals = now;
    // A measurement of a future day: the clock was set back.
    while let Some(change) = later.next_if(|change| change.day > today) {
        totals = totals.without(change.raised);
    }
    for day in first
        .iter_days()
        .take_while(|day| *day <= today)
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
    {
        let change = later.next_if(|change| change.day == day).copied();
        let change = change.unwrap_or(DayChange::none(day));
        days.push(Day { totals, change });
        totals = totals.without(change.raised);
    }
    days.reverse();
    days
}

#[cfg(test)]
mod tests {
    use super::super::changes::Counts;
    use super::*;

    fn day(n: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, n).unwrap()
    }

    fn views(items: i64, views: i64) -> Sums {
        let counts = Counts {
            views,
            ..Counts::default()
        };
        Sums { items, counts }
    }

    fn change(n: u32, items: i64, raised: i64, gained_views: i64) -> DayChange {
        DayChange {
            raised: views(items, raised),
            gained: views(0, gained_views).counts,
            ..DayChange::none(day(n))
        }
    }

    /// Returns day, items, views and gained views.
    fn shown(days: &[Day]) -> Vec<(NaiveDate, i64, i64, i64)> {
        let of = |day: &Day| {
            (
                day.change.day,
                day.totals.items,
                day.totals.counts.views,
                day.change.gained.views,
            )
        };
        days.iter().map(of).collect()
    }

    #[test]
    fn day_series_carries_totals_over_days_without_measurements() {
        let changes = [change(3, 2, 100, 0), change(5, 0, 10, 10), change(6, 1, -5, -7)];
        let first = first_day(views(3, 105), &changes, None).unwrap();
        assert_eq!(
            shown(&series(views(3, 105), &changes, first, day(7))),
            [
                (day(3), 2, 100, 0),
                (day(4), 2, 100, 0),
                (day(5), 2, 110, 10),
                (day(6), 3, 105, -7),
                (day(7), 3, 105, 0),
            ]
        );
    }

    #[test]
    fn day_series_starts_at_requested_day_or_first_data() {
        let changes = [change(5, 0, 10, 10)];
        assert_eq!(first_day(views(2, 110), &changes, Some(day(4))), Some(day(4)));
        assert_eq!(first_day(views(2, 110), &[], Some(day(4))), Some(day(4)));
        let new = [change(5, 2, 110, 10)];
        assert_eq!(first_day(views(2, 110), &new, Some(day(4))), Some(day(5)));
        assert_eq!(first_day(Sums::default(), &[], Some(day(4))), None);
        assert_eq!(first_day(Sums::default(), &[], None), None);
        let carried = series(views(2, 110), &[], day(4), day(5));
        assert_eq!(shown(&carried), [(day(4), 2, 110, 0), (day(5), 2, 110, 0)]);
    }

    #[test]
    fn day_series_excludes_measurements_after_last_day() {
        let changes = [change(3, 2, 100, 0), change(5, 0, 10, 10)];
        let days = series(views(2, 110), &changes, day(3), day(4));
        assert_eq!(shown(&days), [(day(3), 2, 100, 0), (day(4), 2, 100, 0)]);
    }
}
