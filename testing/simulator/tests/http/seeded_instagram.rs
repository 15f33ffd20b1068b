//! Seeded Instagram accounts.

use std::{collections::HashSet, time::Duration};

use clipmeter_proto::v1::Platform;
use clipmeter_simulator::AccountKind;
use serde_json::{Value, json};

use crate::{
    client::{Browser, SESSION, header, json_of, ok, script, status},
    names, seeded,
};

const TIMELINE: &str = "xdt_api__v1__feed__user_timeline_graphql_connection";
const CLIPS: &str = "xdt_api__v1__clips__user__connection_v2";

/// Returns all media of a GraphQL list, page after page.
async fn all<F: AsyncFn(Option<String>) -> Value>(root: &str, page: F) -> Vec<Value> {
    let (mut after, mut nodes) = (None, Vec::new());
    loop {
        let response = page(after.take()).await;
        let connection = &response["data"][root];
        let edges = connection["edges"].as_array().unwrap();
        nodes.extend(edges.iter().map(|edge| edge["node"].clone()));
        if connection["page_info"]["has_next_page"] != true {
            return nodes;
        }
        assert!(!edges.is_empty(), "a page with more to come has something");
        after = connection["page_info"]["end_cursor"].as_str().map(str::to_owned);
    }
}

async fn timeline(browser: &Browser, username: &str) -> Vec<Value> {
    all(TIMELINE, async |after| {
        json_of(browser.timeline(username, after.as_deref())).await
    })
    .await
}

async fn reels(browser: &Browser, user_id: &str) -> Vec<Value> {
    let nodes = all(CLIPS, async |after| {
        json_of(browser.clips(user_id, after.as_deref())).await
    })
    .await;
    nodes.into_iter().map(|node| node["media"].clone()).collect()
}

