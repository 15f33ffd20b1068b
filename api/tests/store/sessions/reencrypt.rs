//! Tests of rotating the session key.

use std::sync::Arc;

use clipmeter_api::{Api, ApiConfig, ReencryptResult};
use clipmeter_db::secrets::{Key, Secrets, SessionKey, SessionKeys};
use clipmeter_db::sessions::{self, proxies};
use clipmeter_db::{Access, Scope};
use clipmeter_domain::ProxyAddress;
use clipmeter_fixtures::database::{World, secrets};
use clipmeter_proto::v1::Platform;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_runtime::Clock as _;
use secrecy::{ExposeSecret as _, SecretString};
use uuid::Uuid;

use crate::sessions::run;

fn sealing_with(current: (&str, u8), retired: &[(&str, u8)]) -> Secrets {
    let key = |(id, byte): (&str, u8)| SessionKey::new(id, Key::new([byte; 32]));
    Secrets {
        sessions: SessionKeys::new(key(current), retired.iter().copied().map(key).collect()),
        ..secrets()
    }
}

/// Another process over the same database.
async fn api(world: &World, secrets: Secrets) -> Api {
    let config = ApiConfig::new(
        world.database.options.clone(),
        secrets,
        Arc::clone(&world.clock) as _,
    );
    Api::connect(config).await.unwrap()
}

/// Leases the run and takes a session for its unit.
async fn session(api: &Api, run: Uuid) -> String {
    let batch = api.runs().fetch_batch(run, None, "").await.unwrap();
    let token = batch.lease_token.parse().unwrap();
    let leased = api.runs().take_session(run, token, batch.units[0].unit_id, &[]);
    leased.await.unwrap().session.unwrap().value
}

async fn values(world: &World, secrets: &Secrets) -> Vec<Option<String>> {
    let mut tx = world.begin(Scope::Admin, Access::Read).await;
    let page = sessions::page(&mut tx, secrets, 0, 10_000).await.unwrap();
    let in_clear = |value: &SecretString| value.expose_secret().to_owned();
    page.iter().map(|value| value.as_ref().map(in_clear)).collect()
}

const PROXY: &str = "socks5://proxy.example:1080";

async fn add_proxy(world: &World, secrets: Secrets) {
    let mut tx = world.begin(Scope::Admin, Access::Write).await;
    let address = ProxyAddress::parse(PROXY).unwrap();
    proxies::add(&mut tx, &secrets, world.clock.now(), "one", &address, None)
        .await
        .unwrap();
    tx.commit().await.unwrap();
}

/// The address of the one proxy, if it opens.
async fn proxy(world: &World, secrets: &Secrets) -> Option<String> {
    let mut tx = world.begin(Scope::Admin, Access::Read).await;
    let proxies = proxies::list(&mut tx, secrets, world.clock.now()).await.unwrap();
    proxies[0].address.as_ref().map(ToString::to_string)
}

#[tokio::test]
async fn reencryption_moves_sessions_and_proxies_to_new_key() {
    const OLD: (&str, u8) = ("old", 3);
    const NEW: (&str, u8) = ("new", 7);
    let world = World::new().await;
    let group = world.group("a").await;
    // More than one batch, and a session that cannot be decrypted.
    let lines: Vec<String> = (0..2_100).map(|n| format!("{n}%3Atoken")).collect();
    let given: Vec<&str> = lines.iter().map(String::as_str).collect();
    world.add_sessions(sealing_with(OLD, &[]), &given[..1_500]).await;
    world
        .add_sessions(sealing_with(("gone", 9), &[]), &["99999:gone"])
        .await;

    add_proxy(&world, sealing_with(OLD, &[])).await;

    let during = api(&world, sealing_with(NEW, &[OLD])).await;
    let (account, id) = run(&world, group, "one").await;
    assert_eq!(session(&during, id).await, lines[0]);
    let moved = during.reencrypt_sessions().await.unwrap();
    assert_eq!(
        moved,
        ReencryptResult {
            moved: 1_501,
            lost: 1
        }
    );
    // It continues with the remaining sessions.
    world.add_sessions(sealing_with(OLD, &[]), &given[1_500..]).await;
    let moved = during.reencrypt_sessions().await.unwrap();
    assert_eq!(moved, ReencryptResult { moved: 600, lost: 1 });
    during.close().await;

    let after = sealing_with(NEW, &[]);
    assert_eq!(proxy(&world, &after).await.as_deref(), Some(PROXY));
    assert_eq!(proxy(&world, &sealing_with(OLD, &[])).await, None);
    let mut expected: Vec<Option<String>> = lines.iter().cloned().map(Some).collect();
    expected.insert(1_500, None);
    assert_eq!(values(&world, &after).await, expected);
    assert_eq!(values(&world, &sealing_with(OLD, &[])).await, vec![None; 2_101]);
    let added = world.add_sessions(after, &given).await;
    assert_eq!((added.added, added.duplicates), (0, 2_100));
    world.api.runs().close_run(id, "over").await.unwrap();
    let after = api(&world, sealing_with(NEW, &[])).await;
    let (id, _) = world.open(Platform::Instagram, &[Id::AccountId(account)]).await;
    assert_eq!(session(&after, id).await, lines[0], "it stays with its account");
}
