//! Neither the session, nor a proxy's credentials, nor the run's token appears in a log at any log level.

use clipmeter_proto::v1::{Address, Platform, Session};

use super::fake_platform::{FakePlatform, ReceivedRequest, StubResponse};
use super::program::{output, scraper};
use super::setup::{SESSION, Setup, TOKEN, account};

const PROXY_PASSWORD: &str = "ProxyPasswordThatNobodyMaySee";

/// Returns everything that the program logs about its run at the most verbose level.
async fn log_of(setup: &Setup) -> String {
    let (code, log) = run(setup, true).await;
    assert_eq!(code, Some(0), "{log}");
    assert!(log.contains("DEBUG") && log.contains("unit completed"), "{log}");
    log
}

async fn run(setup: &Setup, local_proxies: bool) -> (Option<i32>, String) {
    let mut run = scraper(&setup.api.url());
    run.env("CLIPMETER_RUN_TOKEN", TOKEN)
        .env("CLIPMETER_INSTAGRAM_URL", setup.platform.url())
        .env("CLIPMETER_REQUEST_DELAY_FACTOR", "0")
        .env("CLIPMETER_ALLOW_LOCAL_PROXIES", local_proxies.to_string())
        .env("CLIPMETER_LOG", "trace")
        .env("RUST_LOG", "trace");
    tokio::task::spawn_blocking(move || output(&mut run))
        .await
        .unwrap()
}

#[tokio::test]
async fn local_proxy_ends_run_before_any_request() {
    let setup = Setup::new(Platform::Instagram, vec![account(1, "someone")]).await;
    let proxy = FakePlatform::start().await;
    setup.recorded().batch.address = Some(Address {
        key: "proxy:3".to_owned(),
        proxy: proxy.url().replace("://", &format!("://ann:{PROXY_PASSWORD}@")),
        ..Address::default()
    });
    let (code, log) = run(&setup, false).await;
    assert_eq!(code, Some(42), "{log}");
    assert!(log.contains("CLIPMETER_ALLOW_LOCAL_PROXIES"), "{log}");
    assert!(!log.contains(PROXY_PASSWORD), "{log}");
    assert_eq!((proxy.received().len(), setup.platform.received().len()), (0, 0));
}

#[tokio::test]
async fn asvs_16_2_5_log_contains_no_session_or_run_token() {
    let units = vec![account(1, "someone"), account(2, "other")];
    let setup = Setup::with_session(Platform::Instagram, units, Some(SESSION)).await;
    let responses = [
        StubResponse::status(500, "down"),
        StubResponse::recorded("instagram/err_login_required.json"),
    ];
    setup.platform.on("/api/v1/users/", responses);
    let log = log_of(&setup).await;

    let secret = SESSION.split(':').nth(1).unwrap();
    let received = setup.platform.received();
    let has_cookie = |request: &ReceivedRequest| request.header("cookie").contains(secret);
    assert!(received.iter().any(has_cookie), "the platform receives it");
    let debug = format!("{:?}", setup.config);
    for text in [&log, &debug] {
        assert!(!text.contains(secret) && !text.contains(TOKEN), "{text}");
    }
    for unit in setup.recorded().units() {
        assert!(!unit.detail.contains(secret), "{}", unit.detail);
    }
}

#[tokio::test]
async fn asvs_16_2_5_log_contains_no_proxy_credentials() {
    let setup = Setup::new(Platform::Instagram, vec![account(1, "someone")]).await;
    let proxy = FakePlatform::start().await;
    let with_credentials = |url: &str| url.replace("://", &format!("://ann:{PROXY_PASSWORD}@"));
    // Anonymous clients are refused, so a session is leased.
    proxy.on(
        "/api/v1/users/",
        [StubResponse::recorded("instagram/err_login_required.json")],
    );
    setup.recorded().batch.address = Some(Address {
        key: "proxy:3".to_owned(),
        proxy: with_credentials(&proxy.url()),
        ..Address::default()
    });
    setup.recorded().pool = vec![Session {
        session_id: 7,
        value: SESSION.to_owned(),
        // The discard port: nothing listens there.
        proxy: with_credentials("http://127.0.0.1:9"),
        ..Session::default()
    }];
    let log = log_of(&setup).await;
    assert!(
        !setup.recorded().taken.is_empty(),
        "the session with the other proxy was used"
    );

    let received = proxy.received();
    let header = received[0].header("proxy-authorization");
    let encoded = header
        .strip_prefix("Basic ")
        .expect("the proxy receives its credentials");
    let recorded: Vec<String> = setup
        .recorded()
        .units()
        .into_iter()
        .map(|unit| unit.detail)
        .collect();
    for text in recorded.iter().chain([&log]) {
        for secret in [PROXY_PASSWORD, encoded] {
            assert!(!text.contains(secret), "{text}");
        }
    }
}
