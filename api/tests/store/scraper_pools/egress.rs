//! Tests of the addresses that runs of pools leave from.

use std::collections::BTreeMap;

use clipmeter_db::scraper_pools::DesiredPool;
use clipmeter_db::{Access, DbError, Scope, scraper_pools};
use clipmeter_fixtures::database::World;
use clipmeter_proto::v1::ingest_client::IngestClient;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{Address, FetchBatchRequest, Platform};
use clipmeter_runtime::Clock as _;
use tonic::Code;
use uuid::Uuid;

use super::{group_of, open, pool, proxy};
use crate::grpc::{serve, with};

/// Opens a run of a pool for a new account.
async fn run_of(world: &World, pool: Option<&str>) -> Uuid {
    let name = pool.unwrap_or("plain");
    let group = group_of(world, name, pool).await;
    let account = world.track(group, Platform::Tiktok, name).await;
    let (run, units) = open(world, pool, Platform::Tiktok, &[Id::AccountId(account)]).await;
    assert_eq!(units, 1);
    run
}

async fn address_of(world: &World, run: Uuid, source_address: &str) -> Address {
    let worker = world.take_from(run, None, source_address).await.unwrap();
    worker.batch.address.clone().unwrap()
}

#[tokio::test]
async fn run_of_pool_leaves_by_proxy_of_pool_or_directly() {
    let world = World::new().await;
    let of_platform = proxy(&world, "default", Some(Platform::Tiktok)).await;
    let of_pool = proxy(&world, "frankfurt", None).await;
    pool(&world, "eu", &[(Platform::Tiktok, "frankfurt")]).await;
    pool(&world, "us", &[(Platform::Instagram, "frankfurt")]).await;
    for (pool, key, url, direct) in [
        (None, of_platform.as_str(), "http://default.example:8080", false),
        (
            Some("eu"),
            of_pool.as_str(),
            "http://frankfurt.example:8080",
            true,
        ),
        // The proxy that serves the platform is no egress of a pool.
        (Some("us"), "rack", "", true),
    ] {
        let run = run_of(&world, pool).await;
        let address = address_of(&world, run, "rack").await;
        assert_eq!(
            (address.key.as_str(), address.proxy.as_str(), address.direct),
            (key, url, direct),
            "{pool:?}"
        );
    }
}

#[tokio::test]
async fn placed_pool_has_address_of_its_own() {
    let world = World::new().await;
    let desired = [("eu", "eu-central-1"), ("us", "")].map(|(name, region)| DesiredPool {
        name: name.to_owned(),
        region: region.to_owned(),
        proxies: BTreeMap::new(),
        session_set: name.to_owned(),
        placed: true,
        managed_by: "kubectl".to_owned(),
    });
    let mut tx = world.begin(Scope::Admin, Access::Write).await;
    scraper_pools::replace_all(&mut tx, &desired, world.clock.now())
        .await
        .unwrap();
    tx.commit().await.unwrap();
    for (pool, key) in [("eu", "region:eu-central-1"), ("us", "pool:us")] {
        let run = run_of(&world, Some(pool)).await;
        let address = address_of(&world, run, "rack").await;
        assert_eq!((address.key.as_str(), address.proxy.as_str()), (key, ""));
    }
}

#[tokio::test]
async fn run_whose_pool_or_proxy_is_missing_is_never_leased() {
    let world = World::new().await;
    proxy(&world, "default", Some(Platform::Tiktok)).await;
    proxy(&world, "frankfurt", None).await;
    pool(&world, "eu", &[(Platform::Tiktok, "frankfurt")]).await;
    let group = group_of(&world, "eu", Some("eu")).await;
    let account = world.track(group, Platform::Tiktok, "eu").await;
    let open_again = async || {
        let (run, units) = open(&world, Some("eu"), Platform::Tiktok, &[Id::AccountId(account)]).await;
        // The previous run has released the unit.
        assert_eq!(units, 1);
        run
    };
    let is_ended = async |run: Uuid| world.api.runs().result(run).await.unwrap().ended;
    let has_egress = async || {
        let runs = world.api.runs();
        runs.has_egress(Some("eu"), Platform::Tiktok).await.unwrap()
    };
    assert!(has_egress().await);
    let refused = async |expected: &str| {
        let run = open_again().await;
        let error = world.take(run).await.err().unwrap();
        assert!(
            matches!(&error, DbError::ScraperPool(text) if text.contains(expected)),
            "{expected}: {error}"
        );
        assert!(!error.to_string().contains("example"), "{error}");
        assert!(!has_egress().await, "{expected}");
        assert!(is_ended(run).await, "{expected}");
        let leased = "SELECT count(*) FROM runs WHERE address <> '' OR lease_token IS NOT NULL OR taken_at IS NOT NULL";
        assert_eq!(world.count(leased).await, 0, "{expected}");
    };
    // Only decryption shows that a proxy is damaged.
    world
        .execute("UPDATE proxies SET sealed = substring(sealed FROM 2) WHERE name = 'frankfurt'")
        .await;
    refused("cannot be decrypted").await;
    world
        .execute("UPDATE proxies SET key_id = 'gone' WHERE name = 'frankfurt'")
        .await;
    refused("cannot be decrypted").await;
    world
        .execute("DELETE FROM proxies WHERE name = 'frankfurt'")
        .await;
    refused("the proxy \"frankfurt\" of the scraper pool eu does not exist").await;
    // A proxy that is added again under the name is used.
    let key = proxy(&world, "frankfurt", None).await;
    let run = open_again().await;
    assert_eq!(address_of(&world, run, "").await.key, key);
    world
        .execute("DELETE FROM scraper_pools; UPDATE runs SET lease_token = NULL, lease_expires_at = NULL")
        .await;
    let error = world.take(run).await.err().unwrap();
    assert_eq!(error.to_string(), "the scraper pool eu does not exist");
    // Another scraper may take a run that has begun.
    assert!(!is_ended(run).await);
    world.api.runs().close_run(run, "lost").await.unwrap();
    let run = open_again().await;
    let error = world.take(run).await.err().unwrap();
    assert_eq!(error.to_string(), "the scraper pool eu does not exist");
    assert!(is_ended(run).await);
}

#[tokio::test]
async fn pool_deleted_during_lease_is_failed_precondition() {
    let world = World::new().await;
    pool(&world, "eu", &[]).await;
    let run = run_of(&world, Some("eu")).await;
    // The trigger finds no pool although the lease has found one.
    world
        .execute(
            "CREATE OR REPLACE FUNCTION pool_egress(keys text[])
                 RETURNS TABLE (pool text, platform text, address text, state text) LANGUAGE sql STABLE
             AS 'SELECT NULL::text, NULL::text, NULL::text, NULL::text WHERE false'",
        )
        .await;
    let token = world.api.run_token(run).unwrap();
    let request = FetchBatchRequest {
        run_id: run.to_string(),
        ..FetchBatchRequest::default()
    };
    let mut ingest = IngestClient::new(serve(&world).await);
    let refused = ingest.fetch_batch(with(&token, request)).await.unwrap_err();
    assert_eq!(
        (refused.code(), refused.message()),
        (
            Code::FailedPrecondition,
            "the scraper pool of the run has changed"
        )
    );
}
