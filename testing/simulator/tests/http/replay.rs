//! Replays a small folder of the tests' own.

use std::{fs, time::Duration};

use clipmeter_simulator::{Simulator, SimulatorConfig, SimulatorError};
use serde_json::{Value, json};

use crate::client::{Browser, header, json_of, ok, rehydrated, status};

const RECORDINGS: &str = "tests/recordings";
const SEC_UID: &str = "MS4wLjABAAAAkenjicooks0123456789kenjicooks0123456789kenjicooks0123456789abcd";
const VIDEO: &str = "7700876361728000099";
const CURSOR: &str = "4014123228837450343_4400000001";

async fn replaying() -> (Simulator, Browser) {
    let config = SimulatorConfig {
        replay: Some(RECORDINGS.into()),
        ..SimulatorConfig::default()
    };
    let simulator = Simulator::start(config).await.unwrap();
    let browser = Browser::at(&simulator);
    (simulator, browser)
}

fn recorded(file: &str) -> String {
    fs::read_to_string(format!("{RECORDINGS}/{file}")).unwrap()
}

#[tokio::test]
async fn replay_serves_recorded_responses_on_platform_paths() {
    let (_simulator, browser) = replaying().await;
    for (request, file) in [
        (browser.profile("lena.weber"), "instagram/profile.json"),
        (browser.profile("@Lena.Weber"), "instagram/profile.json"),
        (browser.timeline("lena.weber", None), "instagram/timeline_p1.json"),
        (
            browser.timeline("lena.weber", Some(CURSOR)),
            "instagram/timeline_p2.json",
        ),
        (browser.clips("4400000001", None), "instagram/clips.json"),
        (browser.get("/@kenji.cooks"), "tiktok/user.html"),
        (browser.get(&format!("/@_/video/{VIDEO}")), "tiktok/video.html"),
        (
            browser.get(&format!("/@kenji.cooks/photo/{VIDEO}?lang=en")),
            "tiktok/video.html",
        ),
        (browser.item_list(SEC_UID, "1793534400000"), "tiktok/list_p1.json"),
        (browser.item_list(SEC_UID, "0"), "tiktok/list_p1.json"),
        (browser.item_list(SEC_UID, "1792800000000"), "tiktok/list_p2.json"),
    ] {
        assert_eq!(ok(request).await, recorded(file), "{file}");
    }
}

#[tokio::test]
async fn replay_lists_end_after_last_recorded_page() {
    let (_simulator, browser) = replaying().await;
    let list = json_of(browser.item_list(SEC_UID, "1792600000000")).await;
    assert_eq!(
        (list.get("itemList"), &list["hasMorePrevious"]),
        (None, &json!(false))
    );
    let timeline = json_of(browser.timeline("lena.weber", Some("no-such-cursor"))).await;
    let connection = &timeline["data"]["xdt_api__v1__feed__user_timeline_graphql_connection"];
    assert_eq!(
        (&connection["edges"], &connection["page_info"]["has_next_page"]),
        (&json!([]), &json!(false))
    );
}

#[tokio::test]
async fn replay_reports_unrecorded_account_as_not_found() {
    let (_simulator, browser) = replaying().await;
    assert_eq!(
        json_of(browser.profile("nobody")).await["data"]["user"],
        Value::Null
    );
    let page = rehydrated(&ok(browser.get("/@nobody")).await);
    assert_eq!(page["webapp.user-detail"]["statusCode"], 10_221);
    let page = rehydrated(&ok(browser.get("/@_/video/7000000000000000000")).await);
    assert_eq!(page["webapp.video-detail"]["statusCode"], 10_204);
}

