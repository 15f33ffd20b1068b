//! Tests that series equal a recount of all measurements after any sequence of changes.

use std::time::Duration;

use clipmeter_fixtures::database::{START, World, seen};
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{Observation, Outcome, PageReport, Platform, Precision};
use clipmeter_runtime::Clock as _;
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;

use super::{assert_days, assert_recount};
use crate::stats::{counted, delete_post, move_post};

const ACCOUNTS: usize = 3;
const ITEMS: u8 = 6;

/// West and east of UTC, also by a part of an hour.
const ZONES: [&str; 4] = ["UTC", "America/Los_Angeles", "Asia/Kathmandu", "Pacific/Auckland"];

/// Time between two steps: the same minute, the same day, another day.
const PAUSES: [u64; 5] = [0, 20, 90, 6 * 3_600, 30 * 3_600];

#[derive(Debug, Clone)]
enum Step {
    Scrape {
        account: usize,
        pages: Vec<Vec<Observation>>,
        /// Age of the pages in seconds.
        late: i64,
        /// Repeats each message, with the same number and with a new one.
        repeated: bool,
    },
    Wait {
        seconds: u64,
    },
    DeletePost {
        item: u8,
    },
    MovePost {
        item: u8,
        account: usize,
    },
    Retrack {
        account: usize,
    },
    TrackVideo {
        item: u8,
    },
    UntrackVideo {
        item: u8,
    },
    SetZone {
        zone: &'static str,
    },
    SetCost {
        /// Of the group, or of the platform.
        table: &'static str,
        cost: &'static str,
    },
    /// Counts the days again if the zone or a cost was changed.
    Recount,
}

const COSTS: [&str; 4] = [
    "ROW('none', NULL, NULL, NULL)::cost",
    "ROW('per_mille', 0, 2.5, NULL)::cost",
    "ROW('per_mille', 0, 7.77, 1)::cost",
    "ROW('flat', 1, 0, NULL)::cost",
];

fn step() -> impl Strategy<Value = Step> {
    let scrape = (
        0..ACCOUNTS,
        vec(vec(item(), 1..8), 1..3),
        prop_oneof![Just(0), 0_i64..100, 0_i64..200_000],
        any::<bool>(),
    );
    prop_oneof![
        8 => scrape.prop_map(|(account, pages, late, repeated)| Step::Scrape { account, pages, late, repeated }),
        6 => proptest::sample::select(&PAUSES[..]).prop_map(|seconds| Step::Wait { seconds }),
        1 => (0..ITEMS).prop_map(|item| Step::DeletePost { item }),
        1 => (0..ITEMS, 0..ACCOUNTS).prop_map(|(item, account)| Step::MovePost { item, account }),
        1 => (0..ACCOUNTS).prop_map(|account| Step::Retrack { account }),
        2 => (0..ITEMS).prop_map(|item| Step::TrackVideo { item }),
        1 => (0..ITEMS).prop_map(|item| Step::UntrackVideo { item }),
        2 => proptest::sample::select(&ZONES[..]).prop_map(|zone| Step::SetZone { zone }),
        2 => (any::<bool>(), proptest::sample::select(&COSTS[..])).prop_map(|(of_group, cost)| {
            Step::SetCost { table: if of_group { "groups" } else { "settings" }, cost }
        }),
        3 => Just(Step::Recount),
    ]
}

fn item() -> impl Strategy<Value = Observation> {
    // Few values, so that an item is often observed with unchanged counts while other data has changed.
    let views = prop_oneof![of(0_i64..200), of(7_i64..9)];
    let others = (of(-2_i64..3), any::<bool>(), any::<bool>());
    (0..ITEMS, counted(views, 2), others).prop_map(|(id, counts, (day, plays, pinned))| Observation {
        external_id: id.to_string(),
        posted_at: day.map(|day| START + day * 86_400),
        pinned,
        views_source: if plays { "play_count" } else { "view_count" }.to_owned(),
        precision: Precision::Exact.into(),
        ..counts
    })
}

