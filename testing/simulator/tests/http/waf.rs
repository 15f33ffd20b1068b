//! The proof of work in front of TikTok's pages.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use clipmeter_proto::v1::Platform;
use clipmeter_simulator::{AccountKind, Simulator, SimulatorConfig};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::{
    client::{Browser, ok, rehydrated},
    names, seeded,
};

/// Returns the class of the element with this ID.
fn class<'a>(page: &'a str, id: &str) -> &'a str {
    let after = page.split(&format!("id=\"{id}\" class=\"")).nth(1).unwrap();
    after.split('"').next().unwrap()
}

/// Solves the proof of work and returns the cookies of the pass.
fn solve(page: &str) -> String {
    let padded = format!("{}==", class(page, "cs"));
    let decoded = STANDARD
        .decode(padded.as_bytes())
        .or_else(|_| STANDARD.decode(&padded[..padded.len() - 1]));
    let decoded = decoded.or_else(|_| STANDARD.decode(class(page, "cs"))).unwrap();
    let mut challenge: Value = serde_json::from_slice(&decoded).unwrap();
    let bytes = |pointer: &str| {
        STANDARD
            .decode(challenge.pointer(pointer).unwrap().as_str().unwrap())
            .unwrap()
    };
    let (seed, digest) = (bytes("/v/a"), bytes("/v/c"));
    let is_it = |number: &u32| {
        Sha256::new()
            .chain_update(&seed)
            .chain_update(number.to_string())
            .finalize()[..]
            == digest
    };
    let number = (0..=1_000_000).find(is_it).unwrap();
    challenge["d"] = json!(STANDARD.encode(number.to_string()));
    let pass = STANDARD.encode(challenge.to_string());
    format!(
        "{}={pass}; {}={}",
        class(page, "wci"),
        class(page, "rci"),
        class(page, "rs")
    )
}

async fn with_cookies(browser: &Browser, path: &str, cookies: &str) -> String {
    ok(browser.get(path).header("cookie", cookies)).await
}

#[tokio::test]
async fn waf_pass_opens_one_page_once() {
    let config = SimulatorConfig {
        accounts: 4,
        waf_always: true,
        ..SimulatorConfig::default()
    };
    let simulator = Simulator::start(config).await.unwrap();
    let browser = Browser::at(&simulator);
    let path = format!(
        "/@{}",
        names(&simulator, Platform::Tiktok, AccountKind::Public)[0]
    );

    let challenge = ok(browser.get(&path)).await;
    assert!(challenge.contains("Please wait..."));
    let pass = solve(&challenge);
    let wrong = pass.replace("waforiginalreid=", "waforiginalreid=0");
    assert!(
        with_cookies(&browser, &path, &wrong)
            .await
            .contains("Please wait..."),
        "a pass needs both its cookies"
    );
    assert_eq!(
        rehydrated(&with_cookies(&browser, &path, &pass).await)["webapp.user-detail"]["statusCode"],
        0
    );
    assert!(
        with_cookies(&browser, &path, &pass)
            .await
            .contains("Please wait..."),
        "a pass is used up"
    );
    let junk = "_wafchallengeid=bm90IGpzb24";
    assert!(
        with_cookies(&browser, &path, junk)
            .await
            .contains("Please wait...")
    );
}

#[tokio::test]
async fn waf_fault_does_not_affect_data_and_embeds() {
    let simulator = seeded(4).await;
    let browser = Browser::at(&simulator);
    browser.fault(json!({"fault": "waf"})).await;
    let name = &names(&simulator, Platform::Tiktok, AccountKind::Public)[0];
    let challenge = ok(browser.get(&format!("/@{name}"))).await;
    let page = with_cookies(&browser, &format!("/@{name}"), &solve(&challenge)).await;
    let sec_uid = rehydrated(&page)["webapp.user-detail"]["userInfo"]["user"]["secUid"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(ok(browser.item_list(&sec_uid, "0")).await.contains("itemList"));
    assert!(
        ok(browser.get(&format!("/embed/@{name}")))
            .await
            .contains("videoList")
    );
}
