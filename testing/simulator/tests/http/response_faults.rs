//! Responses that look right and are wrong, or look wrong and are right.

use std::time::Duration;

use clipmeter_proto::v1::Platform;
use clipmeter_simulator::{AccountKind, FaultKind, FaultRule, short_code};
use serde_json::{Value, json};

use crate::{
    client::{Browser, PRESENT, header, json_of, ok, rehydrated, status},
    names,
    reader::Reader,
    seeded,
};

#[tokio::test]
async fn instagram_faults_return_unusual_refusals() {
    let simulator = seeded(2).await;
    let browser = Browser::at(&simulator);
    let name = &names(&simulator, Platform::Instagram, AccountKind::Public)[0];
    for (fault, expected, kind, text) in [
        ("masked_challenge", 404, "text/plain", "Not Found"),
        (
            "wait_without_status",
            200,
            "application/json",
            "Please wait a few minutes",
        ),
        (
            "withheld",
            400,
            "application/json",
            "{\"message\":\"\",\"status\":\"fail\"}",
        ),
        ("odd_status", 572, "text/html", ""),
    ] {
        browser.fault(json!({"fault": fault, "times": 1})).await;
        let response = browser.profile(name).send().await.unwrap();
        assert_eq!(response.status().as_u16(), expected, "{fault}");
        assert!(header(&response, "content-type").starts_with(kind), "{fault}");
        assert!(response.text().await.unwrap().contains(text), "{fault}");
    }
    browser.fault(json!({"fault": "odd_status", "times": 1})).await;
    assert_eq!(status(browser.get(&format!("/{name}/"))).await, 560, "on pages");
    browser.fault(json!({"fault": "withheld", "times": 1})).await;
    assert_eq!(
        status(browser.timeline(name, None)).await,
        200,
        "it is about profiles"
    );
}

#[tokio::test]
async fn graphql_faults_return_errors_with_status_200() {
    let simulator = seeded(2).await;
    let browser = Browser::at(&simulator);
    let name = &names(&simulator, Platform::Instagram, AccountKind::Public)[0];
    let right = json_of(browser.timeline(name, None)).await;
    for (fault, is_stale) in [("execution_error_200", true), ("data_null_errors", false)] {
        browser.fault(json!({"fault": fault, "times": 1})).await;
        assert_eq!(status(browser.profile(name)).await, 200, "it is about GraphQL");
        let failed = json_of(browser.timeline(name, None)).await;
        assert_eq!((&failed["data"], &failed["status"]), (&Value::Null, &json!("ok")));
        assert_eq!(failed["errors"][0]["message"] == "execution error", is_stale);
    }
    browser
        .fault(json!({"fault": "errors_beside_data", "times": 1}))
        .await;
    let beside = json_of(browser.timeline(name, None)).await;
    assert_eq!(beside["errors"][0]["severity"], "ERROR");
    assert_eq!(beside["data"], right["data"]);
}

#[tokio::test]
async fn body_faults_truncate_or_oversize_response() {
    let simulator = seeded(2).await;
    let browser = Browser::at(&simulator);
    let name = &names(&simulator, Platform::Instagram, AccountKind::Public)[0];
    let right = ok(browser.profile(name)).await;
    browser.fault(json!({"fault": "truncated", "times": 1})).await;
    let half = ok(browser.profile(name)).await;
    assert_eq!(half.len(), right.len() / 2);
    assert!(right.starts_with(&half) && serde_json::from_str::<Value>(&half).is_err());
    browser.fault(json!({"fault": "oversized", "times": 1})).await;
    assert_eq!(ok(browser.profile(name)).await.len(), 17 << 20);
}

#[tokio::test]
async fn never_fault_delays_response_by_a_minute() {
    let simulator = seeded(2).await;
    let reader = Reader(&simulator);
    let path = format!(
        "/{}/",
        names(&simulator, Platform::Instagram, AccountKind::Public)[0]
    );
    simulator
        .inject(FaultRule::new(FaultKind::Never).times(1))
        .unwrap();
    let never = reader.send("GET", &path, "");
    assert_eq!(never.delay, Duration::from_mins(1));
    assert_eq!(reader.send("GET", &path, "").delay, Duration::ZERO);
}

