//! Which units are selected to plan with.

use std::collections::HashSet;

use clipmeter_scheduler::{
    Batch, Candidates, GroupLoad, Platform, PoolId, Selection, Target, Trigger, Unit, UnitKey, candidates,
    next_due,
};

const NOW: i64 = 1_790_000_000;
const LONG_AGO: i64 = NOW - 86_400;

/// A TikTok account that is not due.
fn unit(id: i64, group: i64) -> Unit {
    Unit {
        key: UnitKey {
            platform: Platform::Tiktok,
            target: Target::Account(id),
        },
        pool: PoolId::NONE,
        interval_seconds: 3_600,
        last_attempt: Some(NOW),
        consecutive_failures: 0,
        delay_seconds: None,
        group,
        requested: false,
    }
}

/// The same, due since about a day ago; a smaller age is due later.
fn due(id: i64, group: i64, age: i64) -> Unit {
    Unit {
        last_attempt: Some(LONG_AGO - age * 7_200),
        ..unit(id, group)
    }
}

fn on_instagram(unit: Unit) -> Unit {
    let key = UnitKey {
        platform: Platform::Instagram,
        ..unit.key
    };
    Unit { key, ..unit }
}

fn select(units: &[Unit], running: &[Batch], limit_per_platform: usize) -> Candidates {
    let selection = Selection {
        now: NOW,
        within_seconds: 0,
        requested: &HashSet::new(),
        limit_per_platform,
    };
    candidates(units, running, &selection)
}

#[test]
fn due_units_are_selected_in_turn_of_groups_and_for_each_platform() {
    let units = [
        due(1, 1, 1),
        due(2, 1, 9),
        due(3, 1, 8),
        due(4, 2, 0),
        unit(5, 2),
        on_instagram(due(6, 3, 0)),
        on_instagram(unit(7, 4)),
    ];
    // The longest due of each group, then the second ones.
    for (limit, expected) in [
        (0, vec![]),
        (1, vec![1, 5]),
        (2, vec![1, 3, 5]),
        (3, vec![1, 2, 3, 5]),
        (9, vec![0, 1, 2, 3, 5]),
    ] {
        let selected = select(&units, &[], limit);
        assert_eq!(selected.units, expected, "{limit}");
        let due = selected.due;
        assert_eq!((due.of(Platform::Tiktok), due.of(Platform::Instagram)), (4, 1));
    }
}

#[test]
fn units_of_one_pool_do_not_hide_those_of_another() {
    let units = [
        due(1, 1, 9),
        due(2, 1, 8),
        Unit {
            pool: PoolId::of("eu"),
            ..due(3, 1, 0)
        },
    ];
    assert_eq!(select(&units, &[], 2).units, [0, 2]);
}

#[test]
fn unit_due_soon_is_selected_but_not_counted() {
    let units = [unit(1, 1)];
    let in_seconds = u32::try_from(next_due(&units[0], NOW) - NOW).unwrap();
    for (within_seconds, expected) in [(in_seconds - 1, vec![]), (in_seconds, vec![0])] {
        let selection = Selection {
            now: NOW,
            within_seconds,
            requested: &HashSet::new(),
            limit_per_platform: 9,
        };
        let selected = candidates(&units, &[], &selection);
        assert_eq!(selected.units, expected);
        assert_eq!(selected.due.of(Platform::Tiktok), 0);
    }
}

#[test]
fn requested_units_are_selected_beyond_limit() {
    let units = [unit(1, 1), unit(2, 1), due(3, 1, 0)];
    let requested = [0, 2].map(|index: usize| units[index].key).into();
    let selection = Selection {
        now: NOW,
        within_seconds: 0,
        requested: &requested,
        limit_per_platform: 0,
    };
    assert_eq!(candidates(&units, &[], &selection).units, [0, 2]);
}

#[test]
fn units_in_runs_are_not_selected_but_count_as_load_of_their_group() {
    let units = [due(1, 1, 0), due(2, 1, 1), due(3, 2, 0), due(4, 3, 0), unit(5, 3)];
    let running = [Batch {
        platform: Platform::Tiktok,
        pool: PoolId::NONE,
        trigger: Trigger::Schedule,
        units: vec![units[1].key, units[2].key],
    }];
    let selected = select(&units, &running, 9);
    assert_eq!(selected.units, [0, 3]);
    assert_eq!(selected.due.of(Platform::Tiktok), 2);
    let load = |group, in_flight, last_served| GroupLoad {
        group,
        in_flight,
        last_served,
    };
    // Group 2 has no other unit.
    assert_eq!(selected.groups, [load(1, 1, LONG_AGO), load(3, 0, NOW)]);
}
