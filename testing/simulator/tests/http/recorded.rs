//! The recorded responses of the real platforms, read in place along a scraper's complete request sequences.

use std::{fs, path::Path, time::Duration};

use clipmeter_simulator::{Simulator, SimulatorConfig};
use serde_json::Value;

use crate::client::{Browser, SESSION, json_of, ok, rehydrated, script, status};

const FIXTURES: &str = "../../../shared/fixtures";

async fn replaying() -> (Simulator, Browser) {
    let config = SimulatorConfig {
        replay: Some(FIXTURES.into()),
        ..SimulatorConfig::default()
    };
    let simulator = Simulator::start(config).await.unwrap();
    let browser = Browser::at(&simulator);
    (simulator, browser)
}

fn recorded(file: &str) -> String {
    fs::read_to_string(Path::new(FIXTURES).join(file)).unwrap()
}

fn ids(items: &Value, pointer: &str) -> Vec<String> {
    let id = |item: &Value| item.pointer(pointer).unwrap().as_str().unwrap().to_owned();
    items.as_array().unwrap().iter().map(id).collect()
}

#[tokio::test]
async fn recorded_tiktok_account_is_served_to_last_video() {
    let (_simulator, browser) = replaying().await;
    let page = ok(browser.get("/@dylanlemay")).await;
    assert_eq!(page, recorded("tiktok/user_page_sigi_dylanlemay_2023.html"));
    let state = script(&page, "SIGI_STATE");
    let sec_uid = state["UserModule"]["users"]["dylanlemay"]["secUid"]
        .as_str()
        .unwrap();

    let (mut cursor, mut videos) = ("1893456000000".to_owned(), Vec::new());
    loop {
        let list = json_of(browser.item_list(sec_uid, &cursor)).await;
        videos.extend(ids(&list["itemList"], "/id"));
        cursor = list["cursor"].as_str().unwrap().to_owned();
        if list["hasMorePrevious"] != true {
            break;
        }
    }
    assert_eq!(videos, ids(&state["ItemList"]["user-post"]["list"], ""));
    assert_eq!(videos.len(), 30);
}

#[tokio::test]
async fn recorded_video_page_is_served_and_its_views_grow() {
    let (simulator, browser) = replaying().await;
    let path = "/@_/video/7526770564367748360";
    let page = ok(browser.get(path)).await;
    assert_eq!(page, recorded("tiktok/video_page_dangthuhaf_2025.html"));
    simulator.advance(Duration::from_hours(1));
    let later = ok(browser.get(path)).await;
    let views = |page: &str| {
        let item = rehydrated(page)["webapp.video-detail"]["itemInfo"]["itemStruct"].clone();
        item["statsV2"]["playCount"]
            .as_str()
            .unwrap()
            .parse::<u64>()
            .unwrap()
    };
    assert!(views(&later) > views(&page));
}

#[tokio::test]
async fn recorded_instagram_timeline_is_served_over_three_pages() {
    let (_simulator, browser) = replaying().await;
    let profile = ok(browser.profile("google")).await;
    assert_eq!(
        profile,
        recorded("instagram/web_profile_info_google_2024_12edges.json")
    );
    let (mut after, mut posts) = (None, Vec::new());
    for page in 1..=3 {
        let body = ok(browser.timeline("google", after.as_deref())).await;
        assert_eq!(
            body,
            recorded(&format!(
                "instagram/graphql_timeline_xdt_google_2025_p{page}.json"
            ))
        );
        let body: Value = serde_json::from_str(&body).unwrap();
        let connection = &body["data"]["xdt_api__v1__feed__user_timeline_graphql_connection"];
        posts.extend(ids(&connection["edges"], "/node/pk"));
        after = connection["page_info"]["end_cursor"].as_str().map(str::to_owned);
    }
    assert_eq!((posts.len(), after), (36, None));
}

