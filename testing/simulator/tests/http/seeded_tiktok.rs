//! Seeded TikTok accounts.

use std::{collections::HashSet, time::Duration};

use clipmeter_proto::v1::Platform;
use clipmeter_simulator::{AccountKind, short_code};
use serde_json::{Value, json};

use crate::{
    client::{Browser, PRESENT, header, json_of, ok, rehydrated, script, status},
    names, seeded,
};

async fn user(browser: &Browser, name: &str) -> Value {
    rehydrated(&ok(browser.get(&format!("/@{name}"))).await)["webapp.user-detail"].clone()
}

/// Returns all videos of a list, page after page, including repeated pinned ones.
async fn videos(browser: &Browser, sec_uid: &str) -> Vec<Value> {
    let (mut cursor, mut videos) = (PRESENT.to_owned(), Vec::new());
    loop {
        let page = json_of(browser.item_list(sec_uid, &cursor)).await;
        videos.extend(page["itemList"].as_array().cloned().unwrap_or_default());
        if page["hasMorePrevious"] != true {
            return videos;
        }
        let next = page["cursor"].as_str().unwrap().to_owned();
        assert_ne!(next, cursor, "the cursor moves");
        cursor = next;
    }
}

fn ids(videos: &[Value]) -> HashSet<String> {
    videos
        .iter()
        .map(|video| video["id"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn item_list_has_all_videos_and_repeats_pinned_ones() {
    let simulator = seeded(16).await;
    let browser = Browser::at(&simulator);
    let mut pinned = 0;
    for name in names(&simulator, Platform::Tiktok, AccountKind::Public) {
        let detail = user(&browser, &name).await;
        let count = detail["userInfo"]["stats"]["videoCount"].as_u64().unwrap();
        let videos = videos(&browser, detail["userInfo"]["user"]["secUid"].as_str().unwrap()).await;
        assert_eq!(ids(&videos).len() as u64, count, "{name}");
        let repeated: Vec<&Value> = videos
            .iter()
            .filter(|video| video["isPinnedItem"] == true)
            .collect();
        assert_eq!(videos.len() as u64, count + repeated.len() as u64 / 2);
        pinned += repeated.len();
    }
    assert!(pinned > 0);
}

#[tokio::test]
async fn item_list_has_newest_videos_after_clock_advance() {
    let simulator = seeded(6).await;
    let browser = Browser::at(&simulator);
    for name in names(&simulator, Platform::Tiktok, AccountKind::Public) {
        let sec_uid = user(&browser, &name).await["userInfo"]["user"]["secUid"]
            .as_str()
            .unwrap()
            .to_owned();
        let before = videos(&browser, &sec_uid).await;
        simulator.advance(Duration::from_hours(200 * 24));
        let after = videos(&browser, &sec_uid).await;
        assert!(ids(&before).is_subset(&ids(&after)) && ids(&after).len() > ids(&before).len());
    }
}

#[tokio::test]
async fn item_responses_have_both_exact_and_rounded_counts() {
    let simulator = seeded(8).await;
    let browser = Browser::at(&simulator);
    let name = &names(&simulator, Platform::Tiktok, AccountKind::Public)[1];
    let detail = user(&browser, name).await;
    for video in videos(&browser, detail["userInfo"]["user"]["secUid"].as_str().unwrap()).await {
        for count in ["playCount", "diggCount", "commentCount", "shareCount"] {
            let exact: u64 = video["statsV2"][count].as_str().unwrap().parse().unwrap();
            let shown = video["stats"][count].as_u64().unwrap();
            assert!(
                shown.abs_diff(exact) <= exact / 19,
                "{count}: {shown} for {exact}"
            );
        }
        assert!(video["stats"]["collectCount"].is_string());
        let id = video["id"].as_str().unwrap();
        let page = rehydrated(&ok(browser.get(&format!("/@_/video/{id}"))).await);
        assert_eq!(
            page["webapp.video-detail"]["itemInfo"]["itemStruct"]["statsV2"],
            video["statsV2"]
        );
        let embed = script(
            &ok(browser.get(&format!("/embed/v2/{id}"))).await,
            "__FRONTITY_CONNECT_STATE__",
        );
        let infos = &embed["source"]["data"][format!("/embed/v2/{id}")]["videoData"]["itemInfos"];
        assert_eq!(infos["playCount"], video["stats"]["playCount"]);
        let url = format!("/oembed?url=https://www.tiktok.com/@{name}/video/{id}");
        assert_eq!(
            json_of(browser.get(&url)).await["author_unique_id"],
            name.as_str()
        );
    }
}

#[tokio::test]
async fn short_links_redirect_to_their_videos() {
    let simulator = seeded(2).await;
    let browser = Browser::at(&simulator);
    let name = &names(&simulator, Platform::Tiktok, AccountKind::Public)[0];
    let sec_uid = user(&browser, name).await["userInfo"]["user"]["secUid"]
        .as_str()
        .unwrap()
        .to_owned();
    let id = json_of(browser.item_list(&sec_uid, PRESENT)).await["itemList"][0]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let code = short_code(id.parse().unwrap());
    for path in [format!("/{code}/"), format!("/t/{code}")] {
        let link = browser.get(&path).send().await.unwrap();
        assert_eq!(
            header(&link, "location"),
            format!("https://www.tiktok.com/@{name}/video/{id}?_r=1")
        );
    }
    let not_found = browser.get("/ZTnothing").send().await.unwrap();
    assert_eq!(
        (
            not_found.status().as_u16(),
            header(&not_found, "location").as_str()
        ),
        (302, "https://www.tiktok.com/?_r=1")
    );
}

#[tokio::test]
async fn embedded_profile_shows_newest_videos() {
    let simulator = seeded(2).await;
    let browser = Browser::at(&simulator);
    let name = &names(&simulator, Platform::Tiktok, AccountKind::Public)[0];
    let embed = script(
        &ok(browser.get(&format!("/embed/@{name}"))).await,
        "__FRONTITY_CONNECT_STATE__",
    );
    let profile = &embed["source"]["data"][format!("/embed/@{name}")];
    assert_eq!(profile["userInfo"]["uniqueId"], name.as_str());
    assert!((1..=10).contains(&profile["videoList"].as_array().unwrap().len()));
    assert_eq!(status(browser.get("/embed/@nobody.at.all")).await, 404);
    assert_eq!(
        status(browser.get("/oembed?url=https://www.tiktok.com/@x/video/7000000000000000000")).await,
        400
    );
}

#[tokio::test]
async fn tiktok_reports_private_missing_and_empty_accounts() {
    let simulator = seeded(50).await;
    let browser = Browser::at(&simulator);
    let one = |kind| names(&simulator, Platform::Tiktok, kind).remove(0);

    let private = user(&browser, &one(AccountKind::Private)).await;
    assert_eq!(private["statusCode"], 10_222);
    assert!(private["userInfo"]["stats"]["videoCount"].as_u64().unwrap() > 0);
    let list =
        json_of(browser.item_list(private["userInfo"]["user"]["secUid"].as_str().unwrap(), PRESENT)).await;
    assert_eq!(list.get("itemList"), None);

    assert_eq!(
        user(&browser, &one(AccountKind::Missing)).await["statusCode"],
        10_221
    );
    let empty = user(&browser, &one(AccountKind::Empty)).await;
    assert_eq!(
        (&empty["statusCode"], &empty["userInfo"]["stats"]["videoCount"]),
        (&json!(0), &json!(0))
    );
}

#[tokio::test]
async fn list_requests_unlike_web_client_get_empty_body() {
    let simulator = seeded(2).await;
    let browser = Browser::at(&simulator);
    for path in [
        "/api/creator/item_list/?aid=1988&secUid=x&device_id=1&verifyFp=verify_a",
        "/api/creator/item_list/?aid=1988&secUid=x&device_id=7300000000000000001",
        "/api/post/item_list/?secUid=x",
        "/api/user/detail/?uniqueId=x",
    ] {
        assert_eq!(ok(browser.get(path)).await, "", "{path}");
    }
}
