//! Tests of scraper pools.

mod capacity;
mod egress;
mod old_versions;
mod rule;
mod runs;
mod sessions;

use std::collections::BTreeMap;

use clipmeter_db::scraper_pools::{self, Creation, NewPool};
use clipmeter_db::sessions::proxies::{self, Addition};
use clipmeter_db::{Access, Scope};
use clipmeter_domain::ProxyAddress;
use clipmeter_fixtures::database::{World, secrets};
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{Platform, RunTrigger, UnitKey};
use clipmeter_runtime::Clock as _;
use uuid::Uuid;

/// Creates a pool whose session set has the name of the pool.
async fn pool(world: &World, name: &str, proxies: &[(Platform, &str)]) {
    let proxies: BTreeMap<Platform, String> = proxies
        .iter()
        .map(|(platform, proxy)| (*platform, (*proxy).to_owned()))
        .collect();
    let new = NewPool {
        name,
        region: "",
        session_set: name,
        proxies: &proxies,
    };
    let mut tx = world.begin(Scope::Admin, Access::Write).await;
    let created = scraper_pools::create(&mut tx, &new, world.clock.now())
        .await
        .unwrap();
    assert_eq!(created, Creation::Created);
    tx.commit().await.unwrap();
}

/// Adds a proxy whose address contains its name, and returns the key of its address.
async fn proxy(world: &World, name: &str, serves: Option<Platform>) -> String {
    let address = ProxyAddress::parse(&format!("http://{name}.example:8080")).unwrap();
    let mut tx = world.begin(Scope::Admin, Access::Write).await;
    let added = proxies::add(&mut tx, &secrets(), world.clock.now(), name, &address, serves)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let Addition::Added(id) = added else {
        unreachable!("not added: {added:?}")
    };
    proxies::key(id)
}

/// Creates a group that selects a pool.
async fn group_of(world: &World, name: &str, pool: Option<&str>) -> i64 {
    let group = world.group(name).await;
    select(world, group, pool).await;
    group
}

/// Selects a pool for a group.
async fn select(world: &World, group: i64, pool: Option<&str>) {
    sqlx::query("UPDATE groups SET scraper_pool = $2 WHERE id = $1")
        .bind(group)
        .bind(pool)
        .execute(&world.owner)
        .await
        .unwrap();
}

/// Opens a run of a pool. Returns its ID and how many units it has.
async fn open(world: &World, pool: Option<&str>, platform: Platform, ids: &[Id]) -> (Uuid, u32) {
    let run = Uuid::new_v4();
    let units: Vec<UnitKey> = ids
        .iter()
        .map(|id| UnitKey {
            platform: platform.into(),
            id: Some(*id),
        })
        .collect();
    let runs = world.api.runs();
    let opened = runs.open_run_of_pool(run, platform, &units, RunTrigger::Schedule, pool);
    (run, opened.await.unwrap())
}
