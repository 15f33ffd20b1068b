//! Instagram's documents get new IDs, which scripts contain.

use std::time::Duration;

use clipmeter_proto::v1::Platform;
use clipmeter_simulator::{AccountKind, Rotation, Simulator, SimulatorConfig};
use serde_json::json;

use crate::{
    client::{Browser, TIMELINE, json_of, ok, status},
    names, seeded,
};

const HOST: &str = "https://static.cdninstagram.com";

async fn rotating() -> Simulator {
    let rotation = Rotation {
        every: Duration::from_hours(24),
        overlap: Duration::from_hours(2),
    };
    Simulator::start(SimulatorConfig {
        accounts: 4,
        seed: 11,
        documents: Some(rotation),
        ..SimulatorConfig::default()
    })
    .await
    .unwrap()
}

/// Returns the paths of the scripts of a page.
fn scripts(page: &str) -> Vec<String> {
    let tags = page.split("<script src=\"").skip(1);
    let addresses = tags.map(|tag| tag.split('"').next().unwrap());
    addresses
        .map(|address| address.strip_prefix(HOST).unwrap().to_owned())
        .collect()
}

/// Returns the ID of an operation in a script.
fn id_in(script: &str, operation: &str) -> Option<String> {
    let begin =
        format!("__d(\"{operation}_instagramRelayOperation\",[],(function(a,b,c,d,e,f){{e.exports=\"");
    let (_, rest) = script.split_once(&begin)?;
    Some(rest.split('"').next()?.to_owned())
}

#[tokio::test]
async fn page_scripts_contain_current_document_ids() {
    let simulator = rotating().await;
    let browser = Browser::at(&simulator);
    let name = names(&simulator, Platform::Instagram, AccountKind::Public).remove(0);
    let query = |document: &str| browser.graphql(document, &json!({"username": name}));
    let mut document = TIMELINE.to_owned();
    for _ in 0..3 {
        let page = ok(browser.get(&format!("/{name}/"))).await;
        let scripts = scripts(&page);
        assert_eq!(scripts.len(), 12);
        let (mut ids, mut with_ids) = (Vec::new(), 0);
        for path in &scripts {
            let script = ok(browser.get(path)).await;
            ids.extend(id_in(&script, "PolarisProfilePostsQuery"));
            with_ids += usize::from(script.contains("_instagramRelayOperation\",[]"));
            if script.contains("PolarisProfilePostsQuery$Parameters") {
                assert!(script.contains(
                    "[\"PolarisFeedShareMenu.relayprovider\",\"PolarisIsLoggedIn.relayprovider\","
                ));
            }
        }
        assert_eq!((ids.as_slice(), with_ids), ([document.clone()].as_slice(), 2));
        assert_eq!(status(query(&document)).await, 200);

        simulator.advance(Duration::from_hours(24));
        assert_eq!(status(query(&document)).await, 200, "both are known for a while");
        simulator.advance(Duration::from_hours(2));
        let refused = query(&document).send().await.unwrap();
        assert_eq!(refused.status(), 400);
        assert!(refused.text().await.unwrap().contains("execution error"));
        assert_eq!(
            status(browser.get(&scripts[0])).await,
            404,
            "its scripts are gone too"
        );
        simulator.advance(Duration::from_hours(22));
        simulator.advance(Duration::from_hours(24));
        let state = json_of(browser.get("/__simulator/state")).await;
        state["documents"]["PolarisProfilePostsQuery"]
            .as_str()
            .unwrap()
            .clone_into(&mut document);
    }
    assert!(simulator.requests().by_class["instagram.script"] >= 36);
}

#[tokio::test]
async fn newer_clips_document_nests_data_one_level_deeper() {
    let simulator = seeded(2).await;
    let browser = Browser::at(&simulator);
    let name = names(&simulator, Platform::Instagram, AccountKind::Public).remove(0);
    let user = json_of(browser.profile(&name)).await["data"]["user"].clone();
    let id = user["id"].as_str().unwrap();
    let variables = json!({"data": {"target_user_id": id, "page_size": 12}});
    let newer = json_of(browser.graphql("29285972954340351", &variables)).await;
    let older = json_of(browser.graphql(crate::client::CLIPS, &variables)).await;
    assert_eq!(newer["data"]["fetch__XDTUserDict"], older["data"]);
}

#[tokio::test]
async fn document_ids_are_constant_without_renewal() {
    let simulator = seeded(2).await;
    let browser = Browser::at(&simulator);
    simulator.advance(Duration::from_hours(24 * 365));
    let name = names(&simulator, Platform::Instagram, AccountKind::Public).remove(0);
    assert_eq!(status(browser.timeline(&name, None)).await, 200);
    assert!(scripts(&ok(browser.get(&format!("/{name}/"))).await).is_empty());
    assert_eq!(status(browser.get("/rsrc.php/v4/yab/r/cd.js")).await, 404);
}