fn pks(media: &[Value]) -> Vec<String> {
    media
        .iter()
        .map(|media| media["pk"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn every_list_returns_each_post_once() {
    let simulator = seeded(16).await;
    let browser = Browser::at(&simulator);
    for name in names(&simulator, Platform::Instagram, AccountKind::Public) {
        let profile = json_of(browser.profile(&name)).await["data"]["user"].clone();
        let id = profile["id"].as_str().unwrap().to_owned();
        let posts = timeline(&browser, &name).await;
        let unique: HashSet<String> = pks(&posts).into_iter().collect();
        assert_eq!(unique.len(), posts.len());
        assert_eq!(profile["edge_owner_to_timeline_media"]["count"], posts.len());

        let (mut feed, mut max_id) = (Vec::new(), String::new());
        loop {
            let page =
                json_of(browser.instagram(&format!("/api/v1/feed/user/{id}/?count=33&max_id={max_id}")))
                    .await;
            feed.extend(page["items"].as_array().unwrap().clone());
            if page["more_available"] != true {
                break;
            }
            page["next_max_id"].as_str().unwrap().clone_into(&mut max_id);
        }
        assert_eq!(pks(&feed), pks(&posts), "feed and timeline agree on the order");

        let clips: HashSet<String> = pks(&reels(&browser, &id).await).into_iter().collect();
        let are_clips = posts
            .iter()
            .filter(|post| post["media_type"] == 2)
            .cloned()
            .collect::<Vec<_>>();
        assert_eq!(clips, pks(&are_clips).into_iter().collect());
    }
}

#[tokio::test]
async fn timeline_page_is_not_shifted_by_new_posts() {
    let simulator = seeded(40).await;
    let browser = Browser::at(&simulator);
    let mut followed = 0;
    for name in names(&simulator, Platform::Instagram, AccountKind::Public) {
        let first = json_of(browser.timeline(&name, None)).await["data"][TIMELINE].clone();
        let Some(cursor) = first["page_info"]["end_cursor"].as_str() else {
            continue;
        };
        let before =
            json_of(browser.timeline(&name, Some(cursor))).await["data"][TIMELINE]["edges"][0]["node"]["pk"]
                .clone();
        simulator.advance(Duration::from_hours(3 * 24));
        let after =
            json_of(browser.timeline(&name, Some(cursor))).await["data"][TIMELINE]["edges"][0]["node"]["pk"]
                .clone();
        assert_eq!(before, after);
        followed += 1;
    }
    assert!(followed > 5);
}

#[tokio::test]
async fn timeline_gains_posts_and_counts_as_clock_advances() {
    let simulator = seeded(10).await;
    let browser = Browser::at(&simulator);
    let mut appeared = 0;
    for name in names(&simulator, Platform::Instagram, AccountKind::Public) {
        let before = timeline(&browser, &name).await;
        simulator.advance(Duration::from_hours(20 * 24));
        let after = timeline(&browser, &name).await;
        appeared += after.len() - before.len();
        for post in &before {
            let now = after.iter().find(|other| other["pk"] == post["pk"]).unwrap();
            assert!(post["like_count"].as_u64() <= now["like_count"].as_u64());
            assert!(post["comment_count"].as_u64() <= now["comment_count"].as_u64());
        }
    }
    assert!(appeared > 5);
}

#[tokio::test]
async fn views_exist_only_for_reels_outside_the_timeline() {
    let simulator = seeded(12).await;
    let browser = Browser::at(&simulator);
    for name in names(&simulator, Platform::Instagram, AccountKind::Public) {
        for post in timeline(&browser, &name).await {
            assert_eq!(
                (post.get("play_count"), &post["view_count"]),
                (None, &Value::Null)
            );
            let info = format!("/api/v1/media/{}/info/", post["pk"].as_str().unwrap());
            let single = json_of(browser.instagram(&info)).await["items"][0].clone();
            match post["product_type"].as_str().unwrap() {
                "clips" => assert!(single["play_count"].is_u64()),
                _ => assert_eq!(single.get("play_count"), None),
            }
        }
    }
}

#[tokio::test]
async fn anonymous_client_is_limited_like_on_the_platform() {
    let simulator = seeded(4).await;
    let browser = Browser::at(&simulator);
    let name = &names(&simulator, Platform::Instagram, AccountKind::Public)[0];
    let profile_path = format!("/api/v1/users/web_profile_info/?username={name}");
    let profile = browser
        .get(&profile_path)
        .header("x-ig-app-id", "936619743392459");
    let id = json_of(profile).await["data"]["user"]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(
        status(browser.get(&profile_path)).await,
        400,
        "without the app id it is not the web client"
    );

    let feed = browser
        .get(&format!("/api/v1/feed/user/{id}/?count=12"))
        .send()
        .await
        .unwrap();
    assert_eq!(feed.status(), 401);
    assert_eq!(feed.json::<Value>().await.unwrap()["require_login"], true);
    let signed_in = browser
        .get(&format!("/api/v1/feed/user/{id}/?count=12"))
        .header("cookie", SESSION);
    assert_eq!(status(signed_in).await, 200);

    let form = [
        ("doc_id", crate::client::TIMELINE.to_owned()),
        ("variables", json!({"username": name}).to_string()),
    ];
    let query = |cookie: &str| {
        browser
            .post("/graphql/query")
            .header("cookie", cookie)
            .header("x-csrftoken", "abc")
            .form(&form)
    };
    assert_eq!(status(query("csrftoken=abc")).await, 200);
    assert_eq!(status(query("csrftoken=other")).await, 401);
    assert_eq!(
        status(browser.graphql("123", &json!({}))).await,
        400,
        "a stale document"
    );
}

#[tokio::test]
async fn instagram_reports_private_missing_and_empty_accounts() {
    let simulator = seeded(50).await;
    let browser = Browser::at(&simulator);
    let one = |kind| names(&simulator, Platform::Instagram, kind).remove(0);

    let private = json_of(browser.profile(&one(AccountKind::Private))).await["data"]["user"].clone();
    assert_eq!(
        (
            &private["is_private"],
            &private["edge_owner_to_timeline_media"]["edges"]
        ),
        (&json!(true), &json!([]))
    );
    assert!(private["edge_owner_to_timeline_media"]["count"].as_u64().unwrap() > 0);
    let feed = format!("/api/v1/feed/user/{}/", private["id"].as_str().unwrap());
    let refused = browser.instagram(&feed).send().await.unwrap();
    assert_eq!(refused.status(), 400);
    assert_eq!(
        refused.json::<Value>().await.unwrap()["message"],
        "Not authorized to view user"
    );

    assert_eq!(
        json_of(browser.profile(&one(AccountKind::Missing))).await["data"]["user"],
        Value::Null
    );

    let empty = json_of(browser.profile(&one(AccountKind::Empty))).await["data"]["user"].clone();
    assert_eq!(
        (
            &empty["is_private"],
            &empty["edge_owner_to_timeline_media"]["count"]
        ),
        (&json!(false), &json!(0))
    );
    assert_eq!(
        timeline(&browser, &one(AccountKind::Empty)).await,
        Vec::<Value>::new()
    );
}

#[tokio::test]
async fn pages_contain_data_in_scripts() {
    let simulator = seeded(2).await;
    let browser = Browser::at(&simulator);
    let name = &names(&simulator, Platform::Instagram, AccountKind::Public)[0];
    let page = ok(browser.get(&format!("/{name}/"))).await;
    assert_eq!(script(&page, "__eqmc")["l"], "simulatedLSD");
    let post = &timeline(&browser, name).await[0];
    let code = post["code"].as_str().unwrap();
    assert!(page.contains("xig_user_by_username") && page.contains(code));

    let page = ok(browser.get(&format!("/p/{code}/"))).await;
    assert!(page.contains("if_not_gated_logged_out") && page.contains(post["pk"].as_str().unwrap()));
    let home = browser.get("/").send().await.unwrap();
    assert!(header(&home, "set-cookie").starts_with("csrftoken="));
}
