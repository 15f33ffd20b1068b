//! Tests of the units of runs.

use std::time::Duration;

use clipmeter_db::runs::list::{self, RunFilter};
use clipmeter_db::{Access, DbError, Scope};
use clipmeter_fixtures::database::World;
use clipmeter_proto::v1::Platform;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_scheduler::Target;
use uuid::Uuid;

use super::{group_of, open, pool, select};

/// Asserts that a run is not leased, and ends, because its units are in another pool now.
async fn assert_closed(world: &World, run: Uuid) {
    let error = world.take(run).await.err().unwrap();
    assert!(matches!(&error, DbError::ScraperPool(_)), "{error}");
    let error = world.take(run).await.err().unwrap();
    assert!(matches!(&error, DbError::RunEnded), "{error}");
    assert!(world.api.runs().result(run).await.unwrap().ended);
}

#[tokio::test]
async fn run_has_units_of_its_pool_only() {
    let world = World::new().await;
    let mut ids = Vec::new();
    for pool in [None, Some("eu"), Some("us")] {
        let name = pool.unwrap_or("plain");
        let group = group_of(&world, name, pool).await;
        let account = world.track(group, Platform::Tiktok, name).await;
        let video = world.track_video(group, Some(name), None).await;
        ids.extend([Id::AccountId(account), Id::VideoId(video)]);
    }
    for (place, pool) in [None, Some("eu"), Some("us")].into_iter().enumerate() {
        let (run, units) = open(&world, pool, Platform::Tiktok, &ids).await;
        assert_eq!(units, 2, "{pool:?}");
        let result = world.api.runs().result(run).await.unwrap();
        let found: Vec<Id> = result
            .units
            .iter()
            .filter_map(|unit| {
                let account = unit.account_id.map(Id::AccountId);
                account.or(unit.tracked_video_id.map(Id::VideoId))
            })
            .collect();
        assert_eq!(found, ids[2 * place..2 * place + 2]);
    }
    let runs = world.api.runs().list_runs().await.unwrap();
    let mut pools: Vec<_> = runs.iter().map(|run| run.scraper_pool.as_str()).collect();
    pools.sort_unstable();
    assert_eq!(pools, ["", "eu", "us"]);
    let mut tx = world.begin(Scope::Admin, Access::Read).await;
    let shown = list::page(&mut tx, &RunFilter::default(), 0, 10).await.unwrap();
    let mut pools: Vec<_> = shown.into_iter().map(|run| run.scraper_pool).collect();
    pools.sort_unstable();
    assert_eq!(pools, [None, Some("eu".to_owned()), Some("us".to_owned())]);
}

#[tokio::test]
async fn account_is_read_in_new_pool_as_soon_as_group_selects_it() {
    let world = World::new().await;
    let group = group_of(&world, "a", Some("eu")).await;
    let account = world.track(group, Platform::Tiktok, "nasa").await;
    let ids = [Id::AccountId(account)];
    world.execute("UPDATE groups SET scraper_pool = 'us'").await;
    assert_eq!(open(&world, Some("eu"), Platform::Tiktok, &ids).await.1, 0);
    assert_eq!(open(&world, None, Platform::Tiktok, &ids).await.1, 0);
    assert_eq!(open(&world, Some("us"), Platform::Tiktok, &ids).await.1, 1);
    assert_eq!(world.count("SELECT count(*) FROM runs").await, 1);
}

#[tokio::test]
async fn account_that_selects_forbidden_pool_is_in_no_run() {
    let world = World::new().await;
    let group = group_of(&world, "a", Some("eu")).await;
    let account = world.track(group, Platform::Tiktok, "nasa").await;
    let ids = [Id::AccountId(account)];
    world
        .execute("UPDATE tracked_accounts SET scraper_pool = 'us'")
        .await;
    assert!(world.api.runs().list_units().await.unwrap().is_empty());
    for pool in [None, Some("eu"), Some("us")] {
        assert_eq!(open(&world, pool, Platform::Tiktok, &ids).await.1, 0, "{pool:?}");
    }
    world
        .execute("UPDATE groups SET allowed_scraper_pools = '{us}'")
        .await;
    let units = world.api.runs().list_units().await.unwrap();
    assert_eq!(units[0].scraper_pool, "us");
    assert_eq!(open(&world, Some("us"), Platform::Tiktok, &ids).await.1, 1);
}

