//! Tests of the capacity and the waits of pools.

use clipmeter_db::runs::wait::{self, WaitReason};
use clipmeter_db::{Access, Scope, sessions};
use clipmeter_fixtures::database::{World, secrets};
use clipmeter_proto::v1::{Platform, PlatformRuns, PlatformWait, PoolCapacity, WaitReason as WireReason};
use clipmeter_runtime::Clock as _;

use super::{pool, proxy};

/// Uses an address for TikTok, which is on cooldown for an hour or available.
async fn use_address(world: &World, key: &str, is_blocked: bool) {
    sqlx::query(
        "INSERT INTO rate_limit_buckets AS b (kind, platform, key, used_at, ready_at, blocked_until, blocked_for)
         SELECT 'address', 'tiktok', $1, $2, CASE WHEN $3 THEN $2 + interval '1 hour' ELSE $2 END,
                CASE WHEN $3 THEN $2 + interval '1 hour' END, CASE WHEN $3 THEN 'captcha' END
         ON CONFLICT (kind, platform, key) DO UPDATE SET ready_at = excluded.ready_at, blocked_until = excluded.blocked_until,
             blocked_for = excluded.blocked_for",
    )
    .bind(key)
    .bind(world.clock.now())
    .bind(is_blocked)
    .execute(&world.owner)
    .await
    .unwrap();
}

/// Returns the runs that TikTok allows, and why it waits.
fn of_tiktok(runs: &[PlatformRuns], waits: &[PlatformWait]) -> (Option<u32>, Option<WireReason>) {
    let runs = runs.iter().find(|runs| runs.platform() == Platform::Tiktok);
    let wait = waits.iter().find(|wait| wait.platform() == Platform::Tiktok);
    (runs.map(|runs| runs.runs), wait.map(PlatformWait::reason))
}

/// Returns the same without a pool, and of each pool by name.
async fn capacities(world: &World) -> Vec<(String, Option<u32>, Option<WireReason>)> {
    let capacity = world.api.runs().capacity().await.unwrap();
    let (runs, wait) = of_tiktok(&capacity.runs, &capacity.waits);
    let pools = capacity.pools.iter().map(|pool: &PoolCapacity| {
        let (runs, wait) = of_tiktok(&pool.runs, &pool.waits);
        (pool.pool.clone(), runs, wait)
    });
    std::iter::once((String::new(), runs, wait))
        .chain(pools)
        .collect()
}

#[tokio::test]
async fn pool_waits_for_its_own_addresses_only() {
    let world = World::new().await;
    let frankfurt = proxy(&world, "frankfurt", None).await;
    let virginia = proxy(&world, "virginia", None).await;
    for (name, proxy) in [("eu", "frankfurt"), ("gone", "nowhere"), ("us", "virginia")] {
        pool(&world, name, &[(Platform::Tiktok, proxy)]).await;
    }
    pool(&world, "same", &[]).await;
    let expect = async |expected: [(&str, Option<u32>, Option<WireReason>); 5]| {
        let expected = expected.map(|(pool, runs, wait)| (pool.to_owned(), runs, wait));
        assert_eq!(capacities(&world).await, expected);
    };
    let (cooldown, missing) = (Some(WireReason::AddressCooldown), Some(WireReason::ProxyMissing));
    // Without an address in use, there is no cap.
    expect([
        ("", None, None),
        ("eu", None, None),
        ("gone", Some(0), missing),
        ("same", None, None),
        ("us", None, None),
    ])
    .await;
    use_address(&world, &frankfurt, true).await;
    use_address(&world, &virginia, false).await;
    use_address(&world, "direct", false).await;
    expect([
        ("", Some(2), None),
        ("eu", Some(0), cooldown),
        ("gone", Some(0), missing),
        ("same", Some(2), None),
        ("us", Some(2), None),
    ])
    .await;
    // Without a proxy and a placement, requests of the pool leave from the address of the machine.
    use_address(&world, "direct", true).await;
    expect([
        ("", Some(0), cooldown),
        ("eu", Some(0), cooldown),
        ("gone", Some(0), missing),
        ("same", Some(0), cooldown),
        ("us", Some(2), None),
    ])
    .await;
    // A proxy of a pool may serve the platform, too, and two pools may share one.
    world
        .execute(
            "UPDATE proxies SET serves = 'tiktok' WHERE name = 'virginia';
             UPDATE scraper_pools SET proxies = '{\"tiktok\": \"frankfurt\"}' WHERE name = 'gone'",
        )
        .await;
    expect([
        ("", Some(2), None),
        ("eu", Some(0), cooldown),
        ("gone", Some(0), cooldown),
        ("same", Some(0), cooldown),
        ("us", Some(2), None),
    ])
    .await;
}

