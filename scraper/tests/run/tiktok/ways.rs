//! In which order the ways to the same thing are tried, and which of them rest.

use clipmeter_proto::v1::unit::Target;
use clipmeter_proto::v1::{Address, EndpointReport, Facts, Outcome, Resting, Unit, Works};
use serde_json::{Value, json};

use super::{ID, LIST, SEC_UID, item, list, setup, user_page, video_page};
use crate::instagram::pool::endpoints;
use crate::setup::{NOW, Setup, account, video};
use crate::standin::Reply;

const NAME: &str = "dylanlemay";
const PAGE: &str = "/@dylanlemay";
const EMBED: &str = "/embed/@dylanlemay";

/// A run that reads one unit after the other, with an API whose facts say of the ways to these needs in which order they are tried.
async fn ordered(units: Vec<Unit>, ways: &Value) -> Setup {
    let setup = setup(units).await;
    let document = json!({"tiktok": {"ways": ways, "pace": {"at_once": 1}}}).to_string();
    setup.told().batch.facts = Some(Facts { version: 1, document });
    setup
}

fn accounts(count: i64) -> Vec<Unit> {
    (1..=count).map(|id| account(id, NAME)).collect()
}

/// A platform on which every way is open.
fn open(setup: &Setup) {
    setup
        .platform
        .on(PAGE, [user_page("77", NAME, SEC_UID, 30)])
        .on(EMBED, [Reply::recorded("tiktok/embed_user.html")])
        .on(LIST, [list(&[item(1, NAME, NOW - 5)], false)])
        .on(
            "/@_/video/",
            [Reply::recorded("tiktok/video_page_dangthuhaf_2025.html")],
        )
        .on("/embed/v2/", [Reply::recorded("tiktok/embed_video.html")]);
}

/// What the platform was asked.
fn paths(setup: &Setup) -> Vec<String> {
    let asked = setup.platform.asked();
    asked
        .iter()
        .map(|asked| asked.target.split('?').next().unwrap_or_default().to_owned())
        .collect()
}

/// What the API was told of endpoints: the need, the endpoint, and how it did.
fn told(setup: &Setup) -> Vec<(String, String, Outcome)> {
    let told = |report: EndpointReport| {
        let outcome = report.outcome();
        assert_eq!(report.session_id, 0);
        (report.need, report.endpoint, outcome)
    };
    endpoints(setup).into_iter().map(told).collect()
}

fn row(need: &str, endpoint: &str, outcome: Outcome) -> (String, String, Outcome) {
    (need.to_owned(), endpoint.to_owned(), outcome)
}

#[tokio::test]
async fn ways_are_tried_in_the_order_of_the_facts() {
    let ways = json!({
        "profile": ["guest:embed_user", "guest:user_page"],
        "items": ["guest:embed_user", "guest:item_list"],
        "item": ["guest:embed_video", "guest:video_page"],
    });
    let setup = ordered(vec![account(1, NAME), video(2, ID, "")], &ways).await;
    open(&setup);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok", "ok"]);
    assert_eq!(paths(&setup), [EMBED.to_owned(), format!("/embed/v2/{ID}")]);
    assert_eq!(setup.told().observations().len(), 10 + 1);
}

#[tokio::test]
async fn a_way_that_a_list_leaves_out_is_never_tried() {
    let ways = json!({"items": ["guest:item_list"], "item": ["guest:video_page"]});
    let setup = ordered(vec![account(1, NAME), video(2, ID, "")], &ways).await;
    setup
        .platform
        .on("/@_/video/", [Reply::status(403, "")])
        .on(LIST, [Reply::status(403, "")])
        .on("/oembed", [Reply::status(403, "")]);
    open(&setup);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["blocked", "blocked"]);
    let video = format!("/@_/video/{ID}");
    assert_eq!(paths(&setup), [PAGE, LIST, &video, "/oembed"]);
}

#[tokio::test]
async fn what_worked_lately_is_tried_first_and_is_no_news() {
    let ways = json!({"items": ["guest:embed_user", "guest:item_list"]});
    let setup = ordered(accounts(1), &ways).await;
    let worked = |need: &str, endpoint: &str| Works {
        need: need.to_owned(),
        endpoint: endpoint.to_owned(),
        since: NOW - 60,
    };
    setup.told().batch.address = Some(Address {
        works: vec![worked("profile", "user_page"), worked("items", "item_list")],
        ..Address::default()
    });
    open(&setup);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"]);
    assert_eq!(paths(&setup), [PAGE, LIST]);
    assert_eq!(told(&setup), []);
}

#[tokio::test]
async fn what_worked_in_place_of_the_first_is_tried_first_from_then_on() {
    let ways = json!({"items": ["guest:embed_user", "guest:item_list"]});
    let setup = ordered(accounts(2), &ways).await;
    setup.platform.on(EMBED, [Reply::status(404, "")]);
    open(&setup);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok", "ok"]);
    assert_eq!(paths(&setup), [PAGE, EMBED, LIST, PAGE, LIST]);
    let ok = Outcome::Ok;
    assert_eq!(
        told(&setup),
        [row("profile", "user_page", ok), row("items", "item_list", ok)]
    );
}

