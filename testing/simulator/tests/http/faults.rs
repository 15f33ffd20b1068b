//! Fault injection on request.

use clipmeter_proto::v1::Platform;
use clipmeter_simulator::{AccountKind, FaultKind, FaultRule};
use serde_json::{Value, json};

use crate::{
    client::{Browser, header, json_of, ok, rehydrated, status},
    names,
    reader::Reader,
    seeded,
};

#[tokio::test]
async fn fault_is_limited_by_scope_and_times() {
    let simulator = seeded(8).await;
    let browser = Browser::at(&simulator);
    let accounts = names(&simulator, Platform::Instagram, AccountKind::Public);
    let fault = json!({"fault": "rate_limited", "path_prefix": "/api/v1/users", "username": accounts[0], "times": 2, "retry_after_seconds": 7});
    browser.fault(fault).await;
    assert_eq!(status(browser.profile(&accounts[1])).await, 200);
    assert_eq!(status(browser.timeline(&accounts[0], None)).await, 200);
    let limited = browser.profile(&accounts[0]).send().await.unwrap();
    assert_eq!(
        (
            limited.status().as_u16(),
            header(&limited, "retry-after").as_str()
        ),
        (429, "7")
    );
    assert_eq!(status(browser.profile(&accounts[0])).await, 429);
    assert_eq!(status(browser.profile(&accounts[0])).await, 200);
}

#[tokio::test]
async fn fault_of_account_applies_to_requests_by_id() {
    let simulator = seeded(8).await;
    let browser = Browser::at(&simulator);
    let name = &names(&simulator, Platform::Tiktok, AccountKind::Public)[0];
    let page = rehydrated(&ok(browser.get(&format!("/@{name}"))).await);
    let sec_uid = page["webapp.user-detail"]["userInfo"]["user"]["secUid"]
        .as_str()
        .unwrap();
    let list = json_of(browser.item_list(sec_uid, "0")).await;
    let video = format!("/@_/video/{}", list["itemList"][0]["id"].as_str().unwrap());
    simulator
        .inject(FaultRule::new(FaultKind::ServerError).about(name))
        .unwrap();
    assert_eq!(status(browser.item_list(sec_uid, "0")).await, 500);
    assert_eq!(status(browser.get(&video)).await, 500);
    simulator.clear_faults();
    assert_eq!(status(browser.get(&video)).await, 200);
}

#[tokio::test]
async fn instagram_faults_match_refusals_of_instagram() {
    let simulator = seeded(2).await;
    let browser = Browser::at(&simulator);
    let name = &names(&simulator, Platform::Instagram, AccountKind::Public)[0];
    for (fault, expected, text) in [
        ("require_login", 401, "\"require_login\":true"),
        (
            "challenge",
            302,
            "https://www.instagram.com/challenge/?next=/api/v1/",
        ),
        ("checkpoint", 400, "checkpoint_required"),
        ("feedback_required", 400, "feedback_required"),
        ("endpoint_retired", 302, "https://www.instagram.com/"),
        ("suspended", 302, "https://www.instagram.com/accounts/suspended/"),
        ("useragent_mismatch", 400, "useragent mismatch"),
        ("ambiguous_empty", 200, "{\"status\":\"ok\"}"),
        ("html_instead_of_json", 200, "<!DOCTYPE html>"),
        ("empty_body", 200, ""),
        ("server_error", 500, ""),
        ("schema_changed", 200, "viewer_v9"),
        ("deleted", 200, "\"user\":null"),
    ] {
        browser.fault(json!({"fault": fault, "times": 1})).await;
        let response = browser.profile(name).send().await.unwrap();
        assert_eq!(response.status(), expected, "{fault}");
        let seen = format!(
            "{} {}",
            header(&response, "location"),
            response.text().await.unwrap()
        );
        assert!(seen.contains(text), "{fault}: {seen}");
    }
    browser
        .fault(json!({"fault": "schema_changed", "times": 1}))
        .await;
    assert_eq!(status(browser.timeline(name, None)).await, 400);
    assert_eq!(simulator.requests().injected_faults["challenge"], 1);
}

#[tokio::test]
async fn tiktok_faults_match_refusals_of_tiktok() {
    let simulator = seeded(2).await;
    let browser = Browser::at(&simulator);
    let path = format!(
        "/@{}",
        names(&simulator, Platform::Tiktok, AccountKind::Public)[0]
    );
    for (fault, expected, text) in [
        ("rate_limited", 429, ""),
        ("require_login", 302, "https://www.tiktok.com/login"),
        ("captcha", 200, "captcha-verify-container"),
        ("shell", 200, "data-downgrade=\"1\""),
        ("empty_body", 200, ""),
        ("schema_changed", 200, "profileInfo"),
        ("deleted", 200, "10221"),
    ] {
        browser.fault(json!({"fault": fault, "times": 1})).await;
        let response = browser.get(&path).send().await.unwrap();
        assert_eq!(response.status(), expected, "{fault}");
        let seen = format!(
            "{} {}",
            header(&response, "location"),
            response.text().await.unwrap()
        );
        assert!(seen.contains(text), "{fault}: {seen}");
    }
    for (fault, code) in [
        ("region_blocked", 10_231),
        ("age_restricted", 10_216),
        ("under_review", 10_204),
    ] {
        browser.fault(json!({"fault": fault, "times": 1})).await;
        assert!(
            ok(browser.get(&path)).await.contains("webapp.user-detail"),
            "it is about videos"
        );
        let page = rehydrated(&ok(browser.get("/@_/video/7000000000000000000")).await);
        assert_eq!(page["webapp.video-detail"]["statusCode"], code);
    }
    // Faults of the other platform do not apply.
    browser.fault(json!({"fault": "checkpoint"})).await;
    assert!(ok(browser.get(&path)).await.contains("webapp.user-detail"));
}

