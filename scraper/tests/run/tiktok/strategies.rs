//! In which order the strategies for the same data are tried, and which of them are on cooldown.

use clipmeter_proto::v1::unit::Target;
use clipmeter_proto::v1::{Address, EndpointCooldown, EndpointReport, Outcome, PlatformConfig, Unit, Works};
use serde_json::{Value, json};

use super::{ID, LIST, SEC_UID, item, list, setup, user_page, video_page};
use crate::fake_platform::StubResponse;
use crate::instagram::pool::endpoints;
use crate::setup::{NOW, Setup, account, video};

const NAME: &str = "dylanlemay";
const PAGE: &str = "/@dylanlemay";
const EMBED: &str = "/embed/@dylanlemay";

/// A run that reads its units in sequence, with an API whose platform configuration sets the order of strategies for these needs.
async fn ordered(units: Vec<Unit>, strategies: &Value) -> Setup {
    let setup = setup(units).await;
    let document = json!({"tiktok": {"strategies": strategies, "rate_limits": {"at_once": 1}}}).to_string();
    setup.recorded().batch.platform_config = Some(PlatformConfig {
        revision: 1,
        document,
    });
    setup
}

fn accounts(count: i64) -> Vec<Unit> {
    (1..=count).map(|id| account(id, NAME)).collect()
}

/// A platform on which every endpoint is open.
fn open(setup: &Setup) {
    setup
        .platform
        .on(PAGE, [user_page("77", NAME, SEC_UID, 30)])
        .on(EMBED, [StubResponse::recorded("tiktok/embed_user.html")])
        .on(LIST, [list(&[item(1, NAME, NOW - 5)], false)])
        .on(
            "/@_/video/",
            [StubResponse::recorded("tiktok/video_page_dangthuhaf_2025.html")],
        )
        .on("/embed/v2/", [StubResponse::recorded("tiktok/embed_video.html")]);
}

/// The paths that were requested from the platform.
fn paths(setup: &Setup) -> Vec<String> {
    let received = setup.platform.received();
    received
        .iter()
        .map(|received| received.target.split('?').next().unwrap_or_default().to_owned())
        .collect()
}

/// What was reported about endpoints: the need, the endpoint, and the outcome.
fn endpoint_results(setup: &Setup) -> Vec<(String, String, Outcome)> {
    let result = |report: EndpointReport| {
        let outcome = report.outcome();
        assert_eq!(report.session_id, 0);
        (report.need, report.endpoint, outcome)
    };
    endpoints(setup).into_iter().map(result).collect()
}

fn row(need: &str, endpoint: &str, outcome: Outcome) -> (String, String, Outcome) {
    (need.to_owned(), endpoint.to_owned(), outcome)
}

#[tokio::test]
async fn strategies_are_tried_in_configured_order() {
    let strategies = json!({
        "profile": ["anonymous:embed_user", "anonymous:user_page"],
        "items": ["anonymous:embed_user", "anonymous:item_list"],
        "item": ["anonymous:embed_video", "anonymous:video_page"],
    });
    let setup = ordered(vec![account(1, NAME), video(2, ID, "")], &strategies).await;
    open(&setup);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok", "ok"]);
    assert_eq!(paths(&setup), [EMBED.to_owned(), format!("/embed/v2/{ID}")]);
    assert_eq!(setup.recorded().observations().len(), 10 + 1);
}

#[tokio::test]
async fn strategy_not_configured_is_never_tried() {
    let strategies = json!({"items": ["anonymous:item_list"], "item": ["anonymous:video_page"]});
    let setup = ordered(vec![account(1, NAME), video(2, ID, "")], &strategies).await;
    setup
        .platform
        .on("/@_/video/", [StubResponse::status(403, "")])
        .on(LIST, [StubResponse::status(403, "")])
        .on("/oembed", [StubResponse::status(403, "")]);
    open(&setup);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["blocked", "blocked"]);
    let video = format!("/@_/video/{ID}");
    assert_eq!(paths(&setup), [PAGE, LIST, &video, "/oembed"]);
}

#[tokio::test]
async fn strategy_that_worked_recently_is_first_and_not_reported() {
    let strategies = json!({"items": ["anonymous:embed_user", "anonymous:item_list"]});
    let setup = ordered(accounts(1), &strategies).await;
    let worked = |need: &str, endpoint: &str| Works {
        need: need.to_owned(),
        endpoint: endpoint.to_owned(),
        since: NOW - 60,
    };
    setup.recorded().batch.address = Some(Address {
        works: vec![worked("profile", "user_page"), worked("items", "item_list")],
        ..Address::default()
    });
    open(&setup);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"]);
    assert_eq!(paths(&setup), [PAGE, LIST]);
    assert_eq!(endpoint_results(&setup), []);
}

#[tokio::test]
async fn strategy_that_replaced_first_one_is_preferred_afterward() {
    let strategies = json!({"items": ["anonymous:embed_user", "anonymous:item_list"]});
    let setup = ordered(accounts(2), &strategies).await;
    setup.platform.on(EMBED, [StubResponse::status(404, "")]);
    open(&setup);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok", "ok"]);
    assert_eq!(paths(&setup), [PAGE, EMBED, LIST, PAGE, LIST]);
    let ok = Outcome::Ok;
    assert_eq!(
        endpoint_results(&setup),
        [row("profile", "user_page", ok), row("items", "item_list", ok)]
    );
}