#[test]
fn days_equal_recount_after_any_sequence() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let config = ProptestConfig {
        cases: 16,
        max_shrink_iters: 30,
        ..ProptestConfig::default()
    };
    proptest!(config, |(steps in vec(step(), 1..24))| {
        runtime.block_on(async {
            let world = World::new().await;
            let group = world.group("a").await;
            let mut accounts = Vec::new();
            for name in ["zero", "one", "two"] {
                accounts.push(world.track(group, Platform::Tiktok, name).await);
            }
            for step in &steps {
                apply(&world, group, &mut accounts, step).await;
                assert_days(&world).await;
            }
            // Reads long periods several times, which takes longer than a step.
            super::costs::assert_top_items(&world).await;
        });
    });
}

async fn apply(world: &World, group: i64, accounts: &mut [i64], step: &Step) {
    match step {
        Step::Scrape {
            account,
            pages,
            late,
            repeated,
        } => scrape(world, accounts[*account], pages, *late, *repeated).await,
        Step::Wait { seconds } => world.clock.advance(Duration::from_secs(*seconds)),
        Step::DeletePost { item } => delete_post(world, *item).await,
        Step::MovePost { item, account } => move_post(world, *item, accounts[*account]).await,
        Step::Retrack { account } => {
            world.untrack(group, accounts[*account]).await;
            accounts[*account] = world
                .track(group, Platform::Tiktok, &format!("again{account}"))
                .await;
        }
        Step::TrackVideo { item } => {
            world.execute(&track_video(group, *item)).await;
        }
        Step::UntrackVideo { item } => {
            world.execute(&untrack_video(*item)).await;
        }
        Step::SetZone { zone } => set_zone(world, zone).await,
        Step::SetCost { table, cost } => {
            world.execute(&format!("UPDATE {table} SET cost = {cost}")).await;
        }
        Step::Recount => {
            world.api.recount_days_once().await.unwrap();
        }
    }
}

async fn set_zone(world: &World, zone: &str) {
    world
        .execute(&format!("UPDATE settings SET time_zone = '{zone}'"))
        .await;
    super::costs::assert_top_items(world).await;
    world.api.recount_days_once().await.unwrap();
}

/// Whether the item is known already; otherwise, the next step makes it known.
fn track_video(group: i64, item: u8) -> String {
    format!(
        "INSERT INTO tracked_videos (group_id, url, video_id, post_id, created_at)
         VALUES ({group}, '', '{item}', (SELECT id FROM posts WHERE external_id = '{item}'), now())
         ON CONFLICT (group_id, video_id) DO UPDATE SET post_id = excluded.post_id"
    )
}

/// Deletes like the product: ends the units that read the video first.
fn untrack_video(item: u8) -> String {
    format!(
        "SELECT lock_open_units('{{}}', ARRAY(SELECT id FROM tracked_videos WHERE video_id = '{item}'));
         DELETE FROM tracked_videos WHERE video_id = '{item}'"
    )
}

async fn scrape(world: &World, account: i64, pages: &[Vec<Observation>], late: i64, repeated: bool) {
    let mut worker = world.lease(Platform::Tiktok, Id::AccountId(account)).await;
    for observations in pages {
        let page = Body::Page(PageReport {
            unit_id: worker.unit(),
            observed_at: world.clock.now().timestamp() - late,
            observations: observations.clone(),
            ..PageReport::default()
        });
        worker.send(page.clone()).await.unwrap();
        if repeated {
            worker.send_as(worker.sequence, page.clone()).await.unwrap();
            worker.send(page).await.unwrap();
        }
    }
    worker.end(Outcome::Ok).await.unwrap();
    worker.complete().await.unwrap();
}

#[tokio::test]
async fn days_equal_recount_after_concurrent_video_tracking() {
    let world = World::new().await;
    let group = world.group("a").await;
    let account = world.track(group, Platform::Tiktok, "zero").await;
    let scrapes = async {
        for round in 0..20 {
            let items = (0..ITEMS).map(|id| seen(&id.to_string(), 100 + round, 1));
            world.scrape(Platform::Tiktok, account, items.collect()).await;
            world.clock.advance(Duration::from_hours(2));
        }
    };
    let videos = async {
        for round in 0..60 {
            let item = round % ITEMS;
            world.execute(&track_video(group, item)).await;
            if round % 3 == 0 {
                world.execute(&untrack_video(item)).await;
            }
        }
    };
    futures::join!(scrapes, videos);
    assert_recount(&world).await;
}

