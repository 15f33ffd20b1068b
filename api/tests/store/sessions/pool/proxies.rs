//! Runs and sessions that leave through a proxy.

use clipmeter_db::sessions;
use clipmeter_db::sessions::proxies::{self, Addition, Assignment};
use clipmeter_db::{Access, Scope};
use clipmeter_domain::ProxyAddress;
use clipmeter_fixtures::database::{World, secrets};
use clipmeter_proto::v1::report_request::Body;
use clipmeter_proto::v1::unit_key::Id;
use clipmeter_proto::v1::{AddressReport, Outcome, Platform, ReservePermitsRequest};
use clipmeter_runtime::Clock as _;

use super::{lease_run, take, work};

const PLATFORMS: &str = "http://ann:FirstPassword@one.example:8080";
const OWN: &str = "socks5://bob:SecondPassword@two.example:1080";

async fn add(world: &World, name: &str, url: &str, serves: Option<Platform>) -> i64 {
    let mut tx = world.begin(Scope::Admin, Access::Write).await;
    let address = ProxyAddress::parse(url).unwrap();
    let now = world.clock.now();
    let added = proxies::add(&mut tx, &secrets(), now, name, &address, serves)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let Addition::Added(id) = added else {
        unreachable!("not added: {added:?}")
    };
    id
}

async fn assign(world: &World, session: i64, proxy: Option<i64>) -> Assignment {
    let mut tx = world.begin(Scope::Admin, Access::Write).await;
    let done = proxies::assign(&mut tx, session, proxy).await.unwrap();
    tx.commit().await.unwrap();
    done
}

#[tokio::test]
async fn proxy_of_platform_applies_unless_session_has_one() {
    let (world, accounts) = World::with_pool(2, 1).await;
    let platforms = add(&world, "one", PLATFORMS, Some(Platform::Instagram)).await;
    let own = add(&world, "two", OWN, None).await;
    let run = work(&world, Platform::Instagram, &accounts).await;
    let address = run.batch.address.clone().unwrap();
    assert_eq!(
        (address.key, address.proxy.as_str()),
        (format!("proxy:{platforms}"), PLATFORMS)
    );
    let session = take(&run, 0, &[]).await.unwrap();
    assert_eq!(session.proxy, "");
    let session = session.session_id;
    assert_eq!(assign(&world, session, Some(own)).await, Assignment::Done);
    assert_eq!(
        assign(&world, session, Some(own + 1)).await,
        Assignment::NoSuchProxy
    );
    assert_eq!(
        assign(&world, i64::MAX, Some(own)).await,
        Assignment::NoSuchSession
    );
    assert_eq!(take(&run, 0, &[]).await.unwrap().proxy, OWN);

    let runs = world.api.runs();
    for session_id in [session, 0] {
        let request = ReservePermitsRequest {
            endpoint: "home".to_owned(),
            session_id,
            permits: 1,
            ..ReservePermitsRequest::default()
        };
        runs.reserve_permits(run.run, run.token, &request).await.unwrap();
    }
    let keys: String = world
        .one("SELECT string_agg(key, ' ' ORDER BY key) FROM rate_limit_buckets WHERE kind = 'address'")
        .await;
    assert_eq!(keys, format!("proxy:{platforms} proxy:{own}"));

    // After its deletion, both connect as before.
    let mut tx = world.begin(Scope::Admin, Access::Write).await;
    for id in [platforms, own] {
        assert!(proxies::delete(&mut tx, id).await.unwrap().is_some());
        assert_eq!(proxies::delete(&mut tx, id).await.unwrap(), None);
    }
    tx.commit().await.unwrap();
    let run = lease_run(&world, run.run, Some(run.token)).await.unwrap();
    let address = run.batch.address.clone().unwrap();
    assert_eq!((address.key.as_str(), address.proxy.as_str()), ("direct", ""));
    assert_eq!(take(&run, 0, &[]).await.unwrap().proxy, "");
}

#[tokio::test]
async fn undecryptable_proxy_is_never_bypassed() {
    let (world, accounts) = World::with_pool(1, 1).await;
    let run = work(&world, Platform::Instagram, &accounts).await;
    let session = take(&run, 0, &[]).await.unwrap().session_id;
    let proxy = add(&world, "one", PLATFORMS, Some(Platform::Instagram)).await;
    assign(&world, session, Some(proxy)).await;
    world.execute("UPDATE proxies SET key_id = 'gone'").await;
    let runs = world.api.runs();
    assert!(runs.fetch_batch(run.run, Some(run.token), "").await.is_err());
    let taken = runs
        .take_session(run.run, run.token, run.unit(), &[])
        .await
        .unwrap();
    assert_eq!((taken.session, taken.retry_after_seconds), (None, 0));
}

