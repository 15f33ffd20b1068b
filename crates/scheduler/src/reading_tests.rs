use proptest::prelude::*;

use super::*;

const NOW: i64 = 1_790_000_000;

/// Items of these ages in hours, newest first; the first has the largest ID.
fn items(hours: &[i64]) -> Vec<Item> {
    (0..)
        .zip(hours)
        .map(|(place, hours)| Item {
            id: 1_000 - place,
            posted: Some(NOW - hours * HOUR),
            boosted: false,
        })
        .collect()
}

#[test]
fn freshness_tiers_are_due_at_their_ticks() {
    let hourly = |week: i64, month: i64, all: i64| {
        let read = TierReadTimes {
            week: Some(NOW - week * HOUR),
            month: Some(NOW - month * HOUR),
            all: Some(NOW - all * HOUR),
        };
        due_tier(&read, 3_600, NOW)
    };
    assert_eq!(hourly(1, 1, 1), FreshnessTier::Day);
    assert_eq!(hourly(4, 4, 4), FreshnessTier::Week);
    assert_eq!(hourly(4, 24, 24), FreshnessTier::Month);
    assert_eq!(hourly(4, 24, 168), FreshnessTier::All);
    assert_eq!(
        due_tier(&TierReadTimes::default(), 3_600, NOW),
        FreshnessTier::All
    );
    // The last reading ended 20 minutes into its tick.
    let late = TierReadTimes {
        week: Some(NOW - 4 * HOUR + 1_200),
        month: Some(NOW),
        all: Some(NOW),
    };
    assert_eq!(due_tier(&late, 3_600, NOW), FreshnessTier::Week);
    let clock_set_back = TierReadTimes {
        all: Some(NOW + WEEK),
        ..late
    };
    assert_eq!(due_tier(&clock_set_back, 3_600, NOW), FreshnessTier::All);
}

#[test]
fn quiet_account_is_not_crawled_between_its_tiers() {
    let nothing = Reading {
        read_to_id: u64::MAX,
        depth: 0,
        lookup_ids: vec![],
    };
    assert_eq!(
        reading(&items(&[25, 200, 900]), FreshnessTier::Day, 12, NOW),
        nothing
    );
    assert_eq!(reading(&[], FreshnessTier::Month, 12, NOW), nothing);
}

#[test]
fn requested_scrape_reads_newest_items_whatever_tier_is_due() {
    let items = items(&[25, 200, 900]);
    let requested =
        |depth: usize, tier: FreshnessTier| reading(&items, tier, 12, NOW).at_least(depth, &items);
    let to = |read_to_id: u64, depth: usize| Reading {
        read_to_id,
        depth,
        lookup_ids: vec![],
    };
    assert_eq!(requested(2, FreshnessTier::Day), to(999, 2));
    assert_eq!(requested(36, FreshnessTier::Day), to(998, 3));
    assert_eq!(
        requested(2, FreshnessTier::All),
        to(0, 3),
        "due items require a deeper crawl"
    );
    let far = Reading {
        lookup_ids: vec![999, 998],
        ..to(1_000, 1)
    };
    assert_eq!(
        far.at_least(2, &items).lookup_ids,
        [998],
        "items in the crawl are not looked up as well"
    );
    assert_eq!(
        reading(&[], FreshnessTier::Day, 12, NOW).at_least(36, &[]),
        to(u64::MAX, 0)
    );
}

#[test]
fn freshness_tier_is_crawled_to_its_oldest_item() {
    let hours: Vec<i64> = (1..200).map(|n| 4 * n).collect();
    let read = |tier| reading(&items(&hours), tier, 12, NOW);
    // Items aged 4, 8, 12, 16 and 20 hours.
    assert_eq!(read(FreshnessTier::Day).read_to_id, 996);
    assert_eq!(
        (read(FreshnessTier::Day).depth, read(FreshnessTier::Week).depth),
        (5, 41)
    );
    assert_eq!(read(FreshnessTier::All).read_to_id, 0);
}

#[test]
fn few_deep_items_are_read_by_lookup() {
    let mut list = items(&[1; 3]);
    list.extend((1..100).map(|n| Item {
        id: 900 - n,
        posted: Some(NOW - MONTH - WEEK),
        boosted: n == 60 || n == 90,
    }));
    let read = reading(&list, FreshnessTier::Week, 12, NOW);
    assert_eq!((read.read_to_id, read.lookup_ids), (998, vec![840, 810]));
    assert_eq!(
        reading(&list, FreshnessTier::Day, 12, NOW).lookup_ids,
        Vec::<u64>::new()
    );
}

