//! Tests that series equal a recount of all measurements after any sequence of changes.

use std::time::Duration;

use chrono::NaiveDate;
use clipmeter_db::stats::days;
use clipmeter_db::{Access, Scope};
use clipmeter_fixtures::database::{START, World, seen};
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{Observation, Outcome, PageReport, Platform, Precision};
use clipmeter_runtime::Clock as _;
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use sqlx::postgres::PgListener;

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
    /// Without counting in it, unlike `SetZone`.
    SetGroupZone {
        group: &'static str,
        zone: Option<&'static str>,
    },
    SetCost {
        /// Of the group, or of the platform.
        table: &'static str,
        cost: &'static str,
    },
    /// Counts the days again if a zone or a cost was changed.
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
        3 => (any::<bool>(), of(proptest::sample::select(&ZONES[..]))).prop_map(|(first, zone)| {
            Step::SetGroupZone { group: if first { "a" } else { "b" }, zone }
        }),
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
            let other = world.group("b").await;
            world.track(other, Platform::Tiktok, "one").await;
            for step in &steps {
                apply(&world, group, &mut accounts, step).await;
                assert_days(&world).await;
            }
            world.api.recount_days_once().await.unwrap();
            assert_zones(&world).await;
            for group in [group, other] {
                assert_days_of_group(&world, group).await;
            }
            assert_days(&world).await;
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
        Step::SetGroupZone { group, zone } => {
            set_group_zone(world, group, *zone).await;
        }
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

async fn set_group_zone(world: &World, group: &str, zone: Option<&str>) {
    let zone = zone.map_or("NULL".to_owned(), |zone| format!("'{zone}'"));
    world
        .execute(&format!(
            "UPDATE groups SET time_zone = {zone} WHERE name = '{group}'"
        ))
        .await;
}

/// Asserts that accounts are counted exactly in the zones in which they are read, which are those that were set.
async fn assert_zones(world: &World) {
    let wrong = "SELECT count(*) FROM ((SELECT * FROM account_zones EXCEPT SELECT * FROM desired_zones)
                                       UNION ALL (SELECT * FROM desired_zones EXCEPT SELECT * FROM account_zones)) d";
    assert_eq!(world.count(wrong).await, 0);
    let pending = "SELECT (SELECT count(*) FROM settings WHERE days_zone <> time_zone)
                          + (SELECT count(*) FROM groups WHERE days_zone IS DISTINCT FROM time_zone)";
    assert_eq!(world.count(pending).await, 0);
}

/// Asserts that a group sees the days of its items in its zone.
async fn assert_days_of_group(world: &World, group: i64) {
    let mut expected: Vec<(NaiveDate, i64, i64, i64)> = sqlx::query_as(
        "WITH zone AS (SELECT z.id FROM groups g JOIN zones z ON z.name = coalesce(g.days_zone, platform_zone()) WHERE g.id = $1),
              accounts AS (SELECT account_id FROM tracked_accounts WHERE group_id = $1)
         SELECT day, sum(items)::bigint, sum(views)::bigint, sum(gained_views)::bigint
         FROM (SELECT day, items, views, gained_views FROM account_days
               WHERE zone = (TABLE zone) AND account_id IN (TABLE accounts)
               UNION ALL
               SELECT v.day, v.items, v.views, v.gained_views FROM video_days v JOIN posts p ON p.id = v.post_id
               WHERE zone = (TABLE zone) AND v.post_id IN (SELECT post_id FROM tracked_videos WHERE group_id = $1)
                 AND p.account_id NOT IN (TABLE accounts)) d
         GROUP BY day ORDER BY day",
    )
    .bind(group)
    .fetch_all(&world.owner)
    .await
    .unwrap();
    let mut transaction = world.begin(Scope::Group(group), Access::Read).await;
    let days = days::of_scope(&mut transaction, Platform::Tiktok, None)
        .await
        .unwrap();
    let mut shown: Vec<(NaiveDate, i64, i64, i64)> = days
        .into_iter()
        .map(|day| {
            (
                day.day,
                day.raised.items,
                day.raised.counts.views,
                day.gained.views,
            )
        })
        .collect();
    for days in [&mut expected, &mut shown] {
        days.retain(|(_, items, views, gained)| (*items, *views, *gained) != (0, 0, 0));
    }
    assert_eq!(shown, expected);
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
        for (nth, (zone, cost)) in ZONES.iter().zip(COSTS).cycle().take(12).enumerate() {
            world.execute(&format!("UPDATE settings SET cost = {cost}")).await;
            set_group_zone(&world, "a", (nth % 3 > 0).then_some(ZONES[(nth + 1) % 4])).await;
            set_zone(&world, zone).await;
        }
    };
    futures::join!(scrapes, zones);
    // Accounts that a scrape had locked.
    while world.api.recount_days_once().await.unwrap() {}
    assert_recount(&world).await;
    assert_zones(&world).await;
    assert_days_of_group(&world, group).await;
}

#[tokio::test]
async fn days_equal_recount_after_zone_is_set_back_during_recount() {
    let world = World::new().await;
    let group = world.group("a").await;
    for name in ["zero", "one"] {
        let account = world.track(group, Platform::Tiktok, name).await;
        world
            .scrape(Platform::Tiktok, account, vec![seen(name, 10, 1)])
            .await;
    }
    let to = async |zone: &str| {
        world
            .execute(&format!("UPDATE settings SET time_zone = '{zone}'"))
            .await;
    };
    to("Pacific/Auckland").await;
    assert_eq!(world.one::<i32>("SELECT recount_next_accounts(1)").await, 1);
    assert!(!world.one::<bool>("SELECT show_counted_zones()").await);
    to("UTC").await;
    assert!(world.api.recount_days_once().await.unwrap());
    assert_zones(&world).await;
    assert_recount(&world).await;
}