#[tokio::test]
async fn replay_withholds_unrecorded_endpoint_of_recorded_account() {
    let (_simulator, browser) = replaying().await;
    let feed = browser
        .instagram("/api/v1/feed/user/4400000001/?count=12")
        .send()
        .await
        .unwrap();
    assert_eq!(
        (feed.status().as_u16(), header(&feed, "location").as_str()),
        (302, "https://www.instagram.com/")
    );
    let reels = json_of(browser.clips("4400000002", None)).await;
    let connection = &reels["data"]["xdt_api__v1__clips__user__connection_v2"];
    assert_eq!(
        (&connection["edges"], &connection["page_info"]["has_next_page"]),
        (&json!([]), &json!(false))
    );
}

#[tokio::test]
async fn replay_builds_missing_timeline_from_profile() {
    let (_simulator, browser) = replaying().await;
    let timeline = json_of(browser.timeline("felix.novak", None)).await;
    let node = &timeline["data"]["xdt_api__v1__feed__user_timeline_graphql_connection"]["edges"][0]["node"];
    assert_eq!(
        (&node["pk"], &node["like_count"]),
        (&json!("4014123228837450343"), &json!(77))
    );
    assert_eq!(
        (&node["media_type"], &node["user"]["pk"]),
        (&json!(2), &json!("4400000002"))
    );
}

#[tokio::test]
async fn replay_counts_grow_with_clock_alike_in_all_responses() {
    let (simulator, browser) = replaying().await;
    simulator.advance(Duration::from_hours(24));
    let stats = |item: &Value| {
        let number = |name: &str| item["statsV2"][name].as_str().unwrap().parse::<u64>().unwrap();
        (
            number("playCount"),
            number("diggCount"),
            number("commentCount"),
            number("shareCount"),
        )
    };
    let list = json_of(browser.item_list(SEC_UID, "0")).await;
    let page = rehydrated(&ok(browser.get(&format!("/@_/video/{VIDEO}"))).await);
    let grown = stats(&list["itemList"][0]);
    assert_eq!(
        grown,
        stats(&page["webapp.video-detail"]["itemInfo"]["itemStruct"])
    );
    assert!(
        grown.0 > 123_456 && grown.1 > 12_345 && grown.2 > 617 && grown.3 > 411,
        "{grown:?}"
    );

    let timeline = json_of(browser.timeline("lena.weber", None)).await;
    let edges = &timeline["data"]["xdt_api__v1__feed__user_timeline_graphql_connection"]["edges"];
    assert!(edges[0]["node"]["like_count"].as_u64().unwrap() > 1_200);
    assert_eq!(edges[1]["node"]["like_count"], 3, "hidden likes stay hidden");
    assert_eq!(edges[0]["node"]["view_count"], Value::Null);
}

#[tokio::test]
async fn replay_serves_any_recording_by_fault() {
    let (_simulator, browser) = replaying().await;
    let fault = |file: &str| json!({"fault": "recorded", "recording": file, "times": 1});
    browser.fault(fault("instagram/suspended.txt")).await;
    let response = browser.profile("lena.weber").send().await.unwrap();
    assert_eq!(response.status(), 302);
    assert_eq!(
        header(&response, "location"),
        "https://www.instagram.com/accounts/suspended/"
    );
    browser.fault(fault("instagram/dead_session.json")).await;
    assert_eq!(status(browser.profile("lena.weber")).await, 403);
    assert_eq!(status(browser.profile("lena.weber")).await, 200);
}

#[tokio::test]
async fn replay_refuses_folder_without_valid_recordings() {
    let start = |folder: std::path::PathBuf| {
        Simulator::start(SimulatorConfig {
            replay: Some(folder),
            ..SimulatorConfig::default()
        })
    };
    let empty = tempfile::tempdir().unwrap();
    let error = start(empty.path().to_owned()).await.unwrap_err();
    assert!(matches!(error, SimulatorError::NothingToReplay { .. }), "{error}");

    fs::create_dir(empty.path().join("tiktok")).unwrap();
    fs::write(empty.path().join("tiktok/expected.json"), "{}").unwrap();
    let error = start(empty.path().to_owned()).await.unwrap_err();
    assert!(matches!(error, SimulatorError::Index { .. }), "{error}");
}
