//! Properties of every plan, whatever the input.

use std::collections::{BTreeMap, BTreeSet};

use clipmeter_domain::platforms::PerPlatform;
use clipmeter_scheduler::{
    Batch, Limits, Plan, Platform, PoolId, Target, Trigger, Unit, UnitKey, group_loads,
};
use proptest::prelude::*;

const NOW: i64 = 1_790_000_000;

fn any_platform() -> impl Strategy<Value = Platform> {
    prop::sample::select(vec![Platform::Instagram, Platform::Tiktok])
}

fn any_pool() -> impl Strategy<Value = PoolId> {
    prop::sample::select(vec!["", "eu", "us"]).prop_map(PoolId::of)
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
        any_pool(),
        interval,
        last,
        0_u32..4,
        0_i64..6,
        prop::bool::weighted(0.1),
    )
        .prop_map(
            |(
                platform,
                target,
                pool,
                interval_seconds,
                last_attempt,
                consecutive_failures,
                group,
                requested,
            )| {
                Unit {
                    key: UnitKey { platform, target },
                    pool,
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
    let allowed = prop::option::of(0_usize..4).prop_map(|runs| PerPlatform::from_fn(|_| runs));
    let pools = prop::collection::btree_map(any_pool(), allowed, 0..4);
    (0_usize..8, 0_usize..6, pools, 0_usize..20, 0_usize..5, 0_u32..600).prop_map(
        |(runs, runs_per_platform, pools, batch_units, request_units, window_seconds)| Limits {
            runs,
            runs_per_platform,
            pools,
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
        prop::collection::vec((any_platform(), any_pool(), any::<bool>()), 0..5),
    )
        .prop_map(|(units, runs)| {
            let mut seen = BTreeSet::new();
            let units: Vec<Unit> = units.into_iter().filter(|unit| seen.insert(unit.key)).collect();
            let running = (0..).zip(runs).map(|(number, (platform, pool, requested))| {
                let mine = |unit: &&Unit| {
                    (unit.key.platform, unit.pool) == (platform, pool) && unit.interval_seconds % 9 == number
                };
                Batch {
                    platform,
                    pool,
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

fn on(platform: Platform, batches: &[Batch]) -> Vec<Batch> {
    batches
        .iter()
        .filter(|batch| batch.platform == platform)
        .cloned()
        .collect()
}

/// Returns whether the batches respect a limit. Requested runs that were started without a plan may exceed it.
fn is_within(limit: usize, batches: &[Batch]) -> bool {
    let requests = batches
        .iter()
        .filter(|batch| batch.trigger == Trigger::Request)
        .count();
    batches.len() - requests + requests.min(limit.saturating_sub(1).max(1)) <= limit
}

/// Returns the runs of a platform that a pool allows.
fn allowed(limits: &Limits, platform: Platform, pool: PoolId) -> usize {
    if pool == PoolId::NONE {
        return usize::MAX;
    }
    let of_pool = limits.pools.get(&pool);
    of_pool.map_or(0, |runs| runs.of(platform).unwrap_or(usize::MAX))
}

/// Returns all units and batches in one pool.
fn in_pool(pool: PoolId, units: &[Unit], running: &[Batch]) -> (Vec<Unit>, Vec<Batch>) {
    let units = units.iter().map(|unit| Unit { pool, ..*unit });
    let running = running.iter().map(|batch| Batch {
        pool,
        ..batch.clone()
    });
    (units.collect(), running.collect())
}

proptest! {
    #[test]
    fn plan_respects_limits_and_contains_no_unit_twice((units, running) in any_world(), limits in any_limits()) {
        let batches = plan(NOW, &units, &running, &limits).batches;
        let all: Vec<Batch> = running.iter().chain(&batches).cloned().collect();
        if !batches.is_empty() {
            prop_assert!(is_within(limits.runs, &all));
        }
        for batch in &batches {
            let size = if batch.trigger == Trigger::Request { limits.request_units } else { limits.batch_units };
            prop_assert!((1..=size.max(1)).contains(&batch.units.len()));
            prop_assert!(batch.units.iter().all(|key| key.platform == batch.platform));
            prop_assert!(is_within(limits.runs_per_platform, &on(batch.platform, &all)));
            let of_pool: Vec<Batch> = all.iter().filter(|other| other.pool == batch.pool).cloned().collect();
            prop_assert!(is_within(allowed(&limits, batch.platform, batch.pool), &on(batch.platform, &of_pool)));
            for key in &batch.units {
                prop_assert!(units.iter().any(|unit| unit.key == *key && unit.pool == batch.pool));
            }
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
    fn plan_ignores_units_of_pool_without_runs((units, running) in any_world(), limits in any_limits()) {
        let mut limits = limits;
        limits.pools.remove(&PoolId::of("us"));
        let others: Vec<Unit> = units.iter().filter(|unit| unit.pool != PoolId::of("us")).copied().collect();
        let loads = group_loads(&units, &running);
        let plan = |units: &[Unit]| clipmeter_scheduler::plan(NOW, units, &loads, &running, &limits);
        prop_assert_eq!(plan(&units), plan(&others));
    }

    #[test]
    fn plan_of_one_pool_is_plan_without_pools((units, running) in any_world(), limits in any_limits()) {
        let limits = Limits {
            allowed_runs: PerPlatform::from_fn(|_| Some(3)),
            pools: BTreeMap::from([(PoolId::of("eu"), PerPlatform::from_fn(|_| Some(3)))]),
            ..limits
        };
        let [without, of_one] = [PoolId::NONE, PoolId::of("eu")].map(|pool| {
            let (units, running) = in_pool(pool, &units, &running);
            plan(NOW, &units, &running, &limits)
        });
        let (_, batches) = in_pool(PoolId::NONE, &[], &of_one.batches);
        prop_assert_eq!(without.batches, batches);
        prop_assert_eq!(without.next_wake, of_one.next_wake);
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
        let pools = ["eu", "us"].map(|pool| (PoolId::of(pool), PerPlatform::NONE));
        let limits = Limits {
            runs: usize::MAX,
            runs_per_platform: usize::MAX,
            pools: pools.into(),
            window_seconds: 0,
            ..Limits::default()
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
