//! The control API.

use clipmeter_simulator::session_hash;
use serde_json::{Value, json};

use crate::{
    client::{Browser, json_of, status},
    seeded,
};

#[tokio::test]
async fn control_state_shows_time_requests_and_sessions() {
    let simulator = seeded(6).await;
    let browser = Browser::at(&simulator);
    let name = &simulator.accounts()[0].username;
    json_of(browser.profile(name)).await;
    json_of(browser.timeline(name, None)).await;
    status(browser.get("/no/such/path")).await;
    let state = json_of(browser.get("/__simulator/state")).await;
    assert_eq!(
        (&state["now"], &state["accounts"]),
        (&json!("2026-11-01T12:00:00Z"), &json!(6))
    );
    assert_eq!(state["requests"]["total"], 3, "its own requests do not count");
    assert_eq!(
        state["requests"]["by_class"],
        json!({"instagram.web_profile_info": 1, "instagram.graphql_timeline": 1, "unknown": 1})
    );
    assert_eq!(
        state["requests"]["sessions"],
        json!([session_hash("4242424242%3AsimulatedToken%3A17")])
    );
    assert!(!state.to_string().contains("simulatedToken"));
}

#[tokio::test]
async fn control_lists_accounts_with_platform_and_kind() {
    let simulator = seeded(60).await;
    let accounts = json_of(Browser::at(&simulator).get("/__simulator/accounts")).await;
    let accounts = accounts.as_array().unwrap();
    assert_eq!(accounts.len(), 60);
    let count = |field: &str, value: &str| accounts.iter().filter(|account| account[field] == value).count();
    assert_eq!(
        (count("platform", "instagram"), count("platform", "tiktok")),
        (30, 30)
    );
    assert_eq!((count("kind", "private"), count("kind", "missing")), (2, 2));
}

#[tokio::test]
async fn control_advances_clock_but_never_back() {
    let simulator = seeded(0).await;
    let browser = Browser::at(&simulator);
    let push = |body: &'static str| browser.post("/__simulator/clock").body(body);
    assert_eq!(
        json_of(push(r#"{"advance_seconds":3600}"#)).await["now"],
        "2026-11-01T13:00:00Z"
    );
    for wrong in [
        "",
        "3600",
        r#"{"advance_seconds":-1}"#,
        r#"{"seconds":1}"#,
        r#"{"advance_seconds":99999999999999}"#,
    ] {
        let refused = push(wrong).send().await.unwrap();
        assert_eq!(refused.status(), 400, "{wrong}");
        assert!(
            refused.json::<Value>().await.unwrap()["error"]
                .as_str()
                .unwrap()
                .contains("advance_seconds")
        );
    }
}

#[tokio::test]
async fn control_lists_deletes_and_validates_faults() {
    let simulator = seeded(0).await;
    let browser = Browser::at(&simulator);
    browser.fault(json!({"fault": "captcha", "times": 3})).await;
    let listed = json_of(browser.get("/__simulator/faults")).await;
    assert_eq!(
        (&listed[0]["fault"], &listed[0]["times"]),
        (&json!("captcha"), &json!(3))
    );
    assert_eq!(status(browser.delete("/__simulator/faults")).await, 204);
    assert_eq!(json_of(browser.get("/__simulator/faults")).await, json!([]));

    for (wrong, hint) in [
        (json!({"fault": "earthquake"}), "rate_limited"),
        (json!({"fault": "captcha", "times": 0}), "times"),
        (json!({"fault": "renamed"}), "username"),
        (json!({"fault": "captcha", "path_prefix": "api"}), "slash"),
        (json!({"fault": "recorded"}), "recording"),
        (
            json!({"fault": "recorded", "recording": "instagram/none.json"}),
            "none.json",
        ),
        (json!({"fault": "captcha", "tmies": 1}), "tmies"),
    ] {
        let refused = browser
            .post("/__simulator/faults")
            .body(wrong.to_string())
            .send()
            .await
            .unwrap();
        assert_eq!(refused.status(), 400, "{wrong}");
        let error = refused.json::<Value>().await.unwrap()["error"]
            .as_str()
            .unwrap()
            .to_owned();
        assert!(error.contains(hint), "{wrong}: {error}");
    }
}

#[tokio::test]
async fn control_refuses_unknown_paths_and_methods() {
    let simulator = seeded(0).await;
    let browser = Browser::at(&simulator);
    assert_eq!(status(browser.get("/__simulator/status")).await, 404);
    assert_eq!(status(browser.get("/__simulator/clock")).await, 405);
}

#[tokio::test]
async fn stopped_simulator_accepts_no_connections() {
    let simulator = seeded(0).await;
    let browser = Browser::at(&simulator);
    assert_eq!(status(browser.get("/__simulator/state")).await, 200);
    simulator.stop().await.unwrap();
    assert!(browser.get("/__simulator/state").send().await.is_err());
}