#[tokio::test]
async fn days_stay_in_former_zone_until_all_accounts_are_counted() {
    let world = World::new().await;
    let group = world.group("a").await;
    for name in ["zero", "one"] {
        let account = world.track(group, Platform::Tiktok, name).await;
        world
            .scrape(Platform::Tiktok, account, vec![seen(name, 10, 1)])
            .await;
    }
    set_group_zone(&world, "a", Some("Pacific/Auckland")).await;
    world.execute("SELECT recount_next_accounts(1)").await;
    let zone = "SELECT coalesce(days_zone, platform_zone()) FROM groups";
    assert!(!world.one::<bool>("SELECT show_counted_zones()").await);
    assert_eq!(world.one::<String>(zone).await, "UTC");
    assert_days_of_group(&world, group).await;
    world.execute("SELECT recount_next_accounts(1)").await;
    assert!(world.one::<bool>("SELECT show_counted_zones()").await);
    assert_eq!(world.one::<String>(zone).await, "Pacific/Auckland");
    assert_days_of_group(&world, group).await;

    // Without a zone of its own, at once.
    set_group_zone(&world, "a", None).await;
    assert_eq!(world.one::<String>(zone).await, "UTC");
    assert_days_of_group(&world, group).await;
}

#[tokio::test]
async fn idle_check_of_zones_sends_no_notification() {
    let (world, account) = World::tracking(Platform::Tiktok, "zero").await;
    world
        .scrape(Platform::Tiktok, account, vec![seen("1", 10, 1)])
        .await;
    let mut listener = PgListener::connect_with(&world.owner).await.unwrap();
    listener
        .listen_all(["clipmeter_settings_changed", "clipmeter_group_changed"])
        .await
        .unwrap();
    for zone in [None, Some("UTC")] {
        set_group_zone(&world, "a", zone).await;
        world.api.recount_days_once().await.unwrap();
        world
            .execute("SELECT pg_notify('clipmeter_group_changed', 'begins')")
            .await;
        while listener.recv().await.unwrap().payload() != "begins" {}
        world.api.recount_days_once().await.unwrap();
        world
            .execute("SELECT pg_notify('clipmeter_group_changed', 'ends')")
            .await;
        assert_eq!(listener.recv().await.unwrap().payload(), "ends");
    }
}

#[tokio::test]
async fn account_that_is_counted_in_another_zone_only_is_counted_again() {
    let (world, account) = World::tracking(Platform::Tiktok, "zero").await;
    world
        .scrape(Platform::Tiktok, account, vec![seen("1", 10, 1)])
        .await;
    // As if it was added while the installation's zone was changed.
    world
        .execute(
            "INSERT INTO zones (name) VALUES ('Asia/Tokyo');
             UPDATE account_zones SET zone = 2; UPDATE account_days SET zone = 2",
        )
        .await;
    assert!(world.api.recount_days_once().await.unwrap());
    assert_zones(&world).await;
    assert_recount(&world).await;
}

#[tokio::test]
async fn count_in_zone_of_group_keeps_costs() {
    let (world, account) = World::tracking(Platform::Tiktok, "zero").await;
    for views in [10, 20] {
        world
            .scrape(Platform::Tiktok, account, vec![seen("1", views, 1)])
            .await;
        world.clock.advance(Duration::from_hours(1));
    }
    world
        .execute(&format!("UPDATE settings SET cost = {}", COSTS[1]))
        .await;
    world.api.recount_days_once().await.unwrap();
    set_group_zone(&world, "a", Some("Asia/Kathmandu")).await;
    world.execute("SELECT recount_next_accounts(5)").await;
    let costs = "SELECT string_agg(z.name || ' ' || trim_scale(d.gained), ', ' ORDER BY z.name)
                 FROM account_day_costs d JOIN zones z ON z.id = d.zone JOIN counted_costs k USING (account_id, number)";
    assert_eq!(world.one::<String>(costs).await, "Asia/Kathmandu 0.02, UTC 0.02");
    assert_recount(&world).await;
}

/// Replicas of earlier versions recount videos, then accounts, and then end the recount.
#[tokio::test]
async fn earlier_version_counts_days_in_new_zone() {
    let (world, account) = World::tracking(Platform::Tiktok, "zero").await;
    world
        .scrape(Platform::Tiktok, account, vec![seen("1", 10, 1)])
        .await;
    world
        .execute("UPDATE settings SET time_zone = 'Pacific/Auckland'")
        .await;
    let video: Option<i64> = sqlx::query_scalar("SELECT recount_next_videos(0, 5)")
        .fetch_one(&world.owner)
        .await
        .unwrap();
    assert_eq!(video, None);
    assert_eq!(world.one::<i32>("SELECT recount_next_accounts(5)").await, 1);
    let end = "SELECT end_recount('Pacific/Auckland', 0)";
    assert!(world.one::<bool>(end).await);
    assert_eq!(
        world.one::<String>("SELECT days_zone FROM settings").await,
        "Pacific/Auckland"
    );
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
