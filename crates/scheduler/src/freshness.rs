//! The maximum age of an item's stored counts.

use crate::cadence::{UnitKind, slowed};
use crate::reading::FreshnessTier;

/// Returns the longest time between two readings of an item of this age, seconds, while its account reads well and runs are on
/// time: the period of its tier plus one tick, at the slowest cadence of an account with so young an item. `interval` is the
/// interval that the account's groups request; `is_boosted`: the item gains views as if it were young.
#[must_use]
pub fn bound(interval: u32, age: i64, is_boosted: bool) -> i64 {
    // The account's newest item is at most as old as this one, so its silence is no longer either.
    let slowest = slowed(
        UnitKind::Account {
            has_boosted: is_boosted,
        },
        interval.max(1),
        age,
    );
    let tick = i64::from(slowest);
    FreshnessTier::of(age, is_boosted).period(tick) + tick
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600;
    const DAY: i64 = 24 * HOUR;

    #[test]
    fn freshness_bound_grows_with_age_of_item() {
        let hours = |age| bound(3_600, age, false) / HOUR;
        // At every tick; at every fourth; daily; weekly.
        assert_eq!([0, 23 * HOUR].map(hours), [2, 2]);
        assert_eq!([DAY, 2 * DAY, 6 * DAY].map(hours), [5, 10, 20]);
        assert_eq!([8 * DAY, 29 * DAY].map(hours), [40, 80]);
        assert_eq!(hours(31 * DAY), 168 + 16);
    }

    #[test]
    fn freshness_bound_of_old_boosted_item_is_week_tier() {
        assert_eq!(bound(3_600, 400 * DAY, true), 5 * 4 * HOUR);
        assert_eq!(bound(3_600, HOUR, true), 2 * HOUR);
    }
}