#[tokio::test]
async fn embed_fallback_for_one_account_is_not_remembered() {
    let setup = ordered(accounts(2), &json!({})).await;
    let items = list(&[item(1, NAME, NOW - 5)], false);
    setup.platform.on(LIST, [StubResponse::status(403, ""), items]);
    open(&setup);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok", "ok"]);
    assert_eq!(paths(&setup), [PAGE, LIST, EMBED, PAGE, LIST]);
    assert!(
        endpoint_results(&setup)
            .iter()
            .all(|(_, endpoint, _)| endpoint != "embed_user")
    );
}

#[tokio::test]
async fn endpoint_on_cooldown_is_skipped() {
    let setup = ordered(vec![account(1, NAME), video(2, ID, "")], &json!({})).await;
    let cooldowns = ["item_list", "video_page"].map(|endpoint| EndpointCooldown {
        endpoint: endpoint.to_owned(),
        until: NOW + 1,
    });
    setup.recorded().batch.address = Some(Address {
        cooldowns: cooldowns.to_vec(),
        ..Address::default()
    });
    open(&setup);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok", "ok"]);
    assert_eq!(paths(&setup), [PAGE, EMBED, &format!("/embed/v2/{ID}")]);
    assert_eq!(setup.recorded().observations().len(), 10 + 1);
    let details: Vec<_> = setup
        .recorded()
        .units()
        .into_iter()
        .map(|unit| unit.detail)
        .collect();
    assert_eq!(
        details,
        [
            "only the newest videos, because the list is on cooldown",
            "read from its embed, because the page is on cooldown"
        ]
    );
}

#[tokio::test]
async fn list_on_cooldown_without_alternative_is_endpoint_retired() {
    let strategies = json!({"items": ["anonymous:item_list"]});
    let setup = ordered(accounts(1), &strategies).await;
    setup.recorded().batch.address = Some(Address {
        cooldowns: vec![EndpointCooldown {
            endpoint: "item_list".to_owned(),
            until: NOW + 1,
        }],
        ..Address::default()
    });
    open(&setup);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["endpoint_retired"]);
    let detail = setup.recorded().units().remove(0).detail;
    assert_eq!(detail, "videos: item_list is on cooldown");
}

#[tokio::test]
async fn list_that_is_retired_is_requested_once() {
    let setup = ordered(accounts(2), &json!({})).await;
    setup.platform.on(LIST, [StubResponse::status(404, "")]);
    open(&setup);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok", "ok"]);
    assert_eq!(paths(&setup), [PAGE, LIST, EMBED, PAGE, EMBED]);
    let retired = row("", "item_list", Outcome::EndpointRetired);
    assert!(
        endpoint_results(&setup).contains(&retired),
        "{:?}",
        endpoint_results(&setup)
    );
}

#[tokio::test]
async fn user_page_requiring_login_twice_is_not_requested_again() {
    let setup = ordered(accounts(3), &json!({})).await;
    setup
        .platform
        .on(PAGE, [StubResponse::redirect("https://www.tiktok.com/login")]);
    open(&setup);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"; 3], "the embed contains it");
    assert_eq!(setup.platform.received_at(PAGE).len(), 2);
    let closed = row("", "user_page", Outcome::LoginRequired);
    assert_eq!(
        endpoint_results(&setup)
            .iter()
            .filter(|it| **it == closed)
            .count(),
        1
    );
}

#[tokio::test]
async fn user_page_requiring_login_twice_after_challenge_is_closed() {
    let setup = ordered(accounts(3), &json!({})).await;
    let challenge = || StubResponse::recorded("tiktok/err_waf_challenge.html");
    let login = || StubResponse::redirect("https://www.tiktok.com/login");
    setup
        .platform
        .on(PAGE, [challenge(), login(), challenge(), login()]);
    open(&setup);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"; 3], "the embed contains it");
    assert_eq!(setup.platform.received_at(PAGE).len(), 4);
}

#[tokio::test]
async fn oembed_on_cooldown_confirms_no_removal() {
    let setup = ordered(vec![video(1, ID, "")], &json!({})).await;
    setup.recorded().batch.address = Some(Address {
        cooldowns: vec![EndpointCooldown {
            endpoint: "oembed".to_owned(),
            until: NOW + 60,
        }],
        ..Address::default()
    });
    setup.platform.on("/@_/video/", [video_page(10204)]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ambiguous_empty"]);
    assert!(setup.platform.received_at("/oembed").is_empty());
}

#[tokio::test]
async fn video_page_requiring_login_for_one_account_stays_open() {
    let lookups = [7_526_770_564_367_748_361, 7_526_770_564_367_748_362];
    let mut unit = account(1, NAME);
    if let Some(Target::Account(target)) = &mut unit.target {
        (target.read_to_id, target.last_item_count) = (u64::MAX, Some(30));
        target.lookup_ids = lookups.to_vec();
    }
    let setup = ordered(vec![unit, video(2, ID, "")], &json!({})).await;
    let login = || [StubResponse::redirect("https://www.tiktok.com/login")];
    for id in lookups {
        setup.platform.on(&format!("/@_/video/{id}"), login());
    }
    open(&setup);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok", "ok"]);
    assert_eq!(setup.platform.received_at("/@_/video/").len(), 3);
    assert!(
        endpoint_results(&setup)
            .iter()
            .all(|(_, _, outcome)| *outcome == Outcome::Ok)
    );
}