#[tokio::test]
async fn proxy_of_sessions_of_pools_is_no_address_of_runs_without_pool() {
    let (world, _) = World::with_pool(2, 0).await;
    let own = proxy(&world, "own", None).await;
    use_address(&world, "direct", true).await;
    use_address(&world, &own, false).await;
    let (cooldown, available) = ((Some(0), Some(WireReason::AddressCooldown)), (Some(2), None));
    for (change, expected) in [
        // No session has the proxy.
        ("UPDATE sessions SET session_set = 'eu'", cooldown),
        (
            "UPDATE sessions SET proxy_id = (SELECT id FROM proxies)",
            cooldown,
        ),
        (
            "UPDATE sessions SET session_set = NULL WHERE id = (SELECT min(id) FROM sessions)",
            available,
        ),
        ("UPDATE sessions SET session_set = 'eu'", cooldown),
        ("UPDATE proxies SET serves = 'tiktok'", available),
    ] {
        world.execute(change).await;
        let (_, runs, wait) = capacities(&world).await.swap_remove(0);
        assert_eq!((runs, wait), expected, "{change}");
    }
}

#[tokio::test]
async fn new_proxy_of_platform_is_used_during_cooldown_of_address_before_it() {
    let world = World::new().await;
    pool(&world, "same", &[]).await;
    use_address(&world, "direct", true).await;
    let expect = async |of_none: (Option<u32>, Option<WireReason>)| {
        let cooldown = ("same".to_owned(), Some(0), Some(WireReason::AddressCooldown));
        let expected = [(String::new(), of_none.0, of_none.1), cooldown];
        assert_eq!(capacities(&world).await, expected);
    };
    let cooldown = (Some(0), Some(WireReason::AddressCooldown));
    expect(cooldown).await;
    let key = proxy(&world, "frankfurt", Some(Platform::Tiktok)).await;
    // No request has left through the proxy yet.
    expect((None, None)).await;
    use_address(&world, &key, false).await;
    expect((Some(2), None)).await;
    use_address(&world, &key, true).await;
    expect(cooldown).await;
}

#[tokio::test]
async fn former_proxy_of_pool_is_no_address_of_runs_without_pool() {
    let world = World::new().await;
    let former = proxy(&world, "frankfurt", None).await;
    proxy(&world, "virginia", None).await;
    pool(&world, "eu", &[(Platform::Tiktok, "frankfurt")]).await;
    use_address(&world, "direct", true).await;
    use_address(&world, &former, false).await;
    for change in [
        "UPDATE scraper_pools SET proxies = '{\"tiktok\": \"virginia\"}'",
        "DELETE FROM scraper_pools",
        "DELETE FROM proxies WHERE name = 'frankfurt'",
    ] {
        world.execute(change).await;
        let (_, runs, wait) = capacities(&world).await.swap_remove(0);
        assert_eq!(
            (runs, wait),
            (Some(0), Some(WireReason::AddressCooldown)),
            "{change}"
        );
    }
}

#[tokio::test]
async fn pool_whose_proxy_is_damaged_has_no_runs() {
    let world = World::new().await;
    let key = proxy(&world, "frankfurt", None).await;
    pool(&world, "eu", &[(Platform::Tiktok, "frankfurt")]).await;
    world
        .execute("UPDATE proxies SET sealed = substring(sealed FROM 2)")
        .await;
    let unreadable = ("eu".to_owned(), Some(0), Some(WireReason::ProxyUnreadable));
    for is_blocked in [false, true] {
        use_address(&world, &key, is_blocked).await;
        assert_eq!(capacities(&world).await[1], unreadable, "{is_blocked}");
    }
}

