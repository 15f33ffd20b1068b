use proptest::prelude::*;

use super::*;

const NOW: i64 = 1_790_000_000;

/// Items of these ages in hours, newest first; the first has the largest id.
fn items(hours: &[i64]) -> Vec<Item> {
    (0..)
        .zip(hours)
        .map(|(place, hours)| Item {
            id: 1_000 - place,
            posted: Some(NOW - hours * HOUR),
            armed: false,
        })
        .collect()
}

#[test]
fn rings_are_due_at_their_ticks() {
    let hourly = |week: i64, month: i64, all: i64| {
        let read = Rings {
            week: Some(NOW - week * HOUR),
            month: Some(NOW - month * HOUR),
            all: Some(NOW - all * HOUR),
        };
        ring(&read, 3_600, NOW)
    };
    assert_eq!(hourly(1, 1, 1), Ring::Day);
    assert_eq!(hourly(4, 4, 4), Ring::Week);
    assert_eq!(hourly(4, 24, 24), Ring::Month);
    assert_eq!(hourly(4, 24, 168), Ring::All);
    assert_eq!(ring(&Rings::default(), 3_600, NOW), Ring::All);
    // The last reading ended 20 minutes into its tick.
    let late = Rings {
        week: Some(NOW - 4 * HOUR + 1_200),
        month: Some(NOW),
        all: Some(NOW),
    };
    assert_eq!(ring(&late, 3_600, NOW), Ring::Week);
    let clock_set_back = Rings {
        all: Some(NOW + WEEK),
        ..late
    };
    assert_eq!(ring(&clock_set_back, 3_600, NOW), Ring::All);
}

#[test]
fn a_quiet_account_is_not_walked_between_its_rings() {
    let nothing = Reading {
        read_to_id: u64::MAX,
        depth: 0,
        look_at: vec![],
    };
    assert_eq!(reading(&items(&[25, 200, 900]), Ring::Day, 12, NOW), nothing);
    assert_eq!(reading(&[], Ring::Month, 12, NOW), nothing);
}

#[test]
fn who_asks_sees_the_newest_items_whatever_is_due() {
    let items = items(&[25, 200, 900]);
    let asked = |depth: usize, ring: Ring| reading(&items, ring, 12, NOW).at_least(depth, &items);
    let to = |read_to_id: u64, depth: usize| Reading {
        read_to_id,
        depth,
        look_at: vec![],
    };
    assert_eq!(asked(2, Ring::Day), to(999, 2));
    assert_eq!(asked(36, Ring::Day), to(998, 3));
    assert_eq!(asked(2, Ring::All), to(0, 3), "what is due goes deeper");
    let far = Reading {
        look_at: vec![999, 998],
        ..to(1_000, 1)
    };
    assert_eq!(
        far.at_least(2, &items).look_at,
        [998],
        "what is walked is not looked at too"
    );
    assert_eq!(
        reading(&[], Ring::Day, 12, NOW).at_least(36, &[]),
        to(u64::MAX, 0)
    );
}

#[test]
fn a_ring_is_read_by_a_walk_to_its_oldest_item() {
    let hours: Vec<i64> = (1..200).map(|n| 4 * n).collect();
    let read = |ring| reading(&items(&hours), ring, 12, NOW);
    // Those of 4, 8, 12, 16 and 20 hours.
    assert_eq!(read(Ring::Day).read_to_id, 996);
    assert_eq!((read(Ring::Day).depth, read(Ring::Week).depth), (5, 41));
    assert_eq!(read(Ring::All).read_to_id, 0);
}

#[test]
fn a_few_deep_items_are_looked_at_one_by_one() {
    let mut list = items(&[1; 3]);
    list.extend((1..100).map(|n| Item {
        id: 900 - n,
        posted: Some(NOW - MONTH - WEEK),
        armed: n == 60 || n == 90,
    }));
    let read = reading(&list, Ring::Week, 12, NOW);
    assert_eq!((read.read_to_id, read.look_at), (998, vec![840, 810]));
    assert_eq!(reading(&list, Ring::Day, 12, NOW).look_at, Vec::<u64>::new());
}

