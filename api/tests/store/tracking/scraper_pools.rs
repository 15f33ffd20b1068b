//! Tests of scraper pools as resources, and of their selection.

use clipmeter_fixtures::database::World;
use clipmeter_proto::v1::{
    Platform, PoolProxy, Progress, ScraperPool, SyncGroupRequest, SyncTrackedRequest, TrackedKind,
};
use tonic::Code;

use super::operator::{
    Operator, assert_silent, group, instagram, name, refusal, subscribe_to_changes, tiktok, tracked, video,
};

const POOLS: &str =
    "SELECT coalesce(string_agg(concat_ws('|', name, region, proxies, session_set, address, managed_by), ' '
                                                ORDER BY name), '') FROM scraper_pools";

fn pool(name: &str) -> ScraperPool {
    ScraperPool {
        name: name.to_owned(),
        managed_by: "kubectl".to_owned(),
        ..ScraperPool::default()
    }
}

/// The pool with everything that may be said of one.
fn full(name: &str, set: &str) -> ScraperPool {
    let proxy = PoolProxy {
        platform: Platform::Instagram.into(),
        proxy: "Frankfurt".to_owned(),
    };
    ScraperPool {
        region: "eu-central-1".to_owned(),
        proxies: vec![proxy],
        session_set: set.to_owned(),
        placed: true,
        ..pool(name)
    }
}

/// Returns a group in the pool eu, and its account in the pool us.
fn selecting() -> (SyncGroupRequest, SyncTrackedRequest) {
    let group = SyncGroupRequest {
        scraper_pool: "eu".to_owned(),
        allowed_scraper_pools: vec!["us".to_owned()],
        ..group("acme", "Acme")
    };
    let account = SyncTrackedRequest {
        scraper_pool: "us".to_owned(),
        ..instagram("cat")
    };
    (group, account)
}

#[tokio::test]
async fn pools_sync_replaces_all_and_repeat_writes_nothing() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    // A pool of an installation that was moved to the cluster.
    world
        .execute("INSERT INTO scraper_pools (name, session_set, created_at) VALUES ('mine', 'mine', now())")
        .await;
    let both = [full("eu", "europe"), pool("us")];
    operator.pools(&both).await.unwrap();
    let stored =
        "eu|eu-central-1|{\"instagram\": \"Frankfurt\"}|europe|region:eu-central-1|kubectl us||{}|us|kubectl";
    assert_eq!(world.one::<String>(POOLS).await, stored);
    let versions = "SELECT string_agg(xmin::text, ' ' ORDER BY name) FROM scraper_pools";
    let before: String = world.one(versions).await;
    let notifications = subscribe_to_changes(&world).await;
    operator.pools(&both).await.unwrap();
    assert_eq!(world.one::<String>(versions).await, before);
    assert_silent(&world, notifications).await;

    // Sets move between pools in one call.
    let swapped = [full("eu", "us"), full("us", "europe")];
    operator.pools(&swapped).await.unwrap();
    let sets = "SELECT string_agg(concat_ws('=', name, session_set), ' ' ORDER BY name) FROM scraper_pools";
    assert_eq!(world.one::<String>(sets).await, "eu=us us=europe");
    let same = [full("eu", "europe"), full("us", "europe")];
    let (code, text) = refusal(operator.pools(&same).await);
    assert_eq!(code, Code::FailedPrecondition);
    assert!(text.contains("have the same set of sessions, europe"), "{text}");
    assert_eq!(world.one::<String>(sets).await, "eu=us us=europe");

    operator.pools(&[]).await.unwrap();
    assert_eq!(world.one::<String>(POOLS).await, "");
}

#[tokio::test]
async fn pools_become_editable_without_placement_when_resources_are_detached() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    operator.pools(&[full("eu", "eu")]).await.unwrap();
    world.api.detach_resources().await.unwrap();
    let expected = "eu|eu-central-1|{\"instagram\": \"Frankfurt\"}|eu|";
    assert_eq!(world.one::<String>(POOLS).await, expected);
}