#[tokio::test]
async fn what_shows_less_is_asked_for_one_account_and_not_remembered() {
    let setup = ordered(accounts(2), &json!({})).await;
    let items = list(&[item(1, NAME, NOW - 5)], false);
    setup.platform.on(LIST, [Reply::status(403, ""), items]);
    open(&setup);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok", "ok"]);
    assert_eq!(paths(&setup), [PAGE, LIST, EMBED, PAGE, LIST]);
    assert!(
        told(&setup)
            .iter()
            .all(|(_, endpoint, _)| endpoint != "embed_user")
    );
}

#[tokio::test]
async fn what_rests_is_not_asked() {
    let setup = ordered(vec![account(1, NAME), video(2, ID, "")], &json!({})).await;
    let resting = ["item_list", "video_page"].map(|endpoint| Resting {
        endpoint: endpoint.to_owned(),
        until: NOW + 1,
    });
    setup.told().batch.address = Some(Address {
        resting: resting.to_vec(),
        ..Address::default()
    });
    open(&setup);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok", "ok"]);
    assert_eq!(paths(&setup), [PAGE, EMBED, &format!("/embed/v2/{ID}")]);
    assert_eq!(setup.told().observations().len(), 10 + 1);
    let details: Vec<_> = setup.told().units().into_iter().map(|unit| unit.detail).collect();
    assert_eq!(
        details,
        [
            "only the newest videos, because the list rests and is not asked now",
            "read from its embed, because the page rests and is not asked now"
        ]
    );
}

#[tokio::test]
async fn a_list_that_rests_and_is_the_only_way_was_not_served_any_more() {
    let ways = json!({"items": ["guest:item_list"]});
    let setup = ordered(accounts(1), &ways).await;
    setup.told().batch.address = Some(Address {
        resting: vec![Resting {
            endpoint: "item_list".to_owned(),
            until: NOW + 1,
        }],
        ..Address::default()
    });
    open(&setup);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["endpoint_retired"]);
    let detail = setup.told().units().remove(0).detail;
    assert_eq!(detail, "videos: item_list rests and is not asked now");
}

#[tokio::test]
async fn a_list_that_is_not_served_any_more_is_asked_once() {
    let setup = ordered(accounts(2), &json!({})).await;
    setup.platform.on(LIST, [Reply::status(404, "")]);
    open(&setup);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok", "ok"]);
    assert_eq!(paths(&setup), [PAGE, LIST, EMBED, PAGE, EMBED]);
    let retired = row("", "item_list", Outcome::EndpointRetired);
    assert!(told(&setup).contains(&retired), "{:?}", told(&setup));
}

#[tokio::test]
async fn a_page_that_leads_two_accounts_to_a_login_is_asked_for_no_third() {
    let setup = ordered(accounts(3), &json!({})).await;
    setup
        .platform
        .on(PAGE, [Reply::redirect("https://www.tiktok.com/login")]);
    open(&setup);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"; 3], "the embed shows it");
    assert_eq!(setup.platform.asked_for(PAGE).len(), 2);
    let closed = row("", "user_page", Outcome::LoginRequired);
    assert_eq!(told(&setup).iter().filter(|told| **told == closed).count(), 1);
}

#[tokio::test]
async fn a_page_that_leads_to_a_login_behind_its_challenge_is_asked_for_no_third_account_either() {
    let setup = ordered(accounts(3), &json!({})).await;
    let challenge = || Reply::recorded("tiktok/err_waf_challenge.html");
    let login = || Reply::redirect("https://www.tiktok.com/login");
    setup
        .platform
        .on(PAGE, [challenge(), login(), challenge(), login()]);
    open(&setup);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok"; 3], "the embed shows it");
    assert_eq!(setup.platform.asked_for(PAGE).len(), 4);
}

#[tokio::test]
async fn a_preview_that_rests_confirms_nothing() {
    let setup = ordered(vec![video(1, ID, "")], &json!({})).await;
    setup.told().batch.address = Some(Address {
        resting: vec![Resting {
            endpoint: "oembed".to_owned(),
            until: NOW + 60,
        }],
        ..Address::default()
    });
    setup.platform.on("/@_/video/", [video_page(10204)]);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ambiguous_empty"]);
    assert!(setup.platform.asked_for("/oembed").is_empty());
}

#[tokio::test]
async fn a_login_before_the_videos_of_one_account_closes_their_page_to_no_other() {
    let looks = [7_526_770_564_367_748_361, 7_526_770_564_367_748_362];
    let mut unit = account(1, NAME);
    if let Some(Target::Account(target)) = &mut unit.target {
        (target.read_to_id, target.last_item_count) = (u64::MAX, Some(30));
        target.look_at_ids = looks.to_vec();
    }
    let setup = ordered(vec![unit, video(2, ID, "")], &json!({})).await;
    let login = || [Reply::redirect("https://www.tiktok.com/login")];
    for id in looks {
        setup.platform.on(&format!("/@_/video/{id}"), login());
    }
    open(&setup);
    setup.run().await.unwrap();
    assert_eq!(setup.outcomes(), ["ok", "ok"]);
    assert_eq!(setup.platform.asked_for("/@_/video/").len(), 3);
    assert!(told(&setup).iter().all(|(_, _, outcome)| *outcome == Outcome::Ok));
}