#[tokio::test]
async fn days_equal_recount_after_changes_of_zone_and_cost_during_scrapes() {
    let world = World::new().await;
    let group = world.group("a").await;
    let accounts = [
        world.track(group, Platform::Tiktok, "zero").await,
        world.track(group, Platform::Tiktok, "one").await,
    ];
    world.execute(&track_video(group, 0)).await;
    let scrapes = async {
        for round in 0..20 {
            for (nth, account) in (0..).zip(accounts) {
                let items = (0..ITEMS).map(|id| seen(&format!("{}", id + nth * ITEMS), 100 + round, 1));
                world.scrape(Platform::Tiktok, account, items.collect()).await;
            }
            world.clock.advance(Duration::from_hours(5));
        }
    };
    let zones = async {
        for (zone, cost) in ZONES.iter().zip(COSTS).cycle().take(12) {
            world.execute(&format!("UPDATE settings SET cost = {cost}")).await;
            set_zone(&world, zone).await;
        }
    };
    futures::join!(scrapes, zones);
    // Accounts that a scrape had locked.
    while world.api.recount_days_once().await.unwrap() {}
    assert_recount(&world).await;
    assert_eq!(
        world
            .count("SELECT count(*) FROM settings WHERE days_zone <> time_zone")
            .await,
        0
    );
}

#[tokio::test]
async fn days_equal_recount_after_zone_is_set_back_during_recount() {
    let world = World::new().await;
    let group = world.group("a").await;
    let account = world.track(group, Platform::Tiktok, "zero").await;
    let scrape = async |views| {
        world
            .scrape(Platform::Tiktok, account, vec![seen("1", views, 1)])
            .await;
    };
    scrape(10).await;
    world.execute(&track_video(group, 1)).await;
    world
        .execute("UPDATE settings SET time_zone = 'Pacific/Auckland'")
        .await;
    world.clock.advance(Duration::from_hours(1));
    // Counted in the new zone, in which it is the next day already.
    scrape(20).await;
    world.execute("SELECT recount_next_videos(0, 5)").await;
    world.execute("UPDATE settings SET time_zone = 'UTC'").await;
    assert!(world.api.recount_days_once().await.unwrap());
    assert_recount(&world).await;
}

#[tokio::test]
async fn recount_goes_on_if_zone_was_changed_and_set_back_meanwhile() {
    let world = World::new().await;
    let group = world.group("a").await;
    let account = world.track(group, Platform::Tiktok, "zero").await;
    world
        .scrape(Platform::Tiktok, account, vec![seen("1", 10, 1)])
        .await;
    world.execute(&track_video(group, 1)).await;
    let to = async |zone: &str| {
        world
            .execute(&format!("UPDATE settings SET time_zone = '{zone}'"))
            .await;
    };
    to("Pacific/Auckland").await;
    let begun: i64 = world.one("SELECT zone_changes FROM settings").await;
    // In a program whose recount began in the zone before.
    to("UTC").await;
    world.execute("SELECT recount_next_videos(0, 5)").await;
    to("Pacific/Auckland").await;
    world.execute("SELECT recount_next_accounts(5)").await;
    let end = format!("SELECT end_recount('Pacific/Auckland', {begun})");
    assert!(!world.one::<bool>(&end).await);
    assert!(world.api.recount_days_once().await.unwrap());
    assert_recount(&world).await;
}

#[tokio::test]
async fn zone_change_keeps_days_whose_measurements_are_deleted() {
    let (world, account) = World::tracking(Platform::Tiktok, "zero").await;
    for views in [10, 20, 30] {
        world
            .scrape(Platform::Tiktok, account, vec![seen("1", views, 1)])
            .await;
        world.clock.advance(Duration::from_hours(31 * 24));
    }
    world.execute("UPDATE settings SET history_months = 2").await;
    assert!(world.api.run_maintenance_once().await.unwrap().history);
    for zone in ZONES {
        set_zone(&world, zone).await;
        assert_eq!(
            world
                .one::<i64>("SELECT sum(views)::bigint FROM account_days")
                .await,
            30,
            "{zone}"
        );
        assert_eq!(
            world
                .one::<i64>("SELECT sum(gained_views)::bigint FROM account_days")
                .await,
            20,
            "{zone}"
        );
    }
}
