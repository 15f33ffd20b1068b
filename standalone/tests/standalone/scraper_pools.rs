//! Accounts of a scraper pool are read through its proxy and from no other address.

use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Admin, Service, clipmeter, eventually, folder, http, simulator};

/// Instagram and TikTok in turn; enough that several are public on TikTok.
const ACCOUNTS: u32 = 12;

/// Returns the usernames of public TikTok accounts.
async fn usernames(simulator: &Service) -> Vec<String> {
    let accounts = http()
        .get(format!("{}/__simulator/accounts", simulator.url))
        .send()
        .await
        .unwrap();
    let accounts: Vec<Value> = accounts.json().await.unwrap();
    accounts
        .iter()
        .filter(|account| account["platform"] == "tiktok" && account["kind"] == "public")
        .map(|account| account["username"].as_str().unwrap().to_owned())
        .collect()
}

/// Returns how many requests the simulator received.
async fn received(simulator: &Service) -> u64 {
    let state = http()
        .get(format!("{}/__simulator/state", simulator.url))
        .send()
        .await
        .unwrap();
    let state: Value = state.json().await.unwrap();
    state["requests"]["total"].as_u64().unwrap()
}

/// Creates a group that selects a pool with this proxy, and waits until the account is read.
async fn read_in_pool(admin: &Admin, pool: &str, proxy: &Service, username: &str) {
    admin
        .post("/scraping/proxies", json!({"name": pool, "url": proxy.url}))
        .await;
    admin
        .post(
            "/scraping/scraper-pools",
            json!({"name": pool, "tiktok_proxy": pool}),
        )
        .await;
    let group = admin.post("/groups", json!({"name": pool})).await["id"].clone();
    let change = json!({"scraper_pool": pool}).to_string();
    let path = format!("/groups/{group}");
    let changed = admin.send(Method::PATCH, &path, "application/json", change).await;
    assert!(changed.status().is_success(), "{}", changed.status());
    admin
        .post(
            "/tiktok/accounts",
            json!({"group_id": group, "username": username}),
        )
        .await;
    eventually("the account's videos", async || {
        let group = admin.get(&path).await;
        group["tiktok"]["accounts"][0]["last_scraped"]
            .is_string()
            .then_some(())
    })
    .await;
}

#[tokio::test]
async fn scraper_pools_use_their_own_proxies_and_no_other_address() {
    // As proxies, simulators respond themselves.
    let [eu, us, direct] = [simulator(ACCOUNTS), simulator(ACCOUNTS), simulator(ACCOUNTS)];
    let place = folder();
    let mut command = clipmeter(&place.path().join("data"), &direct.url);
    let service = Service::start(command.env("CLIPMETER_ALLOW_LOCAL_PROXIES", "true"));
    let admin = Admin::sign_in(&service.url).await;
    let usernames = usernames(&direct).await;

    read_in_pool(&admin, "eu", &eu, &usernames[0]).await;
    assert!(received(&eu).await > 0);
    assert_eq!(received(&us).await, 0);
    read_in_pool(&admin, "us", &us, &usernames[1]).await;
    assert!(received(&us).await > 0);
    assert_eq!(received(&direct).await, 0);
}