#[tokio::test]
async fn response_is_cut_off_or_delayed_until_fault_ends() {
    let simulator = seeded(2).await;
    let browser = Browser::at(&simulator);
    let path = format!(
        "/@{}",
        names(&simulator, Platform::Tiktok, AccountKind::Public)[0]
    );
    browser.fault(json!({"fault": "cut_off", "times": 1})).await;
    let response = browser.get(&path).send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert!(response.bytes().await.is_err());

    browser
        .fault(json!({"fault": "slow", "delay_ms": 300, "times": 1}))
        .await;
    let started = std::time::Instant::now();
    assert!(ok(browser.get(&path)).await.contains("webapp.user-detail"));
    assert!(started.elapsed() >= std::time::Duration::from_millis(300));

    browser.fault(json!({"fault": "slow", "delay_ms": 600_000})).await;
    let mut delayed = Box::pin(ok(browser.get(&path)));
    let early = tokio::time::timeout(std::time::Duration::from_secs(1), &mut delayed).await;
    assert!(early.is_err(), "{early:?}");
    simulator.clear_faults();
    assert!(delayed.await.contains("webapp.user-detail"));
}

#[tokio::test]
async fn renamed_account_is_found_by_id_and_new_name() {
    let simulator = seeded(2).await;
    let browser = Browser::at(&simulator);
    let name = &names(&simulator, Platform::Instagram, AccountKind::Public)[0];
    let id = json_of(browser.profile(name)).await["data"]["user"]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    browser
        .fault(json!({"fault": "renamed", "username": name, "new_username": "brand.new"}))
        .await;
    assert_eq!(json_of(browser.profile(name)).await["data"]["user"], Value::Null);
    let user = json_of(browser.profile("brand.new")).await["data"]["user"].clone();
    assert_eq!(
        (&user["username"], &user["id"]),
        (&json!("brand.new"), &json!(id))
    );
    let feed = json_of(browser.instagram(&format!("/api/v1/feed/user/{id}/"))).await;
    assert_eq!(feed["items"][0]["user"]["username"], "brand.new");
}

#[tokio::test]
async fn recycled_fault_gives_handle_to_another_account() {
    let simulator = seeded(2).await;
    let reader = Reader(&simulator);
    for platform in [Platform::Instagram, Platform::Tiktok] {
        let name = &names(&simulator, platform, AccountKind::Public)[0];
        let before = reader.account_view(platform, name).unwrap();
        let rule = FaultRule::new(FaultKind::Recycled).about(name);
        simulator.inject(rule).unwrap();
        let other = reader.account_view(platform, name).unwrap();
        assert_ne!((&other.id, &other.username), (&before.id, &before.username));
        assert!(
            !reader.posts(platform, &other).is_empty(),
            "it has posts of its own"
        );
        let followed = reader.account_view(platform, &format!("{name}_renamed")).unwrap();
        assert_eq!((&followed.id, &followed.sec_uid), (&before.id, &before.sec_uid));
    }
}

#[tokio::test]
async fn private_fault_makes_account_private() {
    let simulator = seeded(4).await;
    let browser = Browser::at(&simulator);
    let name = &names(&simulator, Platform::Instagram, AccountKind::Public)[0];
    browser.fault(json!({"fault": "private", "username": name})).await;
    let user = json_of(browser.profile(name)).await["data"]["user"].clone();
    assert_eq!(
        (
            &user["is_private"],
            &user["edge_owner_to_timeline_media"]["edges"]
        ),
        (&json!(true), &json!([]))
    );
    assert_eq!(
        status(browser.instagram(&format!("/api/v1/feed/user/{}/", user["id"].as_str().unwrap()))).await,
        400
    );

    let name = &names(&simulator, Platform::Tiktok, AccountKind::Public)[0];
    browser.fault(json!({"fault": "private", "username": name})).await;
    let detail = rehydrated(&ok(browser.get(&format!("/@{name}"))).await)["webapp.user-detail"].clone();
    assert_eq!(
        (&detail["statusCode"], &detail["userInfo"]["user"]["secret"]),
        (&json!(10_222), &json!(true))
    );
    let list = json_of(browser.item_list(detail["userInfo"]["user"]["secUid"].as_str().unwrap(), "0")).await;
    assert_eq!(list.get("itemList"), None);
}