#[tokio::test]
async fn session_with_undecryptable_proxy_is_skipped() {
    let (world, accounts) = World::with_pool(2, 1).await;
    let run = work(&world, Platform::Instagram, &accounts).await;
    let session = take(&run, 0, &[]).await.unwrap().session_id;
    let proxy = add(&world, "one", OWN, None).await;
    assign(&world, session, Some(proxy)).await;
    world.execute("UPDATE proxies SET key_id = 'gone'").await;
    let other = take(&run, 0, &[]).await.unwrap();
    assert_ne!(other.session_id, session);
    assert_eq!(other.proxy, "");
    run.complete().await.unwrap();

    let mut tx = world.begin(Scope::Admin, Access::Read).await;
    let now = world.clock.now();
    let counts = sessions::counts(&mut tx, &secrets(), now).await.unwrap();
    assert_eq!((counts.total, counts.usable), (2, 1));
    let shown = sessions::pooled_one(&mut tx, &secrets(), now, session)
        .await
        .unwrap()
        .unwrap();
    assert!(shown.opens && !shown.opens_with_proxy);
}

#[tokio::test]
async fn damaged_session_or_proxy_is_disabled_with_reason() {
    let (world, accounts) = World::with_pool(3, 1).await;
    let run = work(&world, Platform::Instagram, &accounts).await;
    let session = take(&run, 0, &[]).await.unwrap().session_id;
    let proxy = add(&world, "one", OWN, None).await;
    assign(&world, session, Some(proxy)).await;
    world.execute("UPDATE proxies SET sealed = sealed || ''").await;
    assert_eq!(
        take(&run, 0, &[]).await.unwrap().session_id,
        session,
        "an undamaged session and proxy are used"
    );
    world
        .execute("UPDATE proxies SET sealed = substring(sealed FROM 2)")
        .await;
    let other = take(&run, 0, &[]).await.unwrap();
    assert_ne!(other.session_id, session);
    assert_eq!(other.proxy, "");
    let corrupt = format!(
        "UPDATE sessions SET sealed = substring(sealed FROM 2) WHERE id = {}",
        other.session_id
    );
    world.execute(&corrupt).await;
    let third = take(&run, 0, &[]).await.unwrap().session_id;
    let states = "SELECT string_agg(concat_ws(' ', id, state, state_reason, leased_run_id IS NULL), ', ' ORDER BY id) FROM sessions";
    let mut expected = [
        (session, "disabled proxy_damaged t"),
        (other.session_id, "disabled damaged t"),
        (third, "active f"),
    ];
    expected.sort_unstable();
    let expected = expected.map(|(id, state)| format!("{id} {state}")).join(", ");
    assert_eq!(world.one::<String>(states).await, expected);
    run.complete().await.unwrap();

    // The next run gets the remaining proxy, and later runs none.
    let next = work(&world, Platform::Instagram, &accounts).await;
    assert_eq!(take(&next, 0, &[]).await.unwrap().session_id, third);
    let corrupt = format!("UPDATE sessions SET sealed = '' WHERE id = {third}");
    world.execute(&corrupt).await;
    assert_eq!(take(&next, 0, &[]).await, None);
}

#[tokio::test]
async fn proxy_error_shows_name_but_not_address() {
    let (world, accounts) = World::with_pool(1, 1).await;
    add(&world, "one", PLATFORMS, Some(Platform::Instagram)).await;
    world
        .execute("UPDATE proxies SET sealed = substring(sealed FROM 2)")
        .await;
    let (run, _) = world
        .open(Platform::Instagram, &[Id::AccountId(accounts[0])])
        .await;
    let error = lease_run(&world, run, None).await.err().unwrap().to_string();
    assert!(error.contains("the proxy \"one\""), "{error}");
    assert!(
        !error.contains("Password") && !error.contains("example"),
        "{error}"
    );
}

#[tokio::test]
async fn address_cooldown_applies_to_the_refused_address_only() {
    let (world, accounts) = World::with_pool(2, 1).await;
    let mut run = work(&world, Platform::Instagram, &accounts).await;
    let session = take(&run, 0, &[]).await.unwrap().session_id;
    let own = add(&world, "two", OWN, None).await;
    assign(&world, session, Some(own)).await;
    let cooling_addresses = "SELECT coalesce(string_agg(key, ' ' ORDER BY key), '') FROM rate_limit_buckets
                   WHERE kind = 'address' AND blocked_until IS NOT NULL";
    for (session_id, addresses) in [
        (i64::MAX, String::new()),
        (session, format!("proxy:{own}")),
        (0, format!("direct proxy:{own}")),
    ] {
        let captcha = AddressReport {
            outcome: Outcome::Captcha.into(),
            session_id,
            ..AddressReport::default()
        };
        run.send(Body::Address(captcha)).await.unwrap();
        assert_eq!(world.one::<String>(cooling_addresses).await, addresses);
    }
}

#[tokio::test]
async fn proxy_credentials_are_encrypted_in_database() {
    let world = World::new().await;
    add(&world, "one", PLATFORMS, None).await;
    let dump: String = world
        .one("SELECT string_agg(p::text || encode(sealed, 'escape'), ' ') FROM proxies p")
        .await;
    assert!(
        !dump.contains("Password") && !dump.contains("one.example"),
        "{dump}"
    );
}