#[tokio::test]
async fn recorded_instagram_profiles_clips_and_feeds_are_served() {
    let (_simulator, browser) = replaying().await;
    let clips = browser.post("/api/v1/clips/user/").header("cookie", SESSION);
    let clips = clips.form(&[("target_user_id", "2700692569"), ("page_size", "12")]);
    let feed = |of: &str| browser.instagram(&format!("/api/v1/feed/user/{of}"));
    for (request, file) in [
        (
            browser.profile("adrianhorning"),
            "web_profile_info_adrianhorning_2025.json",
        ),
        (clips, "clips_user_adrianhorning_2025.json"),
        (browser.clips("67321317932", None), "graphql_clips_2026.json"),
        (feed("260462810/?count=33"), "feed_user_barstoolsports_2025.json"),
        (
            feed("barstoolsports/username/?count=33"),
            "feed_user_barstoolsports_2025.json",
        ),
        (feed("305701719/?count=33"), "feed_user_jlo_p1.json"),
        (
            feed("305701719/?count=33&max_id=2317006284167526179_305701719"),
            "feed_user_jlo_p2_last.json",
        ),
        (
            browser.instagram("/api/v1/media/2317006284167526179/info/"),
            "media_info_carousel_2020.json",
        ),
        (browser.get("/reel/CN2VQ1yI_MA/"), "html_post-with-clip.html"),
        (browser.get("/pluto__travel/"), "html_profile_pluto__travel.html"),
    ] {
        assert_eq!(
            ok(request).await,
            recorded(&format!("instagram/{file}")),
            "{file}"
        );
    }
    let timeline = json_of(browser.timeline("adrianhorning", None)).await;
    let connection = &timeline["data"]["xdt_api__v1__feed__user_timeline_graphql_connection"];
    assert_eq!(
        ids(&connection["edges"], "/node/pk"),
        ["3540614075954356349", "3499842506668172024"]
    );
    let clips = json_of(browser.clips("2700692569", None)).await;
    let connection = &clips["data"]["xdt_api__v1__clips__user__connection_v2"];
    assert_eq!(
        ids(&connection["edges"], "/node/media/pk"),
        ["3540614075954356349"]
    );
    assert_eq!(
        status(browser.profile("jlo")).await,
        400,
        "known, but not given out"
    );
}

#[tokio::test]
async fn recorded_responses_keep_structure_when_counts_grow() {
    let (simulator, browser) = replaying().await;
    simulator.advance(Duration::from_hours(90 * 24));
    for folder in ["instagram", "tiktok"] {
        let index: Value = serde_json::from_str(&recorded(&format!("{folder}/expected.json"))).unwrap();
        for file in index["files"].as_object().unwrap().keys().filter(|file| {
            Path::new(file)
                .extension()
                .is_some_and(|extension| extension == "json")
        }) {
            let name = format!("{folder}/{file}");
            let Ok(before) = serde_json::from_str::<Value>(&recorded(&name)) else {
                continue;
            };
            browser
                .fault(serde_json::json!({"fault": "recorded", "recording": name, "times": 1}))
                .await;
            let after = browser
                .get("/@dylanlemay")
                .send()
                .await
                .unwrap()
                .text()
                .await
                .unwrap();
            not_less(&before, &serde_json::from_str(&after).unwrap(), &name);
        }
    }
}

/// Checks that everything except the counts is equal, and that no number has decreased.
fn not_less(before: &Value, after: &Value, at: &str) {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            assert_eq!(before.len(), after.len(), "{at}");
            before
                .iter()
                .for_each(|(key, value)| not_less(value, &after[key], &format!("{at}/{key}")));
        }
        (Value::Array(before), Value::Array(after)) => {
            assert_eq!(before.len(), after.len(), "{at}");
            before
                .iter()
                .zip(after)
                .for_each(|(before, after)| not_less(before, after, at));
        }
        (Value::Number(before), Value::Number(after)) => {
            assert!(before.as_f64() <= after.as_f64(), "{at}: {before} became {after}");
        }
        (Value::String(before), Value::String(after)) if before != after => {
            let number = |text: &str| {
                text.parse::<u64>()
                    .unwrap_or_else(|_| panic!("{at}: {before} became {after}"))
            };
            assert!(number(before) <= number(after), "{at}");
        }
        (before, after) => assert_eq!(before, after, "{at}"),
    }
}