#[tokio::test]
async fn account_that_selects_forbidden_pool_is_not_read_in_pool_of_suspended_group() {
    let world = World::new().await;
    let active = group_of(&world, "active", None).await;
    let suspended = group_of(&world, "suspended", Some("eu")).await;
    let account = world.track(active, Platform::Tiktok, "nasa").await;
    world.track(suspended, Platform::Tiktok, "nasa").await;
    world
        .execute(
            "UPDATE groups SET is_active = false WHERE name = 'suspended';
             UPDATE tracked_accounts SET scraper_pool = 'us'
             WHERE group_id = (SELECT id FROM groups WHERE name = 'active')",
        )
        .await;
    let pools = world.api.runs().pools_of(&[Target::Account(account)]).await;
    assert!(pools.unwrap().is_empty());
    for pool in [None, Some("eu"), Some("us")] {
        let (_, units) = open(&world, pool, Platform::Tiktok, &[Id::AccountId(account)]).await;
        assert_eq!(units, 0, "{pool:?}");
    }
}

#[tokio::test]
async fn run_whose_units_changed_their_pool_before_first_lease_is_closed() {
    let world = World::new().await;
    pool(&world, "eu", &[]).await;
    pool(&world, "us", &[]).await;
    for (before, after) in [(None, Some("eu")), (Some("eu"), Some("us")), (Some("us"), None)] {
        let name = after.unwrap_or("plain");
        let group = group_of(&world, name, before).await;
        let account = world.track(group, Platform::Tiktok, name).await;
        let video = world.track_video(group, Some(name), None).await;
        for id in [Id::AccountId(account), Id::VideoId(video)] {
            select(&world, group, before).await;
            let (run, units) = open(&world, before, Platform::Tiktok, &[id]).await;
            assert_eq!(units, 1);
            select(&world, group, after).await;
            assert_closed(&world, run).await;
            // The unit is free at once.
            let (run, units) = open(&world, after, Platform::Tiktok, &[id]).await;
            assert_eq!(units, 1);
            assert!(world.take(run).await.is_ok());
        }
    }
}

#[tokio::test]
async fn run_of_revoked_pool_is_closed_before_first_lease() {
    let world = World::new().await;
    pool(&world, "us", &[]).await;
    let group = group_of(&world, "a", None).await;
    let account = world.track(group, Platform::Tiktok, "nasa").await;
    world
        .execute(
            "UPDATE groups SET allowed_scraper_pools = '{us}';
             UPDATE tracked_accounts SET scraper_pool = 'us'",
        )
        .await;
    let (run, units) = open(&world, Some("us"), Platform::Tiktok, &[Id::AccountId(account)]).await;
    assert_eq!(units, 1);
    world
        .execute("UPDATE groups SET allowed_scraper_pools = NULL")
        .await;
    assert_closed(&world, run).await;
}

#[tokio::test]
async fn run_in_progress_or_of_untracked_account_is_leased_after_change_of_pool() {
    let world = World::new().await;
    pool(&world, "eu", &[]).await;
    let group = group_of(&world, "a", Some("eu")).await;
    let mut runs = Vec::new();
    for name in ["nasa", "esa"] {
        let account = world.track(group, Platform::Tiktok, name).await;
        let (run, units) = open(&world, Some("eu"), Platform::Tiktok, &[Id::AccountId(account)]).await;
        assert_eq!(units, 1);
        runs.push((run, account));
    }
    let [(in_progress, _), (untracked, account)] = runs[..] else {
        unreachable!("two runs")
    };
    assert!(world.take(in_progress).await.is_ok());
    world.untrack(group, account).await;
    select(&world, group, None).await;
    world.clock.advance(Duration::from_mins(1));
    for run in [in_progress, untracked] {
        assert!(world.take(run).await.is_ok());
    }
}
