//! Growth of counts with age. Integers only: a rounded floating-point curve could decrease by one.

use clipmeter_runtime::saturate;

use crate::clock::Millis;

const HOUR: u128 = 3_600_000;

/// Half-life of an item's first push: most views come on the first day.
const PUSH_HALF: u128 = 14 * HOUR;

/// Half-life of the long tail.
const TAIL_HALF: u128 = 75 * 24 * HOUR;

/// Returns how many of `potential` people an item has reached at `age`: 7/10 of them by the first push, the rest by the tail.
/// Each part is `share · age / (age + half)`, which never decreases and never reaches its share.
pub(super) fn reached(potential: u64, age: Millis) -> u64 {
    let Ok(age) = u128::try_from(age) else { return 0 };
    let part = |tenths: u128, half: u128| u128::from(potential) * tenths * age / (10 * (age + half));
    saturate::<u64>(part(7, PUSH_HALF) + part(3, TAIL_HALF))
}

/// Returns `per_million` of a count.
pub(super) fn share(of: u64, per_million: u64) -> u64 {
    saturate::<u64>(u128::from(of) * u128::from(per_million) / 1_000_000)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn growth_is_largest_on_first_day_and_never_stops() {
        let day = 24 * 3_600_000;
        let (first, second) = (reached(100_000, day), reached(100_000, 2 * day));
        assert!((40_000..50_000).contains(&first), "{first}");
        assert!(second - first < first / 2);
        assert!(reached(100_000, 200 * day) > reached(100_000, 190 * day));
        assert_eq!(reached(100_000, 0), 0);
        assert_eq!(reached(100_000, -5), 0);
    }

    proptest! {
        #[test]
        fn growth_never_decreases_or_exceeds_potential(potential in 0_u64..5_000_000_000, age in 0_i64..100_000_000_000, more in 0_i64..100_000_000_000) {
            prop_assert!(reached(potential, age) <= reached(potential, age + more));
            prop_assert!(reached(potential, age) <= potential);
        }
    }
}