#[test]
fn item_without_date_is_due_with_tier_all() {
    let undated = [Item {
        id: 1,
        posted: None,
        boosted: false,
    }];
    assert_eq!(
        reading(&undated, FreshnessTier::Month, 12, NOW).read_to_id,
        u64::MAX
    );
    assert_eq!(reading(&undated, FreshnessTier::All, 12, NOW).read_to_id, 0);
}

fn any_items(most: usize) -> impl Strategy<Value = Vec<Item>> {
    let item = (0_i64..1_000, prop::bool::weighted(0.2), prop::bool::weighted(0.9));
    prop::collection::vec(item, 0..most).prop_map(|mut drawn| {
        drawn.sort_unstable();
        (0_u64..)
            .zip(drawn)
            .map(|(place, (hours, boosted, dated))| Item {
                id: 1_000_000 - place,
                posted: dated.then_some(NOW - hours * HOUR),
                boosted,
            })
            .collect()
    })
}

fn any_tier() -> impl Strategy<Value = FreshnessTier> {
    prop::sample::select(vec![
        FreshnessTier::Day,
        FreshnessTier::Week,
        FreshnessTier::Month,
    ])
}

/// Requests for a crawl to this rank plus lookups of the due items beyond it; none if there are too many.
fn requests(due: &[bool], rank: usize, page: usize) -> Option<usize> {
    let beyond = due[rank..].iter().filter(|due| **due).count();
    (beyond <= MAX_LOOKUPS).then(|| rank.div_ceil(page) + beyond)
}

proptest! {
    #[test]
    fn due_items_are_read_with_fewest_requests(
        items in any_items(60), tier in any_tier(), page in 1_u32..20,
    ) {
        let read = reading(&items, tier, page, NOW);
        let due: Vec<bool> = items
            .iter()
            .map(|item| (item.boosted && tier != FreshnessTier::Day) || tier.contains(item.posted.map(|at| NOW - at)))
            .collect();
        for (item, due) in items.iter().zip(&due) {
            let is_read = item.id >= read.read_to_id || read.lookup_ids.contains(&item.id);
            prop_assert!(is_read || !due, "{item:?} is due and not read: {read:?}");
        }
        let page = usize::try_from(page).unwrap();
        let best = (0..=items.len()).filter_map(|rank| requests(&due, rank, page)).min().unwrap();
        prop_assert_eq!(read.depth.div_ceil(page) + read.lookup_ids.len(), best);
        prop_assert!(read.lookup_ids.len() <= MAX_LOOKUPS);
    }

    #[test]
    fn freshness_tiers_are_read_exactly_as_often_as_due(interval in 300_u32..=86_400, late in 0_i64..100) {
        // Ticks of 60 days, each read up to a quarter of the interval late.
        let step = i64::from(interval);
        let mut read = TierReadTimes::default();
        let mut last = [NOW; 3];
        let mut counts = [0_i64; 3];
        let ticks = 60 * DAY / step;
        for tick in 0..ticks {
            let now = NOW + tick * step + (tick * late) % 100 * step / 400;
            let due = due_tier(&read, interval, now);
            for (place, (tier, noted)) in [(FreshnessTier::Week, &mut read.week), (FreshnessTier::Month, &mut read.month), (FreshnessTier::All, &mut read.all)]
                .into_iter()
                .enumerate()
            {
                if due >= tier {
                    let waited = now - last[place];
                    prop_assert!(waited <= tier.period(step) + step, "{tier:?} waited {waited} s");
                    *noted = Some(now);
                    last[place] = now;
                    counts[place] += 1;
                }
            }
        }
        // A deeper tier that is due reads the shallower ones ahead of schedule.
        let tiers = [FreshnessTier::Week, FreshnessTier::Month, FreshnessTier::All];
        for (place, tier) in tiers.into_iter().enumerate() {
            let deeper = counts.get(place + 1).copied().unwrap_or(0);
            let most = 60 * DAY / (tier.period(step) - 3 * step / 4) + 2 + deeper;
            prop_assert!(counts[place] <= most, "{tier:?} was read {} times", counts[place]);
        }
    }
}
