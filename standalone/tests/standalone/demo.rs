//! `--demo`: what a user sees after the first and after the second start.

use std::collections::BTreeMap;

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::support::{Admin, Service, clipmeter, eventually, folder, refusal};

/// For each platform: the path of its list of items, the key of that list, and the path of an item.
const PLATFORMS: [(&str, &str, &str, &str); 2] = [
    ("instagram", "all-instagram-posts", "posts", "posts"),
    ("tiktok", "all-tiktok-videos", "videos", "videos"),
];
/// Days before today with gains.
const GAINFUL_DAYS: usize = 28;
/// Number of items to check, those with the most views: not all of them are recent.
const BEST: usize = 10;
/// Asserts that an item older than a month is measured every day, and more often at the end.
const MEASUREMENTS: usize = 10;
const NOWHERE: &str = "http://127.0.0.1:9";

/// Returns the gains and totals of the days before `today`, whose own may still change.
fn past(days: &Value, today: &str) -> BTreeMap<String, [i64; 2]> {
    let figures = |day: &Value| ["gained_views", "views"].map(|key| day[key].as_i64().unwrap());
    let days = days.as_array().unwrap().iter();
    days.map(|day| (day["day"].as_str().unwrap().to_owned(), figures(day)))
        .filter(|(day, _)| day.as_str() < today)
        .collect()
}

/// Returns the gains of all days, per platform.
async fn gained(admin: &Admin) -> [i64; 2] {
    let trend = admin.get("/dashboard/trend").await;
    ["instagram", "tiktok"].map(|platform| {
        let days = trend[platform].as_array().unwrap().iter();
        days.map(|day| day["gained_views"].as_i64().unwrap()).sum()
    })
}

/// The histories of all accounts of a platform together.
async fn histories(admin: &Admin, platform: &str, today: &str) -> BTreeMap<String, [i64; 2]> {
    let mut sums: BTreeMap<String, [i64; 2]> = BTreeMap::new();
    let accounts = admin.get(&format!("/{platform}/accounts")).await;
    for account in accounts["accounts"].as_array().unwrap() {
        let path = format!("/{platform}/accounts/{}/history", account["id"]);
        let history = admin.get(&path).await;
        if history["to"].is_null() {
            assert_ne!(account["status"], "ok", "{account}");
            continue;
        }
        for (day, [gained, views]) in past(&history["days"], today) {
            let sum = sums.entry(day).or_default();
            *sum = [sum[0] + gained, sum[1] + views];
        }
    }
    sums
}

#[tokio::test]
async fn demo_has_a_month_of_history_and_pictures_and_continues() {
    let place = folder();
    let data = place.path().join("data");
    let demo = || {
        let mut command = clipmeter(&data, NOWHERE);
        command.arg("--demo");
        command
    };
    let mut first = Service::start(&mut demo());
    let admin = Admin::sign_in(&first.url).await;
    let before = gained(&admin).await;

    let trend = admin.get("/dashboard/trend").await;
    let today = trend["to"].as_str().unwrap();
    for (platform, list, key, items) in PLATFORMS {
        let days = past(&trend[platform], today);
        let gainful = days.values().filter(|[gained, _]| *gained > 0).count();
        assert!(gainful >= GAINFUL_DAYS, "{platform}: {days:?}");
        assert_eq!(histories(&admin, platform, today).await, days, "{platform}");

        let page = admin.get(&format!("/dashboard/{list}?sort=views")).await;
        let mut most = 0;
        for best in &page[key].as_array().unwrap()[..BEST] {
            assert!(best["picture"].is_string(), "{best}");
            let path = format!("/{platform}/{items}/{}/history", best["id"]);
            let history = admin.get(&path).await;
            let points = history["points"].as_array().unwrap().iter();
            let views: Vec<i64> = points.map(|point| point["views"].as_i64().unwrap()).collect();
            assert!(views.is_sorted(), "{best}: {views:?}");
            most = most.max(views.len());
        }
        assert!(most >= MEASUREMENTS, "{platform}: {most}");
    }

    eventually("gains of the scrapers", async || {
        let now = gained(&admin).await;
        (now[0] > before[0] && now[1] > before[1]).then_some(())
    })
    .await;
    first.signal(Signal::TERM);
    assert_eq!(first.ended().await, Some(0));

    let second = Service::start(&mut demo());
    let admin = Admin::sign_in(&second.url).await;
    let groups = admin.get("/groups").await;
    assert_eq!(
        groups["groups"].as_array().map(Vec::len),
        Some(3),
        "a second start adds nothing: {groups}"
    );
    let again = admin.get("/dashboard/trend").await;
    for (platform, ..) in PLATFORMS {
        assert_eq!(
            past(&again[platform], today),
            past(&trend[platform], today),
            "{platform}"
        );
    }
}

#[tokio::test]
async fn demo_is_refused_on_installation_with_own_groups() {
    let place = folder();
    let data = place.path().join("data");
    let mut service = Service::start(&mut clipmeter(&data, NOWHERE));
    let admin = Admin::sign_in(&service.url).await;
    admin.post("/groups", json!({"name": "Own"})).await;
    service.signal(Signal::TERM);
    assert_eq!(service.ended().await, Some(0));

    let text = refusal(clipmeter(&data, NOWHERE).arg("--demo"));
    assert!(text.contains("start without --demo"), "{text}");
    assert!(!data.join("demo.json").exists());
    let service = Service::start(&mut clipmeter(&data, NOWHERE));
    let groups = Admin::sign_in(&service.url).await.get("/groups").await;
    assert_eq!(groups["groups"].as_array().map(Vec::len), Some(1), "{groups}");
}
