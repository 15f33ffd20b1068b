//! Tests of replicas of the previous version, which do not support pools: the database refuses their statements.

use clipmeter_fixtures::database::World;
use clipmeter_proto::v1::Platform;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_runtime::Clock as _;
use sqlx::postgres::PgQueryResult;
use uuid::Uuid;

use super::{group_of, open, pool, proxy};

/// Returns the name of the constraint that a statement violated; `None` if it succeeded.
fn violated(result: Result<PgQueryResult, sqlx::Error>) -> Option<String> {
    let error = result.err()?;
    let violated = error.as_database_error().unwrap();
    Some(violated.constraint().unwrap().to_owned())
}

#[tokio::test]
async fn run_of_previous_version_has_no_units_of_pools() {
    let world = World::new().await;
    let plain = world.group("plain").await;
    let group = group_of(&world, "eu", Some("eu")).await;
    let accounts = [
        world.track(plain, Platform::Tiktok, "plain").await,
        world.track(group, Platform::Tiktok, "nasa").await,
    ];
    let run = Uuid::new_v4();
    let ingest = &world.pools().await.ingest;
    sqlx::query(
        "INSERT INTO runs (id, platform, trigger, opened_at, retry_of, traceparent)
         VALUES ($1, 'tiktok', 'schedule', $2, NULL, NULL)",
    )
    .bind(run)
    .bind(world.clock.now())
    .execute(ingest.statement())
    .await
    .unwrap();
    let assigned = sqlx::query(
        "INSERT INTO run_units (run_id, account_id)
         SELECT $1, a.id
         FROM platform_accounts a
         WHERE a.id = ANY ($2) AND a.platform = 'tiktok'
           AND EXISTS (SELECT FROM tracked_accounts t WHERE t.account_id = a.id)
         ORDER BY a.id
         FOR KEY SHARE OF a
         ON CONFLICT (account_id) WHERE assigned DO NOTHING",
    )
    .bind(run)
    .bind(&accounts[..])
    .execute(ingest.statement())
    .await
    .unwrap();
    assert_eq!(assigned.rows_affected(), 1);
    assert_eq!(
        world.one::<i64>("SELECT account_id FROM run_units").await,
        accounts[0]
    );
}

#[tokio::test]
async fn address_of_previous_version_is_refused_for_run_of_pool() {
    let world = World::new().await;
    let of_platform = proxy(&world, "default", Some(Platform::Tiktok)).await;
    let of_pool = proxy(&world, "frankfurt", None).await;
    pool(&world, "eu", &[(Platform::Tiktok, "frankfurt")]).await;
    pool(&world, "us", &[]).await;
    let ingest = &world.pools().await.ingest;
    for (pool, allowed, refused) in [
        ("eu", of_pool.as_str(), [of_platform.as_str(), "direct"]),
        ("us", "direct", [of_platform.as_str(), of_pool.as_str()]),
    ] {
        let group = group_of(&world, pool, Some(pool)).await;
        let account = world.track(group, Platform::Tiktok, pool).await;
        let (run, units) = open(&world, Some(pool), Platform::Tiktok, &[Id::AccountId(account)]).await;
        assert_eq!(units, 1);
        let set = async |address: &str| {
            let statement = sqlx::query("UPDATE runs SET address = $2 WHERE id = $1");
            violated(
                statement
                    .bind(run)
                    .bind(address)
                    .execute(ingest.statement())
                    .await,
            )
        };
        for address in refused {
            assert_eq!(
                set(address).await.as_deref(),
                Some("runs_address_of_pool"),
                "{pool} {address}"
            );
        }
        assert_eq!(set(allowed).await, None, "{pool}");
    }
    world.execute("DELETE FROM scraper_pools WHERE name = 'us'").await;
    let run = "UPDATE runs SET address = 'direct' WHERE scraper_pool = 'us'";
    let deleted = sqlx::query(run).execute(ingest.statement()).await;
    assert_eq!(violated(deleted).as_deref(), Some("runs_address_of_pool"));
}

#[tokio::test]
async fn lease_of_previous_version_is_refused_for_session_of_another_set() {
    let (world, accounts) = World::with_pool(2, 11).await;
    pool(&world, "eu", &[]).await;
    world
        .execute(
            "UPDATE groups SET scraper_pool = 'eu' WHERE name = 'g10';
             UPDATE sessions SET session_set = 'eu' WHERE id = (SELECT max(id) FROM sessions)",
        )
        .await;
    let ids: Vec<i64> = world.one("SELECT array_agg(id ORDER BY id) FROM sessions").await;
    let (plain, _) = open(&world, None, Platform::Instagram, &[Id::AccountId(accounts[0])]).await;
    let eu = [Id::AccountId(accounts[10])];
    let (of_pool, _) = open(&world, Some("eu"), Platform::Instagram, &eu).await;
    let ingest = &world.pools().await.ingest;
    let lease = async |run: Uuid, session: i64| {
        let statement = sqlx::query(
            "UPDATE sessions
             SET leased_run_id = $1, last_run_id = $1, last_leased_at = $2, state = 'active', cooling_until = NULL
             WHERE id = $3",
        );
        let done = statement
            .bind(run)
            .bind(world.clock.now())
            .bind(session)
            .execute(ingest.statement())
            .await;
        violated(done)
    };
    let refused = Some("session_lease_of_pool".to_owned());
    assert_eq!(lease(plain, ids[1]).await, refused);
    assert_eq!(lease(of_pool, ids[0]).await, refused);
    assert_eq!(lease(plain, ids[0]).await, None);
    assert_eq!(lease(of_pool, ids[1]).await, None);
    world
        .execute("UPDATE sessions SET leased_run_id = NULL; DELETE FROM scraper_pools")
        .await;
    for session in ids {
        assert_eq!(lease(of_pool, session).await, refused);
    }
}
