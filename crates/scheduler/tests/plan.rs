//! Plans of a few units, one rule each.

use std::collections::BTreeMap;

use clipmeter_domain::platforms::PerPlatform;
use clipmeter_proto::v1::{PlatformRuns, PoolCapacity, ScrapingCapacity};
use clipmeter_scheduler::{
    Batch, Limits, Plan, Platform, PoolId, Target, Trigger, Unit, UnitKey, group_loads,
};

const NOW: i64 = 1_790_000_000;
const LIMITS: Limits = Limits {
    runs: 4,
    runs_per_platform: 3,
    allowed_runs: PerPlatform::NONE,
    pools: BTreeMap::new(),
    batch_units: 5,
    request_units: 2,
    window_seconds: 10,
};

fn plan(now: i64, units: &[Unit], running: &[Batch], limits: &Limits) -> Plan {
    clipmeter_scheduler::plan(now, units, &group_loads(units, running), running, limits)
}

/// A TikTok account of group 1 that was never read.
fn unit(id: i64) -> Unit {
    Unit {
        key: UnitKey {
            platform: Platform::Tiktok,
            target: Target::Account(id),
        },
        pool: PoolId::NONE,
        interval_seconds: 900,
        last_attempt: None,
        consecutive_failures: 0,
        delay_seconds: None,
        group: 1,
        requested: false,
    }
}

fn on_instagram(unit: Unit) -> Unit {
    Unit {
        key: UnitKey {
            platform: Platform::Instagram,
            ..unit.key
        },
        ..unit
    }
}

fn in_pool(name: &str, unit: Unit) -> Unit {
    Unit {
        pool: PoolId::of(name),
        ..unit
    }
}

fn requested(unit: Unit) -> Unit {
    Unit {
        last_attempt: Some(NOW),
        requested: true,
        ..unit
    }
}

/// Ids by batch.
fn ids(plan: &Plan) -> Vec<Vec<i64>> {
    let id = |key: &UnitKey| match key.target {
        Target::Account(id) | Target::Video(id) => id,
    };
    plan.batches
        .iter()
        .map(|batch| batch.units.iter().map(id).collect())
        .collect()
}

