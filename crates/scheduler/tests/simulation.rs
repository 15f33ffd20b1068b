//! Hours on a virtual clock: no unit is starved, and shares are fair when capacity is short.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::collections::BTreeMap;

use clipmeter_domain::platforms::PerPlatform;
use clipmeter_scheduler::{Limits, Platform, PoolId, Target, Unit, UnitKey};
use common::{RunDurations, World};
use proptest::prelude::*;

const START: i64 = 1_790_000_000;
const HOUR: i64 = 3_600;

fn unit(id: i64, group: i64, platform: Platform, interval_seconds: u32) -> Unit {
    Unit {
        key: UnitKey {
            platform,
            target: Target::Account(id),
        },
        pool: PoolId::NONE,
        interval_seconds,
        last_attempt: None,
        consecutive_failures: 0,
        delay_seconds: None,
        group,
        requested: false,
    }
}

/// The longest time between two attempts of a unit, including the start and end of the simulation.
fn longest_gap(world: &World, index: usize) -> i64 {
    let times: Vec<i64> = [START]
        .into_iter()
        .chain(world.attempts[index].iter().copied())
        .chain([world.now])
        .collect();
    times.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn units_are_scraped_on_time_when_capacity_suffices(
        units in prop::collection::vec((1_i64..6, any::<bool>(), prop::sample::select(vec![300_u32, 900, 3_600])), 1..60),
        window in 0_u32..30,
        unit_seconds in 1_i64..3,
    ) {
        let units: Vec<Unit> = (0..).zip(units).map(|(id, (group, instagram, interval))| {
            unit(id, group, if instagram { Platform::Instagram } else { Platform::Tiktok }, interval)
        }).collect();
        let limits = Limits { window_seconds: window, batch_units: 10, ..Limits::default() };
        let mut world = World::new(START, units, limits, RunDurations { start_seconds: 5, unit_seconds });
        world.live_until(START + 6 * HOUR);
        // Time to wait for the window, then for a whole run.
        let slack = i64::from(window) + 5 + 10 * unit_seconds;
        for (index, unit) in world.units.iter().enumerate() {
            let interval = i64::from(unit.interval_seconds);
            let gap = longest_gap(&world, index);
            prop_assert!(gap <= interval * 105 / 100 + slack, "{unit:?} waited {gap} s");
            let ticks = usize::try_from(6 * HOUR / interval).unwrap();
            prop_assert!(world.attempts[index].len() <= ticks + 2, "{unit:?} was read too often");
        }
    }
}

#[test]
fn groups_share_insufficient_capacity() {
    // 400 accounts of one group and 40 of each of nine others, every 5 minutes; 40 of 760 can be read each minute.
    let large = (0..400).map(|id| unit(id, 0, Platform::Tiktok, 300));
    let small = (0..360).map(|id| unit(1_000 + id, 1 + id % 9, Platform::Tiktok, 300));
    let limits = Limits {
        runs: 2,
        batch_units: 20,
        ..Limits::default()
    };
    let run_durations = RunDurations {
        start_seconds: 20,
        unit_seconds: 2,
    };
    let mut world = World::new(START, large.chain(small).collect(), limits, run_durations);
    world.live_until(START + 12 * HOUR);
    let mut shares = [0_usize; 10];
    for (unit, attempts) in world.units.iter().zip(&world.attempts) {
        shares[usize::try_from(unit.group).unwrap()] += attempts.len();
        assert!(!attempts.is_empty(), "{unit:?} was never read");
    }
    // 2,880 each, if the division were exact.
    assert!(
        shares.iter().all(|share| (2_600..=3_200).contains(share)),
        "{shares:?}"
    );
}

#[test]
fn units_of_group_share_insufficient_capacity() {
    let units: Vec<Unit> = (0..300).map(|id| unit(id, 1, Platform::Instagram, 300)).collect();
    let limits = Limits {
        runs: 1,
        batch_units: 10,
        ..Limits::default()
    };
    let mut world = World::new(
        START,
        units,
        limits,
        RunDurations {
            start_seconds: 10,
            unit_seconds: 2,
        },
    );
    world.live_until(START + 12 * HOUR);
    let attempts = || world.attempts.iter().map(Vec::len);
    // A cycle over all units takes 15 minutes.
    let (fewest, most) = (attempts().min().unwrap(), attempts().max().unwrap());
    assert!(
        fewest >= 40 && most <= 52,
        "between {fewest} and {most} attempts in 48 cycles"
    );
}

#[test]
fn units_are_scraped_once_after_a_day_of_downtime() {
    let units = (0..50).map(|id| Unit {
        last_attempt: Some(START - 24 * HOUR),
        ..unit(id, 1, Platform::Tiktok, 900)
    });
    let mut world = World::new(
        START,
        units.collect(),
        Limits::default(),
        RunDurations {
            start_seconds: 5,
            unit_seconds: 1,
        },
    );
    world.live_until(START + 180);
    assert!(
        world.attempts.iter().all(|attempts| attempts.len() == 1),
        "{:?}",
        world.attempts
    );
}

#[test]
fn scheduled_units_are_scraped_despite_many_requests() {
    let requested = (0..200).map(|id| Unit {
        requested: true,
        ..unit(id, 1, Platform::Tiktok, 3_600)
    });
    let waiting = (200..210).map(|id| unit(id, 2, Platform::Tiktok, 300));
    let limits = Limits {
        runs: 2,
        ..Limits::default()
    };
    let mut world = World::new(
        START,
        requested.chain(waiting).collect(),
        limits,
        RunDurations {
            start_seconds: 5,
            unit_seconds: 5,
        },
    );
    for _ in 0..120 {
        world.live_until(world.now + 60);
        world.units[..200]
            .iter_mut()
            .for_each(|unit| unit.requested = true);
    }
    assert!(
        (200..210).all(|index| world.attempts[index].len() >= 20),
        "{:?}",
        &world.attempts[200..]
    );
}

#[test]
fn pool_without_runs_does_not_delay_other_pools() {
    let of = |pool: &'static str| {
        move |id| Unit {
            pool: PoolId::of(pool),
            ..unit(id, 1, Platform::Tiktok, 300)
        }
    };
    let units = (0..300).map(of("us")).chain((300..310).map(of("eu")));
    let limits = Limits {
        pools: BTreeMap::from([(PoolId::of("eu"), PerPlatform::NONE)]),
        ..Limits::default()
    };
    let run_durations = RunDurations {
        start_seconds: 5,
        unit_seconds: 1,
    };
    let mut world = World::new(START, units.collect(), limits, run_durations);
    world.live_until(START + HOUR);
    assert!(world.attempts[..300].iter().all(Vec::is_empty));
    assert!(
        world.attempts[300..].iter().all(|attempts| attempts.len() >= 10),
        "{:?}",
        &world.attempts[300..]
    );
}
