//! Neither the session nor the run's token ever shows in a log, however chatty.

use clipmeter_proto::v1::Platform;

use super::program::{output, scraper};
use super::setup::{SESSION, Setup, TOKEN, account};
use super::standin::Reply;

#[tokio::test]
async fn no_log_line_holds_a_secret() {
    let units = vec![account(1, "someone"), account(2, "other")];
    let setup = Setup::with_session(Platform::Instagram, units, Some(SESSION)).await;
    let answers = [
        Reply::status(500, "down"),
        Reply::recorded("instagram/err_login_required.json"),
    ];
    setup.platform.on("/api/v1/users/", answers);
    let mut run = scraper(&setup.api.url());
    run.env("CLIPMETER_RUN_TOKEN", TOKEN)
        .env("CLIPMETER_INSTAGRAM_URL", setup.platform.url())
        .env("CLIPMETER_PACE", "0")
        .env("CLIPMETER_LOG", "trace")
        .env("RUST_LOG", "trace");
    let (code, log) = tokio::task::spawn_blocking(move || output(&mut run))
        .await
        .unwrap();
    assert_eq!(code, Some(0), "{log}");

    let secret = SESSION.split(':').nth(1).unwrap();
    let cookie = setup.platform.asked()[0].header("cookie").to_owned();
    assert!(cookie.contains(secret), "the platform does get it");
    let debug = format!("{:?}", setup.config);
    assert!(log.contains("DEBUG") && log.contains("unit done"), "{log}");
    for text in [&log, &debug] {
        assert!(!text.contains(secret) && !text.contains(TOKEN), "{text}");
    }
    for unit in setup.told().units() {
        assert!(!unit.detail.contains(secret), "{}", unit.detail);
    }
}