/// Units, their limits, and the expected batches: the trigger and the IDs of each.
type Case = (&'static str, Vec<Unit>, Limits, Vec<(Trigger, Vec<i64>)>);

#[test]
fn plan_puts_due_units_into_batches() {
    use Trigger::{Request, Schedule};

    let failing = Unit {
        consecutive_failures: 9,
        ..requested(unit(7))
    };
    let cases: [Case; 6] = [
        ("no units", vec![], LIMITS, vec![]),
        (
            "new units, which do not wait for the window",
            vec![unit(1), unit(2)],
            LIMITS,
            vec![(Schedule, vec![1, 2])],
        ),
        (
            "a unit that is listed twice",
            vec![unit(1), unit(1)],
            LIMITS,
            vec![(Schedule, vec![1])],
        ),
        (
            "more units than one batch of a platform takes",
            (0..7)
                .map(unit)
                .chain((10..12).map(unit).map(on_instagram))
                .collect(),
            LIMITS,
            vec![
                (Schedule, vec![10, 11]),
                (Schedule, vec![0, 1, 2, 3, 4]),
                (Schedule, vec![5, 6]),
            ],
        ),
        (
            "requested units, one of them in backoff",
            vec![unit(1), unit(2), requested(unit(5)), requested(unit(6)), failing],
            LIMITS,
            vec![(Request, vec![5, 6]), (Request, vec![7]), (Schedule, vec![1, 2])],
        ),
        (
            "more requested units than all runs but one take",
            (0..20).map(unit).map(requested).chain([unit(50)]).collect(),
            LIMITS,
            vec![
                (Request, vec![2, 7]),
                (Request, vec![16, 19]),
                (Schedule, vec![50]),
            ],
        ),
    ];
    for (name, units, limits, batches) in cases {
        let plan = plan(NOW, &units, &[], &limits);
        let triggers = plan.batches.iter().map(|batch| batch.trigger);
        let planned: Vec<_> = triggers.zip(ids(&plan)).collect();
        assert_eq!(planned, batches, "{name}");
        assert_eq!(plan.next_wake, None, "{name}: every unit is due");
    }
}

#[test]
fn plan_delays_partial_but_not_full_batch_for_window() {
    let read = |id| Unit {
        last_attempt: Some(NOW),
        ..unit(id)
    };
    let first = plan(NOW, &[read(1)], &[], &LIMITS).next_wake.unwrap();
    let due = first - i64::from(LIMITS.window_seconds);
    assert!(plan(due, &[read(1)], &[], &LIMITS).batches.is_empty());
    assert_eq!(plan(due, &[read(1)], &[], &LIMITS).next_wake, Some(first));
    assert_eq!(ids(&plan(first, &[read(1)], &[], &LIMITS)), [[1]]);

    let long_ago = |id| Unit {
        last_attempt: Some(NOW - 86_400),
        ..unit(id)
    };
    let full: Vec<Unit> = (0..5).map(long_ago).collect();
    let endless = Limits {
        window_seconds: u32::MAX,
        ..LIMITS
    };
    assert_eq!(ids(&plan(NOW, &full, &[], &endless)).len(), 1);
    assert_eq!(ids(&plan(NOW, &full[1..], &[], &endless)).len(), 0);
    // The units of all groups fill it.
    let groups: Vec<Unit> = (0..5)
        .map(|id| Unit {
            group: id,
            ..long_ago(id)
        })
        .collect();
    assert_eq!(ids(&plan(NOW, &groups, &[], &endless)).len(), 1);
    assert_eq!(ids(&plan(NOW, &groups[1..], &[], &endless)).len(), 0);

    // It is full when its last unit is due.
    let recent: Vec<Unit> = (0..5).map(read).collect();
    let due_at =
        |unit: &Unit| plan(NOW, &[*unit], &[], &LIMITS).next_wake.unwrap() - i64::from(LIMITS.window_seconds);
    let last = recent.iter().map(due_at).max();
    assert_eq!(plan(NOW, &recent, &[], &endless).next_wake, last);
    assert_ne!(plan(NOW, &recent[1..], &[], &endless).next_wake, last);
}

#[test]
fn plan_skips_running_units_and_counts_their_runs() {
    let started = plan(NOW, &[unit(1)], &[], &LIMITS).batches;
    assert_eq!(ids(&plan(NOW, &[unit(1), unit(2)], &started, &LIMITS)), [[2]]);

    let unknown = Batch {
        platform: Platform::Instagram,
        pool: PoolId::NONE,
        trigger: Trigger::Schedule,
        units: vec![],
    };
    let full = vec![unknown; 4];
    let blocked = plan(NOW, &[unit(1)], &full, &LIMITS);
    assert_eq!(
        blocked,
        Plan {
            batches: vec![],
            next_wake: None
        }
    );
    assert_eq!(ids(&plan(NOW, &[unit(1)], &full[1..], &LIMITS)), [[1]]);
    assert!(
        plan(NOW, &[on_instagram(unit(1))], &full[1..], &LIMITS)
            .batches
            .is_empty()
    );
}

#[test]
fn scheduled_run_starts_beside_any_number_of_requested_runs() {
    let runs = |trigger, number| {
        let batch = Batch {
            platform: Platform::Tiktok,
            pool: PoolId::NONE,
            trigger,
            units: vec![],
        };
        vec![batch; number]
    };
    // The API starts requested runs without a plan.
    let requests = runs(Trigger::Request, 10);
    assert_eq!(ids(&plan(NOW, &[unit(1)], &requests, &LIMITS)), [[1]]);
    let with_one = [requests.clone(), runs(Trigger::Schedule, 1)].concat();
    assert!(plan(NOW, &[unit(1)], &with_one, &LIMITS).batches.is_empty());
    assert!(
        plan(NOW, &[requested(unit(1))], &requests, &LIMITS)
            .batches
            .is_empty()
    );
    let single = Limits { runs: 1, ..LIMITS };
    assert!(plan(NOW, &[unit(1)], &requests, &single).batches.is_empty());
}

#[test]
fn plan_puts_small_group_before_remainder_of_large_one() {
    let large = (0..100).map(unit);
    let small = Unit {
        group: 2,
        last_attempt: Some(NOW - 86_400),
        ..unit(200)
    };
    let units: Vec<Unit> = large.chain([small]).collect();
    let started = plan(NOW, &units[..100], &[], &Limits { runs: 1, ..LIMITS }).batches;
    let next = plan(NOW, &units, &started, &LIMITS);
    assert_eq!(ids(&next)[0], [200, 5, 6, 7, 8]);
}

#[test]
fn plan_alternates_groups_within_a_batch() {
    let units: Vec<Unit> = (0..200)
        .map(|id| Unit {
            group: id % 2,
            ..unit(id)
        })
        .collect();
    let plan = plan(
        NOW,
        &units,
        &[],
        &Limits {
            batch_units: 60,
            runs: 1,
            ..LIMITS
        },
    );
    let of_group = |group| ids(&plan)[0].iter().filter(|id| *id % 2 == group).count();
    assert_eq!((of_group(0), of_group(1)), (30, 30));
}

#[test]
fn plan_alternates_platforms() {
    let units: Vec<Unit> = (0..20)
        .map(unit)
        .chain((0..20).map(unit).map(on_instagram))
        .collect();
    let plan = plan(NOW, &units, &[], &LIMITS);
    let tiktok = plan
        .batches
        .iter()
        .filter(|batch| batch.platform == Platform::Tiktok)
        .count();
    assert_eq!((plan.batches.len(), tiktok), (4, 2));
}

#[test]
fn plan_limits_runs_of_platform_to_scraping_capacity() {
    let all: Vec<Unit> = (0..30)
        .flat_map(|id| [unit(id), on_instagram(unit(100 + id))])
        .enumerate()
        .map(|(group, unit)| Unit {
            group: i64::try_from(group).unwrap(),
            ..unit
        })
        .collect();
    let runs = [(Platform::Instagram, 1), (Platform::Tiktok, 2)].map(|(platform, runs)| PlatformRuns {
        platform: platform.into(),
        runs,
    });
    let capacity = ScrapingCapacity {
        runs: runs.into(),
        ..ScrapingCapacity::default()
    };
    let limits = Limits { runs: 20, ..LIMITS };
    for (capacity, expected) in [(None, (3, 3)), (Some(&capacity), (1, 2))] {
        let batches = plan(NOW, &all, &[], &limits.clone().within(capacity)).batches;
        let on = |platform| batches.iter().filter(|batch| batch.platform == platform).count();
        assert_eq!((on(Platform::Instagram), on(Platform::Tiktok)), expected);
    }
}

/// Returns a capacity in which a pool allows so many runs on TikTok.
fn capacity(pool: &str, runs: u32) -> ScrapingCapacity {
    let runs = PlatformRuns {
        platform: Platform::Tiktok.into(),
        runs,
    };
    let pool = PoolCapacity {
        pool: pool.to_owned(),
        runs: vec![runs],
        ..PoolCapacity::default()
    };
    ScrapingCapacity {
        pools: vec![pool],
        ..ScrapingCapacity::default()
    }
}

#[test]
fn plan_puts_units_of_pools_into_separate_batches() {
    let units = [
        unit(1),
        in_pool("eu", unit(2)),
        in_pool("eu", unit(3)),
        in_pool("us", unit(4)),
    ];
    let limits = LIMITS.within(Some(&capacity("eu", 1)));
    let planned = plan(NOW, &units, &[], &limits);
    let pools: Vec<PoolId> = planned.batches.iter().map(|batch| batch.pool).collect();
    // The capacity has no entry for the other pool.
    let expected = [(PoolId::NONE, vec![1]), (PoolId::of("eu"), vec![2, 3])];
    let mut found: Vec<_> = pools.into_iter().zip(ids(&planned)).collect();
    found.sort_unstable();
    assert_eq!(found, expected);
    assert_eq!(planned.next_wake, None, "no unit can start");
}

#[test]
fn plan_limits_runs_of_pool_to_its_capacity() {
    let units: Vec<Unit> = (0..30).map(|id| in_pool("eu", unit(id))).collect();
    for (capacity, expected) in [
        (None, 0),
        (Some(ScrapingCapacity::default()), 0),
        (Some(capacity("eu", 0)), 0),
        (Some(capacity("eu", 2)), 2),
        // The platform's own limit.
        (Some(capacity("eu", 9)), 3),
        (Some(capacity("us", 9)), 0),
    ] {
        let limits = LIMITS.within(capacity.as_ref());
        let planned = plan(NOW, &units, &[], &limits);
        assert_eq!(planned.batches.len(), expected, "{capacity:?}");
    }
    let limits = LIMITS.within(Some(&capacity("eu", 2)));
    let running = plan(NOW, &units[..5], &[], &limits).batches;
    assert_eq!(plan(NOW, &units, &running, &limits).batches.len(), 1);
    // A platform without an entry has no cap.
    let other = in_pool("eu", on_instagram(unit(50)));
    assert_eq!(ids(&plan(NOW, &[other], &[], &limits)), [[50]]);
}

#[test]
fn plan_stops_at_zero_runs_but_not_zero_units() {
    let all = [unit(1), on_instagram(unit(2))];
    for limits in [
        Limits { runs: 0, ..LIMITS },
        Limits {
            runs_per_platform: 0,
            ..LIMITS
        },
    ] {
        assert_eq!(
            plan(NOW, &all, &[], &limits),
            Plan {
                batches: vec![],
                next_wake: None
            }
        );
    }
    let tiny = Limits {
        batch_units: 0,
        request_units: 0,
        ..LIMITS
    };
    assert_eq!(ids(&plan(NOW, &[unit(1), unit(2)], &[], &tiny)), [[1], [2]]);
}
