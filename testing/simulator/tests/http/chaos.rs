//! Random faults, and sessions that are lost because of them.

use std::collections::BTreeMap;

use clipmeter_simulator::{Chaos, FaultKind, Offline, SimulatorConfig, session_hash};
use serde_json::{Value, json};

use crate::{
    client::{Browser, SESSION, json_of, status},
    reader::Reader,
    seeded,
};

fn chaotic(chaos: Chaos) -> Offline {
    Offline::new(&SimulatorConfig {
        accounts: 20,
        seed: 11,
        chaos: Some(chaos),
        ..SimulatorConfig::default()
    })
    .unwrap()
}

fn chaos(per_mille: u32, kinds: &[FaultKind]) -> Chaos {
    Chaos {
        per_mille,
        seed: 7,
        kinds: kinds.to_vec(),
    }
}

/// Returns the outcomes of ten requests for each account, in the given order.
fn statuses(offline: &Offline, order: impl Iterator<Item = usize>) -> BTreeMap<usize, Vec<u16>> {
    let accounts = offline.accounts();
    let mut seen: BTreeMap<usize, Vec<u16>> = BTreeMap::new();
    for at in order {
        let path = format!("/{}/", accounts[at].username);
        let response = Reader(offline).send("GET", &path, "");
        seen.entry(at).or_default().push(response.status.as_u16());
    }
    seen
}

#[test]
fn chaos_is_independent_of_request_order() {
    let kinds = [FaultKind::RateLimited, FaultKind::ServerError];
    let one_by_one = chaotic(chaos(300, &kinds));
    let first = statuses(&one_by_one, (0..20).flat_map(|at| [at; 10]));
    let one_by_one = chaotic(chaos(300, &kinds));
    let second = statuses(&one_by_one, (0..10).flat_map(|_| 0..20));
    assert_eq!(first, second);
    let injected_faults = one_by_one.requests().injected_faults;
    let [limited, failed] = ["rate_limited", "server_error"].map(|kind| injected_faults[kind]);
    assert!(
        (30..90).contains(&(limited + failed)) && limited > 0 && failed > 0,
        "{injected_faults:?}"
    );
    let other = chaotic(Chaos {
        seed: 8,
        ..chaos(300, &kinds)
    });
    assert_ne!(statuses(&other, (0..20).flat_map(|at| [at; 10])), first);
}

#[test]
fn chaos_injects_every_random_fault() {
    let offline = chaotic(chaos(1_000, &[]));
    let reader = Reader(&offline);
    let session = session_hash(SESSION.trim_start_matches("sessionid="));
    for round in 0..40 {
        for account in offline.accounts() {
            for path in [
                format!("/@{}", account.username),
                format!("/@{}/video/{round}", account.username),
                format!("/api/v1/users/web_profile_info/?username={}", account.username),
            ] {
                reader.send("GET", &path, "");
            }
            let _ = offline.restore(&session);
        }
    }
    let requests = offline.requests();
    assert_eq!(requests.injected_faults.values().sum::<u64>(), requests.total);
    for kind in [
        "waf",
        "challenge",
        "under_review",
        "ambiguous_empty",
        "cut_off",
        "suspended",
    ] {
        assert!(
            requests.injected_faults.contains_key(kind),
            "{kind}: {:?}",
            requests.injected_faults
        );
    }
    assert!(!requests.injected_faults.contains_key("deleted"));
}

#[tokio::test]
async fn chaos_lost_session_is_refused_until_restored() {
    let simulator = seeded(8).await;
    let browser = Browser::at(&simulator);
    let name = simulator.accounts()[0].username.clone();
    let put = |body: &Value| browser.put("/__simulator/chaos").body(body.to_string());
    assert_eq!(
        status(put(&json!({"per_mille": 1000, "kinds": ["suspended"]}))).await,
        204
    );
    assert_eq!(status(browser.profile(&name)).await, 302);
    assert_eq!(status(browser.delete("/__simulator/chaos")).await, 204);
    assert_eq!(
        status(browser.timeline(&name, None)).await,
        302,
        "whatever it asks for"
    );
    let anonymous = browser
        .get(&format!("/api/v1/users/web_profile_info/?username={name}"))
        .header("x-ig-app-id", "936619743392459");
    assert_eq!(status(anonymous).await, 200, "others are not");

    let session = session_hash(SESSION.trim_start_matches("sessionid="));
    let state = json_of(browser.get("/__simulator/state")).await;
    assert_eq!(state["refused_sessions"], json!({session.as_str(): "suspended"}));
    assert_eq!(
        state["requests"]["by_session"][&session]["instagram.web_profile_info"],
        1
    );
    assert_eq!(
        state["requests"]["injected_faults_by_class"]["instagram.graphql_timeline"],
        json!({"suspended": 1})
    );
    let restore = || {
        browser
            .post("/__simulator/sessions/restore")
            .body(json!({"session": session}).to_string())
    };
    assert_eq!(status(restore()).await, 204);
    assert_eq!(status(browser.profile(&name)).await, 200);
    assert_eq!(status(restore()).await, 404, "it is fine");
}

#[tokio::test]
async fn chaos_with_invalid_settings_is_refused() {
    let simulator = seeded(0).await;
    let browser = Browser::at(&simulator);
    for (wrong, hint) in [
        (json!({"per_mille": 1001}), "1000"),
        (json!({"per_mille": 5, "kinds": ["renamed"]}), "renamed"),
        (json!({"seed": 5}), "per_mille"),
    ] {
        let refused = browser
            .put("/__simulator/chaos")
            .body(wrong.to_string())
            .send()
            .await
            .unwrap();
        assert_eq!(refused.status(), 400, "{wrong}");
        assert!(refused.text().await.unwrap().contains(hint), "{wrong}");
    }
}

#[tokio::test]
async fn requests_to_retired_endpoint_are_counted() {
    let simulator = seeded(2).await;
    let browser = Browser::at(&simulator);
    let name = simulator.accounts()[0].username.clone();
    browser
        .fault(json!({"fault": "endpoint_retired", "times": 1}))
        .await;
    assert_eq!(status(browser.profile(&name)).await, 302);
    assert_eq!(status(browser.timeline(&name, None)).await, 200);
    assert_eq!(
        simulator.requests().requested_while_retired,
        0,
        "another endpoint"
    );
    assert_eq!(status(browser.profile(&name)).await, 200);
    assert_eq!(simulator.requests().requested_while_retired, 1);
    simulator.advance(std::time::Duration::from_hours(24));
    assert_eq!(status(browser.profile(&name)).await, 200);
    assert_eq!(
        simulator.requests().requested_while_retired,
        1,
        "a day later it is tried again"
    );
    assert!(simulator.requests().bytes > 1_000);
}