#[tokio::test]
async fn damaged_proxy_of_platform_stops_runs_without_pool() {
    let world = World::new().await;
    proxy(&world, "frankfurt", Some(Platform::Tiktok)).await;
    for damage in [
        "UPDATE proxies SET sealed = substring(sealed FROM 2)",
        "UPDATE proxies SET key_id = 'gone'",
    ] {
        world.execute(damage).await;
        let (_, runs, wait) = capacities(&world).await.swap_remove(0);
        assert_eq!(
            (runs, wait),
            (Some(0), Some(WireReason::ProxyUnreadable)),
            "{damage}"
        );
    }
    let group = world.group("a").await;
    let mut tx = world.begin(Scope::Group(group), Access::Read).await;
    let wait = wait::of_pool(&mut tx, None, Platform::Tiktok, world.clock.now(), &secrets())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(wait.reason, WaitReason::ProxyUnreadable);
    assert_eq!(
        wait.message(world.clock.now()),
        "The proxy for TikTok cannot be decrypted. An admin must add it again."
    );
}

#[tokio::test]
async fn sessions_of_pool_are_counted_apart() {
    let (world, _) = World::with_pool(3, 11).await;
    pool(&world, "eu", &[]).await;
    pool(&world, "us", &[]).await;
    world
        .execute(
            "UPDATE groups SET scraper_pool = 'eu' WHERE name = 'g10';
             UPDATE sessions SET session_set = 'eu' WHERE id = (SELECT max(id) FROM sessions)",
        )
        .await;
    let capacity = world.api.runs().capacity().await.unwrap();
    assert_eq!(
        (
            capacity.sessions,
            capacity.usable_sessions,
            capacity.required_sessions
        ),
        (2, 2, 1)
    );
    let pools: Vec<_> = capacity
        .pools
        .iter()
        .map(|pool| {
            (
                pool.pool.as_str(),
                pool.sessions,
                pool.usable_sessions,
                pool.required_sessions,
            )
        })
        .collect();
    assert_eq!(pools, [("eu", 1, 1, 1), ("us", 0, 0, 0)]);

    let disabled = "UPDATE sessions SET state = 'disabled' WHERE session_set = 'eu'";
    world.execute(disabled).await;
    let mut tx = world.begin(Scope::Empty, Access::Read).await;
    for (pool, reason) in [
        (None, None),
        (Some("eu"), Some(WaitReason::NoSession)),
        (Some("us"), Some(WaitReason::NoSession)),
    ] {
        let found = wait::of_sessions(&mut tx, pool, world.clock.now()).await.unwrap();
        assert_eq!(found.map(|wait| wait.reason), reason, "{pool:?}");
    }
    // In the scope of an admin, all sessions are one pool.
    let mut tx = world.begin(Scope::Admin, Access::Read).await;
    let counts = sessions::counts(&mut tx, &secrets(), world.clock.now())
        .await
        .unwrap();
    assert_eq!((counts.total, counts.usable), (3, 2));
}

#[tokio::test]
async fn members_see_why_pool_cannot_be_used() {
    let world = World::new().await;
    let group = world.group("a").await;
    pool(&world, "eu", &[(Platform::Tiktok, "frankfurt")]).await;
    let reason = async |pool: Option<&str>, platform: Platform| {
        let mut tx = world.begin(Scope::Group(group), Access::Read).await;
        let wait = wait::of_pool(&mut tx, pool, platform, world.clock.now(), &secrets())
            .await
            .unwrap();
        let wait = wait?;
        let message = wait.message(world.clock.now());
        assert!(
            !message.contains("eu ") && !message.contains("frankfurt"),
            "{message}"
        );
        assert_eq!(wait.until, None);
        Some(wait.reason)
    };
    assert_eq!(reason(None, Platform::Tiktok).await, None);
    assert_eq!(
        reason(Some("us"), Platform::Tiktok).await,
        Some(WaitReason::PoolMissing)
    );
    assert_eq!(
        reason(Some("eu"), Platform::Tiktok).await,
        Some(WaitReason::ProxyMissing)
    );
    assert_eq!(reason(Some("eu"), Platform::Instagram).await, None);
    proxy(&world, "frankfurt", None).await;
    assert_eq!(reason(Some("eu"), Platform::Tiktok).await, None);
    world.execute("UPDATE proxies SET key_id = 'gone'").await;
    assert_eq!(
        reason(Some("eu"), Platform::Tiktok).await,
        Some(WaitReason::ProxyUnreadable)
    );
}
