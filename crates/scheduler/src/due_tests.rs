use std::collections::BTreeSet;

use clipmeter_proto::v1::Platform;
use proptest::prelude::*;

use super::*;
use crate::unit::{PoolId, Target, UnitKey};

const NOW: i64 = 1_790_000_000;

fn unit(id: i64, interval_seconds: u32, last_attempt: Option<i64>) -> Unit {
    Unit {
        key: UnitKey {
            platform: Platform::Tiktok,
            target: Target::Account(id),
        },
        pool: PoolId::NONE,
        interval_seconds,
        last_attempt,
        consecutive_failures: 0,
        delay_seconds: None,
        group: 1,
        requested: false,
    }
}

/// A tick of the unit with this ID: the second due time, because the first may come from the minimum spacing
/// after an attempt.
fn tick(id: i64, interval: u32) -> i64 {
    let first = next_due(&unit(id, interval, Some(NOW)), NOW);
    next_due(&unit(id, interval, Some(first)), first)
}

#[test]
fn new_unit_is_due_at_once() {
    assert_eq!(next_due(&unit(1, 900, None), NOW), AT_ONCE);
}

#[test]
fn ticks_are_an_interval_apart_within_five_percent() {
    for interval in [300, 900, 3_600, 86_400] {
        let mut last = tick(7, interval);
        for _ in 0..100 {
            let due = next_due(&unit(7, interval, Some(last)), last);
            let gap = (due - last) * 100 / i64::from(interval);
            assert!((95..=105).contains(&gap), "{gap} % of {interval} s");
            last = due;
        }
    }
}

#[test]
fn ticks_have_jitter() {
    let mut last = tick(7, 3_600);
    let gaps: BTreeSet<i64> = (0..20)
        .map(|_| {
            let due = next_due(&unit(7, 3_600, Some(last)), last);
            let gap = due - last;
            last = due;
            gap
        })
        .collect();
    assert!(gaps.len() >= 15, "{gaps:?}");
}

#[test]
fn ticks_are_not_shifted_by_late_attempt() {
    let first = tick(7, 900);
    let punctual = next_due(&unit(7, 900, Some(first)), first);
    assert_eq!(next_due(&unit(7, 900, Some(first + 400)), first + 400), punctual);
}

#[test]
fn missed_ticks_are_made_up_once() {
    let idle = unit(7, 900, Some(NOW - 40 * 900));
    assert!(next_due(&idle, NOW) < NOW);
    assert!(
        next_due(
            &Unit {
                last_attempt: Some(NOW),
                ..idle
            },
            NOW
        ) > NOW
    );
}

#[test]
fn units_added_together_spread_over_interval() {
    let minutes: BTreeSet<i64> = (0..1_000)
        .map(|id| next_due(&unit(id, 3_600, Some(NOW)), NOW) / 60)
        .collect();
    assert!(minutes.len() >= 45, "{} of 60 minutes used", minutes.len());
}

#[test]
fn failure_delay_doubles_up_to_one_day() {
    let after = |failures, interval| {
        let failing = Unit {
            consecutive_failures: failures,
            ..unit(7, interval, Some(NOW))
        };
        next_due(&failing, NOW) - NOW
    };
    for (failures, expected) in [
        (1, 1_800),
        (2, 3_600),
        (5, 28_800),
        (7, 86_400),
        (u32::MAX, 86_400),
    ] {
        let waited = after(failures, 900);
        assert!(
            (waited - expected).abs() <= expected / 40,
            "{failures} failures: {waited} s"
        );
    }
    assert!((after(3, 86_400) - 86_400).abs() <= 86_400 / 40);
}

#[test]
fn explicit_delay_overrides_ticks_and_failures() {
    for delay in [900, 86_400, 7 * 86_400] {
        for failures in [0, 1, 9] {
            let waiting = Unit {
                consecutive_failures: failures,
                delay_seconds: Some(delay),
                ..unit(7, 900, Some(NOW))
            };
            let waited = next_due(&waiting, NOW) - NOW;
            assert!(
                (waited - i64::from(delay)).abs() <= i64::from(delay) / 40,
                "{waited} s"
            );
        }
    }
}

#[test]
fn ticks_of_doubled_interval_coincide_with_ticks_of_interval() {
    for id in 0..50 {
        for interval in [300, 900, 14_400] {
            let (mut fast, mut slow) = (BTreeSet::new(), NOW);
            let mut at = NOW;
            while at < NOW + i64::from(interval) * 40 {
                at = next_due(&unit(id, interval, Some(at)), at);
                fast.insert(at);
            }
            // Each tick moves by a fortieth of its own interval.
            let moved = i64::from(interval) * 3 / 40 + 1;
            for _ in 0..10 {
                slow = next_due(&unit(id, 2 * interval, Some(slow)), slow);
                let is_spaced = slow <= NOW + i64::from(interval) * 3 / 4;
                assert!(
                    is_spaced || fast.range(slow - moved..=slow + moved).next().is_some(),
                    "{slow} is not a tick of {interval} s"
                );
            }
        }
    }
}

#[test]
fn unit_is_due_when_clock_is_a_year_behind() {
    let year = 365 * 86_400;
    assert_eq!(next_due(&unit(7, 900, Some(NOW + year)), NOW), AT_ONCE);
}

#[test]
fn unit_is_not_due_again_after_small_clock_step() {
    assert!(next_due(&unit(7, 900, Some(NOW + 5)), NOW) > NOW + 5);
}

proptest! {
    #[test]
    fn next_due_never_overflows(
        id: i64,
        interval: u32,
        last in prop_oneof![any::<i64>(), Just(i64::MIN), Just(i64::MAX)],
        now in prop_oneof![any::<i64>(), Just(i64::MIN), Just(i64::MAX)],
        failures: u32,
        delay: Option<u32>,
    ) {
        let unit = Unit { consecutive_failures: failures, delay_seconds: delay, ..unit(id, interval, Some(last)) };
        let due = next_due(&unit, now);
        prop_assert!(due == AT_ONCE || due > last || last == i64::MAX);
    }

    #[test]
    fn healthy_unit_waits_a_quarter_to_one_interval(id: i64, interval in 300_u32..=86_400, offset in 0_i64..200_000) {
        let last = NOW + offset;
        let gap = next_due(&unit(id, interval, Some(last)), last) - last;
        let interval = i64::from(interval);
        prop_assert!(gap >= interval / 4);
        prop_assert!(gap * 100 <= interval * 105);
    }
}