#[tokio::test]
async fn tiktok_faults_block_or_replace_pages() {
    let simulator = seeded(2).await;
    let browser = Browser::at(&simulator);
    let name = &names(&simulator, Platform::Tiktok, AccountKind::Public)[0];
    let page = || browser.get(&format!("/@{name}"));
    browser.fault(json!({"fault": "blocked", "times": 1})).await;
    assert_eq!(status(page()).await, 403);
    browser
        .fault(json!({"fault": "waf_unsolvable", "times": 1}))
        .await;
    assert!(ok(page()).await.contains("_wafchallengeid"));
    for location in [None, Some("https://www.tiktok.com/@somebody.else")] {
        let fault = json!({"fault": "canonical_elsewhere", "times": 1, "location": location});
        browser.fault(fault).await;
        let scope = rehydrated(&ok(page()).await);
        let expected = location.unwrap_or("https://www.tiktok.com/explore");
        assert_eq!(scope["seo.abtest"]["canonical"], expected);
        assert_eq!(scope.get("webapp.user-detail"), None);
    }
}

#[tokio::test]
async fn rounded_only_fault_removes_exact_counts() {
    let simulator = seeded(2).await;
    let browser = Browser::at(&simulator);
    let name = &names(&simulator, Platform::Tiktok, AccountKind::Public)[0];
    let right =
        rehydrated(&ok(browser.get(&format!("/@{name}"))).await)["webapp.user-detail"]["userInfo"].clone();
    browser.fault(json!({"fault": "rounded_only"})).await;
    let page = ok(browser.get(&format!("/@{name}"))).await;
    let user = rehydrated(&page)["webapp.user-detail"]["userInfo"].clone();
    assert_eq!((user.get("statsV2"), &user["stats"]), (None, &right["stats"]));
    let list = json_of(browser.item_list(user["user"]["secUid"].as_str().unwrap(), PRESENT)).await;
    let item = &list["itemList"][0];
    assert!(item["stats"]["playCount"].is_u64() && item.get("statsV2").is_none());
    let video = rehydrated(&ok(browser.get(&format!("/@_/video/{}", item["id"].as_str().unwrap()))).await);
    let item = &video["webapp.video-detail"]["itemInfo"]["itemStruct"];
    assert!(item["stats"]["playCount"].is_u64() && item.get("statsV2").is_none());
}

#[tokio::test]
async fn link_hops_fault_adds_redirects_to_share_link() {
    let simulator = seeded(2).await;
    let browser = Browser::at(&simulator);
    let name = &names(&simulator, Platform::Tiktok, AccountKind::Public)[0];
    let account_view = Reader(&simulator).account_view(Platform::Tiktok, name).unwrap();
    let posts = Reader(&simulator).posts(Platform::Tiktok, &account_view);
    let id = posts.keys().next().unwrap();
    let code = short_code(id.parse().unwrap());
    let follow = async || {
        let (mut path, mut seen) = (format!("/{code}/"), Vec::new());
        loop {
            let location = header(&browser.get(&path).send().await.unwrap(), "location");
            seen.push(location.clone());
            match location.strip_prefix("https://vm.tiktok.com") {
                Some(next) => next.clone_into(&mut path),
                None => return seen,
            }
        }
    };
    browser.fault(json!({"fault": "link_hops", "hops": 2})).await;
    let seen = follow().await;
    assert_eq!(seen.len(), 3);
    assert!(seen[2].contains(&format!("/@{name}/video/{id}")));
    simulator.clear_faults();
    let location = "http://169.254.169.254/latest";
    browser
        .fault(json!({"fault": "link_hops", "hops": 1, "location": location}))
        .await;
    assert_eq!(follow().await[1], location);
    let pointless = FaultRule::new(FaultKind::LinkHops);
    assert!(
        simulator
            .inject(pointless)
            .unwrap_err()
            .to_string()
            .contains("location")
    );
}
