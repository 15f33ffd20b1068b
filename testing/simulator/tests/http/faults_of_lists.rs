//! Lists that withhold items or repeat themselves.

use std::collections::BTreeMap;

use clipmeter_proto::v1::Platform;
use clipmeter_simulator::{AccountKind, FaultKind, FaultRule, Simulator};
use serde_json::{Value, json};

use crate::{
    client::{Browser, PRESENT, json_of, ok, status},
    names,
    reader::{AccountView, Post, Reader, item_list},
    seeded,
};

const BOTH: [Platform; 2] = [Platform::Instagram, Platform::Tiktok];

fn first(simulator: &Simulator, platform: Platform) -> (AccountView, BTreeMap<String, Post>) {
    let name = &names(simulator, platform, AccountKind::Public)[0];
    let reader = Reader(simulator);
    let account_view = reader.account_view(platform, name).unwrap();
    let posts = reader.posts(platform, &account_view);
    (account_view, posts)
}

#[tokio::test]
async fn empty_list_fault_leaves_item_count_unchanged() {
    let simulator = seeded(2).await;
    for platform in BOTH {
        let (account_view, posts) = first(&simulator, platform);
        simulator.inject(FaultRule::new(FaultKind::EmptyList)).unwrap();
        let (same, none) = first(&simulator, platform);
        assert_eq!((&same, none.len()), (&account_view, 0));
        simulator.clear_faults();
        assert!(!posts.is_empty());
    }
}

#[tokio::test]
async fn shadow_fault_omits_every_third_or_a_given_item() {
    let simulator = seeded(2).await;
    let browser = Browser::at(&simulator);
    for platform in BOTH {
        let (account_view, posts) = first(&simulator, platform);
        simulator.inject(FaultRule::new(FaultKind::Shadow)).unwrap();
        let (same, fewer) = first(&simulator, platform);
        assert_eq!(same, account_view);
        let left_out = posts.len() - fewer.len();
        assert!(
            (posts.len() / 5..=posts.len() / 2).contains(&left_out),
            "{left_out} of {}",
            posts.len()
        );
        simulator.clear_faults();

        let deleted = posts.keys().next().unwrap();
        let mut rule = FaultRule::new(FaultKind::ItemDeleted);
        assert!(simulator.inject(rule.clone()).is_err(), "which one?");
        rule.item = Some(deleted.clone());
        simulator.inject(rule).unwrap();
        let (_, fewer) = first(&simulator, platform);
        assert!(fewer.len() + 1 == posts.len() && !fewer.contains_key(deleted));
        let other = posts.keys().next_back().unwrap();
        let single = |id: &str| match platform {
            Platform::Instagram => browser.instagram(&format!("/api/v1/media/{id}/info/")),
            _ => browser.get(&format!("/embed/v2/{id}")),
        };
        assert_eq!(
            (status(single(deleted)).await, status(single(other)).await),
            (404, 200)
        );
        simulator.clear_faults();
    }
}

#[tokio::test]
async fn hidden_likes_fault_applies_to_both_response_formats() {
    let simulator = seeded(8).await;
    let browser = Browser::at(&simulator);
    browser.fault(json!({"fault": "hidden_likes"})).await;
    let mut edges = Vec::new();
    for name in names(&simulator, Platform::Instagram, AccountKind::Public) {
        let profile = json_of(browser.profile(&name)).await;
        edges.extend(
            profile["data"]["user"]["edge_owner_to_timeline_media"]["edges"]
                .as_array()
                .unwrap()
                .clone(),
        );
        let list = ok(browser.timeline(&name, None)).await;
        assert!(
            list.contains("\"like_count\":3") && !list.contains("\"like_and_view_counts_disabled\":false")
        );
    }
    assert!(!edges.is_empty());
    for edge in edges {
        assert_eq!(edge["node"]["edge_liked_by"]["count"], -1);
        assert_eq!(edge["node"]["like_and_view_counts_disabled"], true);
    }
}

#[tokio::test]
async fn repeat_page_fault_repeats_first_page_until_device_changes() {
    let simulator = seeded(16).await;
    let browser = Browser::at(&simulator);
    let accounts = names(&simulator, Platform::Tiktok, AccountKind::Public);
    let accounts = accounts
        .iter()
        .map(|name| Reader(&simulator).account_view(Platform::Tiktok, name).unwrap());
    let long =
        accounts.max_by_key(|account_view| Reader(&simulator).posts(Platform::Tiktok, account_view).len());
    let sec_uid = long.unwrap().sec_uid;
    browser.fault(json!({"fault": "repeat_page"})).await;
    let page =
        async |cursor: &str, device: &str| json_of(browser.get(&item_list(&sec_uid, cursor, device))).await;
    let (one, other) = ("7300000000000000001", "7300000000000000002");
    let first = page(PRESENT, one).await;
    let cursor = first["cursor"].as_str().unwrap();
    assert_eq!(page(cursor, one).await, first);
    let second = page(cursor, other).await;
    assert_ne!(second["itemList"], first["itemList"]);
    assert_eq!(page(cursor, one).await, first, "still");
}

#[tokio::test]
async fn empty_week_fault_does_not_end_the_list() {
    let simulator = seeded(2).await;
    let browser = Browser::at(&simulator);
    let (account_view, _) = first(&simulator, Platform::Tiktok);
    browser.fault(json!({"fault": "empty_week", "times": 1})).await;
    let week: Value = json_of(browser.item_list(&account_view.sec_uid, PRESENT)).await;
    assert_eq!(
        (week.get("itemList"), &week["hasMorePrevious"]),
        (None, &json!(true))
    );
    let next = json_of(browser.item_list(&account_view.sec_uid, PRESENT)).await;
    assert!(!next["itemList"].as_array().unwrap().is_empty());
}
