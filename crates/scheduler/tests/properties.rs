//! Properties of every plan, whatever the input.

use std::collections::BTreeSet;

use clipmeter_scheduler::{Batch, Limits, Plan, Platform, Target, Trigger, Unit, UnitKey, group_loads};
use proptest::prelude::*;

const NOW: i64 = 1_790_000_000;

fn any_platform() -> impl Strategy<Value = Platform> {
    prop::sample::select(vec![Platform::Instagram, Platform::Tiktok])
}

fn any_unit() -> impl Strategy<Value = Unit> {
    let last = prop_oneof![
        1 => Just(None),
        6 => (NOW - 8_000..NOW + 50).prop_map(Some),
        1 => any::<i64>().prop_map(Some),
    ];
    let target = (0_i64..150, any::<bool>()).prop_map(|(id, video)| {
        if video {
            Target::Video(id)
        } else {
            Target::Account(id)
        }
    });
    let interval = prop_oneof![8 => 300_u32..=86_400, 1 => any::<u32>()];
    (
        any_platform(),
        target,
        interval,
        last,
        0_u32..4,
        0_i64..6,
        prop::bool::weighted(0.1),
    )
        .prop_map(
            |(platform, target, interval_seconds, last_attempt, consecutive_failures, group, requested)| {
                Unit {
                    key: UnitKey { platform, target },
                    interval_seconds,
                    last_attempt,
                    consecutive_failures,
                    delay_seconds: None,
                    group,
                    requested,
                }
            },
        )
}

fn any_limits() -> impl Strategy<Value = Limits> {
    (0_usize..8, 0_usize..6, 0_usize..20, 0_usize..5, 0_u32..600).prop_map(
        |(runs, runs_per_platform, batch_units, request_units, window_seconds)| Limits {
            runs,
            runs_per_platform,
            batch_units,
            request_units,
            window_seconds,
            ..Limits::default()
        },
    )
}

/// Units without repeated keys, some of them running.
fn any_world() -> impl Strategy<Value = (Vec<Unit>, Vec<Batch>)> {
    (
        prop::collection::vec(any_unit(), 0..120),
        prop::collection::vec((any_platform(), any::<bool>()), 0..5),
    )
        .prop_map(|(units, runs)| {
            let mut seen = BTreeSet::new();
            let units: Vec<Unit> = units.into_iter().filter(|unit| seen.insert(unit.key)).collect();
            let running = (0..).zip(runs).map(|(number, (platform, requested))| {
                let mine =
                    |unit: &&Unit| unit.key.platform == platform && unit.interval_seconds % 9 == number;
                Batch {
                    platform,
                    trigger: if requested {
                        Trigger::Request
                    } else {
                        Trigger::Schedule
                    },
                    units: units.iter().filter(mine).map(|unit| unit.key).collect(),
                }
            });
            let running = running.collect();
            (units, running)
        })
}

fn plan(now: i64, units: &[Unit], running: &[Batch], limits: &Limits) -> Plan {
    clipmeter_scheduler::plan(now, units, &group_loads(units, running), running, limits)
}

fn on(platform: Platform, batches: &[Batch]) -> usize {
    batches.iter().filter(|batch| batch.platform == platform).count()
}

proptest! {
    #[test]
    fn plan_respects_limits_and_contains_no_unit_twice((units, running) in any_world(), limits in any_limits()) {
        let batches = plan(NOW, &units, &running, &limits).batches;
        let all: Vec<Batch> = running.iter().chain(&batches).cloned().collect();
        if !batches.is_empty() {
            prop_assert!(all.len() <= limits.runs);
        }
        for batch in &batches {
            let size = if batch.trigger == Trigger::Request { limits.request_units } else { limits.batch_units };
            prop_assert!((1..=size.max(1)).contains(&batch.units.len()));
            prop_assert!(batch.units.iter().all(|key| key.platform == batch.platform));
            prop_assert!(on(batch.platform, &all) <= limits.runs_per_platform);
        }
        let busy: BTreeSet<UnitKey> = running.iter().flat_map(|batch| batch.units.iter().copied()).collect();
        let planned: Vec<UnitKey> = batches.iter().flat_map(|batch| batch.units.iter().copied()).collect();
        let distinct: BTreeSet<UnitKey> = planned.iter().copied().collect();
        prop_assert_eq!(planned.len(), distinct.len());
        prop_assert!(busy.is_disjoint(&distinct));
        prop_assert!(distinct.iter().all(|key| units.iter().any(|unit| unit.key == *key)));
    }

    #[test]
    fn plan_is_independent_of_unit_order((units, running) in any_world(), limits in any_limits()) {
        let reversed: Vec<Unit> = units.iter().rev().copied().collect();
        prop_assert_eq!(plan(NOW, &units, &running, &limits), plan(NOW, &reversed, &running, &limits));
    }

    #[test]
    fn plan_has_no_new_batches_before_next_wake((units, running) in any_world(), limits in any_limits()) {
        let first = plan(NOW, &units, &running, &limits);
        let running: Vec<Batch> = running.into_iter().chain(first.batches).collect();
        let asleep = plan(NOW, &units, &running, &limits);
        prop_assert!(asleep.batches.is_empty());
        prop_assert_eq!(asleep.next_wake, first.next_wake);
        match first.next_wake {
            Some(wake) => {
                prop_assert!(wake > NOW);
                prop_assert!(plan(wake - 1, &units, &running, &limits).batches.is_empty());
                prop_assert!(!plan(wake, &units, &running, &limits).batches.is_empty());
            }
            None => prop_assert!(plan(NOW + 400_000, &units, &running, &limits).batches.is_empty()),
        }
    }

    #[test]
    fn plan_without_limits_starts_all_due_units((units, running) in any_world()) {
        let limits = Limits {
            runs: usize::MAX, runs_per_platform: usize::MAX, window_seconds: 0, ..Limits::default()
        };
        let busy: BTreeSet<UnitKey> = running.iter().flat_map(|batch| batch.units.iter().copied()).collect();
        let expected: BTreeSet<UnitKey> = units
            .iter()
            .filter(|unit| unit.requested || clipmeter_scheduler::next_due(unit, NOW) <= NOW)
            .map(|unit| unit.key)
            .filter(|key| !busy.contains(key))
            .collect();
        let batches = plan(NOW, &units, &running, &limits).batches;
        let planned: BTreeSet<UnitKey> = batches.iter().flat_map(|batch| batch.units.iter().copied()).collect();
        prop_assert_eq!(planned, expected);
    }
}
