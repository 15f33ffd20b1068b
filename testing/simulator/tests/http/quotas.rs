//! Clients that exceed quotas.

use std::time::Duration;

use clipmeter_proto::v1::Platform;
use clipmeter_simulator::{AccountKind, Simulator, session_hash};
use serde_json::{Value, json};

use crate::{
    client::{Browser, SESSION, header, json_of, status},
    names, seeded,
};

async fn limited(quotas: Value) -> (Simulator, String) {
    let simulator = seeded(4).await;
    let browser = Browser::at(&simulator);
    let put = browser.put("/__simulator/quotas").body(quotas.to_string());
    assert_eq!(status(put).await, 204);
    let name = names(&simulator, Platform::Instagram, AccountKind::Public).remove(0);
    (simulator, name)
}

#[tokio::test]
async fn session_over_quota_gets_retry_after() {
    let (simulator, name) = limited(json!({"session": {"per_hour": 3, "burst": 2}})).await;
    let browser = Browser::at(&simulator);
    for expected in [200, 200, 429] {
        let response = browser.profile(&name).send().await.unwrap();
        assert_eq!(response.status(), expected);
        let wait = if expected == 429 { "10" } else { "" };
        assert_eq!(header(&response, "retry-after"), wait);
    }
    simulator.advance(Duration::from_mins(10));
    assert_eq!(status(browser.profile(&name)).await, 200);
    simulator.advance(Duration::from_mins(1));
    let response = browser.profile(&name).send().await.unwrap();
    assert_eq!(
        (
            response.status().as_u16(),
            header(&response, "retry-after").as_str()
        ),
        (429, "2940")
    );
    assert!(
        response
            .text()
            .await
            .unwrap()
            .contains("Please wait a few minutes")
    );
    let anonymous = browser.get(&format!("/{name}/"));
    assert_eq!(status(anonymous).await, 200, "guests have no session");
    simulator.advance(Duration::from_mins(49));
    assert_eq!(status(browser.profile(&name)).await, 200);
}

#[tokio::test]
async fn session_is_challenged_when_it_continues_after_third_excess() {
    let (simulator, name) = limited(json!({"session": {"per_minute": 1}})).await;
    let browser = Browser::at(&simulator);
    assert_eq!(status(browser.profile(&name)).await, 200);
    assert_eq!(status(browser.profile(&name)).await, 429);
    assert_eq!(status(browser.profile(&name)).await, 429);
    let refused = browser.profile(&name).send().await.unwrap();
    assert!(refused.text().await.unwrap().contains("feedback_required"));
    assert!(
        simulator.requests().burnt.is_empty(),
        "it was told for the first time"
    );

    simulator.advance(Duration::from_hours(11));
    let response = browser.profile(&name).send().await.unwrap();
    assert!(header(&response, "location").contains("/challenge/"));
    simulator.advance(Duration::from_hours(48));
    assert_eq!(status(browser.profile(&name)).await, 302, "the session is lost");
    let session = session_hash(SESSION.trim_start_matches("sessionid="));
    let state = json_of(browser.get("/__simulator/state")).await;
    assert_eq!(state["requests"]["burnt"], json!([session]));
    assert!(simulator.restore(&session));
    assert_eq!(status(browser.profile(&name)).await, 200);
}

#[tokio::test]
async fn session_that_waited_half_a_day_is_accepted_again() {
    let (simulator, name) = limited(json!({"session": {"per_minute": 1}})).await;
    let browser = Browser::at(&simulator);
    for _ in 0..4 {
        status(browser.profile(&name)).await;
    }
    simulator.advance(Duration::from_hours(12));
    assert_eq!(status(browser.profile(&name)).await, 200);
}

#[tokio::test]
async fn address_quota_applies_to_all_sessions_on_both_platforms() {
    let (simulator, name) = limited(json!({"address": {"per_minute": 2}})).await;
    let browser = Browser::at(&simulator);
    assert_eq!(status(browser.profile(&name)).await, 200);
    let other = browser
        .get(&format!("/{name}/"))
        .header("cookie", "sessionid=1%3Aother%3A2");
    assert_eq!(status(other).await, 200);
    let tiktok = names(&simulator, Platform::Tiktok, AccountKind::Public).remove(0);
    let response = browser.get(&format!("/@{tiktok}")).send().await.unwrap();
    assert_eq!(
        (
            response.status().as_u16(),
            header(&response, "retry-after").as_str()
        ),
        (429, "60")
    );
    assert_eq!(response.text().await.unwrap(), "");
    for _ in 0..5 {
        assert_eq!(
            status(browser.profile(&name)).await,
            429,
            "it is not the session's fault"
        );
    }
    assert_eq!(status(browser.delete("/__simulator/quotas")).await, 204);
    assert_eq!(status(browser.profile(&name)).await, 200);
}

#[tokio::test]
async fn profile_quota_requires_login_of_anonymous_clients() {
    let (simulator, name) = limited(json!({"endpoint": {"web_profile_info": {"per_hour": 2}}})).await;
    let browser = Browser::at(&simulator);
    let anonymous = || {
        browser
            .get(&format!("/api/v1/users/web_profile_info/?username={name}"))
            .header("x-ig-app-id", "936619743392459")
    };
    assert_eq!(status(anonymous()).await, 200);
    assert_eq!(status(anonymous()).await, 200);
    let wall = anonymous().send().await.unwrap();
    assert_eq!(wall.status(), 401);
    assert_eq!(wall.json::<Value>().await.unwrap()["require_login"], true);
    assert_eq!(
        status(browser.profile(&name)).await,
        200,
        "a session counts by itself"
    );
    assert_eq!(status(browser.timeline(&name, None)).await, 200);
    simulator.advance(Duration::from_hours(1));
    assert_eq!(status(anonymous()).await, 200);
}

#[tokio::test]
async fn quotas_with_unknown_field_are_refused() {
    let simulator = seeded(0).await;
    let browser = Browser::at(&simulator);
    let wrong = browser
        .put("/__simulator/quotas")
        .body(r#"{"session": {"per_day": 3}}"#);
    assert_eq!(status(wrong).await, 400);
}
