//! The requests that a fault applies to, and the fault that applies to a whole session.

use std::time::Duration;

use clipmeter_proto::v1::Platform;
use clipmeter_simulator::{AccountKind, FaultKind, FaultRule, session_hash};
use serde_json::{Value, json};

use crate::{
    client::{Browser, SESSION, header, json_of, status},
    names, seeded,
};

const OTHER: &str = "sessionid=1%3Aother%3A2";

fn hash(cookie: &str) -> String {
    session_hash(cookie.trim_start_matches("sessionid="))
}

#[tokio::test]
async fn session_fault_redirects_all_requests_to_start_page() {
    let simulator = seeded(2).await;
    let browser = Browser::at(&simulator);
    let name = &names(&simulator, Platform::Instagram, AccountKind::Public)[0];
    simulator
        .inject(FaultRule::new(FaultKind::HomeRedirectAll).times(1))
        .unwrap();
    for request in [
        browser.profile(name),
        browser.timeline(name, None),
        browser.profile(name),
    ] {
        let response = request.send().await.unwrap();
        assert_eq!(header(&response, "location"), "https://www.instagram.com/");
    }
    assert_eq!(simulator.requests().requested_while_retired, 1);
    let anonymous = browser
        .get(&format!("/api/v1/users/web_profile_info/?username={name}"))
        .header("x-ig-app-id", "936619743392459");
    assert_eq!(status(anonymous).await, 200);
    assert!(simulator.restore(&hash(SESSION)));
    assert_eq!(status(browser.profile(name)).await, 200);
}

#[tokio::test]
async fn fault_is_scoped_to_session_request_item_or_time() {
    let simulator = seeded(2).await;
    let browser = Browser::at(&simulator);
    let name = &names(&simulator, Platform::Instagram, AccountKind::Public)[0];
    let page = |cookie: &str| browser.get(&format!("/{name}/")).header("cookie", cookie);

    browser
        .fault(json!({"fault": "server_error", "session": hash(OTHER)}))
        .await;
    assert_eq!(
        (status(page(SESSION)).await, status(page(OTHER)).await),
        (200, 500)
    );
    simulator.clear_faults();

    browser
        .fault(json!({"fault": "server_error", "class": "instagram.graphql_timeline"}))
        .await;
    assert_eq!(status(browser.profile(name)).await, 200);
    assert_eq!(status(browser.timeline(name, None)).await, 500);
    simulator.clear_faults();

    let list = json_of(browser.timeline(name, None)).await;
    let edges = &list["data"]["xdt_api__v1__feed__user_timeline_graphql_connection"]["edges"];
    let pk = |at: usize| edges[at]["node"]["pk"].as_str().unwrap().to_owned();
    let info = |pk: String| browser.instagram(&format!("/api/v1/media/{pk}/info/"));
    browser
        .fault(json!({"fault": "server_error", "item": pk(0)}))
        .await;
    assert_eq!((status(info(pk(0))).await, status(info(pk(1))).await), (500, 200));
    assert_eq!(
        status(browser.timeline(name, None)).await,
        200,
        "a list is not about one"
    );
    simulator.clear_faults();

    browser
        .fault(json!({"fault": "server_error", "until": "2026-11-01T13:00:00Z"}))
        .await;
    simulator.advance(Duration::from_secs(3_599));
    assert_eq!(status(page(SESSION)).await, 500);
    simulator.advance(Duration::from_secs(1));
    assert_eq!(status(page(SESSION)).await, 200);
    let listed: Value = json_of(browser.get("/__simulator/faults")).await;
    assert_eq!(listed[0]["until"], "2026-11-01T13:00:00Z");
}