#[tokio::test]
async fn group_and_account_sync_select_pools_that_may_be_missing() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    let (selecting, account) = selecting();
    let selections = "SELECT concat_ws('|', g.scraper_pool, g.allowed_scraper_pools, t.scraper_pool)
                      FROM groups g JOIN tracked_accounts t ON t.group_id = g.id WHERE g.resource = 'acme'";
    operator.group(&selecting).await.unwrap();
    operator.track(&account).await.unwrap();
    assert_eq!(world.one::<String>(selections).await, "eu|{us}|us");
    let versions =
        "SELECT concat_ws(' ', g.xmin, t.xmin) FROM groups g JOIN tracked_accounts t ON t.group_id = g.id";
    let before: String = world.one(versions).await;
    let notifications = subscribe_to_changes(&world).await;
    operator.group(&selecting).await.unwrap();
    operator.track(&account).await.unwrap();
    assert_silent(&world, notifications).await;
    assert_eq!(world.one::<String>(versions).await, before);

    operator.group(&group("acme", "Acme")).await.unwrap();
    operator.track(&instagram("cat")).await.unwrap();
    assert_eq!(world.one::<String>(selections).await, "{}");
    let film = SyncTrackedRequest {
        scraper_pool: "us".to_owned(),
        ..video("film", "https://www.tiktok.com/@nasa/video/7526770564367748360")
    };
    assert_eq!(
        refusal(operator.track(&film).await).0,
        Code::InvalidArgument,
        "a video follows its group"
    );
}

#[tokio::test]
async fn progress_shows_group_whose_selection_is_not_in_effect() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    let address = "https://www.tiktok.com/@nasa/video/7526770564367748360";
    for (resource, pool) in [("acme", "eu"), ("other", "us"), ("plain", "")] {
        let selecting = SyncGroupRequest {
            scraper_pool: pool.to_owned(),
            ..group(resource, resource)
        };
        operator.group(&selecting).await.unwrap();
        let account = tracked(name(resource, TrackedKind::TiktokAccount, "nasa"), "nasa");
        operator.track(&account).await.unwrap();
        let film = tracked(name(resource, TrackedKind::TiktokVideo, "film"), address);
        operator.track(&film).await.unwrap();
    }
    let differing = async || -> Vec<String> {
        let all = operator.progress(None).await.unwrap();
        let differing = all.into_iter().filter(|progress| progress.pool_differs);
        differing
            .map(|progress: Progress| {
                let name = progress.name.unwrap();
                format!("{}/{}", name.group, name.object)
            })
            .collect()
    };
    assert_eq!(differing().await, ["other/nasa", "other/film"]);
    // The selection of a suspended group or account does not apply anyway.
    let other = SyncGroupRequest {
        scraper_pool: "us".to_owned(),
        ..group("other", "other")
    };
    let suspended = SyncGroupRequest {
        suspended: true,
        ..other.clone()
    };
    operator.group(&suspended).await.unwrap();
    assert!(differing().await.is_empty());
    operator.group(&other).await.unwrap();
    let account = tracked(name("other", TrackedKind::TiktokAccount, "nasa"), "nasa");
    let suspended = SyncTrackedRequest {
        suspended: true,
        ..account.clone()
    };
    operator.track(&suspended).await.unwrap();
    assert_eq!(differing().await, ["other/film"]);
    operator.track(&account).await.unwrap();
    assert_eq!(differing().await, ["other/nasa", "other/film"]);
    // The oldest group does not allow the selection of its account, which then does not count.
    let forbidden = SyncTrackedRequest {
        scraper_pool: "asia".to_owned(),
        ..tiktok("nasa")
    };
    operator.track(&forbidden).await.unwrap();
    assert_eq!(differing().await, ["other/film"]);
    let units = world.api.runs().list_units().await.unwrap();
    let pools: Vec<_> = units.iter().map(|unit| unit.scraper_pool.as_str()).collect();
    assert_eq!(pools, ["us", "eu"]);
}

#[tokio::test]
async fn deleted_account_returns_with_its_pool() {
    let world = World::new().await;
    let operator = Operator::of(&world).await;
    let (selecting, account) = selecting();
    operator.group(&selecting).await.unwrap();
    operator.track(&account).await.unwrap();
    operator.remove_group("acme", false).await.unwrap();
    // A tombstone of an earlier version.
    world
        .execute(
            "UPDATE tombstones SET state = CASE WHEN kind = 'group'
                 THEN state #- '{group,scraper_pool}' #- '{group,allowed_scraper_pools}' ELSE state END",
        )
        .await;
    operator.group(&group("acme", "Acme")).await.unwrap();
    let selections = "SELECT concat_ws('|', coalesce(g.scraper_pool, '-'), coalesce(t.scraper_pool, '-'))
                      FROM groups g JOIN tracked_accounts t ON t.group_id = g.id";
    assert_eq!(world.one::<String>(selections).await, "-|us");
    assert!(
        world.api.runs().list_units().await.unwrap().is_empty(),
        "the group does not allow the pool"
    );
    operator.group(&selecting).await.unwrap();
    let units = world.api.runs().list_units().await.unwrap();
    assert_eq!(units[0].scraper_pool, "us");
}