#[test]
fn an_item_without_a_date_is_due_with_all() {
    let undated = [Item {
        id: 1,
        posted: None,
        armed: false,
    }];
    assert_eq!(reading(&undated, Ring::Month, 12, NOW).read_to_id, u64::MAX);
    assert_eq!(reading(&undated, Ring::All, 12, NOW).read_to_id, 0);
}

fn any_items(most: usize) -> impl Strategy<Value = Vec<Item>> {
    let item = (0_i64..1_000, prop::bool::weighted(0.2), prop::bool::weighted(0.9));
    prop::collection::vec(item, 0..most).prop_map(|mut drawn| {
        drawn.sort_unstable();
        (0_u64..)
            .zip(drawn)
            .map(|(place, (hours, armed, dated))| Item {
                id: 1_000_000 - place,
                posted: dated.then_some(NOW - hours * HOUR),
                armed,
            })
            .collect()
    })
}

fn any_ring() -> impl Strategy<Value = Ring> {
    prop::sample::select(vec![Ring::Day, Ring::Week, Ring::Month])
}

/// Requests for a walk to this rank and single looks at what is due beyond it; none when those are too many.
fn requests(due: &[bool], rank: usize, page: usize) -> Option<usize> {
    let beyond = due[rank..].iter().filter(|due| **due).count();
    (beyond <= MOST_LOOKED_AT).then(|| rank.div_ceil(page) + beyond)
}

proptest! {
    #[test]
    fn everything_that_is_due_is_read_with_the_fewest_requests(
        items in any_items(60), ring in any_ring(), page in 1_u32..20,
    ) {
        let read = reading(&items, ring, page, NOW);
        let due: Vec<bool> = items
            .iter()
            .map(|item| (item.armed && ring != Ring::Day) || ring.holds(item.posted.map(|at| NOW - at)))
            .collect();
        for (item, due) in items.iter().zip(&due) {
            let is_read = item.id >= read.read_to_id || read.look_at.contains(&item.id);
            prop_assert!(is_read || !due, "{item:?} is due and not read: {read:?}");
        }
        let page = usize::try_from(page).unwrap();
        let best = (0..=items.len()).filter_map(|rank| requests(&due, rank, page)).min().unwrap();
        prop_assert_eq!(read.depth.div_ceil(page) + read.look_at.len(), best);
        prop_assert!(read.look_at.len() <= MOST_LOOKED_AT);
    }

    #[test]
    fn rings_are_read_as_often_as_they_should_be_and_no_more(interval in 300_u32..=86_400, late in 0_i64..100) {
        // Ticks of 60 days, each read up to a quarter of the interval late.
        let step = i64::from(interval);
        let mut read = Rings::default();
        let mut last = [NOW; 3];
        let mut counts = [0_i64; 3];
        let ticks = 60 * DAY / step;
        for tick in 0..ticks {
            let now = NOW + tick * step + (tick * late) % 100 * step / 400;
            let due = ring(&read, interval, now);
            for (place, (ring, noted)) in [(Ring::Week, &mut read.week), (Ring::Month, &mut read.month), (Ring::All, &mut read.all)]
                .into_iter()
                .enumerate()
            {
                if due >= ring {
                    let waited = now - last[place];
                    prop_assert!(waited <= ring.period(step) + step, "{ring:?} waited {waited} s");
                    *noted = Some(now);
                    last[place] = now;
                    counts[place] += 1;
                }
            }
        }
        // A deeper ring that is due reads the ones above it out of their turn.
        let rings = [Ring::Week, Ring::Month, Ring::All];
        for (place, ring) in rings.into_iter().enumerate() {
            let deeper = counts.get(place + 1).copied().unwrap_or(0);
            let most = 60 * DAY / (ring.period(step) - 3 * step / 4) + 2 + deeper;
            prop_assert!(counts[place] <= most, "{ring:?} was read {} times", counts[place]);
        }
    }
}
