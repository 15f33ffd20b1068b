//! Instagram renews the ids of its stored queries, and scraping continues without an admin's help.

use std::fs;
use std::process::Command;

use serde_json::{Value, json};

use crate::support::{Admin, Service, clipmeter, eventually, folder, http, program};

/// Interval between two sets of ids.
const HOURS: u32 = 336;

const SESSION: &str = "5815162342%3AQsessionValueOfStale%3A8%3AAYxyz-rest";

/// The simulator with unknown ids.
async fn renewed() -> Service {
    let mut command = Command::new(program("simulator"));
    command.args(["--clock-speed", "0", "--seed", "7", "--accounts", "6"]);
    let simulator = Service::start(command.args(["--documents-every", &HOURS.to_string()]));
    let clock = format!("{}/__simulator/clock", simulator.url);
    let forward = json!({"advance_seconds": (HOURS + 1) * 3600});
    let response = http().post(clock).json(&forward).send().await;
    assert!(response.unwrap().status().is_success());
    simulator
}

/// Returns how often the simulator received this request.
async fn request_count(simulator: &Service, class: &str) -> u64 {
    let state = http()
        .get(format!("{}/__simulator/state", simulator.url))
        .send()
        .await
        .unwrap();
    let state: Value = state.json().await.unwrap();
    state["requests"]["by_class"][class].as_u64().unwrap_or_default()
}

async fn scrape(admin: &Admin, group: &Value) {
    let triggered = admin
        .post("/scraping/trigger/instagram", json!({"group_id": group}))
        .await;
    for run in triggered["run_ids"].as_array().unwrap() {
        let path = format!("/scraping/runs/{}", run.as_str().unwrap());
        eventually("the run's end", async || {
            (admin.get(&path).await["status"] == "completed").then_some(())
        })
        .await;
    }
}

#[tokio::test]
async fn stale_query_ids_are_rediscovered_and_responses_captured() {
    let simulator = renewed().await;
    let place = folder();
    let service = Service::start(&mut clipmeter(&place.path().join("data"), &simulator.url));
    let admin = Admin::sign_in(&service.url).await;
    admin
        .post("/scraping/sessions", json!({"sessions": SESSION}))
        .await;
    let group = admin.post("/groups", json!({"name": "Stale"})).await["id"].clone();
    let accounts = http()
        .get(format!("{}/__simulator/accounts", simulator.url))
        .send()
        .await
        .unwrap();
    let accounts: Vec<Value> = accounts.json().await.unwrap();
    let name = accounts
        .iter()
        .find(|account| account["platform"] == "instagram" && account["kind"] == "public")
        .map(|account| account["username"].clone())
        .unwrap();
    admin
        .post(
            "/instagram/accounts",
            json!({"group_id": group, "username": name}),
        )
        .await;
    scrape(&admin, &group).await;

    // A new account is scraped immediately, so another run than the triggered one may have searched.
    let platform_config = eventually("new ids", async || {
        let platform_config = admin.get("/scraping/config").await;
        platform_config["discovered"]["instagram"]
            .is_object()
            .then_some(platform_config)
    })
    .await;
    let lists = &platform_config["discovered"]["instagram"]["documents"];
    for list in ["graphql_timeline", "graphql_clips"] {
        assert!(lists[list][0]["doc_id"].is_string(), "{platform_config}");
    }
    assert!(
        request_count(&simulator, "instagram.graphql_timeline").await > 0,
        "asked under the new ids at once"
    );

    let listed = admin.get("/scraping/captures").await;
    let response = &listed["captures"][0];
    assert_eq!(
        (&response["status"], &response["platform"]),
        (&json!("schema_changed"), &json!("instagram")),
        "{listed}"
    );
    let file = place.path().join("capture.json");
    let capture = admin.get(&format!("/scraping/captures/{}", response["id"])).await;
    fs::write(&file, capture.to_string()).unwrap();
    let parsed = Command::new(program("scraper"))
        .args(["parse", "--capture"])
        .arg(&file)
        .output()
        .unwrap();
    let line: Value = serde_json::from_slice(&parsed.stdout).unwrap();
    assert_eq!(
        (&line["outcome"], &line["outcome_then"]),
        (&json!("schema_changed"), &json!("schema_changed"))
    );

    let (scripts, stale) = (
        request_count(&simulator, "instagram.script").await,
        request_count(&simulator, "instagram.graphql_stale").await,
    );
    scrape(&admin, &group).await;
    assert_eq!(
        request_count(&simulator, "instagram.script").await,
        scripts,
        "the next run has the ids with its batch"
    );
    assert_eq!(request_count(&simulator, "instagram.graphql_stale").await, stale);
}
